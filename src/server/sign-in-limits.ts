import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/**
 * Tries at a password, a code or a mail, counted before the backend hashes anything: by account, so that one address
 * cannot be guessed at from many places, and by visitor, so that one place cannot guess at many.
 */
const byAccount = new RateLimiterMemory({ points: 10, duration: 600 });
const byVisitor = new RateLimiterMemory({ points: 100, duration: 600 });

/** Minutes to wait before this may be tried again, or null where it may be tried now. */
export async function minutesToWait(account: string, client: string): Promise<number | null> {
  try {
    await byVisitor.consume(client);
    await byAccount.consume(account.trim().toLowerCase());
    return null;
  } catch (reason) {
    return Math.max(1, Math.ceil((reason as RateLimiterRes).msBeforeNext / 60_000));
  }
}

/** A person who got in is no guesser: his account's count starts anew. */
export async function forgetTries(account: string): Promise<void> {
  await byAccount.delete(account.trim().toLowerCase());
}
