import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type PocketBase from 'pocketbase';
import { dropOldTries, forgetTries, type TryLimit, takeTry } from '../../data/identity/sign-in-tries.ts';
import { SITE_TIMES, siteOf } from '../../domain/kernel/network.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { networkLimiter } from '../kernel/network-limits.ts';
import { memoryLimits, type RateLimits } from '../kernel/rate-limits.ts';

/**
 * How often one device or network may try one account, and how often all strangers together may; null where strangers must not
 * close a way to its owner.
 */
interface Allowance {
  each: number;
  all: number | null;
}

/** Above it, work is asked of the browser for what may be somebody's last way in; see asked-work.ts. */
const MAILS = { each: 5, all: 15 };
/**
 * What people try. Each has counts of its own, so that mistakes at one never close another: wrong passwords leave mailed
 * codes and links alone.
 */
export const WAYS = {
  password: { each: 10, all: 10 },
  /** The password that a signed-in person enters again. Counted by user id. */
  confirmation: { each: 10, all: 10 },
  /** Confirming a new address with the password. Counted by the link's token. */
  'email-change': { each: 10, all: 10 },
  /** Entering a mailed code, from anywhere. Each code counts its own wrong entries; see sign-in-codes.ts. */
  'code-entry': { each: 20, all: null },
  code: MAILS,
  /** Codes that a signed-in person confirms something with. Counted by user id. */
  'own-code': MAILS,
  'own-code-entry': { each: 20, all: 60 },
  /** Codes of an authenticator app: of a million, three are right at a time. Counted by user id. */
  factor: { each: 8, all: 8 },
  /** Reports of people without an account: by the address that they type, and by the network they come from. */
  notice: { each: 3, all: 5 },
  'notice-network': { each: 10, all: 10 },
  reset: MAILS,
  /** Links that cancel a membership, by the typed address. */
  'cancel-link': MAILS,
  verification: MAILS,
  /** The backend mails each account at most every two minutes. */
  'sign-up': { ...MAILS, all: null },
} satisfies Record<string, Allowance>;
export type Way = keyof typeof WAYS;

/** Ways that mail the account's address. They share one count, so that together they send no more than each may alone. */
const MAILING: ReadonlySet<Way> = new Set<Way>([
  'code',
  'reset',
  'cancel-link',
  'verification',
  'sign-up',
  'notice',
]);
/** The most of these mails to one mailbox, whoever asks for them: soon after each other, and in a day. */
export const MAILS_TO_ONE = { soon: 6, day: 20 } as const;
const DAY_MS = 86_400_000;

/** One attempt: the account as it was typed, the IP address, and the device if it has signed in to this account before. */
export interface Attempt {
  account: string;
  client: string;
  device?: string | null;
}

/**
 * Counts attempts before the backend hashes or mails anything: per account, so that one account cannot be attacked from
 * many addresses, and per network (see `networkOf`), so that one address cannot attack many accounts. A device that has signed in to
 * the account before has counts of its own: strangers cannot lock the owner out. Counts of accounts are rows of the database:
 * all sites share them, and no kill and no outage of anything else makes them start over.
 */
export interface SignInLimits {
  /**
   * Counts an attempt. Returns the minutes to wait, or null where the attempt is allowed.
   * @throws ClientResponseError where the backend does not answer: nobody could sign in then.
   */
  minutesToWait(way: Way, attempt: Attempt): Promise<number | null>;
  /** Resets the counts of a way after a success. */
  forget(way: Way, attempt: Attempt): Promise<void>;
}

/** How long a try is counted. */
export const TRY_SECONDS = 600;
/** Attempts of one address at any accounts. */
const ADDRESS_MOST = 100;
/**
 * How long a refusal stands before the database is asked again, so that who goes on trying costs it nothing. Not longer: a
 * sign-in of the owner at another site starts the count over. In ms.
 */
const REFUSED_FOR_MS = 1_000;
const REFUSALS_REMEMBERED = 20_000;
/** How often counts that are over are deleted, in ms. */
export const CLEANED_EVERY_MS = 60 * 60_000;

/**
 * @param on whether limits apply, as set by `limits`.
 * @param limits who counts addresses.
 * @param now in ms. @param mailboxOf the mailbox of an address, however it is written.
 */
export function openSignInLimits(
  on: boolean,
  pb: PocketBase,
  limits: RateLimits = memoryLimits(),
  now: () => number = Date.now,
  mailboxOf: (address: string) => string = (address) => address.trim().toLowerCase(),
): SignInLimits {
  const byAddress = networkLimiter(limits, 'sign-in-address', { points: ADDRESS_MOST, seconds: TRY_SECONDS });
  const refusals = new LRUCache<string, { msLeft: number; at: number }>({ max: REFUSALS_REMEMBERED });
  /** The ms to wait by a refusal of a moment ago, or null. */
  const stillRefused = ({ key }: TryLimit): number | null => {
    const refusal = refusals.get(key);
    return refusal && now() - refusal.at < Math.min(REFUSED_FOR_MS, refusal.msLeft) ? refusal.msLeft : null;
  };
  const take = async (counts: readonly TryLimit[]): Promise<number | null> => {
    const known = counts.map(stillRefused).find((wait) => wait !== null);
    if (known) return known;
    const reached = await takeTry(pb, counts, TRY_SECONDS * 1000);
    if (reached === null) return null;
    for (const { key, msLeft } of reached) refusals.set(key, { msLeft, at: now() });
    return Math.max(1, ...reached.map(({ msLeft }) => msLeft));
  };
  // A device that has signed in before counts for itself, as everywhere here: strangers must not keep mails from the owner.
  const mailCounts = (way: Way, attempt: Attempt): TryLimit[] => {
    if (!MAILING.has(way)) return [];
    const device = isKnownDevice(attempt) ? ` on ${attempt.device}` : '';
    const mailbox = `${mailboxOf(attempt.account)}${device}`;
    return [
      { key: hashOf(`mails to ${mailbox}`), most: MAILS_TO_ONE.soon },
      { key: hashOf(`mails of a day to ${mailbox}`), most: MAILS_TO_ONE.day, windowMs: DAY_MS },
    ];
  };
  return {
    async minutesToWait(way, attempt) {
      if (!on) return null;
      const { own, others } = countsOf(way, attempt);
      const isKnown = isKnownDevice(attempt);
      const wait =
        (isKnown ? null : await byAddress.take(attempt.client)) ??
        (await take([own, ...(isKnown ? [] : others), ...mailCounts(way, attempt)]));
      return wait === null ? null : Math.max(1, Math.ceil(wait / 60_000));
    },
    async forget(way, attempt) {
      if (!on) return;
      const { own, others } = countsOf(way, attempt);
      const keys = [own, ...others].map(({ key }) => key);
      await forgetTries(pb, keys);
      for (const key of keys) refusals.delete(key);
    },
  };
}

const isKnownDevice = ({ device }: Attempt) => (device ?? null) !== null;

/** The count of whoever tries, and those of strangers together: of the IPv6 /48 around a network, and of all. */
function countsOf(way: Way, attempt: Attempt): { own: TryLimit; others: TryLimit[] } {
  const account = attempt.account.trim().toLowerCase();
  const who = isKnownDevice(attempt) ? `on ${attempt.device}` : `at ${attempt.client}`;
  const { each, all }: Allowance = WAYS[way];
  const site = siteOf(attempt.client);
  const ofSite =
    site === null ? [] : [{ key: hashOf(`${way} in ${site} ${account}`), most: each * SITE_TIMES }];
  const ofAll = all === null ? [] : [{ key: hashOf(`${way} ${account}`), most: all }];
  return { own: { key: hashOf(`${way} ${who} ${account}`), most: each }, others: [...ofSite, ...ofAll] };
}

/** Addresses and accounts as they were typed are not kept. */
function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Deletes once an hour the counts that are over and that no try has taken away. */
export function openTriesCleanup(pb: PocketBase, onError: (reason: unknown) => void): PeriodicJob {
  return openPeriodicJob(() => dropOldTries(pb), CLEANED_EVERY_MS, onError);
}
