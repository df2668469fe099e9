import type { TokenHolder } from '../../../data/account/api-tokens.ts';
import type { Refusal } from '../../../domain/kernel/refusal.ts';
import { ApiRefused } from './failure.ts';

/** The holder's store. @throws ApiRefused where they have none, or it is suspended or closed */
export function storeOf({ storeId }: TokenHolder): string {
  if (storeId === null) throw new ApiRefused('forbidden', 'Open a store first.');
  return storeId;
}

/**
 * What a use case refused, as the API says it.
 * @param what the noun it is about, such as "product"
 * @param names what the API calls a field that it names differently
 */
export function refusedBy(
  refusal: Refusal,
  what: string,
  names: Readonly<Record<string, string>> = {},
): ApiRefused {
  if (refusal === 'not-found') return new ApiRefused('not_found', `Your store has no such ${what}.`);
  if (refusal === 'changed-meanwhile')
    return new ApiRefused('conflict', `This ${what} has changed in the meantime. Read it again first.`);
  const { field, sentence } = refusal;
  if (field === undefined) return new ApiRefused('conflict', sentence);
  return new ApiRefused('bad_request', sentence, { field: names[field] ?? field });
}
