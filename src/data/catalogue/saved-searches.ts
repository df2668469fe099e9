import type PocketBase from 'pocketbase';
import {
  SAVED_SEARCHES_MAX,
  type SavedSearch,
  type SavedSearchRefusal,
  type SearchPace,
  searchRunMoment,
} from '../../domain/catalogue/search/saved-search.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { type Occasion, people, withNotification } from '../notifications/notifications.ts';

const r = tables.savedSearches.as('r');
const u = tables.users.as('u');
const p = tables.products.as('p');
const s = tables.stores.as('s');

const SAVED = shape({ id: r.id, name: r.name, query: r.query, pace: r.pace, savedAt: r.created });
const DUE = shape({
  id: r.id,
  userId: r.user,
  name: r.name,
  query: r.query,
  pace: r.pace,
  mature: u.showMature.or(false),
  hidesAi: u.hidesAi.or(false),
  seenUntil: r.seenUntil,
  lookedFor: value(sql`r.lookedFor`, text),
});
const MATCH = shape({ id: p.id, name: p.name, storeName: s.name });

/** A user's saved searches, the latest first. */
export async function savedSearchesOf(pb: PocketBase, userId: string): Promise<SavedSearch[]> {
  const [found] = await ask(
    pb,
    select(
      SAVED,
      sql`SELECT ${SAVED} FROM saved_searches r WHERE r.[[user]] = {:userId} ORDER BY r.created DESC, r.id`,
      { userId },
    ),
  );
  return found;
}

/**
 * Stores a user's search; saving the same search again only changes its name and pace. Products published before are
 * not matches.
 * @param search.query as `storedQuery` answers.
 * @param savedAt its place in the list; an earlier time restores a search that was removed by mistake.
 */
export async function storeSearch(
  pb: PocketBase,
  userId: string,
  { name, query, pace }: Pick<SavedSearch, 'name' | 'query' | 'pace'>,
  at: Instant,
  savedAt: Instant = at,
): Promise<SavedSearchRefusal | null> {
  const steps = transaction(pb).exec(
    sql`INSERT INTO saved_searches (id, [[user]], name, query, pace, lookedFor, seenUntil, created, updated)
      SELECT ${NEW_ID_SQL}, {:userId}, {:name}, {:query}, {:pace}, {:now}, {:now}, {:savedAt}, {:now}
      WHERE (SELECT count(*) FROM saved_searches WHERE [[user]] = {:userId} AND query != {:query}) < {:most}
      ON CONFLICT ([[user]], query) DO UPDATE SET name = excluded.name, pace = excluded.pace, updated = excluded.updated`,
    {
      userId,
      name,
      query,
      pace,
      most: SAVED_SEARCHES_MAX,
      now: dateOf(at),
      savedAt: dateOf(Math.min(savedAt, at)),
    },
    { expect: 1, else: 'too-many' },
  );
  return refusalOf(steps, ['too-many']);
}

/** Changes a user's saved search. Products published while its notifications were off are not reported later. */
export async function changeSearch(
  pb: PocketBase,
  userId: string,
  id: string,
  { name, pace }: { name?: string | undefined; pace?: SearchPace | undefined },
  now: Instant,
): Promise<SavedSearchRefusal | null> {
  if (!isRecordId(id)) return 'unknown';
  const steps = transaction(pb).exec(
    sql`UPDATE saved_searches SET name = COALESCE(NULLIF({:name}, ''), name),
        lookedFor = iif(pace = 'off', {:now}, lookedFor), seenUntil = iif(pace = 'off', {:now}, seenUntil),
        pace = COALESCE(NULLIF({:pace}, ''), pace), updated = {:now}
      WHERE id = {:id} AND [[user]] = {:userId}`,
    { id, userId, name: name ?? '', pace: pace ?? '', now: dateOf(now) },
    { expect: 1, else: 'unknown' },
  );
  return refusalOf(steps, ['unknown']);
}

/** Removes a user's saved search, if it exists. */
export async function removeSearch(pb: PocketBase, userId: string, id: string): Promise<void> {
  await transaction(pb)
    .exec(sql`DELETE FROM saved_searches WHERE id = {:id} AND [[user]] = {:userId}`, { id, userId })
    .run();
}

/** A saved search that is due. */
export interface DueSearch {
  id: string;
  userId: string;
  name: string;
  query: string;
  /** Whether its owner wants to see models marked mature. */
  mature: boolean;
  /** Whether its owner hides models made with generative AI. */
  hidesAi: boolean;
  /** The scheduled time of the run. */
  moment: Instant;
  /** Products published until then are covered by earlier runs. */
  seenUntil: Instant;
  /** The last run, as stored, for compare-and-set. */
  lookedFor: string;
}

/** The next due searches after the id `cursor` ("" for the first), by id. */
export async function dueSearches(
  pb: PocketBase,
  cursor: string,
  now: Instant,
  limit: number,
): Promise<DueSearch[]> {
  const [day, week] = [searchRunMoment('daily', now), searchRunMoment('weekly', now)];
  const [found] = await ask(
    pb,
    select(
      DUE,
      sql`SELECT ${DUE} FROM saved_searches r LEFT JOIN users u ON u.id = r.[[user]] WHERE r.id > {:cursor}
        AND ((r.pace = 'daily' AND r.lookedFor < {:day}) OR (r.pace = 'weekly' AND r.lookedFor < {:week}))
        ORDER BY r.id LIMIT {:limit}`,
      { cursor, day: dateOf(day), week: dateOf(week), limit },
    ),
  );
  return found.map(({ pace, ...search }) => ({ ...search, moment: pace === 'weekly' ? week : day }));
}

/** A new model that matches a saved search. */
export interface SearchMatch {
  id: string;
  name: string;
  storeName: string;
}

/** The products among `ids` that were published after `from` and until `until`, in the order of `ids`; at most 60 ids. */
export async function publishedAmong(
  pb: PocketBase,
  ids: readonly string[],
  from: Instant,
  until: Instant,
): Promise<SearchMatch[]> {
  const wanted = ids.filter(isRecordId);
  if (wanted.length === 0) return [];
  const [found] = await ask(
    pb,
    select(
      MATCH,
      sql`SELECT ${MATCH} FROM json_each({:ids}) j CROSS JOIN products p ON p.id = j.value
        CROSS JOIN stores s ON s.id = p.store
        WHERE p.state = 'published' AND p.publishedAt > {:from} AND p.publishedAt <= {:until} ORDER BY j.key`,
      { ids: wanted, from: dateOf(from), until: dateOf(until) },
    ),
  );
  return found;
}

/**
 * Records a run of a search and notifies its owner of the matches, in one transaction. False if another process has
 * recorded the run, or the search was removed or changed.
 */
export async function recordSearchRun(
  pb: PocketBase,
  search: DueSearch,
  until: Instant,
  occasion: Occasion | null,
  now: Instant,
): Promise<boolean> {
  const { id, userId, moment, lookedFor } = search;
  const steps = transaction(pb).exec(
    sql`UPDATE saved_searches SET lookedFor = {:moment}, seenUntil = {:until}, updated = {:now}
      WHERE id = {:id} AND lookedFor = {:lookedFor} AND pace <> 'off'`,
    { id, lookedFor, moment: dateOf(moment), until: dateOf(until), now: dateOf(now) },
    { expect: 1, else: 'already-run' },
  );
  if (occasion) withNotification(steps, people([userId]), occasion, now);
  return (await refusalOf(steps, ['already-run'])) === null;
}
