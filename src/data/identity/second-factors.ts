import type PocketBase from 'pocketbase';
import type { FactorState } from '../../domain/identity/second-factor.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { first, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';

const r = tables.roles.as('r');
const f = tables.secondFactors.as('f');

const FACTOR = shape({
  setUpAt: f.setUpAt.or(null),
  openSince: r.setUpOpenSince.or(0),
  sealedSecret: f.sealedSecret.or(''),
  recoveryCodesLeft: value(sql`(SELECT COUNT(*) FROM recovery_codes c WHERE c.user = r.user)`, number),
});
const RESET = shape({ resetAllowedUntil: r.resetAllowedUntil });

/** The second factor of somebody with a role, as it is stored. */
export interface StoredFactor extends FactorState {
  /** The app's secret, encrypted; "" where none was begun. */
  sealedSecret: string;
  recoveryCodesLeft: number;
}

/** The second factor of somebody with a role; null for people without one. */
export async function factorOfUser(pb: PocketBase, userId: string): Promise<StoredFactor | null> {
  return first(
    pb,
    select(
      FACTOR,
      sql`SELECT ${FACTOR} FROM roles r LEFT JOIN second_factors f ON f.user = r.user WHERE r.user = {:userId}`,
      { userId },
    ),
  );
}

/** Stores the secret of a factor that is being set up, in place of one that was begun before. False where one is set up. */
export async function beginFactor(
  pb: PocketBase,
  { userId, sealedSecret, now }: { userId: string; sealedSecret: string; now: Instant },
): Promise<boolean> {
  const refusal = await refusalOf(
    transaction(pb).exec(
      sql`INSERT INTO second_factors (id, user, sealedSecret, setUpAt, lastStep, created, updated)
        VALUES ({:id}, {:userId}, {:sealedSecret}, '', 0, {:now}, {:now})
        ON CONFLICT (user) DO UPDATE SET sealedSecret = {:sealedSecret}, updated = {:now} WHERE setUpAt = ''`,
      { id: newRecordId(), userId, sealedSecret, now: dateOf(now) },
      { expect: 1, else: 'set-up' },
    ),
    ['set-up'],
  );
  return refusal === null;
}

/**
 * Ends the set-up of a factor whose first code was right, and stores its recovery codes.
 * @param steps in the person's own name, with what else is done.
 * @returns false where it was set up meanwhile, or begun anew with another secret.
 */
export async function finishFactor(
  steps: Transaction,
  factor: { userId: string; sealedSecret: string; step: number; codeHashes: readonly string[]; now: Instant },
): Promise<boolean> {
  const { userId, sealedSecret, step, codeHashes, now } = factor;
  steps
    .exec(
      sql`UPDATE second_factors SET setUpAt = {:now}, lastStep = {:step}, updated = {:now}
        WHERE user = {:userId} AND sealedSecret = {:sealedSecret} AND setUpAt = ''`,
      { userId, sealedSecret, step, now: dateOf(now) },
      { expect: 1, else: 'changed' },
    )
    .exec(sql`DELETE FROM recovery_codes WHERE user = {:userId}`, { userId });
  for (const codeHash of codeHashes) steps.create('recovery_codes', { user: userId, codeHash });
  return (await refusalOf(steps, ['changed'])) === null;
}

/** Takes the code of a step of 30 seconds as entered. False where it or a later one was entered before. */
export async function spendStep(
  pb: PocketBase,
  { userId, step, now }: { userId: string; step: number; now: Instant },
): Promise<boolean> {
  const refusal = await refusalOf(
    transaction(pb).exec(
      sql`UPDATE second_factors SET lastStep = {:step}, updated = {:now}
        WHERE user = {:userId} AND setUpAt <> '' AND lastStep < {:step}`,
      { userId, step, now: dateOf(now) },
      { expect: 1, else: 'spent' },
    ),
    ['spent'],
  );
  return refusal === null;
}

/** Uses a recovery code up. False where they have no such code, or another request used it first. */
export async function spendRecoveryCode(pb: PocketBase, userId: string, codeHash: string): Promise<boolean> {
  const refusal = await refusalOf(
    transaction(pb).exec(
      sql`DELETE FROM recovery_codes WHERE user = {:userId} AND codeHash = {:codeHash}
        AND EXISTS (SELECT 1 FROM second_factors f WHERE f.user = {:userId} AND f.setUpAt <> '')`,
      { userId, codeHash },
      { expect: 1, else: 'spent' },
    ),
    ['spent'],
  );
  return refusal === null;
}

/** Adds the step that removes a person's factor with its recovery codes, and lets them set up a new one from now on. */
export function withFactorRemoved(steps: Transaction, userId: string, now: Instant): Transaction {
  return steps
    .exec(sql`DELETE FROM recovery_codes WHERE user = {:userId}`, { userId })
    .exec(sql`DELETE FROM second_factors WHERE user = {:userId}`, { userId })
    .exec(
      sql`UPDATE roles SET setUpOpenSince = {:now}, updated = {:now} WHERE user = {:userId}`,
      { userId, now: dateOf(now) },
      { expect: 1, else: 'not-found' },
    );
}

/** Adds the step that lets a person with a role set one new password by mail until a moment. */
export function withResetAllowed(
  steps: Transaction,
  { userId, until, now }: { userId: string; until: Instant; now: Instant },
): Transaction {
  return steps.exec(
    sql`UPDATE roles SET resetAllowedUntil = {:until}, updated = {:now} WHERE user = {:userId}`,
    { userId, until: dateOf(until), now: dateOf(now) },
    { expect: 1, else: 'not-found' },
  );
}

/** Until when a person with a role may set a new password by mail; null for people without a role. */
export async function resetOfRole(
  pb: PocketBase,
  userId: string,
): Promise<{ resetAllowedUntil: Instant | null } | null> {
  return first(pb, select(RESET, sql`SELECT ${RESET} FROM roles r WHERE r.[[user]] = {:userId}`, { userId }));
}

/** Ends the time in which a new password may be set by mail: it was, or is about to be. False where it was over. */
export async function spendReset(pb: PocketBase, userId: string, now: Instant): Promise<boolean> {
  const refusal = await refusalOf(
    transaction(pb).exec(
      sql`UPDATE roles SET resetAllowedUntil = '' WHERE user = {:userId} AND resetAllowedUntil > {:now}`,
      { userId, now: dateOf(now) },
      { expect: 1, else: 'over' },
    ),
    ['over'],
  );
  return refusal === null;
}
