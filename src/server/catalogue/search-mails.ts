import type { SearchMatch } from '../../data/catalogue/saved-searches.ts';
import type { Occasion } from '../../data/notifications/notifications.ts';
import { MATCHES_NAMED, matchesTitle } from '../../domain/catalogue/saved-search.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { paths } from '../../paths.ts';
import { type Letterhead, letter, named } from '../notifications/letter.ts';

/** A kept search whose look found something. */
export interface SearchMatches {
  id: string;
  name: string;
  query: string;
  /** The moment the look stands for: it is told once for each. */
  moment: Instant;
  matches: readonly SearchMatch[];
}

/** What is new in a search somebody keeps. */
export function matchesNotification(
  app: Letterhead,
  { id, name, query, moment, matches }: SearchMatches,
): Occasion {
  const title = matchesTitle(named(name), matches.length);
  const path = paths.searchAgain(query);
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
      body: letter(app, [
        `Since we last looked, this came into the shop that fits your search “${named(name)}”:`,
        [
          ...matches
            .slice(0, MATCHES_NAMED)
            .map((match) => `  ${named(match.name)}, by ${named(match.storeName)}`),
          ...(more > 0 ? [`  and ${more} more`] : []),
        ].join('\n'),
        app.siteUrl + path,
        `How often we look, and for what, you decide here:\n${app.siteUrl}${paths.savedSearches()}`,
      ]),
    },
  };
}
