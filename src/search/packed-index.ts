import { type AskedText, askedOf } from './asked.ts';
import { Columns, type ColumnsData } from './columns.ts';
import type { SearchDoc, SearchQuery, SearchResult } from './engine.ts';
import { type Matched, Matching } from './matching.ts';
import { best, type Ordinals } from './ordinals.ts';
import { Suggesting } from './suggesting.ts';
import { TRADE } from './synonyms.ts';
import { impactsOf, searchWords } from './tokens.ts';
import { type Terms, Vocabulary } from './vocabulary.ts';

/** Maximum of offset + limit. */
export const DEPTH_LIMIT = 1000;
/** So many documents with the words of a phrase are read for it at most: their names have the best scores. */
const PHRASE_DEPTH = 2_000;
/** Spare capacity for added documents before the columns have to grow. */
const SPARE = 1_000;

/** Serialisable index data: ids, names, tags (a line each) and columns by ordinal, and all terms with their postings. */
export interface IndexData extends Terms {
  ids: string[];
  names: string[];
  tags: string[];
  columns: ColumnsData;
}

/**
 * An inverted index in flat arrays with a small mutable part: new documents go into the vocabulary's fresh terms until
 * `data()` repacks everything. Not thread-safe; each worker holds its own.
 */
export class PackedIndex {
  readonly #vocabulary: Vocabulary;
  readonly #columns: Columns;
  readonly #ids: string[];
  readonly #names: string[];
  readonly #tags: string[];
  readonly #ordinals: Map<string, number>;
  /** Number of packed documents. */
  readonly #packed: number;
  readonly #matching = new Matching();
  readonly #suggesting = new Suggesting();

  /** Takes ownership of the data; the caller must not change it. */
  constructor({ ids, names, tags, columns, terms, offsets, postings }: IndexData) {
    this.#vocabulary = new Vocabulary({ terms, offsets, postings });
    this.#columns = Columns.from(columns, ids.length + SPARE);
    this.#ids = ids;
    this.#names = names;
    this.#tags = tags;
    this.#ordinals = new Map(ids.map((id, ordinal) => [id, ordinal]));
    this.#packed = ids.length;
  }

  static empty(): PackedIndex {
    const columns = new Columns(0).data(new Uint32Array(0));
    const terms: Terms = { terms: [], offsets: new Uint32Array(1), postings: new Uint32Array(0) };
    return new PackedIndex({ ids: [], names: [], tags: [], columns, ...terms });
  }

  /** Number of documents. */
  get size(): number {
    return this.#ordinals.size;
  }

  /** Whether so much is fresh or removed that repacking pays off. */
  get wantsPacking(): boolean {
    const fresh = this.#ids.length - this.#packed;
    const dead = this.#ids.length - this.#ordinals.size;
    return fresh > Math.max(10_000, this.#packed) || dead > 1000 + 0.1 * this.#ordinals.size;
  }

  put(doc: SearchDoc): void {
    this.remove(doc.id);
    const ordinal = this.#ids.length;
    this.#ids.push(doc.id);
    this.#names.push(doc.name);
    this.#tags.push(doc.tags.join('\n'));
    this.#ordinals.set(doc.id, ordinal);
    this.#columns.set(ordinal, doc);
    for (const [term, impact] of impactsOf(doc)) this.#vocabulary.add(term, ordinal, impact);
  }

  remove(id: string): void {
    const ordinal = this.#ordinals.get(id);
    if (ordinal === undefined) return;
    this.#columns.remove(ordinal);
    this.#ordinals.delete(id);
  }

  /** Changes column values without reindexing the text. */
  patch(id: string, numbers: { priceCents?: number; popularity?: number }): void {
    const ordinal = this.#ordinals.get(id);
    if (ordinal !== undefined) this.#columns.patch(ordinal, numbers);
  }

  search(query: SearchQuery): Omit<SearchResult, 'tookMs' | 'engine'> {
    const asked = askedOf(query.text ?? '');
    const { synonyms } = query;
    const groups = this.#vocabulary.groupsOf(
      asked,
      synonyms ? asked.words.map((word) => synonyms[word] ?? []) : TRADE.of(asked.words),
    );
    const matched = this.#matched(asked, groups);
    const { passing, facets } = this.#columns.filter(matched?.ordinals ?? null, query);
    const offset = Math.min(Math.max(0, query.offset), DEPTH_LIMIT);
    const depth = Math.min(DEPTH_LIMIT, offset + Math.max(0, query.limit));
    // Without text there is no relevance, so sort by newest.
    const sort = query.sort === 'relevance' && groups.length === 0 ? 'newest' : query.sort;
    const ordinals = this.#best(passing, sort, depth).slice(offset);
    return {
      ids: ordinals.map((ordinal) => this.#ids[ordinal] as string),
      total: passing.count,
      facets,
      corrections: groups.flatMap(({ corrected, typed, terms }) =>
        corrected ? [{ typed, searched: terms[0]?.term ?? typed }] : [],
      ),
      partial: passing.count > 0 ? (matched?.partial ?? null) : null,
      exact: asked.words.every((word) => this.#vocabulary.knows(word)),
      hasWords: asked.words.length + asked.excluded.length > 0,
    };
  }

  /** Products whose names hold what is being typed. */
  suggest(text: string, limit: number): { id: string; name: string }[] {
    const { words, fillers } = askedOf(text);
    const needed = words.filter((_, at) => fillers[at] === false);
    const found = this.#suggesting.find(needed, limit, {
      vocabulary: this.#vocabulary,
      count: this.#ids.length,
      lift: this.#columns.lift,
      nameOf: (ordinal) => this.#names[ordinal] ?? '',
      isShown: (ordinal) => this.#columns.isForAll(ordinal),
    });
    return found.map((ordinal) => ({
      id: this.#ids[ordinal] as string,
      name: this.#names[ordinal] as string,
    }));
  }

  /** All live documents, repacked: fresh postings merged, removed ones dropped. */
  data(): IndexData {
    const keep = Uint32Array.from(this.#ordinals.values()).sort();
    const moved = new Int32Array(this.#ids.length).fill(-1);
    keep.forEach((ordinal, at) => {
      moved[ordinal] = at;
    });
    return {
      ids: Array.from(keep, (ordinal) => this.#ids[ordinal] as string),
      names: Array.from(keep, (ordinal) => this.#names[ordinal] as string),
      tags: Array.from(keep, (ordinal) => this.#tags[ordinal] as string),
      ...this.#vocabulary.packed(moved),
      columns: this.#columns.data(keep),
    };
  }

  /** The documents that a text finds; null for all. */
  #matched({ excluded, phrases }: AskedText, groups: ReturnType<Vocabulary['groupsOf']>): Matched | null {
    const without = excluded.flatMap((word) => this.#vocabulary.documentsWith(word));
    const matched = this.#matching.match(groups, without, this.#columns);
    return matched && phrases.length > 0 ? this.#holding(phrases, matched) : matched;
  }

  /** The documents, of the best PHRASE_DEPTH, that have each phrase in their name or in a tag; where there are none, all. */
  #holding(phrases: readonly string[], matched: Matched): Matched {
    const kept: number[] = [];
    for (const ordinal of this.#best(matched.ordinals, 'relevance', PHRASE_DEPTH)) {
      const labels = [this.#names[ordinal] ?? '', ...(this.#tags[ordinal] ?? '').split('\n')].map(
        (label) => ` ${searchWords(label).join(' ')} `,
      );
      if (phrases.every((phrase) => labels.some((label) => label.includes(` ${phrase} `))))
        kept.push(ordinal);
    }
    if (kept.length > 0)
      return { ordinals: { ids: Uint32Array.from(kept), count: kept.length }, partial: null };
    const complete = matched.partial?.complete ?? 0;
    return { ...matched, partial: { complete, without: phrases.map((phrase) => `“${phrase}”`) } };
  }

  #best(documents: Ordinals, sort: SearchQuery['sort'], depth: number): number[] {
    const { created, popularity, price, rating } = this.#columns;
    const columns = {
      newest: created,
      popular: popularity,
      rating,
      price_asc: price,
      price_desc: price,
      relevance: this.#matching.scores,
    };
    return best(documents, columns[sort], sort === 'price_asc' ? -1 : 1, depth);
  }
}

/** Builds the index of all documents; for duplicate ids the later one wins. */
export function buildIndex(docs: Iterable<SearchDoc>): IndexData {
  const index = PackedIndex.empty();
  for (const doc of docs) index.put(doc);
  return index.data();
}
