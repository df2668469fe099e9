import type { Instant } from '../../domain/kernel/instant.ts';
import {
  POSTING_LIMITS,
  type PostingAccount,
  type PostingKind,
  type PostingLimit,
  postingCost,
  postingLimitText,
} from '../../domain/moderation/posting-limits.ts';
import { STOPPED_POSTING, strikeRefusal } from '../../domain/moderation/strikes.ts';
import { memoryLimits, type RateLimits } from '../kernel/rate-limits.ts';

/** How often an account may post. In memory a restart resets it, which no spammer can cause. */
export interface PostingLimits {
  /**
   * Counts a post about to be saved. Answers a sentence where the account must wait or has too many strikes, else null.
   * Call it after all other checks, so that an invalid form costs nothing.
   * @param unreliable whether the account has misused this kind of post, such as by reports that were all dismissed.
   */
  postingRefusal(
    account: PostingAccount,
    kind: PostingKind,
    now: Instant,
    unreliable?: boolean,
  ): Promise<string | null>;
}

/** @param on whether limits apply, as the setting `limits` (RATE_LIMITS) says. @param counts who counts. */
export function openPostingLimits(on: boolean, counts: RateLimits = memoryLimits()): PostingLimits {
  const limiters = Object.fromEntries(
    Object.entries<readonly PostingLimit[]>(POSTING_LIMITS).map(([kind, limits]) => [
      kind,
      limits.map(({ most, seconds }) =>
        counts.limiter(`posting ${kind} ${seconds}`, { points: most, seconds }),
      ),
    ]),
  );
  return {
    async postingRefusal(account, kind, now, unreliable = false) {
      const stopped = STOPPED_POSTING.has(kind) ? strikeRefusal(account.strikes) : null;
      if (stopped !== null || !on) return stopped;
      for (const limiter of limiters[kind] ?? []) {
        const wait = await limiter.take(account.id, postingCost(account, now, unreliable));
        if (wait !== null) return postingLimitText(kind, Math.max(1, Math.ceil(wait / 1000)));
      }
      return null;
    },
  };
}
