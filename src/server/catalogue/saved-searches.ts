import type PocketBase from 'pocketbase';
import { keepSearch } from '../data/saved-searches.ts';
import type { Instant } from '../domain/instant.ts';
import {
  keptQuery,
  type SavedSearch,
  type SavedSearchRefusal,
  savedSearchRefusal,
} from '../domain/saved-search.ts';
import { parseSearch } from '../domain/search-params.ts';
import type { Speaker } from '../domain/speech.ts';
import { spokenLine } from '../domain/spoken.ts';
import type { SpeechLimits } from './speech-limits.ts';

/**
 * Saves a search for a person, unless a rule or the limit of such requests says no.
 * @param savedAt when it was first saved, for one that is put back
 */
export async function saveSearch(
  { pb, speechLimits }: { pb: PocketBase; speechLimits: SpeechLimits },
  user: Speaker,
  { name, query, pace }: { name: string; query: string; pace: SavedSearch['pace'] },
  now: Instant,
  savedAt?: Instant,
): Promise<{ refusal: SavedSearchRefusal } | { wait: string } | null> {
  const params = parseSearch(new URLSearchParams(query));
  const unsaved = savedSearchRefusal(params);
  if (unsaved) return { refusal: unsaved };
  const wait = await speechLimits.speechRefusal(user, 'follow', now);
  if (wait !== null) return { wait };
  const search = { name: spokenLine(name), query: keptQuery(params), pace };
  const refusal = await keepSearch(pb, user.id, search, now, savedAt);
  return refusal && { refusal };
}
