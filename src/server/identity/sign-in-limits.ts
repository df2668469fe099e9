import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Counts attempts with a password, a code or a mail before the backend hashes anything: per account, so that one account
 * cannot be attacked from many addresses, and per IP address, so that one address cannot attack many accounts.
 */
export interface SignInLimits {
  /** Counts an attempt. Returns the minutes to wait, or null where the attempt is allowed. */
  minutesToWait(account: string, client: string): Promise<number | null>;
  /** Resets an account's count after a successful sign-in. */
  forget(account: string): Promise<void>;
}

/** @param on whether limits apply, as set by `limits`. */
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
