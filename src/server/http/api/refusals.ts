import type { TokenHolder } from '../../../data/account/api-tokens.ts';
import type { Refusal } from '../../../domain/kernel/refusal.ts';
import { forbidden, RefusalError, refusedBy } from '../../kernel/refusal-error.ts';
import type { ApiAddress } from '../../operations/kernel/operation.ts';

/** The holder's store. @throws RefusalError where they have none, or it is suspended or closed */
export function storeOf({ storeId }: TokenHolder): string {
  if (storeId === null) throw forbidden('Open a store first.');
  return storeId;
}

/** What programs are told for the reasons that have no sentence of their own. */
const SENTENCES = {
  'not-found': 'Your store has no such {what}.',
  'changed-meanwhile': 'This {what} has changed in the meantime. Read it again first.',
};

/**
 * What a use case refused a program.
 * @param what the noun it is about, such as "product"
 * @param names what the API calls a field that it names differently
 */
export const refusedProgram = (
  refusal: Refusal,
  what: string,
  names: Readonly<Record<string, string>> = {},
): RefusalError => inApiWords(refusedBy(refusal, SENTENCES, { what }), { names });

/**
 * The same refusal in the words of the API.
 * @param words what it calls fields that it names differently, and its sentences for some reasons
 */
export function inApiWords(
  refusal: RefusalError,
  { names = {}, sentences = {} }: Pick<ApiAddress, 'names' | 'sentences'>,
): RefusalError {
  const { code, reason, values, field, retryAfterS } = refusal;
  const own: Readonly<Record<string, string>> = { ...SENTENCES, ...sentences };
  return new RefusalError(code, (reason === null ? undefined : own[reason]) ?? refusal.sentence, {
    values,
    ...(reason === null ? {} : { reason }),
    ...(field === null ? {} : { field: names[field] ?? field }),
    ...(retryAfterS === null ? {} : { retryAfterS }),
  });
}
