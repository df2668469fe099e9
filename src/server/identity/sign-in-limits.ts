import { type Limiter, memoryLimits, type RateLimits } from '../kernel/rate-limits.ts';

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
  /** Codes for the operator desk. Counted by user id. */
  'desk-code': MAILS,
  'desk-code-entry': { each: 20, all: 60 },
  /** Reports of people without an account: by the address that they type, and by the network they come from. */
  notice: { each: 3, all: 5 },
  'notice-network': { each: 10, all: 10 },
  reset: MAILS,
  /** Links that cancel a membership, by the typed address. */
  'cancel-link': MAILS,
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

/** @param on whether limits apply, as set by `limits`. @param limits who counts. */
export function openSignInLimits(on: boolean, limits: RateLimits = memoryLimits()): SignInLimits {
  const byAddress = limits.limiter('sign-in-address', { points: ADDRESS_MOST, seconds: SECONDS });
  const limitersOf = (of: keyof Allowance) =>
    Object.fromEntries(
      Object.entries(WAYS).map(([way, allowance]) => [
        way,
        limits.limiter(`${way}-${of}`, { points: allowance[of], seconds: SECONDS }),
      ]),
    ) as Record<Way, Limiter>;
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
      const wait =
        (isKnown ? null : await byAddress.take(attempt.client)) ??
        (await each[way].take(own)) ??
        (isKnown ? null : await all[way].take(shared));
      return wait === null ? null : Math.max(1, Math.ceil(wait / 60_000));
    },
    async forget(way, attempt) {
      const { own, shared } = keysOf(attempt);
      await each[way].forget(own);
      await all[way].forget(shared);
    },
  };
}
