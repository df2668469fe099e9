import type { SearchMatch } from '../../data/catalogue/saved-searches.ts';
import type { Occasion } from '../../data/notifications/notifications.ts';
import { MATCHES_NAMED, matchesTitle } from '../../domain/catalogue/saved-search.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { paths } from '../../paths.ts';
import { type Letterhead, mailBody, named } from '../notifications/mail-layout.ts';

/** A saved search with new matches. */
export interface SearchMatches {
  id: string;
  name: string;
  query: string;
  /** The scheduled time of the run; there is one notification per run. */
  moment: Instant;
  matches: readonly SearchMatch[];
}

/** The notification of new matches of a saved search. */
export function matchesNotification(
  letterhead: Letterhead,
  { id, name, query, moment, matches }: SearchMatches,
): Occasion {
  const title = matchesTitle(named(name), matches.length);
  const path = paths.savedSearch(query);
  const more = matches.length - MATCHES_NAMED;
  return {
    kind: 'saved-search',
    storeId: null,
    key: `saved-search:${id}:${moment}`,
    about: null,
    title,
    path,
    mail: {
      subject: title,
      body: mailBody(letterhead, [
        `New models that match your saved search “${named(name)}”:`,
        [
          ...matches
            .slice(0, MATCHES_NAMED)
            .map((match) => `  ${named(match.name)}, by ${named(match.storeName)}`),
          ...(more > 0 ? [`  and ${more} more`] : []),
        ].join('\n'),
        letterhead.siteUrl + path,
        `Manage your saved searches:\n${letterhead.siteUrl}${paths.savedSearches()}`,
      ]),
    },
  };
}
