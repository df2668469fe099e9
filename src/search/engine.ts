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
  /**
   * Instead of a text: the documents that are most like this one by what its name and tags say, without it. `total` is then how many
   * have something of it. Nothing where the document is unknown.
   */
  like?: { id: string };
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
  /** Words that so few documents have that near ones were searched as well: as typed, and the nearest of the others. */
  widened: { typed: string; also: string[] }[];
  /** Words beyond the number that a search takes; they were not looked at. */
  unread: string[];
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

/**
 * A change of the index. `version` is a position in the feed: the document was read when it stood there, or later. What was
 * read earlier never takes the place of what was read later, in whatever order it arrives.
 */
export type SearchChange =
  | { op: 'put'; doc: SearchDoc; version: number }
  | { op: 'del'; id: string; version: number };

/** How far an index is true. */
export interface Stand {
  /** Position in the change feed. */
  seq: number;
  /** The moment, in ms since 1970, up to which changes are in it that the feed does not know: sales begin and end. */
  at: number;
}

/** The engine cannot answer now; the caller may ask again. */
export class SearchUnavailable extends Error {}

/** Says what went wrong, except that an engine is away: it says so itself, once. */
export const unlessAway =
  (onError: (reason: unknown) => void) =>
  (reason: unknown): void => {
    if (!(reason instanceof SearchUnavailable)) onError(reason);
  };

/** What pages ask. */
export interface SearchReader {
  /** @throws SearchUnavailable */
  search(query: SearchQuery): Promise<SearchResult>;
  /** Up to `limit` product names for a word being typed. @throws SearchUnavailable */
  suggest(text: string, limit: number): Promise<{ id: string; name: string }[]>;
}

/**
 * An index of products that can be searched, and what feeds it. The contract suite under tests/search/contract says what
 * each engine does. The embedded one is fed by each process for itself; one outside by one process, which holds a lease.
 */
export interface SearchEngine extends SearchReader {
  /**
   * Applies changes in order; `seq` is the feed's position after them. Afterwards searches see them. What was applied twice is
   * there once.
   */
  apply(changes: readonly SearchChange[], seq: number): Promise<void>;
  /**
   * Builds a new index from all documents, in parts of any size, and swaps it in: its position is then `seq`, and what was applied
   * before counts no more. The old one answers meanwhile, and stays where this fails.
   */
  rebuild(docs: AsyncIterable<SearchDoc[]>, seq: number): Promise<void>;
  /** How far the index is true, or null before the first build. @throws SearchUnavailable */
  stand(): Promise<Stand | null>;
  close(): Promise<void>;
}
