import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';

/** How often one device or address may try one account, and how often all strangers together may. */
interface Allowance {
  each: number;
  all: number;
}

const MAILS: Allowance = { each: 5, all: 15 };
/**
 * What people try. Each has counts of its own, so that mistakes at one never close another: wrong passwords leave mailed
 * codes and links alone.
 */
const WAYS = {
  password: { each: 10, all: 10 },
  /** The password that a signed-in person enters again. Counted by user id. */
  confirmation: { each: 10, all: 10 },
  /** Confirming a new address with the password. Counted by the link's token. */
  'email-change': { each: 10, all: 10 },
  /** Entering a mailed code. Each code counts its own wrong entries; see sign-in-codes.ts. */
  'code-entry': { each: 20, all: 60 },
  code: MAILS,
  reset: MAILS,
  verification: MAILS,
  'sign-up': MAILS,
} satisfies Record<string, Allowance>;
export type Way = keyof typeof WAYS;

/** One attempt: the account as it was typed, the IP address, and the device if it has signed in to this account before. */
export interface Attempt {
  account: string;
  client: string;
  device?: string | null;
}

/**
 * Counts attempts before the backend hashes or mails anything: per account, so that one account cannot be attacked from
 * many addresses, and per IP address, so that one address cannot attack many accounts. A device that has signed in to
 * the account before has counts of its own: strangers cannot lock the owner out.
 */
export interface SignInLimits {
  /** Counts an attempt. Returns the minutes to wait, or null where the attempt is allowed. */
  minutesToWait(way: Way, attempt: Attempt): Promise<number | null>;
  /** Resets the counts of a way after a success. */
  forget(way: Way, attempt: Attempt): Promise<void>;
}

const SECONDS = 600;
/** Attempts of one address at any accounts. */
const ADDRESS_MOST = 100;

/**
 * Counted in the memory of one process.
 * @param on whether limits apply, as set by `limits`.
 */
export function openSignInLimits(on: boolean): SignInLimits {
  const byAddress = new RateLimiterMemory({ points: ADDRESS_MOST, duration: SECONDS });
  const limitersOf = (of: keyof Allowance) =>
    Object.fromEntries(
      Object.entries(WAYS).map(([way, allowance]) => [
        way,
        new RateLimiterMemory({ keyPrefix: `${way}-${of}`, points: allowance[of], duration: SECONDS }),
      ]),
    ) as Record<Way, RateLimiterMemory>;
  const each = limitersOf('each');
  const all = limitersOf('all');
  const keysOf = ({ account, client, device = null }: Attempt) => {
    const folded = account.trim().toLowerCase();
    return { own: `${device === null ? `at ${client}` : `on ${device}`} ${folded}`, shared: folded };
  };
  return {
    async minutesToWait(way, attempt) {
      if (!on) return null;
      const { own, shared } = keysOf(attempt);
      const isKnown = (attempt.device ?? null) !== null;
      try {
        if (!isKnown) await byAddress.consume(attempt.client);
        await each[way].consume(own);
        if (!isKnown) await all[way].consume(shared);
        return null;
      } catch (reason) {
        return Math.max(1, Math.ceil((reason as RateLimiterRes).msBeforeNext / 60_000));
      }
    },
    async forget(way, attempt) {
      const { own, shared } = keysOf(attempt);
      await each[way].delete(own);
      await all[way].delete(shared);
    },
  };
}
