import type { TokenHolder } from '../../../data/account/api-tokens.ts';
import { forbidden, RefusalError } from '../../kernel/refusal-error.ts';
import type { ApiAddress, ProgramWords, Who } from '../../operations/kernel/operation.ts';

/** The holder's store. @throws RefusalError where they have none, or it is suspended or closed */
export function storeOf({ storeId }: TokenHolder): string {
  if (storeId === null) throw forbidden('Open a store first.');
  return storeId;
}

/** What programs of sellers are told for the reasons that have no sentence of their own. */
const SENTENCES: Readonly<Record<string, ProgramWords>> = {
  'not-found': 'Your store has no such {what}.',
  'changed-meanwhile': 'This {what} has changed in the meantime. Read it again first.',
};

/**
 * A refusal in the words of the API.
 * @param words what it calls fields that it names differently, and its sentences for some reasons
 */
export function inApiWords(
  refusal: RefusalError,
  who: Who,
  { names = {}, sentences = {} }: Pick<ApiAddress, 'names' | 'sentences'>,
): RefusalError {
  const { reason, values, retryAfterS } = refusal;
  const own = { ...(who === 'seller' ? SENTENCES : {}), ...sentences };
  const found = (reason === null ? undefined : own[reason]) ?? refusal.sentence;
  const words = typeof found === 'string' ? { sentence: found } : found;
  const field = words.field ?? refusal.field;
  return new RefusalError(words.code ?? refusal.code, words.sentence, {
    values,
    ...(reason === null ? {} : { reason }),
    ...(field === null ? {} : { field: names[field] ?? field }),
    ...(retryAfterS === null ? {} : { retryAfterS }),
  });
}
