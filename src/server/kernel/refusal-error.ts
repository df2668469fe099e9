import type { Refusal } from '../../domain/kernel/refusal.ts';

/**
 * Why a request was refused. Actions and routes throw it, and so does what both call; `src/actions/kernel/action-error.ts` says it
 * to the pages, `src/server/http/api/failure.ts` to programs. Nothing else translates it.
 */

/** The kinds of refusals and their status. Programs read the names: they are part of the API's contract. */
export const REFUSAL_STATUSES = {
  bad_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_slow: 408,
  conflict: 409,
  precondition_failed: 412,
  too_large: 413,
  unprocessable: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;
export type RefusalCode = keyof typeof REFUSAL_STATUSES;

/** What stands in the braces of a sentence, by name. */
export type SentenceValues = Readonly<Record<string, string | number>>;

/** What a refusal may say besides its code and its sentence. */
interface RefusalDetails {
  /** What a rule answered, where its sentence comes from a table of reasons. */
  reason?: string;
  values?: SentenceValues;
  /** The field of the input that is wrong. */
  field?: string;
  /** Several of them, each with its sentence. */
  fields?: Readonly<Record<string, string>>;
  /** Seconds after which to try again. */
  retryAfterS?: number;
}

/** A request is refused. Its `message` is the sentence for people, with the values filled in. */
export class RefusalError extends Error {
  override readonly name = 'RefusalError';
  readonly code: RefusalCode;
  /** As it was written, with its braces. */
  readonly sentence: string;
  readonly reason: string | null;
  readonly values: SentenceValues;
  /** Null where it is about no field, or about several. */
  readonly field: string | null;
  /** Null where not several fields are refused together. */
  readonly fields: Readonly<Record<string, string>> | null;
  /** Null where waiting does not help. */
  readonly retryAfterS: number | null;

  /** @param sentence one sentence for people; `{name}` in it stands for the value of that name */
  constructor(code: RefusalCode, sentence: string, details: RefusalDetails = {}) {
    const values = details.values ?? {};
    super(sentenceWith(sentence, values));
    this.code = code;
    this.sentence = sentence;
    this.reason = details.reason ?? null;
    this.values = values;
    this.field = details.field ?? null;
    this.fields = details.fields ?? null;
    this.retryAfterS = details.retryAfterS ?? null;
  }
}

/** The only place where a sentence and its values meet. Braces without a value stay as they are. */
function sentenceWith(sentence: string, values: SentenceValues): string {
  return sentence.replace(/\{(\w+)\}/g, (braces, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : braces,
  );
}

const refusing = (code: RefusalCode) => (sentence: string, values?: SentenceValues) =>
  new RefusalError(code, sentence, values && { values });

export const badRequest = refusing('bad_request');
export const forbidden = refusing('forbidden');
export const notFound = refusing('not_found');
/** There is no such thing, or it is somebody else's. @param what the noun it is about, such as "address" */
export const missing = (what: string) =>
  new RefusalError('not_found', 'There is no such {what}.', { reason: 'not-found', values: { what } });
export const conflict = refusing('conflict');
export const tooManyRequests = refusing('too_many_requests');
export const unavailable = refusing('unavailable');

/** A field is refused by what is stored, such as a name that is taken. The page shows the sentence at the field. */
export const fieldRefused = (field: string, sentence: string, values: SentenceValues = {}) =>
  new RefusalError('bad_request', sentence, { field, values });

/** Several fields are refused together, by a rule that the input's schema cannot know. */
export const fieldsRefused = (fields: Readonly<Record<string, string>>) =>
  new RefusalError('bad_request', Object.values(fields)[0] ?? 'The values were refused.', { fields });

/**
 * What a rule refused by a reason, whose sentence stands in the rule's table.
 * @param ways what those reasons are that are no conflict: a kind, or the field that a conflict is about
 */
export function refusedFor<Reason extends string>(
  reason: Reason,
  texts: Readonly<Record<Reason, string>>,
  ways: { readonly [Of in Reason]?: RefusalCode | { field: string } } = {},
): RefusalError {
  const way = ways[reason] ?? 'conflict';
  return typeof way === 'string'
    ? new RefusalError(way, texts[reason], { reason })
    : new RefusalError('conflict', texts[reason], { reason, field: way.field });
}

/**
 * The refusal of too many attempts; its sentence says how long to wait.
 * @param instead what can be done at once, such as ", or sign in by code".
 */
export function tooManyTries(minutes: number, instead = ''): RefusalError {
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return new RefusalError('too_many_requests', 'Too many attempts. Wait {wait} and try again{instead}.', {
    reason: 'too-many-tries',
    values: { wait, instead },
    retryAfterS: minutes * 60,
  });
}

/**
 * What a use case refused.
 * @param sentences for the two reasons that have none of their own
 * @param values what stands in the braces of these two, such as the noun
 */
export function refusedBy(
  refusal: Refusal,
  sentences: Readonly<Record<Exclude<Refusal, object>, string>>,
  values: SentenceValues = {},
): RefusalError {
  if (refusal === 'not-found')
    return new RefusalError('not_found', sentences[refusal], { reason: refusal, values });
  if (refusal === 'changed-meanwhile')
    return new RefusalError('conflict', sentences[refusal], { reason: refusal, values });
  return refusal.field === undefined
    ? conflict(refusal.sentence)
    : fieldRefused(refusal.field, refusal.sentence);
}
