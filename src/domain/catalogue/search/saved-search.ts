import { cleanLine, textRefusal } from '../../kernel/clean-text.ts';
import type { Instant } from '../../kernel/instant.ts';
import { plural } from '../../kernel/plural.ts';
import { type Digest, digestMoment } from '../../notifications/notification.ts';
import { chosen, filterLabel, fitsLabel, type SearchParams, searchAddress } from './search-params.ts';

/** The most saved searches of a user. */
export const SAVED_SEARCHES_MAX = 50;
export const SAVED_NAME_MAX = 80;
/** The longest query string that can be saved, in characters. */
export const SAVED_QUERY_MAX = 2000;
/** How many new models a notification names. */
export const MATCHES_NAMED = 10;

/** How often a user is notified of new matches. */
export const SEARCH_PACES = ['daily', 'weekly', 'off'] as const;
export type SearchPace = (typeof SEARCH_PACES)[number];
export const SEARCH_PACE_TEXTS: Record<SearchPace, string> = {
  daily: 'Once a day',
  weekly: 'Once a week',
  off: 'Never',
};

/** A user's saved search. */
export interface SavedSearch {
  id: string;
  name: string;
  /** The query string of the search page, in canonical order. */
  query: string;
  pace: SearchPace;
  savedAt: Instant;
}

export type SavedSearchRefusal = 'empty' | 'too-long' | 'too-many' | 'unknown';

export const SAVED_SEARCH_REFUSAL_TEXTS: Record<SavedSearchRefusal, string> = {
  empty: 'This search is empty. Enter a search term or choose a filter first.',
  'too-long': 'This search has too many filters to be saved. Remove some.',
  'too-many': `You can save up to ${SAVED_SEARCHES_MAX} searches. Remove one first.`,
  unknown: 'This search no longer exists.',
};

/** A search as it is stored: the query string of its first page, without the lasting choice of who saves it. */
export function storedQuery(params: SearchParams): string {
  return searchAddress({ ...params, hidesAi: false, page: 1, find: {} });
}

/** Why a search cannot be saved, or null. */
export function savedSearchRefusal(params: SearchParams): SavedSearchRefusal | null {
  if (params.query === '' && chosen(params).length === 0 && params.fits === null) return 'empty';
  return storedQuery(params).length > SAVED_QUERY_MAX ? 'too-long' : null;
}

/** Why this name is not allowed, as a sentence, or null. */
export function searchNameRefusal(name: string): string | null {
  return textRefusal(cleanLine(name), { min: 1, max: SAVED_NAME_MAX, what: 'a name' });
}

/** The default name of a search. @param names of categories and stores, by slug. */
export function searchName(params: SearchParams, names: Record<string, string> = {}): string {
  const labels = chosen(params).map(({ name, value, choice }) => {
    const label = name === 'sale' ? 'On sale' : filterLabel(name, value, names);
    return choice === 'exclude' ? `not ${label}` : label;
  });
  const fits = params.fits ? [fitsLabel(params.fits)] : [];
  const whole = cleanLine([...(params.query === '' ? [] : [params.query]), ...labels, ...fits].join(', '));
  return [...whole].slice(0, SAVED_NAME_MAX).join('').trim();
}

/** Saved searches run an hour before the digest mails, so that new matches are in them; in ms. */
const BEFORE_DIGEST_MS = 3_600_000;

/** The time of the latest run that is due at `now`: 06:00 UTC of the day, or of the week's Monday. */
export function searchRunMoment(pace: Digest, now: Instant): Instant {
  return digestMoment(pace, now + BEFORE_DIGEST_MS) - BEFORE_DIGEST_MS;
}

/** Products published in the last minutes wait for the next run, as the index may not have them yet; in ms. */
export const INDEX_DELAY_MS = 5 * 60_000;

/** The most matches of one run, newest first. */
export const MATCHES_LIMIT = 50;

/** The title of the notification. @param count of matches, up to `MATCHES_LIMIT`. */
export function matchesTitle(name: string, count: number): string {
  const many = count >= MATCHES_LIMIT ? `${MATCHES_LIMIT} or more` : `${count}`;
  return `${many} new ${plural(count, 'model')} for “${name}”`;
}
