import type PocketBase from 'pocketbase';
import {
  addFoundSearches,
  addSearchMisses,
  type SearchCount,
} from '../../data/catalogue/search/search-misses.ts';
import {
  foundByItsWords,
  MISS_BELOW,
  mayBeSuggested,
  missedWords,
} from '../../domain/catalogue/search/search-miss.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { SearchResult } from '../../search/engine.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';

/**
 * Counts searches by their words, in memory, and writes the counts every minute: those that found little, and those that found
 * enough to be suggested. A page of results is cached for a minute, so nobody counts more often by asking again and again.
 */
export interface SearchMisses extends PeriodicJob {
  /**
   * Counts a search without filters, by the words that were typed. Words that may name somebody are not kept.
   * @param mature whether the visitor sees mature models, which no suggestion may speak of.
   */
  add(query: string, result: SearchResult, mature: boolean): void;
}

const EVERY_MS = 60_000;
/** Different words that wait to be written; further ones are dropped. */
const WAITING_MAX = 200;

export function openSearchMisses(pb: PocketBase, onError: (reason: unknown) => void): SearchMisses {
  let missed = new Map<string, SearchCount>();
  let found = new Map<string, SearchCount>();
  const now = (): Instant => Date.now();
  const write = async () => {
    const [misses, finds] = [missed, found];
    [missed, found] = [new Map(), new Map()];
    if (misses.size > 0) await addSearchMisses(pb, misses, now());
    if (finds.size > 0) await addFoundSearches(pb, finds, now());
  };
  const job = openPeriodicJob(write, EVERY_MS, onError);
  return {
    ...job,
    add(query, result, mature) {
      const isMiss = foundByItsWords(result) < MISS_BELOW;
      if (!result.hasWords || (!isMiss && (mature || !mayBeSuggested(result)))) return;
      const words = missedWords(query);
      const waiting = isMiss ? missed : found;
      if (words === null || (waiting.size >= WAITING_MAX && !waiting.has(words))) return;
      waiting.set(words, {
        times: (waiting.get(words)?.times ?? 0) + 1,
        found: foundByItsWords(result),
      });
    },
    async close() {
      await job.close();
      await write().catch(onError);
    },
  };
}
