import Stripe from 'stripe';

/**
 * Calls with idempotency keys. The provider stores the first answer under a key for 24 hours, an error of its own (500)
 * included, and repeats it: such a key is of no more use. Source: the provider's reference, "Idempotent requests".
 */

/** Whether the provider answered with an error of its own, which it repeats for this key. Cut lines are no answer. */
const isStoredError = (reason: unknown): boolean =>
  reason instanceof Stripe.errors.StripeAPIError && (reason.statusCode ?? 0) >= 500;

/**
 * Runs a call that does no harm when the provider executed it twice: a payment page nobody has seen, a customer, a price,
 * a change to a state that is named. After a stored error it is tried once more with a fresh key.
 */
export async function repeatable<T>(key: string, run: (key: string) => Promise<T>): Promise<T> {
  try {
    return await run(key);
  } catch (reason) {
    if (!isStoredError(reason)) throw reason;
    return run(`${key}:${crypto.randomUUID()}`);
  }
}

const MINUTE_MS = 60_000;

/** A call that moves money. */
export interface Movement<T> {
  /** The idempotency key, stored before the first attempt. */
  key: string;
  /** Whether an earlier attempt may have moved the money already, however long ago: its key may have expired since. */
  isResumed: boolean;
  run(key: string): Promise<T>;
  /** What a call with this key made before, or null. */
  made(): Promise<T | null>;
}

/**
 * Runs a call that moves money, at most once. If it is resumed, or after a stored error, the provider is asked first what
 * the call made; only if there is nothing, it is tried again. Processes that try again within the same minute share the
 * new key.
 */
export async function atMostOnce<T>({ key, isResumed, run, made }: Movement<T>): Promise<T> {
  const before = isResumed ? await made() : null;
  if (before !== null) return before;
  try {
    return await run(key);
  } catch (reason) {
    if (!isStoredError(reason)) throw reason;
    return (await made()) ?? run(`${key}:${Math.floor(Date.now() / MINUTE_MS)}`);
  }
}
