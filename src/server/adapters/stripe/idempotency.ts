import Stripe from 'stripe';

/**
 * Calls with idempotency keys. The provider stores the first answer under a key for 24 hours, an error of its own (500)
 * included, and repeats it: such a key is of no more use. Source: the provider's reference, "Idempotent requests".
 */

/** Whether the provider answered with an error of its own, which it repeats for this key. Cut lines are no answer. */
export const isStoredError = (reason: unknown): boolean =>
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

/** How many keys are tried while the provider answers with errors of its own. */
export const KEYS_MAX = 3;

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
 * the call made; only if there is nothing, it is tried again with the key's next variant. Every process and every later
 * attempt goes through the same variants, so a request that arrives late finds its key used.
 */
export async function atMostOnce<T>({ key, isResumed, run, made }: Movement<T>): Promise<T> {
  const before = isResumed ? await made() : null;
  if (before !== null) return before;
  for (let variant = 0; ; variant++) {
    try {
      return await run(variant === 0 ? key : `${key}:${variant}`);
    } catch (reason) {
      if (!isStoredError(reason)) throw reason;
      const found = await made();
      if (found !== null) return found;
      if (variant + 1 >= KEYS_MAX) throw reason;
    }
  }
}

/** The object that a call with this key made, or null. */
export function withKey<T extends { metadata: Stripe.Metadata | null }>(
  made: readonly T[],
  key: string,
): T | null {
  return made.find(({ metadata }) => metadata?.['key'] === key) ?? null;
}
