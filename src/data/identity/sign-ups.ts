import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { first, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const s = tables.signUps.as('s');
const u = tables.users.as('u');

const OF_SIGN_UP = {
  id: s.id,
  /** Of the secret that the browser which signed up holds. */
  secretHash: s.secretHash,
  /** The path to return to after confirming; "" for none. */
  redirect: s.redirect,
  expiresAt: s.expiresAt,
};
const SIGN_UP = shape(OF_SIGN_UP);
const USER = shape({ id: u.id });

/** A sign-up whose address is not confirmed yet. */
export type SignUp = RowOf<typeof OF_SIGN_UP>;

/** Stores the sign-up of a user in place of an earlier one, and removes expired ones. */
export async function createSignUp(
  pb: PocketBase,
  userId: string,
  signUp: Omit<SignUp, 'id'>,
  now: Instant,
): Promise<void> {
  const { secretHash, redirect, expiresAt } = signUp;
  await transaction(pb)
    .exec(sql`DELETE FROM sign_ups WHERE expiresAt < {:now}`, { now: dateOf(now) })
    .exec(sql`DELETE FROM sign_ups WHERE [[user]] = {:userId}`, { userId })
    .create('sign_ups', { user: userId, secretHash, redirect, expiresAt: dateOf(expiresAt) })
    .run();
}

/** The sign-up of a user, or null. */
export async function signUpOf(pb: PocketBase, userId: string): Promise<SignUp | null> {
  return first(
    pb,
    select(SIGN_UP, sql`SELECT ${SIGN_UP} FROM sign_ups s WHERE s.[[user]] = {:userId} LIMIT 1`, { userId }),
  );
}

/** The unconfirmed account with this name or address that signed up with this secret: its id, or null. */
export async function unconfirmedUserOf(
  pb: PocketBase,
  { secretHash, username, email }: { secretHash: string; username: string; email: string },
  now: Instant,
): Promise<string | null> {
  const row = await first(
    pb,
    select(
      USER,
      sql`SELECT ${USER} FROM users u CROSS JOIN sign_ups s ON s.[[user]] = u.id
        WHERE (u.username = {:username} OR u.email = {:email}) AND u.verified = FALSE
          AND s.secretHash = {:secretHash} AND s.expiresAt > {:now} LIMIT 1`,
      { secretHash, username, email, now: dateOf(now) },
    ),
  );
  return row?.id ?? null;
}

/** Ends a sign-up. False if another request did first: the secret works once. */
export async function endSignUp(pb: PocketBase, id: string): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`DELETE FROM sign_ups WHERE id = {:id}`,
    { id },
    { expect: 1, else: 'ended' },
  );
  return (await refusalOf(steps, ['ended'])) === null;
}
