import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
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

/** How much an account may say, kept in the process: a restart forgives, which no spammer can bring about. */
export interface PostingLimits {
  /**
   * Counts a word about to be kept. A sentence where it must wait, or where too many claims against the person were
   * found right; else null. Ask after everything else was found
   * right, so that a mistyped form costs nothing.
   * @param doubted whether he used the right badly until now, such as by reports that were always dismissed.
   */
  postingRefusal(speaker: PostingAccount, kind: PostingKind, now: Instant, doubted?: boolean): Promise<string | null>;
}

/** @param on whether anybody is limited, as the setting `limits` (RATE_LIMITS) says. */
export function openPostingLimits(on: boolean): PostingLimits {
  const limiters = Object.fromEntries(
    Object.entries<readonly PostingLimit[]>(POSTING_LIMITS).map(([kind, limits]) => [
      kind,
      limits.map(
        ({ most, seconds }) => new RateLimiterMemory({ keyPrefix: kind, points: most, duration: seconds }),
      ),
    ]),
  );
  return {
    async postingRefusal(speaker, kind, now, doubted = false) {
      const stopped = STOPPED_POSTING.has(kind) ? strikeRefusal(speaker.strikes) : null;
      if (stopped !== null || !on) return stopped;
      try {
        for (const limiter of limiters[kind] ?? [])
          await limiter.consume(speaker.id, postingCost(speaker, now, doubted));
        return null;
      } catch (reason) {
        return postingLimitText(kind, Math.max(1, Math.ceil((reason as RateLimiterRes).msBeforeNext / 1000)));
      }
    },
  };
}
