import type { TokenHolder } from '../../../data/account/api-tokens.ts';
import type { Refusal } from '../../../domain/kernel/refusal.ts';
import { forbidden, RefusalError, refusedBy } from '../../kernel/refusal-error.ts';

/** The holder's store. @throws RefusalError where they have none, or it is suspended or closed */
export function storeOf({ storeId }: TokenHolder): string {
  if (storeId === null) throw forbidden('Open a store first.');
  return storeId;
}

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
): RefusalError => namedFor(refusedBy(refusal, SENTENCES, { what }), names);

/** The same refusal, about the field as the API calls it. */
export function namedFor(refusal: RefusalError, names: Readonly<Record<string, string>>): RefusalError {
  const { code, sentence, values, field, retryAfterS } = refusal;
  const name = field === null ? undefined : names[field];
  if (name === undefined) return refusal;
  return new RefusalError(code, sentence, {
    values,
    field: name,
    ...(retryAfterS === null ? {} : { retryAfterS }),
  });
}
