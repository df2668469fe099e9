/** The interface of search engines: documents in, ids out, independent of the marketplace. */

export const SEARCH_SORTS = ['relevance', 'newest', 'price_asc', 'price_desc', 'popular', 'rating'] as const;
export type SearchSort = (typeof SEARCH_SORTS)[number];

/** Facets of the index: with one value and with several. */
export const SINGLE_FACETS = [
  'type',
  'scale',
  'parts',
  'category',
  'store',
  'price',
  'free',
  'sale',
  'ai',
  'base',
  'archetype',
  'layer',
  'exposure',
] as const;
export const MULTI_FACETS = [
  'genre',
  'supports',
  'printer',
  'rating',
  'licence',
  'material',
  'prints',
] as const;
export type SearchFacet = (typeof SINGLE_FACETS)[number] | (typeof MULTI_FACETS)[number];

/** One searchable product. Prices in cents, times in ms since 1970-01-01 UTC. */
export interface SearchDoc {
  id: string;
  name: string;
  tags: string[];
  storeName: string;
  description: string;
  single: Partial<Record<(typeof SINGLE_FACETS)[number], string>>;
  multi: Partial<Record<(typeof MULTI_FACETS)[number], string[]>>;
  priceCents: number;
  popularity: number;
  /** Sort key of the best rated; 0 without ratings. */
  ratingScore: number;
  createdAt: number;
  mature: boolean;
  /** What has to fit into a printer; null if nothing was measured. */
  box: SearchBox | null;
}

/**
 * The room that every piece of a product finds place in, in mm, where a piece may be turned on the plate: the shorter and
 * the longer side on the plate, and the height.
 */
export interface SearchBox {
  narrow: number;
  wide: number;
  tall: number;
}

export interface SearchQuery {
  text?: string;
  /**
   * What words of the text mean besides, by the word as `askedOf` reads it; a meaning of several words has spaces. Without it the
   * sets of the trade hold.
   */
  synonyms?: Readonly<Record<string, readonly string[]>>;
  include?: Partial<Record<SearchFacet, string[]>>;
  exclude?: Partial<Record<SearchFacet, string[]>>;
  /** In cents, inclusive; null is open-ended. */
  price?: { from: number | null; to: number | null };
  /** Only products whose pieces all fit into this room; those that were not measured do not. */
  fits?: SearchBox | null | undefined;
  /** Whether to include mature products. */
  mature?: boolean;
  sort: SearchSort;
  offset: number;
  limit: number;
  /** Whether to count facets. */
  facets?: boolean;
  /** How many values of each facet are counted at most; 60 by default. */
  facetValues?: number;
}

export interface FacetCount {
  value: string;
  count: number;
}

export interface SearchResult {
  ids: string[];
  total: number;
  /** Disjunctive: a facet's own choices do not lower its other counts. */
  facets: Partial<Record<SearchFacet, FacetCount[]>>;
  /** Words that were corrected, as typed and as searched. */
  corrections: { typed: string; searched: string }[];
  /**
   * Where fewer than three documents have every word, those that have most of the words' weight follow: how many have all, and
   * the words that none of the others has. Null where every document has all.
   */
  partial: PartialMatch | null;
  /** Whether the index has every word as it was typed, in the singular or the plural. An engine that cannot tell leaves it out. */
  exact?: boolean;
  /** Whether the text has a word to search by; "!!!" has none, and everything is answered. */
  hasWords: boolean;
  tookMs: number;
  engine: string;
}

export interface PartialMatch {
  complete: number;
  without: string[];
}

export type SearchChange =
  | { op: 'put'; doc: SearchDoc }
  | { op: 'patch'; id: string; priceCents?: number; popularity?: number }
  | { op: 'del'; id: string };

export interface SearchEngine {
  search(query: SearchQuery): Promise<SearchResult>;
  /** Up to `limit` product names for a word being typed. */
  suggest(text: string, limit: number): Promise<{ id: string; name: string }[]>;
  /** Applies changes in order; `seq` is the feed's position after them. */
  apply(changes: SearchChange[], seq: number): Promise<void>;
  /** Builds a new index from all documents, in parts of any size, and swaps it in. Answers from the old one meanwhile. */
  rebuild(docs: AsyncIterable<SearchDoc[]>, seq: number): Promise<void>;
  /** Position in the feed up to which the index is current, or null before the first build. */
  watermark(): number | null;
  /**
   * A moment, in ms since 1970, up to which changes have been applied that the feed does not know, such as the end of a
   * sale; null before the first build.
   */
  savedAt(): number | null;
  close(): Promise<void>;
}
