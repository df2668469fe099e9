import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const PROOF = shape({ id: tables.stepUps.as('p').id });

/** Stores that somebody has just proved who they are, and removes expired proofs. */
export async function saveStepUp(
  pb: PocketBase,
  proof: { userId: string; secretHash: string; now: Instant; expiresAt: Instant },
): Promise<void> {
  const { userId, secretHash, now, expiresAt } = proof;
  await transaction(pb)
    .exec(sql`DELETE FROM step_ups WHERE expiresAt < {:now}`, { now: dateOf(now) })
    .create('step_ups', { user: userId, secretHash, expiresAt: dateOf(expiresAt) })
    .run();
}

/** Whether the person proved who they are, with this secret, and not too long ago. */
export async function hasStepUp(
  pb: PocketBase,
  { userId, secretHash, now }: { userId: string; secretHash: string; now: Instant },
): Promise<boolean> {
  const [rows] = await ask(
    pb,
    select(
      PROOF,
      sql`SELECT ${PROOF} FROM step_ups p
        WHERE p.secretHash = {:secretHash} AND p.[[user]] = {:userId} AND p.expiresAt > {:now}`,
      { userId, secretHash, now: dateOf(now) },
    ),
  );
  return rows.length > 0;
}

/** Ends the proof of one browser. */
export async function endStepUp(pb: PocketBase, secretHash: string): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM step_ups WHERE secretHash = {:secretHash}`, { secretHash })
    .run();
}
