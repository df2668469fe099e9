import { categoriesNow } from '../../data/catalogue/categories.ts';
import {
  type DueSearch,
  dueSearches,
  publishedAmong,
  recordSearchRun,
} from '../../data/catalogue/saved-searches.ts';
import { type Categories, withMoved } from '../../domain/catalogue/category.ts';
import { FACET_OFFER, type FacetOffer } from '../../domain/catalogue/facet-offer.ts';
import { INDEX_DELAY_MS, MATCHES_LIMIT } from '../../domain/catalogue/search/saved-search.ts';
import { parseSearch } from '../../domain/catalogue/search/search-params.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { type NotifyParts, pushUnreadHint } from '../notifications/notifications.ts';
import { openFinder } from './finder.ts';
import { mailPictures } from './mail-pictures.ts';
import type { ProductSearch } from './search-feed.ts';
import { matchesNotification } from './search-mails.ts';

/** Pictures in a mail. */
const PICTURES = 3;
const EVERY_MS = 60_000;
const SEARCHES_PER_QUERY = 50;
/** Searches per run of the job, so that visitors' searches are served in between; the next run continues. */
const SEARCHES_PER_RUN = 2000;

/** The dependencies of the job: the same search engine as the search page. */
export type SavedSearchParts = NotifyParts & {
  search: Pick<ProductSearch, 'search'>;
  /** What operators have made of the filters; what the code says where it is left out. */
  facetOffer?: () => FacetOffer;
};

/**
 * Runs due saved searches, daily or weekly, and notifies owners of new matches. The run and its notification are
 * recorded in one transaction, so that a crash repeats nothing and several processes can run the job at once. Waits
 * while the index is being built.
 * @returns the number of notified users.
 */
export async function runSavedSearches(
  parts: SavedSearchParts,
  limit: number = SEARCHES_PER_RUN,
): Promise<number> {
  const { pb, now } = parts;
  const categories = await categoriesNow(pb);
  let notified = 0;
  let cursor = '';
  for (let checked = 0; checked < limit; ) {
    const due = await dueSearches(pb, cursor, now(), Math.min(SEARCHES_PER_QUERY, limit - checked));
    for (const search of due) {
      const outcome = await runSearch(parts, search, categories).catch((reason) => {
        parts.onError(reason);
        return 'nothing' as const;
      });
      if (outcome === 'not-ready') return notified;
      if (outcome === 'notified') notified++;
    }
    const last = due.at(-1);
    if (!last) break;
    cursor = last.id;
    checked += due.length;
  }
  if (notified > 0) parts.mailQueued();
  return notified;
}

async function runSearch(
  parts: SavedSearchParts,
  search: DueSearch,
  categories: Categories,
): Promise<'notified' | 'nothing' | 'not-ready'> {
  const { pb, now } = parts;
  const params = withMoved(parseSearch(new URLSearchParams(search.query)), categories.moved);
  const finder = openFinder({
    search: parts.search,
    listings: { cards: async () => [], storeNames: async () => ({}) },
    offer: parts.facetOffer ?? (() => FACET_OFFER.fallback),
  });
  const found = await finder.find(
    { ...params, hidesAi: search.hidesAi, sort: 'newest' },
    { categories, mature: search.mature, offset: 0, limit: MATCHES_LIMIT, isStrict: true },
  );
  if (!found) return 'not-ready';
  const until = Math.max(search.seenUntil, now() - INDEX_DELAY_MS);
  const matches = await publishedAmong(pb, found.result.ids, search.seenUntil, until);
  const { id, name, query, moment, userId } = search;
  const pictures = await mailPictures(
    parts,
    matches.slice(0, PICTURES).map((match) => match.id),
  );
  const news = { id, name, query, moment, matches, pictures: [...pictures.values()] };
  const occasion = matches.length > 0 ? matchesNotification(parts, news) : null;
  if (!(await recordSearchRun(pb, search, until, occasion, now())) || !occasion) return 'nothing';
  await pushUnreadHint(parts, [userId]);
  return 'notified';
}

/** Runs due searches now and every minute. */
export function openSavedSearchJob(parts: SavedSearchParts): PeriodicJob {
  return openPeriodicJob(() => runSavedSearches(parts), EVERY_MS, parts.onError);
}
