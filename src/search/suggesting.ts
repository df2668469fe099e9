import { impactOf, ordinalOf } from './postings.ts';
import { folded, searchWords } from './tokens.ts';
import type { Vocabulary } from './vocabulary.ts';

/** So many terms a word being typed stands for at most, and so many postings of each word are read. */
const TERMS = 64;
const POSTINGS = 40_000;
/** A word in a name gives at least this impact; see tokens.ts. */
const IN_NAME = 120;
/** So many names are looked at: their documents have the best scores. */
const NAMES = 256;

/** A word in fewer documents may be mistyped. */
const RARE = 3;

/** What suggestions read of the index. */
export interface SuggestedIn {
  vocabulary: Vocabulary;
  /** Ordinals in use, removed ones included. */
  count: number;
  lift: Float64Array;
  nameOf(ordinal: number): string;
  /** Whether everybody may see the document. */
  isShown(ordinal: number): boolean;
}

type Lists = readonly Uint32Array[];
interface Typed {
  word: string;
  terms: readonly string[];
  lists: Lists;
  documents: number;
}

/**
 * Finds the documents whose names hold what is being typed. It reads a bounded number of postings, so that two letters cost
 * no more among a million documents than among a hundred thousand.
 */
export class Suggesting {
  /** By ordinal: the number of the search and of the words that a document has, in one number. */
  #marks = new Float64Array(0);
  #stamp = 0;

  /** The best documents first, each name once. Where no name holds the words as they are typed, near ones are taken. */
  find(words: readonly string[], limit: number, index: SuggestedIn): number[] {
    if (words.length === 0 || limit <= 0) return [];
    const found = this.#find(words, false, limit, index);
    return found.length > 0 ? found : this.#find(words, true, limit, index);
  }

  #find(words: readonly string[], mended: boolean, limit: number, index: SuggestedIn): number[] {
    const typed: Typed[] = [];
    // A letter after a word is the beginning of tens of thousands: the names are asked for it alone.
    const letters = words.length > 1 ? words.filter(({ length }) => length === 1) : [];
    for (const word of words.filter((one) => !letters.includes(one))) {
      const asTyped = index.vocabulary.typedAs(word, false, TERMS);
      const isRare = countOf(asTyped.flatMap(({ postings }) => postings)) < RARE;
      const terms = mended && isRare ? [...asTyped, ...index.vocabulary.typedAs(word, true, TERMS)] : asTyped;
      if (terms.length === 0) return [];
      const lists = terms.flatMap(({ postings }) => postings);
      typed.push({ word, terms: terms.map(({ term }) => term), lists, documents: countOf(lists) });
    }
    const held = [...typed, ...letters.map((word) => ({ word, terms: [] }))];
    const [rarest, ...others] = typed.toSorted((a, b) => a.documents - b.documents);
    if (!rarest) return [];
    const marked = others.filter(({ documents }) => documents <= POSTINGS);
    const wanted = this.#mark(marked, index.count);
    const best = this.#best(rarest.lists, marked.length > 0 ? wanted : null, index);
    const taken = new Set<string>();
    const found: number[] = [];
    for (const ordinal of best) {
      const name = index.nameOf(ordinal);
      const key = name.toLowerCase();
      if (taken.has(key) || !holds(name, held)) continue;
      taken.add(key);
      found.push(ordinal);
      if (found.length === limit) break;
    }
    return found;
  }

  /** Marks the documents that have all of these words; returns their mark. */
  #mark(words: readonly Typed[], count: number): number {
    if (this.#marks.length < count) this.#marks = new Float64Array(Math.ceil(count * 1.2) + 64);
    const marks = this.#marks;
    for (const [at, { lists }] of words.entries()) {
      const before = this.#stamp;
      this.#stamp += 1;
      for (const list of lists) {
        // By place: of a typed array it takes half as long as "of".
        for (let place = 0; place < list.length; place++) {
          const posting = list[place] as number;
          if (impactOf(posting) < IN_NAME) continue;
          const ordinal = ordinalOf(posting);
          if (at === 0 || marks[ordinal] === before) marks[ordinal] = this.#stamp;
        }
      }
    }
    const mark = this.#stamp;
    // The next search's first mark is not this one's last.
    this.#stamp += 1;
    return mark;
  }

  /** The documents with the best scores, each once. @param mark what they are marked with; null for any. */
  #best(lists: Lists, mark: number | null, { lift, isShown }: SuggestedIn): number[] {
    const scores: number[] = [];
    const ordinals: number[] = [];
    let left = POSTINGS;
    for (const list of lists) {
      const end = Math.min(list.length, left);
      left -= end;
      for (let place = 0; place < end; place++) {
        const posting = list[place] as number;
        const impact = impactOf(posting);
        if (impact < IN_NAME) continue;
        const ordinal = ordinalOf(posting);
        const score = impact * (lift[ordinal] as number);
        const isFull = ordinals.length === NAMES;
        if (isFull && score <= (scores[NAMES - 1] as number)) continue;
        if (mark !== null && this.#marks[ordinal] !== mark) continue;
        if (!isShown(ordinal) || ordinals.includes(ordinal)) continue;
        if (isFull) {
          scores.pop();
          ordinals.pop();
        }
        const rank = placeOf(scores, score);
        scores.splice(rank, 0, score);
        ordinals.splice(rank, 0, ordinal);
      }
    }
    return ordinals;
  }
}

const countOf = (lists: Lists): number => lists.reduce((sum, { length }) => sum + length, 0);

/** Where a score belongs among scores that fall. */
function placeOf(scores: readonly number[], score: number): number {
  let low = 0;
  let high = scores.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((scores[middle] as number) >= score) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a name has a word for each that is typed: one that begins so, or that it stands for. */
function holds(name: string, typed: readonly Pick<Typed, 'word' | 'terms'>[]): boolean {
  const words = searchWords(name);
  return typed.every(({ word, terms }) =>
    words.some((one) => one.startsWith(word) || terms.includes(folded(one))),
  );
}
