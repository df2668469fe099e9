import type PocketBase from 'pocketbase';
import { MISS_DAYS_KEPT, MISS_TIMES_SHOWN, MISSES_A_DAY } from '../../domain/catalogue/search/search-miss.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const m = tables.searchMisses.as('m');
const MISSED = shape({ words: m.words, times: value(sql`sum(m.times)`, number) });

/** Searches that found nothing, by day. Nothing says who searched. */

const DAY_MS = 86_400_000;
const dayOf = (at: Instant) => new Date(at).toISOString().slice(0, 10);

/** Adds to the day's counts; new words only while the day has room. Deletes days that are too old. */
export async function addSearchMisses(
  pb: PocketBase,
  counts: ReadonlyMap<string, number>,
  now: Instant,
): Promise<void> {
  const day = dayOf(now);
  await transaction(pb)
    .exec(
      sql`INSERT INTO search_misses (id, day, words, times)
        SELECT ${NEW_ID_SQL}, {:day}, j.key, j.value FROM json_each({:counts}) j
        WHERE (SELECT count(*) FROM search_misses WHERE day = {:day}) < {:most}
          OR EXISTS (SELECT 1 FROM search_misses WHERE day = {:day} AND words = j.key)
        ON CONFLICT (day, words) DO UPDATE SET times = times + excluded.times`,
      { day, counts: JSON.stringify(Object.fromEntries(counts)), most: MISSES_A_DAY },
    )
    .exec(sql`DELETE FROM search_misses WHERE day < {:oldest}`, {
      oldest: dayOf(now - MISS_DAYS_KEPT * DAY_MS),
    })
    .run();
}

/** The words that were looked for most since a moment, and found nothing. */
export async function mostMissed(
  pb: PocketBase,
  since: Instant,
  limit: number,
): Promise<{ words: string; times: number }[]> {
  const [rows] = await ask(
    pb,
    select(
      MISSED,
      sql`SELECT ${MISSED} FROM search_misses m WHERE m.day >= {:since}
        GROUP BY m.words HAVING sum(m.times) >= {:least} ORDER BY 2 DESC, 1 LIMIT {:limit}`,
      { since: dayOf(since), least: MISS_TIMES_SHOWN, limit },
    ),
  );
  return rows;
}
