import { cleanLine, textRefusal } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';
import { type Digest, digestMoment } from '../notifications/notification.ts';
import { chosen, filterLabel, type SearchParams, searchQuery } from './search-params.ts';

/** How many searches a person may keep. */
export const SAVED_SEARCHES_MAX = 50;
export const SAVED_NAME_MAX = 80;
/** The longest search that can be kept, as its address, in characters: twenty filters of every kind are a catalogue. */
export const SAVED_QUERY_MAX = 2000;
/** How many new models a notice names. */
export const MATCHES_NAMED = 10;

/** How often somebody is told what is new in a search. */
export const SEARCH_PACES = ['daily', 'weekly', 'off'] as const;
export type SearchPace = (typeof SEARCH_PACES)[number];
export const SEARCH_PACE_TEXTS: Record<SearchPace, string> = {
  daily: 'Once a day',
  weekly: 'Once a week',
  off: 'Never',
};

/** A search somebody kept. */
export interface SavedSearch {
  id: string;
  name: string;
  /** The search page's own query, in its one order. */
  query: string;
  pace: SearchPace;
  savedAt: Instant;
}

export type SavedSearchRefusal = 'empty' | 'too-long' | 'too-many' | 'unknown';

export const SAVED_SEARCH_REFUSAL_TEXTS: Record<SavedSearchRefusal, string> = {
  empty: 'This search asks for nothing. Search for a word or choose a filter first.',
  'too-long': 'This search has too many filters to be kept. Take some away.',
  'too-many': `You keep ${SAVED_SEARCHES_MAX} searches, which are the most. Remove one first.`,
  unknown: 'This search is not kept any more.',
};

/** A search as it is kept: its address's query, from its first page on. */
export function storedQuery(params: SearchParams): string {
  return searchQuery({ ...params, page: 1 });
}

/** Why a search cannot be kept, or null. */
export function savedSearchRefusal(params: SearchParams): SavedSearchRefusal | null {
  if (params.query === '' && chosen(params).length === 0) return 'empty';
  return storedQuery(params).length > SAVED_QUERY_MAX ? 'too-long' : null;
}

/** Why a search cannot be called so, as a sentence, or null. */
export function searchNameRefusal(name: string): string | null {
  return textRefusal(cleanLine(name), { min: 1, max: SAVED_NAME_MAX, what: 'a name' });
}

/** What a search is called until somebody names it. @param names of categories and stores, by slug. */
export function searchName(params: SearchParams, names: Record<string, string> = {}): string {
  const words = chosen(params).map(({ name, value, choice }) => {
    const label = name === 'free' ? 'Free' : name === 'sale' ? 'On sale' : filterLabel(name, value, names);
    return choice === 'exclude' ? `not ${label}` : label;
  });
  const whole = cleanLine([...(params.query === '' ? [] : [params.query]), ...words].join(', '));
  return [...whole].slice(0, SAVED_NAME_MAX).join('').trim();
}

/** Looked for an hour before the digests of mails leave, so that what is found goes with them; in ms. */
const BEFORE_DIGEST_MS = 3_600_000;

/** The moment the newest look that is due at `now` stands for: 06:00 UTC of the day, or of the week's Monday. */
export function searchRunMoment(pace: Digest, now: Instant): Instant {
  return digestMoment(pace, now + BEFORE_DIGEST_MS) - BEFORE_DIGEST_MS;
}

/** What was published in the last minutes waits for the next look: the index may not have it yet; in ms. */
export const INDEX_DELAY_MS = 5 * 60_000;

/** How many of the newest matches a look takes. */
export const MATCHES_LIMIT = 50;

/** What somebody reads first of the new models of a search. @param count of them, as far as was looked. */
export function matchesTitle(name: string, count: number): string {
  const many = count >= MATCHES_LIMIT ? `${MATCHES_LIMIT} or more` : `${count}`;
  return `${many} new ${count === 1 ? 'model' : 'models'} for “${name}”`;
}
