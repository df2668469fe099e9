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

/**
 * Runs a call that moves money, at most once. After a stored error the provider is asked first what the call made; only
 * if there is nothing, it is tried again. Processes that try again within the same minute share the new key.
 * @param made finds what a call with this key made before, or null.
 */
export async function atMostOnce<T>(
  key: string,
  run: (key: string) => Promise<T>,
  made: () => Promise<T | null>,
): Promise<T> {
  try {
    return await run(key);
  } catch (reason) {
    if (!isStoredError(reason)) throw reason;
    return (await made()) ?? run(`${key}:${Math.floor(Date.now() / MINUTE_MS)}`);
  }
}
