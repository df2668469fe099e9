import { categoryTree } from '../../data/catalogue/categories.ts';
import {
  type DueSearch,
  recordSearchRun,
  publishedAmong,
  dueSearches,
} from '../../data/catalogue/saved-searches.ts';
import { MATCHES_LIMIT, INDEX_DELAY_MS } from '../../domain/catalogue/saved-search.ts';
import { parseSearch, withChildren } from '../../domain/catalogue/search-params.ts';
import type { Category } from '../../domain/catalogue/store.ts';
import type { SearchEngine } from '../../search/engine.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { type NotifyParts, pushUnreadHint } from '../notifications/notifications.ts';
import { matchesNotification } from './search-mails.ts';

const EVERY_MS = 60_000;
const SEARCHES_AT_ONCE = 50;
/** Searches looked for in one round: visitors' own come in between, and the next round goes on behind them. */
const SEARCHES_A_ROUND = 2000;

/** What a look needs: the hall's own search, so that it finds what the search page shows. */
export type SavedSearchParts = NotifyParts & { search: Pick<SearchEngine, 'search'> };

/**
 * Looks once a day, or a week, for what is new in each kept search, and tells its owner of it; of nothing new nothing is
 * said. Note and notice are one transaction, so that an end in the middle repeats nothing, and any number of processes
 * may look at once. While the index is being built it waits: plain filters would find something else.
 * @returns how many were told.
 */
export async function runSavedSearches(parts: SavedSearchParts, most: number = SEARCHES_A_ROUND): Promise<number> {
  const { pb, now } = parts;
  const tree = await categoryTree(pb);
  let told = 0;
  let cursor = '';
  for (let looked = 0; looked < most; ) {
    const due = await dueSearches(pb, cursor, now(), Math.min(SEARCHES_AT_ONCE, most - looked));
    for (const search of due) {
      const outcome = await lookFor(parts, search, tree).catch((reason) => {
        parts.onError(reason);
        return 'nothing' as const;
      });
      if (outcome === 'not-ready') return told;
      if (outcome === 'told') told++;
    }
    const last = due.at(-1);
    if (!last) break;
    cursor = last.id;
    looked += due.length;
  }
  if (told > 0) parts.mailQueued();
  return told;
}

async function lookFor(
  parts: SavedSearchParts,
  search: DueSearch,
  tree: Category[],
): Promise<'told' | 'nothing' | 'not-ready'> {
  const { pb, now } = parts;
  const params = parseSearch(new URLSearchParams(search.query));
  const { ids, engine } = await parts.search.search({
    text: params.query,
    include: withChildren(params.include, tree),
    exclude: withChildren(params.exclude, tree),
    mature: search.mature,
    sort: 'newest',
    offset: 0,
    limit: MATCHES_LIMIT,
  });
  if (engine === 'filters') return 'not-ready';
  const until = Math.max(search.seenUntil, now() - INDEX_DELAY_MS);
  const matches = await publishedAmong(pb, ids, search.seenUntil, until);
  const { id, name, query, moment, userId } = search;
  const occasion = matches.length > 0 ? matchesNotification(parts, { id, name, query, moment, matches }) : null;
  if (!(await recordSearchRun(pb, search, until, occasion, now())) || !occasion) return 'nothing';
  await pushUnreadHint(parts, [userId]);
  return 'told';
}

/** Looks now and every minute for what is due. */
export function openSavedSearchJob(parts: SavedSearchParts): PeriodicJob {
  return openPeriodicJob(() => runSavedSearches(parts), EVERY_MS, parts.onError);
}
