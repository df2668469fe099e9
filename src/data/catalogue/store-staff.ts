import type PocketBase from 'pocketbase';
import type { OwnStore, Store } from '../../domain/catalogue/store.ts';
import {
  STAFF_LIMITS,
  STAFF_ROLES,
  type StaffDeed,
  type StaffJob,
  type StaffMember,
  type StaffRole,
} from '../../domain/identity/store-staff.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { storeById } from './stores.ts';

/** People who work for stores. A row is a request until `agreedAt` is set; it is deleted when it ends. */

/** The store that a person acts for, and their roles there: null for its owner. */
export interface Acting {
  store: OwnStore;
  roles: readonly StaffRole[] | null;
}

const r = tables.storeStaff.as('r');
const s = tables.stores.as('s');
const u = tables.users.as('u');
const d = tables.staffDeeds.as('d');

/** In the order in which roles are shown, whatever the order in which they were given. */
const ROLES = r.roles.as((stored) => STAFF_ROLES.filter((role) => stored.includes(role)));
const AGREED = r.agreedAt.as((at) => at !== null);

const WORK = shape({ roles: ROLES });
const ID = shape({ id: s.id });
const MEMBER = shape({ id: r.id, username: u.username, roles: ROLES, agreed: AGREED });
const JOB = shape({
  id: r.id,
  store: { id: s.id, slug: s.slug, name: s.name },
  roles: ROLES,
  agreed: AGREED,
});
const DEED = shape({ id: d.id, username: d.username, deed: d.deed, at: d.created });

/** The store for which a user works with these roles, or null: not staff, not agreed yet, or the owner is suspended. */
export async function storeOfStaff(
  pb: PocketBase,
  userId: string,
  storeId: string,
): Promise<{ store: Store; roles: StaffRole[] } | null> {
  if (!isRecordId(storeId)) return null;
  const row = await first(
    pb,
    select(
      WORK,
      sql`SELECT ${WORK} FROM store_staff r CROSS JOIN stores s ON s.id = r.store CROSS JOIN users o ON o.id = s.owner
        WHERE r.[[user]] = {:userId} AND r.store = {:storeId} AND r.agreedAt <> '' AND o.suspended = FALSE`,
      { userId, storeId },
    ),
  );
  const store = row ? await storeById(pb, storeId) : null;
  return row && store ? { store, roles: row.roles } : null;
}

/** Whether a user owns this store or works for it, whatever its state. */
export async function worksInStore(pb: PocketBase, userId: string, storeId: string): Promise<boolean> {
  if (!isRecordId(storeId)) return false;
  const row = await first(
    pb,
    select(
      ID,
      sql`SELECT ${ID} FROM stores s WHERE s.id = {:storeId} AND (s.owner = {:userId} OR EXISTS (
        SELECT 1 FROM store_staff r WHERE r.[[user]] = {:userId} AND r.store = s.id AND r.agreedAt <> ''))`,
      { userId, storeId },
    ),
  );
  return row !== null;
}

/** Everybody who works for a store or is asked to, in the order in which they were asked. */
export async function staffOfStore(pb: PocketBase, storeId: string): Promise<StaffMember[]> {
  const [rows] = await ask(
    pb,
    select(
      MEMBER,
      sql`SELECT ${MEMBER} FROM store_staff r CROSS JOIN users u ON u.id = r.[[user]]
        WHERE r.store = {:storeId} ORDER BY r.created, r.id LIMIT {:most}`,
      { storeId, most: STAFF_LIMITS.ofStore },
    ),
  );
  return rows;
}

/** The stores that a user works for, and those that ask them to. */
export async function jobsOfUser(pb: PocketBase, userId: string): Promise<StaffJob[]> {
  const [rows] = await ask(
    pb,
    select(
      JOB,
      sql`SELECT ${JOB} FROM store_staff r CROSS JOIN stores s ON s.id = r.store
        WHERE r.[[user]] = {:userId} ORDER BY r.store LIMIT 100`,
      { userId },
    ),
  );
  return rows;
}

/** Asks somebody to work for a store. @param queue adds the notice to the same transaction */
export async function addStaff(
  pb: PocketBase,
  { storeId, userId, roles }: { storeId: string; userId: string; roles: readonly StaffRole[] },
  queue: (steps: Transaction) => void,
  now: Instant,
): Promise<'conflict' | 'too-many' | null> {
  const steps = transaction(pb).exec(
    sql`INSERT INTO store_staff (id, store, [[user]], roles, agreedAt, created, updated)
      SELECT ${NEW_ID_SQL}, s.id, {:userId}, {:roles}, '', {:now}, {:now} FROM stores s
      WHERE s.id = {:storeId} AND s.owner <> {:userId}
        AND (SELECT count(*) FROM store_staff WHERE store = {:storeId}) < {:most}`,
    { storeId, userId, roles: JSON.stringify(roles), now: dateOf(now), most: STAFF_LIMITS.ofStore },
    { expect: 1, else: 'too-many' },
  );
  queue(steps);
  return refusalOf(steps, ['conflict', 'too-many']);
}

/** Gives somebody other roles. False if they do not work for the store and were not asked. */
export async function changeStaffRoles(
  pb: PocketBase,
  { id, storeId, roles }: { id: string; storeId: string; roles: readonly StaffRole[] },
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE store_staff SET roles = {:roles}, updated = {:now} WHERE id = {:id} AND store = {:storeId}`,
    { id, storeId, roles: JSON.stringify(roles), now: dateOf(now) },
    { expect: 1, else: 'gone' },
  );
  return (await refusalOf(steps, ['gone'])) === null;
}

/** Agrees to a request. False if there is none for this user. */
export async function agreeToWork(
  pb: PocketBase,
  { id, userId }: { id: string; userId: string },
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE store_staff SET agreedAt = iif(agreedAt = '', {:now}, agreedAt), updated = {:now}
      WHERE id = {:id} AND [[user]] = {:userId}`,
    { id, userId, now: dateOf(now) },
    { expect: 1, else: 'gone' },
  );
  return (await refusalOf(steps, ['gone'])) === null;
}

/** Ends a request or work, for the store's owner or the user themselves. False if it had ended before. */
export async function endStaff(
  pb: PocketBase,
  { id, storeId, userId }: { id: string; storeId: string; userId: string },
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`DELETE FROM store_staff WHERE id = {:id} AND (store = {:storeId} OR [[user]] = {:userId})`,
    { id, storeId, userId },
    { expect: 1, else: 'gone' },
  );
  return (await refusalOf(steps, ['gone'])) === null;
}

/** Writes down what somebody of the staff did. */
export async function addStaffDeed(
  pb: PocketBase,
  { storeId, userId, username, deed }: { storeId: string; userId: string; username: string; deed: string },
  now: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`INSERT INTO staff_deeds (id, store, [[user]], username, deed, created)
        VALUES (${NEW_ID_SQL}, {:storeId}, {:userId}, {:username}, {:deed}, {:now})`,
      { storeId, userId, username, deed, now: dateOf(now) },
    )
    .run();
}

/** What the staff of a store did, the newest first, behind one deed. */
export async function staffDeeds(
  pb: PocketBase,
  storeId: string,
  { before, limit }: { before: { at: Instant; id: string } | null; limit: number },
): Promise<StaffDeed[]> {
  const [rows] = await ask(
    pb,
    select(
      DEED,
      sql`SELECT ${DEED} FROM staff_deeds d
        WHERE d.store = {:storeId} AND (d.created, d.id) < ({:at}, {:id}) ORDER BY d.created DESC, d.id DESC LIMIT {:limit}`,
      { storeId, at: before ? dateOf(before.at) : '9999', id: before?.id ?? '', limit },
    ),
  );
  return rows;
}
