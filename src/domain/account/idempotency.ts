/** Idempotency keys: a program that repeats a request under the same key gets the first answer, and nothing is done twice. */

/** How long an answer is kept for its key, in ms. */
export const ANSWER_KEPT_FOR_MS = 86_400_000;
/** The longest key, in characters. */
export const IDEMPOTENCY_KEY_MAX = 255;

/** Why a key cannot be used, as a sentence, or null. */
export function idempotencyKeyRefusal(key: string): string | null {
  return /^[\x21-\x7e]{1,255}$/.test(key)
    ? null
    : `Idempotency-Key: use 1 to ${IDEMPOTENCY_KEY_MAX} letters, digits and signs without spaces, such as a UUID.`;
}

/** A request under a key that was seen before. */
export interface KeptRequest<Answer> {
  /** Of its method, address and body: two requests with one fingerprint are the same. */
  fingerprint: string;
  /** Null while it is worked on, and for good where it was cut off before its answer was known. */
  answer: Answer | null;
}

/** Why a repeated request gets no answer. */
export type RepeatRefusal = 'other-request' | 'unanswered';

export const REPEAT_REFUSAL_TEXTS: Readonly<Record<RepeatRefusal, string>> = {
  'other-request': 'This Idempotency-Key was sent with another request. Send a new key with a new request.',
  unanswered:
    'The first request with this Idempotency-Key is still being worked on, or was cut off. Try again shortly; if this stays, look at what it changed and send a new key.',
};

/** The answer to a request under a key that was seen before. It is never done again, also where its end is not known. */
export function repeated<Answer>(
  kept: KeptRequest<Answer>,
  fingerprint: string,
): { answer: Answer } | { refusal: RepeatRefusal } {
  if (kept.fingerprint !== fingerprint) return { refusal: 'other-request' };
  return kept.answer === null ? { refusal: 'unanswered' } : { answer: kept.answer };
}
