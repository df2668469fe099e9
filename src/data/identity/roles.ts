import type PocketBase from 'pocketbase';
import type { Role } from '../../domain/identity/role.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { type Actor, actingAs } from '../kernel/actor.ts';
import { dateOf } from '../kernel/fields.ts';
import { first, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { flag } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const r = tables.roles.as('r');

const ACCESS = shape({
  role: r.role,
  isConfirmed: value(
    sql`EXISTS (SELECT 1 FROM desk_proofs p
      WHERE p.secretHash = {:secretHash} AND p.user = r.user AND p.expiresAt > {:now})`,
    flag,
  ),
});

/** What the desk needs to know about somebody, as it is at this moment. */
export interface DeskAccess {
  /** Null for people without a role, and while their account is suspended. */
  role: Role | null;
  /** Whether the second factor was entered in this session. */
  isConfirmed: boolean;
}

/** The role of a person, and whether their session has the proof with this hash. */
export async function deskAccess(
  pb: PocketBase,
  { userId, secretHash, now }: { userId: string; secretHash: string | null; now: Instant },
): Promise<DeskAccess> {
  const access = await first(
    pb,
    select(
      ACCESS,
      sql`SELECT ${ACCESS} FROM roles r JOIN users u ON u.id = r.user
        WHERE r.user = {:userId} AND u.suspended = FALSE`,
      { userId, secretHash: secretHash ?? '', now: dateOf(now) },
    ),
  );
  return access ?? { role: null, isConfirmed: false };
}

/** The role of a person, for what is shown to them; null without one, and while their account is suspended. */
export async function roleOf(pb: PocketBase, userId: string): Promise<Role | null> {
  return (await deskAccess(pb, { userId, secretHash: null, now: 0 })).role;
}

/**
 * Gives a person a role, or takes it away with null. Who is given their first one is signed out everywhere, and has seven
 * days to set up a second factor. @param givenBy who does it, as the record and the audit log say. */
export async function giveRole(
  pb: PocketBase,
  { userId, role, givenBy, now }: { userId: string; role: Role | null; givenBy: string; now: Instant },
): Promise<void> {
  const acting = actingAs(pb, { id: '', name: givenBy, role: 'operator' });
  if (role === null) {
    await transaction(acting).exec(sql`DELETE FROM roles WHERE user = {:userId}`, { userId }).run();
    return;
  }
  await transaction(acting)
    .exec(
      sql`INSERT INTO roles (id, user, role, givenBy, setUpOpenSince, created, updated)
        VALUES ({:id}, {:userId}, {:role}, {:givenBy}, {:now}, {:now}, {:now})
        ON CONFLICT (user) DO UPDATE SET role = {:role}, givenBy = {:givenBy}, setUpOpenSince = {:now},
          updated = {:now}`,
      { id: newRecordId(), userId, role, givenBy, now: dateOf(now) },
    )
    .run();
}

/** Stores the proof that the second factor was entered in a person's session, and removes expired ones. */
export async function saveProof(
  pb: PocketBase,
  {
    userId,
    secretHash,
    now,
    expiresAt,
  }: { userId: string; secretHash: string; now: Instant; expiresAt: Instant },
): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM desk_proofs WHERE expiresAt < {:now}`, { now: dateOf(now) })
    .create('desk_proofs', { user: userId, secretHash, expiresAt: dateOf(expiresAt) })
    .run();
}

/** Ends the proof of one session. */
export async function endProof(pb: PocketBase, secretHash: string): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM desk_proofs WHERE secretHash = {:secretHash}`, { secretHash })
    .run();
}

/** A deed of somebody at the desk, for the audit log. */
export interface DeskDeed {
  /** Its name in the table of deeds, such as "case.decide". */
  deed: string;
  /** What it was done to. */
  collection: string;
  record: string;
  /** What a reader of the log wants to know besides, at most 500 characters; "" for nothing. */
  detail: string;
}

/** A transaction in the name of somebody at the desk. */
export function deskTransaction(pb: PocketBase, person: Actor): Transaction {
  return transaction(actingAs(pb, person));
}

/**
 * Adds a row to the audit log for a deed, whether or not it changes a field that is logged by itself.
 * @param steps a transaction of `deskTransaction`; in any other the row names nobody.
 */
export function withDeed(
  steps: Transaction,
  { deed, collection, record, detail }: DeskDeed,
  now: Instant,
): Transaction {
  return steps.exec(
    sql`INSERT INTO audit_log (id, kind, collection, record, field, before, after, who, actor, actorName, detail, created)
      VALUES ({:id}, 'desk', {:collection}, {:record}, {:deed}, '', '',
        COALESCE((SELECT who FROM audit_actor LIMIT 1), 'system'),
        COALESCE((SELECT actor FROM audit_actor LIMIT 1), ''),
        COALESCE((SELECT name FROM audit_actor LIMIT 1), ''), {:detail}, {:now})`,
    { id: newRecordId(), collection, record, deed, detail: detail.slice(0, 500), now: dateOf(now) },
  );
}
