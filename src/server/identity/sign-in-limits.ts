import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Tries at a password, a code or a mail, counted before the backend hashes anything: by account, so that one address
 * cannot be guessed at from many places, and by visitor, so that one place cannot guess at many.
 */
export interface SignInLimits {
  /** Counts a try. Minutes to wait before this may be tried again, or null where it may be tried now. */
  minutesToWait(account: string, client: string): Promise<number | null>;
  /** A person who got in is no guesser: his account's count starts anew. */
  forget(account: string): Promise<void>;
}

/** @param on whether anybody is limited, as the setting `limits` says. */
export function openSignInLimits(on: boolean): SignInLimits {
  const byAccount = new RateLimiterMemory({ points: 10, duration: 600 });
  const byVisitor = new RateLimiterMemory({ points: 100, duration: 600 });
  const keyOf = (account: string) => account.trim().toLowerCase();
  return {
    async minutesToWait(account, client) {
      if (!on) return null;
      try {
        await byVisitor.consume(client);
        await byAccount.consume(keyOf(account));
        return null;
      } catch (reason) {
        return Math.max(1, Math.ceil((reason as RateLimiterRes).msBeforeNext / 60_000));
      }
    },
    async forget(account) {
      await byAccount.delete(keyOf(account));
    },
  };
}
