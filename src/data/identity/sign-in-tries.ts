import type PocketBase from 'pocketbase';
import { NOW_SQL } from '../kernel/leases.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const t = tables.signInTries.as('t');

const COUNTED = shape({ key: t.key, tries: t.tries, msLeft: value(sql`t.until - ${NOW_SQL}`, number) });

/** A count of tries, and how many of them are let in until it starts over. */
export interface TryLimit {
  /** A hash: at most 43 signs. */
  key: string;
  most: number;
  /** How long its tries are counted, in ms, where that is another time than the others'. */
  windowMs?: number;
}

/** Old counts that each try takes away: more than it adds, so that the table holds one window of time. */
const OLD_AT_ONCE = sql`20`;

/** A limit that is reached, and the ms until its count starts over. */
export interface ReachedLimit {
  key: string;
  msLeft: number;
}

/** Counts one try at all of these limits, or at none where one of them is reached. Null where it was counted, else those. */
export async function takeTry(
  pb: PocketBase,
  limits: readonly TryLimit[],
  windowMs: number,
): Promise<ReachedLimit[] | null> {
  const steps = transaction(pb);
  for (const { key, most, windowMs: own = windowMs } of limits)
    steps.exec(
      sql`INSERT INTO sign_in_tries (id, key, tries, until) VALUES (${NEW_ID_SQL}, {:key}, 1, ${NOW_SQL} + {:windowMs})
        ON CONFLICT (key) DO UPDATE SET
          tries = iif(sign_in_tries.until > ${NOW_SQL}, sign_in_tries.tries + 1, 1),
          until = iif(sign_in_tries.until > ${NOW_SQL}, sign_in_tries.until, excluded.until)
        WHERE sign_in_tries.until <= ${NOW_SQL} OR sign_in_tries.tries < {:most}`,
      { key, most, windowMs: own },
      { expect: 1, else: 'reached' },
    );
  steps.exec(
    sql`DELETE FROM sign_in_tries WHERE id IN
      (SELECT id FROM sign_in_tries WHERE until <= ${NOW_SQL} ORDER BY until LIMIT ${OLD_AT_ONCE})`,
    {},
  );
  return (await refusalOf(steps, ['reached'])) === null ? null : reachedOf(pb, limits);
}

async function reachedOf(pb: PocketBase, limits: readonly TryLimit[]): Promise<ReachedLimit[]> {
  const [rows] = await ask(
    pb,
    select(
      COUNTED,
      sql`SELECT ${COUNTED} FROM sign_in_tries t WHERE t.key IN (SELECT value FROM json_each({:keys}))`,
      { keys: limits.map(({ key }) => key) },
    ),
  );
  const mostOf = new Map(limits.map(({ key, most }) => [key, most]));
  return rows
    .filter(({ key, tries, msLeft }) => msLeft > 0 && tries >= (mostOf.get(key) ?? 0))
    .map(({ key, msLeft }) => ({ key, msLeft }));
}

/** Starts these counts over. */
export async function forgetTries(pb: PocketBase, keys: readonly string[]): Promise<void> {
  const steps = transaction(pb);
  for (const key of keys) steps.exec(sql`DELETE FROM sign_in_tries WHERE key = {:key}`, { key });
  await steps.run();
}

/** Deletes the counts that are over. */
export async function dropOldTries(pb: PocketBase): Promise<void> {
  await transaction(pb).exec(sql`DELETE FROM sign_in_tries WHERE until <= ${NOW_SQL}`, {}).run();
}
