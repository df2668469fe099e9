import type { Listings } from '../catalogue/listings.ts';
import type { OpenedSearch } from '../catalogue/search-feed.ts';
import type { SearchRules } from '../catalogue/search-rules.ts';
import type { Sessions } from '../http/sessions.ts';
import type { Visibility } from '../http/visibility.ts';
import { cached, type FeedListener, onChange } from '../kernel/feed-listeners.ts';
import type { Suggestions } from '../site/suggestions.ts';
import type { PageCache } from './app.ts';
import { PAGE_TABLES, tagsOf } from './page-tags.ts';

export interface FollowedParts {
  visibility: Pick<Visibility, 'forget'>;
  sessions: Pick<Sessions, 'forget'>;
  listings: Pick<Listings, 'forget'>;
  search: Pick<OpenedSearch, 'follow'>;
  searchRules: Pick<SearchRules, 'reload'>;
  suggestions: Pick<Suggestions, 'forget'>;
  pages: Pick<PageCache, 'purge'>;
  /** Reads the settings of the site again, and what is made of them. */
  reloadSettings(): Promise<void>;
  cases: { wake(): unknown };
  preOrders: { wake(): unknown };
  previews: { enqueue(products: readonly string[]): void };
}

/**
 * Everything in this process that follows the change feed. Caches come first, so that the pages that are purged last are made
 * anew from what is true.
 */
export function feedListeners(parts: FollowedParts): readonly FeedListener[] {
  const {
    visibility,
    sessions,
    listings,
    search,
    searchRules,
    suggestions,
    pages,
    cases,
    preOrders,
    previews,
  } = parts;
  return [
    cached(
      'visibility',
      ['products', 'stores', 'guilds', 'guild_tiers', 'releases', 'reviews', 'previews'],
      (collection, record) => visibility.forget(collection, record),
    ),
    cached('sessions', ['users', 'stores', 'store_staff'], (collection, record) =>
      sessions.forget(collection, record),
    ),
    // A reading names the tables that it is made of.
    onChange('listings', 'all', (changes) => listings.forget(changes)),
    onChange('site settings', ['site_settings'], () => parts.reloadSettings()),
    // It knows by the positions whether it has missed a change.
    onChange('search', 'all', (changes) => search.follow([...changes])),
    onChange('search rules', ['search_rules'], () => searchRules.reload()),
    onChange('suggestions', ['products', 'stores', 'categories', 'guilds', 'site_settings'], () =>
      suggestions.forget(),
    ),
    onChange('pages', PAGE_TABLES, (changes) => pages.purge(tagsOf([...changes]))),
    onChange('cases', ['cases'], () => void cases.wake()),
    onChange('pre-orders', ['pre_orders'], () => void preOrders.wake()),
    onChange('previews', ['products'], (changes) => previews.enqueue(changes.map(({ record }) => record))),
  ];
}
