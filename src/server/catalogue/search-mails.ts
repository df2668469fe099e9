import type { SearchMatch } from '../../data/catalogue/saved-searches.ts';
import type { Occasion } from '../../data/notifications/notifications.ts';
import { MATCHES_NAMED, matchesTitle } from '../../domain/catalogue/search/saved-search.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { MailPicture } from '../../domain/notifications/mail-parts.ts';
import { paths } from '../../paths.ts';
import {
  action,
  type Letterhead,
  list,
  mailText,
  oneLineName,
  pictures,
} from '../notifications/mail-layout.ts';

/** A saved search with new matches. */
export interface SearchMatches {
  id: string;
  name: string;
  query: string;
  /** The scheduled time of the run; there is one notification per run. */
  moment: Instant;
  matches: readonly SearchMatch[];
  /** Public pictures of some of them. */
  pictures?: readonly MailPicture[];
}

/** The notification of new matches of a saved search. */
export function matchesNotification(
  letterhead: Letterhead,
  { id, name, query, moment, matches, pictures: shown = [] }: SearchMatches,
): Occasion {
  const title = matchesTitle(oneLineName(name), matches.length);
  const path = paths.savedSearch(query);
  return {
    kind: 'saved-search',
    storeId: null,
    key: `saved-search:${id}:${moment}`,
    about: null,
    title,
    path,
    mail: {
      subject: title,
      ...mailText(letterhead, [
        `New models that match your saved search “${oneLineName(name)}”:`,
        ...pictures(...shown),
        list(
          '',
          matches.map((match) => `${oneLineName(match.name)}, by ${oneLineName(match.storeName)}`),
          MATCHES_NAMED,
        ),
        action(letterhead, '', 'See what is new', path),
        action(letterhead, 'Manage your saved searches:', 'Saved searches', paths.savedSearches()),
      ]),
    },
  };
}
