import { maxEdits, termsNear } from './fuzzy.ts';
import { impactOf, ordinalOf, PostingList, PostingPool } from './postings.ts';
import { folded, wordsOf } from './tokens.ts';

const WORDS_LIMIT = 8;
/** A word in fewer documents than this is also searched with typos. */
const RARE = 3;
/** Weights of a prefix match and of one and two edits, relative to an exact match. */
const PREFIX_WEIGHT = 0.6;
const EDIT_WEIGHTS = [1, 0.5, 0.25] as const;

/** Sorted terms and their concatenated postings: those of term n start at `offsets[n]`. */
export interface Terms {
  terms: string[];
  offsets: Uint32Array;
  postings: Uint32Array;
}

/** The terms that match one word of a search; a document must contain one of them. */
export interface Group {
  typed: string;
  terms: { term: string; weight: number; postings: Uint32Array[] }[];
  /** Number of documents with any of the terms, so that a rare typo does not outrank the common word. */
  documents: number;
  corrected: boolean;
}

/** All terms with their postings: the packed ones, and those added since. */
export class Vocabulary {
  readonly #packed: Terms;
  readonly #fresh = new Map<string, PostingList>();
  readonly #pool = new PostingPool();
  readonly #freshTerms: string[] = [];
  #freshAreSorted = true;

  constructor(packed: Terms) {
    this.#packed = packed;
  }

  add(term: string, ordinal: number, impact: number): void {
    let list = this.#fresh.get(term);
    if (!list) {
      list = new PostingList(this.#pool);
      this.#fresh.set(term, list);
      this.#freshTerms.push(term);
      this.#freshAreSorted = false;
    }
    list.push(ordinal, impact, this.#pool);
  }

  /** One group per word of a search, the rarest first. */
  groupsOf(text: string): Group[] {
    // Sorted lazily: a whole catalogue may be added between searches.
    if (!this.#freshAreSorted) this.#freshTerms.sort();
    this.#freshAreSorted = true;
    const words = wordsOf(text).slice(0, WORDS_LIMIT);
    const groups = words.map((word, at) => this.#groupOf(word, at === words.length - 1));
    return groups.sort((a, b) => a.documents - b.documents);
  }

  /** The word itself, its completions if it is the last, and its near misses if it is rare. */
  #groupOf(typed: string, isLast: boolean): Group {
    const word = folded(typed);
    const weights = new Map<string, number>();
    const add = (term: string, weight: number) => weights.set(term, Math.max(weight, weights.get(term) ?? 0));
    const lists = [this.#packed.terms, this.#freshTerms];
    for (const terms of lists) {
      if (terms[firstAtOrAfter(terms, word)] === word) add(word, 1);
      if (!isLast || typed.length < 2) continue;
      for (let at = firstAtOrAfter(terms, typed); terms[at]?.startsWith(typed); at++)
        add(terms[at] as string, terms[at] === word ? 1 : PREFIX_WEIGHT);
    }
    const found = this.#termsOf(weights);
    const edits = maxEdits(word.length);
    if (edits === 0 || documentsOf(found) >= RARE) return groupOf(typed, found, false);
    for (const terms of lists)
      for (const { at, distance } of termsNear(terms, word, edits))
        add(terms[at] as string, EDIT_WEIGHTS[distance] ?? 0.25);
    return groupOf(typed, this.#termsOf(weights), found.length === 0);
  }

  /** The terms with their postings, by weight, then by frequency. */
  #termsOf(weights: Map<string, number>): Group['terms'] {
    const terms = [...weights].map(([term, weight]) => ({ term, weight, postings: this.#postingsOf(term) }));
    return terms.sort((a, b) => b.weight - a.weight || documentsOf([b]) - documentsOf([a]));
  }

  #postingsOf(term: string): Uint32Array[] {
    const { terms, offsets, postings } = this.#packed;
    const at = firstAtOrAfter(terms, term);
    const lists: Uint32Array[] = [];
    if (terms[at] === term) lists.push(postings.subarray(offsets[at], offsets[at + 1]));
    const fresh = this.#fresh.get(term);
    if (fresh) lists.push(...fresh.postings);
    return lists;
  }

  /** All terms repacked. `moved` maps each ordinal to its new one, or -1 for removed documents. */
  packed(moved: Int32Array): Terms {
    let capacity = this.#packed.postings.length;
    for (const { count } of this.#fresh.values()) capacity += count;
    const all = [...new Set([...this.#packed.terms, ...this.#freshTerms])].sort();
    const terms: string[] = [];
    const offsets = new Uint32Array(all.length + 1);
    const postings = new Uint32Array(capacity);
    let end = 0;
    for (const term of all) {
      offsets[terms.length] = end;
      for (const list of this.#postingsOf(term)) {
        for (const posting of list) {
          const ordinal = moved[ordinalOf(posting)] as number;
          if (ordinal >= 0) postings[end++] = ordinal * 256 + impactOf(posting);
        }
      }
      if (end > (offsets[terms.length] as number)) terms.push(term);
    }
    offsets[terms.length] = end;
    // Nothing is removed while an index is built, and its postings are most of it: a copy of them would be the peak of its memory.
    return {
      terms,
      offsets: offsets.slice(0, terms.length + 1),
      postings: end === capacity ? postings : postings.slice(0, end),
    };
  }
}

function groupOf(typed: string, terms: Group['terms'], corrected: boolean): Group {
  return { typed, terms, documents: documentsOf(terms), corrected: corrected && terms.length > 0 };
}

function documentsOf(terms: Group['terms']): number {
  let documents = 0;
  for (const { postings } of terms) for (const list of postings) documents += list.length;
  return documents;
}

/** Index of the first entry of a sorted list that is not before `word`. */
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
