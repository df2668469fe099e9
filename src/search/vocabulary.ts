import { slipsForgiven, termsNear } from './fuzzy.ts';
import { impactOf, ordinalOf, PostingList } from './postings.ts';
import { folded, wordsOf } from './tokens.ts';

const WORDS_LIMIT = 8;
/** A word found less often than this is looked up with its slips too. */
const RARE = 3;
/** Weights of a prefix and of one and two slips against the word itself. */
const PREFIX_WEIGHT = 0.6;
const SLIP_WEIGHTS = [1, 0.5, 0.25] as const;

/** Sorted terms, and their postings one after the other: those of the term at n begin at `offsets[n]`. */
export interface Terms {
  terms: string[];
  offsets: Uint32Array;
  postings: Uint32Array;
}

/** What stands for one word of a search: a document must hold one of the terms. */
export interface Group {
  typed: string;
  terms: { term: string; weight: number; postings: Uint32Array[] }[];
  /** How many documents hold any of the terms; a rare slip must not outrank the common word. */
  documents: number;
  corrected: boolean;
}

/** All terms with their postings: the packed ones, and the fresh ones since. */
export class Vocabulary {
  readonly #packed: Terms;
  readonly #fresh = new Map<string, PostingList>();
  readonly #freshTerms: string[] = [];
  #freshAreSorted = true;

  constructor(packed: Terms) {
    this.#packed = packed;
  }

  add(term: string, ordinal: number, impact: number): void {
    let list = this.#fresh.get(term);
    if (!list) {
      list = new PostingList();
      this.#fresh.set(term, list);
      this.#freshTerms.push(term);
      this.#freshAreSorted = false;
    }
    list.push(ordinal, impact);
  }

  /** One group for each word of a search, the rarest first. */
  groupsOf(text: string): Group[] {
    // Sorted when first asked for, not with each new term: a whole catalogue may come in between.
    if (!this.#freshAreSorted) this.#freshTerms.sort();
    this.#freshAreSorted = true;
    const words = wordsOf(text).slice(0, WORDS_LIMIT);
    const groups = words.map((word, at) => this.#groupOf(word, at === words.length - 1));
    return groups.sort((a, b) => a.documents - b.documents);
  }

  /** The word itself, what begins with it where it is the last, and its near misses where it is rare. */
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
    const slips = slipsForgiven(word.length);
    if (slips === 0 || documentsOf(found) >= RARE) return groupOf(typed, found, false);
    for (const terms of lists)
      for (const { at, distance } of termsNear(terms, word, slips))
        add(terms[at] as string, SLIP_WEIGHTS[distance] ?? 0.25);
    return groupOf(typed, this.#termsOf(weights), found.length === 0);
  }

  /** The terms with their postings, the weightiest and then the most frequent first. */
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
    if (fresh) lists.push(fresh.postings);
    return lists;
  }

  /** Everything packed anew. `moved` gives for each ordinal its new one, or -1 where the document is gone. */
  packed(moved: Int32Array): Terms {
    let most = this.#packed.postings.length;
    for (const { count } of this.#fresh.values()) most += count;
    const all = [...new Set([...this.#packed.terms, ...this.#freshTerms])].sort();
    const terms: string[] = [];
    const offsets = new Uint32Array(all.length + 1);
    const postings = new Uint32Array(most);
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
    return { terms, offsets: offsets.slice(0, terms.length + 1), postings: postings.slice(0, end) };
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
