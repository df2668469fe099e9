import type PocketBase from 'pocketbase';
import {
  FOUND_DAYS_SUGGESTED,
  FOUND_DAYS_WAITING,
  FOUND_SEARCHES_A_DAY,
  FOUND_SEARCHES_MAX,
  MISS_DAYS_KEPT,
  MISS_TIMES_SHOWN,
  MISSES_A_DAY,
} from '../../../domain/catalogue/search/search-miss.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { ask, select } from '../../kernel/query.ts';
import { NEW_ID_SQL } from '../../kernel/record-id.ts';
import { shape, value } from '../../kernel/shape.ts';
import { sql } from '../../kernel/sql.ts';
import { number, text } from '../../kernel/table.ts';
import { tables } from '../../kernel/tables.ts';
import { transaction } from '../../kernel/transaction.ts';

const m = tables.searchMisses.as('m');
const f = tables.foundSearches.as('f');
const MISSED = shape({
  words: m.words,
  times: value(sql`sum(m.times)`, number),
  days: value(sql`count(*)`, number),
  lastDay: value(sql`max(m.day)`, text),
  // SQLite reads it from the row of the last day.
  found: m.found,
});
const FOUND = shape({ words: f.words, found: f.found });

/** Searches by their words, and how many models they found. Nothing says who searched. */

const DAY_MS = 86_400_000;
const dayOf = (at: Instant) => new Date(at).toISOString().slice(0, 10);

/** How often words were searched for, and how many models the last search found. */
export interface SearchCount {
  times: number;
  found: number;
}
export type SearchCounts = ReadonlyMap<string, SearchCount>;

const asJson = (counts: SearchCounts) =>
  JSON.stringify([...counts].map(([words, count]) => ({ words, ...count })));

/** Adds searches that found little to the day's counts; new words only while the day has room. Deletes days that are too old. */
export async function addSearchMisses(pb: PocketBase, counts: SearchCounts, now: Instant): Promise<void> {
  const day = dayOf(now);
  await transaction(pb)
    .exec(
      sql`INSERT INTO search_misses (id, day, words, times, found)
        SELECT ${NEW_ID_SQL}, {:day}, j.value ->> 'words', j.value ->> 'times', j.value ->> 'found'
        FROM json_each({:counts}) j
        WHERE (SELECT count(*) FROM search_misses WHERE day = {:day}) < {:most}
          OR EXISTS (SELECT 1 FROM search_misses WHERE day = {:day} AND words = j.value ->> 'words')
        ON CONFLICT (day, words) DO UPDATE SET times = times + excluded.times, found = excluded.found`,
      { day, counts: asJson(counts), most: MISSES_A_DAY },
    )
    .exec(sql`DELETE FROM search_misses WHERE day < {:oldest}`, {
      oldest: dayOf(now - MISS_DAYS_KEPT * DAY_MS),
    })
    .run();
}

/**
 * Adds searches that found enough; new ones only while there is room, in all and of the day. Deletes what was not searched for
 * any more.
 */
export async function addFoundSearches(pb: PocketBase, counts: SearchCounts, now: Instant): Promise<void> {
  const day = dayOf(now);
  await transaction(pb)
    .exec(
      sql`DELETE FROM found_searches WHERE lastDay < {:oldest} OR (days < {:enough} AND lastDay < {:waiting})`,
      {
        oldest: dayOf(now - MISS_DAYS_KEPT * DAY_MS),
        waiting: dayOf(now - FOUND_DAYS_WAITING * DAY_MS),
        enough: FOUND_DAYS_SUGGESTED,
      },
    )
    .exec(
      sql`INSERT INTO found_searches (id, words, found, times, days, lastDay)
        SELECT ${NEW_ID_SQL}, j.value ->> 'words', j.value ->> 'found', j.value ->> 'times', 1, {:day}
        FROM json_each({:counts}) j
        WHERE EXISTS (SELECT 1 FROM found_searches WHERE words = j.value ->> 'words')
          OR ((SELECT count(*) FROM found_searches) < {:most}
            AND (SELECT count(*) FROM found_searches WHERE days = 1 AND lastDay = {:day}) < {:aDay})
        ON CONFLICT (words) DO UPDATE SET times = times + excluded.times, found = excluded.found,
          days = days + (lastDay <> excluded.lastDay), lastDay = excluded.lastDay`,
      { day, counts: asJson(counts), most: FOUND_SEARCHES_MAX, aDay: FOUND_SEARCHES_A_DAY },
    )
    .run();
}

/** Searches that may be suggested, those made most often first, and how many models each found. */
export async function suggestedSearches(
  pb: PocketBase,
  limit: number,
): Promise<{ words: string; found: number }[]> {
  const [rows] = await ask(
    pb,
    select(
      FOUND,
      sql`SELECT ${FOUND} FROM found_searches f WHERE f.days >= {:enough} ORDER BY f.times DESC LIMIT {:limit}`,
      { enough: FOUND_DAYS_SUGGESTED, limit },
    ),
  );
  return rows;
}

/** Words that were looked for since a moment and found little. */
export interface MissedSearch {
  words: string;
  times: number;
  /** On how many days. */
  days: number;
  /** The last of them, as YYYY-MM-DD. */
  lastDay: string;
  /** How many models it found then. */
  found: number;
}

/** The words that were looked for most since a moment, and found nothing or little. */
export async function mostMissed(pb: PocketBase, since: Instant, limit: number): Promise<MissedSearch[]> {
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
