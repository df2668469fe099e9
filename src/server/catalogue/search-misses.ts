import type PocketBase from 'pocketbase';
import { addSearchMisses } from '../../data/catalogue/search-misses.ts';
import { missedWords } from '../../domain/catalogue/search/search-miss.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';

/** Counts searches that found nothing, in memory, and writes the counts every minute. */
export interface SearchMisses extends PeriodicJob {
  /** Counts a search. Words that may name somebody are not kept. */
  add(query: string): void;
}

const EVERY_MS = 60_000;
/** Different words that wait to be written; further ones are dropped. */
const WAITING_MAX = 200;

export function openSearchMisses(pb: PocketBase, onError: (reason: unknown) => void): SearchMisses {
  let waiting = new Map<string, number>();
  const now = (): Instant => Date.now();
  const write = async () => {
    const counts = waiting;
    if (counts.size === 0) return;
    waiting = new Map();
    await addSearchMisses(pb, counts, now());
  };
  const job = openPeriodicJob(write, EVERY_MS, onError);
  return {
    ...job,
    add(query) {
      const words = missedWords(query);
      if (words === null || (waiting.size >= WAITING_MAX && !waiting.has(words))) return;
      waiting.set(words, (waiting.get(words) ?? 0) + 1);
    },
    async close() {
      await job.close();
      await write().catch(onError);
    },
  };
}
