import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { first, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const mailed = tables.signInCodes.as('mailed');
const entered = tables.signInCodes.as('entered');

const OF_ENTERED = {
  /** The row of the mailed code: the entered one, or the one that it joined. */
  id: mailed.id,
  codeHash: mailed.codeHash,
  /** Null where nobody has the address that the code was asked for. */
  userId: entered.user.orNull,
};
const ENTERED = shape(OF_ENTERED);

/** A code as it is stored, after one more entry was counted. */
export type EnteredCode = RowOf<typeof OF_ENTERED>;

/** Stores a new code for nobody yet, and removes expired ones. */
export async function createCode(
  pb: PocketBase,
  { id, codeHash, now, expiresAt }: { id: string; codeHash: string; now: Instant; expiresAt: Instant },
): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM sign_in_codes WHERE expiresAt < {:now}`, { now: dateOf(now) })
    .create('sign_in_codes', { id, codeHash, entries: 0, expiresAt: dateOf(expiresAt) })
    .run();
}

/** Says whom a code signs in. */
export async function assignCode(pb: PocketBase, id: string, userId: string): Promise<void> {
  await transaction(pb)
    .exec(sql`UPDATE sign_in_codes SET user = {:userId} WHERE id = {:id}`, { id, userId })
    .run();
}

/**
 * Says whom a code signs in, and whether it is to be mailed: not where one was mailed since `since` that is not used up. This
 * code is then the same as that one.
 */
export async function assignOrJoin(
  pb: PocketBase,
  id: string,
  userId: string,
  { now, since }: { now: Instant; since: Instant },
): Promise<'mail' | 'joined'> {
  const steps = transaction(pb);
  const joined = steps.count(
    sql`UPDATE sign_in_codes SET [[user]] = {:userId}, sameAs =
        (SELECT mailed.id FROM sign_in_codes mailed WHERE mailed.[[user]] = {:userId} AND mailed.mailedAt >= {:since}
          ORDER BY mailed.mailedAt DESC LIMIT 1)
      WHERE id = {:id} AND EXISTS
        (SELECT 1 FROM sign_in_codes mailed WHERE mailed.[[user]] = {:userId} AND mailed.mailedAt >= {:since})`,
    { id, userId, since: dateOf(since) },
  );
  steps.exec(
    sql`UPDATE sign_in_codes SET [[user]] = {:userId}, mailedAt = {:now} WHERE id = {:id} AND sameAs = ''`,
    { id, userId, now: dateOf(now) },
  );
  await steps.run();
  return joined.rows > 0 ? 'joined' : 'mail';
}

/** Counts an entry. Null where there is no such code, it has expired, or it was entered `most` times. */
export async function countEntry(
  pb: PocketBase,
  id: string,
  { most, now }: { most: number; now: Instant },
): Promise<EnteredCode | null> {
  const refusal = await refusalOf(
    transaction(pb).exec(
      sql`UPDATE sign_in_codes SET entries = entries + 1
        WHERE id = {:id} AND entries < {:most} AND expiresAt >= {:now}`,
      { id, most, now: dateOf(now) },
      { expect: 1, else: 'void' },
    ),
    ['void'],
  );
  if (refusal) return null;
  return first(
    pb,
    select(
      ENTERED,
      sql`SELECT ${ENTERED} FROM sign_in_codes entered
        JOIN sign_in_codes mailed ON mailed.id = iif(entered.sameAs = '', entered.id, entered.sameAs)
        WHERE entered.id = {:id} AND mailed.expiresAt >= {:now}`,
      { id, now: dateOf(now) },
    ),
  );
}

/** Uses a code up that is not for signing in. False if another request did first. */
export async function spendCode(pb: PocketBase, id: string, userId: string): Promise<boolean> {
  const refusal = await refusalOf(
    transaction(pb).exec(
      sql`DELETE FROM sign_in_codes WHERE id = {:id} AND user = {:userId}`,
      { id, userId },
      { expect: 1, else: 'spent' },
    ),
    ['spent'],
  );
  return refusal === null;
}

/** Mails a code and a link that confirms the address to a user who has signed up. {OTP} and {TOKEN} in the texts stand for them. */
export async function mailSignUpCode(
  pb: PocketBase,
  userId: string,
  code: string,
  { subject, body }: { subject: string; body: string },
): Promise<void> {
  await pb.send('/internal/sign-up', { method: 'POST', body: { user: userId, code, subject, body } });
}

/** Mails a code to a user. */
export async function mailCode(pb: PocketBase, userId: string, code: string): Promise<void> {
  await pb.send('/internal/code', { method: 'POST', body: { user: userId, code } });
}
