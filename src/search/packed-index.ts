import { type Candidates, Columns } from './columns.ts';
import type { SearchDoc, SearchQuery, SearchResult } from './engine.ts';
import { slipsForgiven, termsNear } from './fuzzy.ts';
import type { IndexData } from './index-data.ts';
import { folded, impactsOf, wordsOf } from './tokens.ts';

const WORDS_LIMIT = 8;
/** The deepest result that can be asked for: offset + limit. */
export const DEPTH_LIMIT = 1000;
/** A word found less often than this is looked up with its slips too. */
const RARE = 3;
/** Weights of a prefix and of one and two slips against the word itself. */
const PREFIX_WEIGHT = 0.6;
const SLIP_WEIGHTS = [1, 0.5, 0.25] as const;
/** How much popularity may lift a score; more buries exact names under favourites (measured). */
const POPULARITY_PRIOR = 0.003;

interface Group {
  typed: string;
  terms: { term: string; weight: number }[];
  /** How many documents hold any of the terms; a rare slip must not outrank the common word. */
  documents: number;
  corrected: boolean;
}

interface Fresh {
  ordinals: number[];
  impacts: number[];
}

/**
 * An inverted index in flat arrays with a small living part: new documents go into `#fresh` until `data()` packs
 * everything anew. Not safe to share; each worker holds its own.
 */
export class PackedIndex {
  readonly #base: IndexData;
  readonly #columns: Columns;
  readonly #ids: string[];
  readonly #names: string[];
  readonly #ordinals = new Map<string, number>();
  readonly #fresh = new Map<string, Fresh>();
  readonly #freshTerms: string[] = [];
  readonly #capacity: number;
  readonly #groupsMatched: Uint8Array;
  readonly #scores: Float32Array;
  readonly #touched: Uint32Array;
  #touchedCount = 0;

  /** @param spare how many further documents fit before the index must be packed anew. */
  constructor(base: IndexData, spare = 20_000) {
    this.#base = base;
    this.#capacity = base.ids.length + spare;
    this.#columns = Columns.from(base.columns, this.#capacity);
    this.#ids = [...base.ids];
    this.#names = [...base.names];
    base.ids.forEach((id, ordinal) => {
      this.#ordinals.set(id, ordinal);
    });
    this.#groupsMatched = new Uint8Array(this.#capacity);
    this.#scores = new Float32Array(this.#capacity);
    this.#touched = new Uint32Array(this.#capacity);
  }

  get size(): number {
    return this.#ordinals.size;
  }

  /** Whether so much is fresh or dead that packing anew pays. */
  get wantsPacking(): boolean {
    const fresh = this.#ids.length - this.#base.ids.length;
    return fresh > 10_000 || this.#ids.length > this.#ordinals.size * 1.1 + 1000;
  }

  put(doc: SearchDoc): void {
    this.remove(doc.id);
    const ordinal = this.#ids.length;
    if (ordinal >= this.#capacity) throw new RangeError('the index is full and must be packed first');
    this.#ids.push(doc.id);
    this.#names.push(doc.name);
    this.#ordinals.set(doc.id, ordinal);
    this.#columns.set(ordinal, doc);
    for (const [term, impact] of impactsOf(doc)) {
      let fresh = this.#fresh.get(term);
      if (!fresh) {
        fresh = { ordinals: [], impacts: [] };
        this.#fresh.set(term, fresh);
        this.#freshTerms.splice(firstAtOrAfter(this.#freshTerms, term), 0, term);
      }
      fresh.ordinals.push(ordinal);
      fresh.impacts.push(impact);
    }
  }

  remove(id: string): void {
    const ordinal = this.#ordinals.get(id);
    if (ordinal === undefined) return;
    this.#columns.alive[ordinal] = 0;
    this.#ordinals.delete(id);
  }

  /** Changes what stands in a column without touching any word. */
  patch(id: string, { priceCents, popularity }: { priceCents?: number; popularity?: number }): void {
    const ordinal = this.#ordinals.get(id);
    if (ordinal === undefined) return;
    if (priceCents !== undefined) this.#columns.price[ordinal] = priceCents;
    if (popularity !== undefined) this.#columns.popularity[ordinal] = popularity;
  }

  search(query: SearchQuery): Omit<SearchResult, 'tookMs' | 'engine'> {
    const groups = this.#groupsOf(query.text ?? '');
    const candidates = groups.length > 0 ? this.#match(groups) : null;
    const { passing, facets } = this.#columns.filter(candidates, query);
    const offset = Math.min(Math.max(0, query.offset), DEPTH_LIMIT);
    const depth = Math.min(DEPTH_LIMIT, offset + Math.max(0, query.limit));
    const ordinals = this.#best(passing, query.sort, candidates !== null, depth).slice(offset);
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
    const groups = this.#groupsOf(text);
    if (groups.length === 0) return [];
    const { passing } = this.#columns.filter(this.#match(groups), { sort: 'relevance', offset: 0, limit });
    return this.#best(passing, 'relevance', true, limit).map((ordinal) => ({
      id: this.#ids[ordinal] as string,
      name: this.#names[ordinal] as string,
    }));
  }

  /** Everything alive, packed: fresh postings merged in, dead ones left out. */
  data(): IndexData {
    const keep = Uint32Array.from([...this.#ordinals.values()].sort((a, b) => a - b));
    const moved = new Map<number, number>();
    keep.forEach((ordinal, at) => {
      moved.set(ordinal, at);
    });
    const terms: string[] = [];
    const offsets: number[] = [];
    const ordinals: number[] = [];
    const impacts: number[] = [];
    for (const term of mergedTerms(this.#base.terms, this.#freshTerms)) {
      const before = ordinals.length;
      this.#eachPosting(term, (ordinal, impact) => {
        const at = moved.get(ordinal);
        if (at === undefined) return;
        ordinals.push(at);
        impacts.push(impact);
      });
      if (ordinals.length === before) continue;
      terms.push(term);
      offsets.push(before);
    }
    offsets.push(ordinals.length);
    return {
      ids: Array.from(keep, (ordinal) => this.#ids[ordinal] as string),
      names: Array.from(keep, (ordinal) => this.#names[ordinal] as string),
      terms,
      offsets: Uint32Array.from(offsets),
      ordinals: Uint32Array.from(ordinals),
      impacts: Uint8Array.from(impacts),
      columns: this.#columns.data(keep),
    };
  }

  #groupsOf(text: string): Group[] {
    const words = wordsOf(text).slice(0, WORDS_LIMIT);
    const groups = words.map((word, at) => this.#groupOf(word, at === words.length - 1));
    return groups.sort((a, b) => a.documents - b.documents);
  }

  /** The word itself, what begins with it where it is the last, and its near misses where it is rare. */
  #groupOf(typed: string, isLast: boolean): Group {
    const word = folded(typed);
    const weights = new Map<string, number>();
    const add = (term: string, weight: number) => weights.set(term, Math.max(weight, weights.get(term) ?? 0));
    let found = 0;
    for (const terms of [this.#base.terms, this.#freshTerms]) {
      if (terms[firstAtOrAfter(terms, word)] === word) {
        add(word, 1);
        found += this.#documentsWith(word);
      }
      if (!isLast || typed.length < 2) continue;
      for (let at = firstAtOrAfter(terms, typed); terms[at]?.startsWith(typed); at++) {
        add(terms[at] as string, terms[at] === word ? 1 : PREFIX_WEIGHT);
        found += 1;
      }
    }
    const exact = found > 0;
    const slips = slipsForgiven(word.length);
    if (found < RARE && slips > 0) {
      for (const terms of [this.#base.terms, this.#freshTerms]) {
        for (const { at, distance } of termsNear(terms, word, slips))
          add(terms[at] as string, SLIP_WEIGHTS[distance] ?? 0.25);
      }
    }
    const terms = [...weights].map(([term, weight]) => ({ term, weight }));
    terms.sort((a, b) => b.weight - a.weight || this.#documentsWith(b.term) - this.#documentsWith(a.term));
    const documents = terms.reduce((sum, { term }) => sum + this.#documentsWith(term), 0);
    return { typed, terms, documents, corrected: !exact && terms.length > 0 };
  }

  /** The documents that hold a term of every group, scored. The rarest group comes first and sets the candidates. */
  #match(groups: Group[]): Candidates {
    const matched = this.#groupsMatched;
    const scores = this.#scores;
    const touched = this.#touched;
    for (let at = 0; at < this.#touchedCount; at++) {
      matched[touched[at] as number] = 0;
      scores[touched[at] as number] = 0;
    }
    let count = 0;
    const total = this.#columns.count;
    groups.forEach((group, index) => {
      const documents = Math.min(total, group.documents);
      const rarity = Math.log(1 + (total - documents + 0.5) / (documents + 0.5));
      for (const { term, weight } of group.terms) {
        const worth = (rarity * weight) / 255;
        this.#eachPosting(term, (ordinal, impact) => {
          const before = matched[ordinal] as number;
          if (index === 0) {
            if (before === 0) {
              matched[ordinal] = 1;
              touched[count++] = ordinal;
            }
          } else if (before !== index && before !== index + 1) return;
          else matched[ordinal] = index + 1;
          scores[ordinal] = (scores[ordinal] as number) + worth * impact;
        });
      }
    });
    this.#touchedCount = count;
    const ids = new Uint32Array(count);
    let all = 0;
    for (let at = 0; at < count; at++) {
      const ordinal = touched[at] as number;
      if (matched[ordinal] !== groups.length) continue;
      scores[ordinal] =
        (scores[ordinal] as number) *
        (1 + POPULARITY_PRIOR * Math.log2(1 + (this.#columns.popularity[ordinal] as number)));
      ids[all++] = ordinal;
    }
    return { ids, count: all };
  }

  #documentsWith(term: string): number {
    const at = firstAtOrAfter(this.#base.terms, term);
    const { offsets } = this.#base;
    const packed = this.#base.terms[at] === term ? (offsets[at + 1] as number) - (offsets[at] as number) : 0;
    return packed + (this.#fresh.get(term)?.ordinals.length ?? 0);
  }

  #eachPosting(term: string, visit: (ordinal: number, impact: number) => void): void {
    const { terms, offsets, ordinals, impacts } = this.#base;
    const at = firstAtOrAfter(terms, term);
    if (terms[at] === term) {
      const end = offsets[at + 1] as number;
      for (let posting = offsets[at] as number; posting < end; posting++)
        visit(ordinals[posting] as number, impacts[posting] as number);
    }
    const fresh = this.#fresh.get(term);
    if (fresh)
      for (let posting = 0; posting < fresh.ordinals.length; posting++)
        visit(fresh.ordinals[posting] as number, fresh.impacts[posting] as number);
  }

  /** The first `depth` of a list in the wished order, by a heap of that size whose root is the worst kept. */
  #best({ ids, count }: Candidates, sort: SearchQuery['sort'], scored: boolean, depth: number): number[] {
    const { created, popularity, price } = this.#columns;
    const columns = {
      newest: created,
      popular: popularity,
      price_asc: price,
      price_desc: price,
      relevance: scored ? this.#scores : created,
    };
    const column: Uint32Array | Float32Array | Float64Array = columns[sort];
    const sign = sort === 'price_asc' ? -1 : 1;
    const keys: number[] = [];
    const heap: number[] = [];
    const worse = (a: number, b: number) =>
      (keys[a] as number) < (keys[b] as number) ||
      (keys[a] === keys[b] && (heap[a] as number) < (heap[b] as number));
    const swap = (a: number, b: number) => {
      [keys[a], keys[b]] = [keys[b] as number, keys[a] as number];
      [heap[a], heap[b]] = [heap[b] as number, heap[a] as number];
    };
    // From the end: later ordinals are newer, so most of what follows is no candidate for the heap.
    for (let at = count - 1; at >= 0; at--) {
      const ordinal = ids[at] as number;
      const key = sign * (column[ordinal] as number);
      if (heap.length < depth) {
        keys.push(key);
        heap.push(ordinal);
        for (let child = heap.length - 1; child > 0; ) {
          const parent = (child - 1) >> 1;
          if (!worse(child, parent)) break;
          swap(child, parent);
          child = parent;
        }
      } else if (
        depth > 0 &&
        (key > (keys[0] as number) || (key === keys[0] && ordinal > (heap[0] as number)))
      ) {
        keys[0] = key;
        heap[0] = ordinal;
        for (let parent = 0; ; ) {
          let least = parent;
          for (const child of [2 * parent + 1, 2 * parent + 2])
            if (child < heap.length && worse(child, least)) least = child;
          if (least === parent) break;
          swap(least, parent);
          parent = least;
        }
      }
    }
    const order = heap.map((_, at) => at).sort((a, b) => (worse(a, b) ? 1 : -1));
    return order.map((at) => heap[at] as number);
  }
}

/** Place of the first entry that is not before `word` in a sorted list. */
function firstAtOrAfter(sorted: readonly string[], word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

function mergedTerms(base: readonly string[], fresh: readonly string[]): string[] {
  return [...new Set([...base, ...fresh])].sort();
}
