import type PocketBase from 'pocketbase';
import { dueInterest, saveReckoned } from '../../data/catalogue/product-interest.ts';
import { changedPopularity, heatOn, INTEREST_QUIET_DAYS } from '../../domain/catalogue/popularity.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';

const EVERY_MS = 30 * 60_000;
const AT_ONCE = 500;
/** Products in one run at most: 240,000 a day. */
const RUN_MAX = 5000;

const dayOf = (at: Instant) => new Date(at).toISOString().slice(0, 10);

/**
 * Reckons the popularity of products with which something happened, and of those whose interest fades. The search follows
 * by the change feed. Answers how many products were looked at.
 */
export async function reckonPopularity(pb: PocketBase, now: Instant): Promise<number> {
  const day = dayOf(now);
  const next = dayOf(now + INTEREST_QUIET_DAYS * 86_400_000);
  let looked = 0;
  for (let found = AT_ONCE; found === AT_ONCE && looked < RUN_MAX; ) {
    const due = await dueInterest(pb, day, AT_ONCE);
    found = due.length;
    looked += found;
    const reckoned = due.map((seen) => {
      const heat = heatOn(seen, day);
      return { seen, heat, popularity: changedPopularity(seen.popularity, heat) };
    });
    if (found > 0) await saveReckoned(pb, reckoned, { day, next });
  }
  return looked;
}

/** Reckons popularity now and every half hour. Days are the database's own, which counts by the system's clock. */
export function openPopularity(pb: PocketBase, onError: (reason: unknown) => void): PeriodicJob {
  return openPeriodicJob(() => reckonPopularity(pb, Date.now()), EVERY_MS, onError);
}
