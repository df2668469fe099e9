import { Columns, type ColumnsData } from './columns.ts';
import type { SearchDoc, SearchQuery, SearchResult } from './engine.ts';
import { best, type Ordinals } from './ordinals.ts';
import { impactOf, ordinalOf } from './postings.ts';
import { impactsOf } from './tokens.ts';
import { type Group, type Terms, Vocabulary } from './vocabulary.ts';

/** The deepest result that can be asked for: offset + limit. */
export const DEPTH_LIMIT = 1000;
/** Room for so many further documents is made at once; more make the columns grow. */
const SPARE = 1_000;

/** What an index is when it rests: ids, names and columns by ordinal, and all terms with their postings. */
export interface IndexData extends Terms {
  ids: string[];
  names: string[];
  columns: ColumnsData;
}

/**
 * An inverted index in flat arrays with a small living part: new documents go into the vocabulary's fresh terms until
 * `data()` packs everything anew. Not safe to share; each worker holds its own.
 */
export class PackedIndex {
  readonly #vocabulary: Vocabulary;
  readonly #columns: Columns;
  readonly #ids: string[];
  readonly #names: string[];
  readonly #ordinals: Map<string, number>;
  /** How many documents came packed. */
  readonly #packed: number;
  /** By ordinal, how many groups of the present search a document was found in so far, and its score. */
  #found = new Uint8Array(0);
  #scores = new Float64Array(0);
  #candidates = new Uint32Array(0);

  /** Takes the data over: whoever gave it must not change it any more. */
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

  /** How many documents it holds. */
  get size(): number {
    return this.#ordinals.size;
  }

  /** Whether so much is fresh or dead that packing anew pays. */
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

  /** Changes what stands in a column without touching any word. */
  patch(id: string, numbers: { priceCents?: number; popularity?: number }): void {
    const ordinal = this.#ordinals.get(id);
    if (ordinal !== undefined) this.#columns.patch(ordinal, numbers);
  }

  search(query: SearchQuery): Omit<SearchResult, 'tookMs' | 'engine'> {
    const groups = this.#vocabulary.groupsOf(query.text ?? '');
    const { passing, facets } = this.#columns.filter(this.#matched(groups), query);
    const offset = Math.min(Math.max(0, query.offset), DEPTH_LIMIT);
    const depth = Math.min(DEPTH_LIMIT, offset + Math.max(0, query.limit));
    // Without words there is no relevance; what is new stands for it.
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

  /** Everything alive, packed: fresh postings merged in, dead ones left out. */
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
   * The documents that hold a term of every group, scored; null where there is no group. The first group is the
   * rarest and sets the candidates.
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
      // Written in any case and kept if it fits: a processor cannot foresee a branch here.
      candidates[inAll] = ordinal;
      inAll += found[ordinal] === wanted ? 1 : 0;
    }
    return { ids: candidates, count: inAll };
  }

  /** What one point of impact of a group's term adds to a score: much for a rare group, little for a common one. */
  #worthOf({ documents }: Group, weight: number): number {
    const all = this.#columns.count;
    const inAny = Math.min(all, documents);
    return (Math.log(1 + (all - inAny + 0.5) / (inAny + 0.5)) * weight) / 255;
  }

  /** Room for every document. */
  #makeRoom(): void {
    if (this.#found.length >= this.#columns.count) return;
    this.#found = new Uint8Array(this.#columns.capacity);
    this.#scores = new Float64Array(this.#columns.capacity);
    this.#candidates = new Uint32Array(this.#columns.capacity);
  }

  /** As `#collect` for the only term of a search: nothing can be met twice, so nothing is remembered as found. */
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

  /** Makes candidates of the documents in a list of the first group; answers how many candidates there are then. */
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

  /** Marks and scores what is in a list of a further group and was in all `before` of it. */
  #narrow(postings: Uint32Array, worth: number, before: number): void {
    const found = this.#found;
    const scores = this.#scores;
    const after = before + 1;
    for (let at = 0; at < postings.length; at++) {
      const posting = postings[at] as number;
      const ordinal = ordinalOf(posting);
      const groups = found[ordinal] as number;
      // Without a branch, as above; the score of what was not in all before is never read.
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

/** The index of all these documents; of two with one id the later counts. */
export function buildIndex(docs: Iterable<SearchDoc>): IndexData {
  const index = PackedIndex.empty();
  for (const doc of docs) index.put(doc);
  return index.data();
}
