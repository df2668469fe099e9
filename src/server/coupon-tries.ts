import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** Codes that did not work, by visitor: nobody finds a stranger's code by trying. */
const misses = new RateLimiterMemory({ points: 30, duration: 600 });

/** Minutes this visitor has to wait before he may try another code, or null. */
export async function minutesToWaitForCodes(client: string): Promise<number | null> {
  const known = await misses.get(client);
  return known && known.remainingPoints <= 0 ? Math.max(1, Math.ceil(known.msBeforeNext / 60_000)) : null;
}

/** Counts codes that did not work. */
export async function countMisses(client: string, codes: number): Promise<void> {
  if (codes === 0) return;
  // A refusal of the limiter is no failure here: the next try reads it.
  await misses.consume(client, codes).catch((refused: RateLimiterRes | Error) => {
    if (refused instanceof Error) throw refused;
  });
}
