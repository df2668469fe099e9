import type PocketBase from 'pocketbase';
import { FACET_OFFER } from '../../../domain/catalogue/facet-offer.ts';
import { openOpenSearch } from '../../adapters/opensearch/engine.ts';
import { openFinder, type ProductFinder } from '../../catalogue/finder.ts';
import { type Listings, listingsOf } from '../../catalogue/listings.ts';
import {
  type OpenedSearch,
  openOutsideSearch,
  openSearch,
  type ProductSearch,
} from '../../catalogue/search-feed.ts';
import { openSearchMisses, type SearchMisses } from '../../catalogue/search-misses.ts';
import { openSearchRules, type SearchRules, searchByRules } from '../../catalogue/search-rules.ts';
import type { Leases } from '../../kernel/leases.ts';
import type { SiteSettings } from '../../kernel/site-settings.ts';
import { openSuggestions, type Suggestions } from '../../site/suggestions.ts';
import type { FileStorage } from '../file-storage.ts';
import type { AppParts } from '../parts.ts';
import type { Settings } from '../settings.ts';

/** How products are found and listed. */
export interface CatalogueServices {
  search: ProductSearch;
  /** Finds products by words and filters, the same way everywhere. */
  finder: ProductFinder;
  /** What operators make of searches. */
  searchRules: SearchRules;
  /** Searches by their words, counted. */
  searchMisses: SearchMisses;
  /** What is suggested while somebody types in the header. */
  suggestions: Suggestions;
  /** What lists show, in memory. */
  listings: Listings;
}

/** Opens the search, inside this process or outside, and what is built on it. */
export async function openCatalogue(
  parts: AppParts,
  needs: {
    pb: PocketBase;
    settings: Pick<Settings, 'searchEngine' | 'cacheDir'>;
    site: SiteSettings;
    storage: Pick<FileStorage, 'searchSnapshot'>;
    leases: Leases;
    onError: (reason: unknown) => void;
  },
): Promise<CatalogueServices & { search: OpenedSearch }> {
  const { pb, settings, site, leases, onError } = needs;
  const listings = listingsOf(pb);
  const searchRules = await openSearchRules(pb);
  const opened = settings.searchEngine
    ? openOutsideSearch({ pb, leases, engine: openOpenSearch(settings.searchEngine, onError), onError })
    : await openSearch({ pb, cacheDir: settings.cacheDir, shared: needs.storage.searchSnapshot, onError });
  const search = searchByRules(parts.add('search', opened), searchRules);
  return {
    search,
    searchRules,
    listings,
    finder: openFinder({ search, listings, offer: () => site.get(FACET_OFFER) }),
    searchMisses: parts.addJob('search misses', openSearchMisses(pb, onError)),
    suggestions: openSuggestions({ pb, search, listings, site, onError }),
  };
}
