import type PocketBase from 'pocketbase';
import { storeSearch } from '../../data/catalogue/saved-searches.ts';
import {
  type SavedSearch,
  type SavedSearchRefusal,
  savedSearchRefusal,
  storedQuery,
} from '../../domain/catalogue/search/saved-search.ts';
import { parseSearch } from '../../domain/catalogue/search/search-params.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { PostingAccount } from '../../domain/moderation/posting-limits.ts';
import type { PostingLimits } from '../moderation/posting-limits.ts';

/**
 * Saves a user's search, unless a rule or the rate limit refuses it.
 * @param savedAt when it was first saved, to restore a removed search
 */
export async function saveSearch(
  { pb, postingLimits }: { pb: PocketBase; postingLimits: PostingLimits },
  user: PostingAccount,
  { name, query, pace }: { name: string; query: string; pace: SavedSearch['pace'] },
  now: Instant,
  savedAt?: Instant,
): Promise<{ refusal: SavedSearchRefusal } | { wait: string } | null> {
  const params = parseSearch(new URLSearchParams(query));
  const unsaved = savedSearchRefusal(params);
  if (unsaved) return { refusal: unsaved };
  const wait = await postingLimits.postingRefusal(user, 'follow', now);
  if (wait !== null) return { wait };
  const search = { name: cleanLine(name), query: storedQuery(params), pace };
  const refusal = await storeSearch(pb, user.id, search, now, savedAt);
  return refusal && { refusal };
}
