import { Columns, type ColumnsData } from './columns.ts';
import type { SearchDoc, SearchQuery, SearchResult } from './engine.ts';
import { best, type Ordinals } from './ordinals.ts';
import { impactOf, ordinalOf } from './postings.ts';
import { impactsOf } from './tokens.ts';
import { type Group, type Terms, Vocabulary } from './vocabulary.ts';

/** Maximum of offset + limit. */
export const DEPTH_LIMIT = 1000;
/** Spare capacity for added documents before the columns have to grow. */
const SPARE = 1_000;

/** Serialisable index data: ids, names and columns by ordinal, and all terms with their postings. */
export interface IndexData extends Terms {
  ids: string[];
  names: string[];
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
  readonly #ordinals: Map<string, number>;
  /** Number of packed documents. */
  readonly #packed: number;
  /** By ordinal: the number of matched groups of the current search, and the score. */
  #found = new Uint8Array(0);
  #scores = new Float64Array(0);
  #candidates = new Uint32Array(0);

  /** Takes ownership of the data; the caller must not change it. */
  constructor({ ids, names, columns, terms, offsets, postings }: IndexData) {
    this.#vocabulary = new Vocabulary({ terms, offsets, postings });
    this.#columns = Columns.from(columns, ids.length + SPARE);
    this.#ids = ids;
    this.#names = names;
    this.#ordinals = new Map(ids.map((id, ordinal) => [id, ordinal]));
    this.#packed = ids.length;
  }

  static empty(): PackedIndex {
    const columns = new Columns(0).data(new Uint32Array(0));
    const terms: Terms = { terms: [], offsets: new Uint32Array(1), postings: new Uint32Array(0) };
    return new PackedIndex({ ids: [], names: [], columns, ...terms });
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
    const groups = this.#vocabulary.groupsOf(query.text ?? '');
    const { passing, facets } = this.#columns.filter(this.#matched(groups), query);
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
    };
  }

  suggest(text: string, limit: number): { id: string; name: string }[] {
    const groups = this.#vocabulary.groupsOf(text);
    if (groups.length === 0) return [];
    const query: SearchQuery = { sort: 'relevance', offset: 0, limit };
    const { passing } = this.#columns.filter(this.#matched(groups), query);
    return this.#best(passing, 'relevance', Math.min(DEPTH_LIMIT, limit)).map((ordinal) => ({
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
      ...this.#vocabulary.packed(moved),
      columns: this.#columns.data(keep),
    };
  }

  /**
   * The documents with a term of every group, scored; null without groups. The first group is the rarest and provides the
   * candidates.
   */
  #matched(groups: Group[]): Ordinals | null {
    const [first, ...further] = groups;
    if (!first) return null;
    this.#makeRoom();
    const isOneTerm = further.length === 0 && first.terms.length === 1;
    let count = 0;
    if (isOneTerm) {
      for (const { weight, postings } of first.terms)
        for (const list of postings) count = this.#take(list, this.#worthOf(first, weight), count);
      return { ids: this.#candidates, count };
    }
    this.#found.fill(0, 0, this.#columns.count);
    this.#scores.fill(0, 0, this.#columns.count);
    for (const { weight, postings } of first.terms)
      for (const list of postings) count = this.#collect(list, this.#worthOf(first, weight), count);
    for (const [at, group] of further.entries())
      for (const { weight, postings } of group.terms)
        for (const list of postings) this.#narrow(list, this.#worthOf(group, weight), at + 1);
    const scores = this.#scores;
    const found = this.#found;
    const candidates = this.#candidates;
    const { lift } = this.#columns;
    const wanted = groups.length;
    let inAll = 0;
    for (let at = 0; at < count; at++) {
      const ordinal = candidates[at] as number;
      scores[ordinal] = (scores[ordinal] as number) * (lift[ordinal] as number);
      // Branchless: written always, counted only on a match, because the branch is unpredictable.
      candidates[inAll] = ordinal;
      inAll += found[ordinal] === wanted ? 1 : 0;
    }
    return { ids: candidates, count: inAll };
  }

  /** Score per point of impact of a group's term: high for rare groups, low for common ones. */
  #worthOf({ documents }: Group, weight: number): number {
    const all = this.#columns.count;
    const inAny = Math.min(all, documents);
    return (Math.log(1 + (all - inAny + 0.5) / (inAny + 0.5)) * weight) / 255;
  }

  /** Grows the work arrays to the number of documents. */
  #makeRoom(): void {
    if (this.#found.length >= this.#columns.count) return;
    this.#found = new Uint8Array(this.#columns.capacity);
    this.#scores = new Float64Array(this.#columns.capacity);
    this.#candidates = new Uint32Array(this.#columns.capacity);
  }

  /** Like `#collect` for a single-term search, where no document can occur twice. */
  #take(postings: Uint32Array, worth: number, before: number): number {
    const scores = this.#scores;
    const candidates = this.#candidates;
    const { lift } = this.#columns;
    for (let at = 0; at < postings.length; at++) {
      const posting = postings[at] as number;
      const ordinal = ordinalOf(posting);
      candidates[before + at] = ordinal;
      scores[ordinal] = worth * impactOf(posting) * (lift[ordinal] as number);
    }
    return before + postings.length;
  }

  /** Adds the documents of a list of the first group to the candidates; returns the new count. */
  #collect(postings: Uint32Array, worth: number, before: number): number {
    const found = this.#found;
    const scores = this.#scores;
    const candidates = this.#candidates;
    let count = before;
    for (let at = 0; at < postings.length; at++) {
      const posting = postings[at] as number;
      const ordinal = ordinalOf(posting);
      const score = worth * impactOf(posting);
      if (found[ordinal] === 0) {
        found[ordinal] = 1;
        candidates[count++] = ordinal;
      }
      scores[ordinal] = (scores[ordinal] as number) + score;
    }
    return count;
  }

  /** Marks and scores documents of a further group's list that matched all `before` groups. */
  #narrow(postings: Uint32Array, worth: number, before: number): void {
    const found = this.#found;
    const scores = this.#scores;
    const after = before + 1;
    for (let at = 0; at < postings.length; at++) {
      const posting = postings[at] as number;
      const ordinal = ordinalOf(posting);
      const groups = found[ordinal] as number;
      // Branchless, as above; scores of documents that missed a group are never read.
      found[ordinal] = groups === before ? after : groups;
      scores[ordinal] = (scores[ordinal] as number) + worth * impactOf(posting);
    }
  }

  #best(documents: Ordinals, sort: SearchQuery['sort'], depth: number): number[] {
    const { created, popularity, price, rating } = this.#columns;
    const columns = {
      newest: created,
      popular: popularity,
      rating,
      price_asc: price,
      price_desc: price,
      relevance: this.#scores,
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
