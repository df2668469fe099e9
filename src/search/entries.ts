import { askedOf } from './asked.ts';
import { beginningsNear, rangeOf, type SortedTerms } from './beginnings.ts';
import { maxEdits } from './fuzzy.ts';
import { StringTable } from './string-table.ts';
import { folded, plainLetters, searchWords, sizesJoined } from './tokens.ts';

/** Something with a name that a search may lead to, besides documents. */
export interface Entry {
  kind: string;
  name: string;
  /** How much is behind it; the more comes first. */
  count: number;
}

/** So many words of the entries are taken for a mistyped one. */
const NEAR_WORDS = 20;

/**
 * Entries by the beginnings of their words: each is found by any of them, "supported" by "Pre-supported" as well as
 * "presupported". Entries are few beside documents, at most some ten thousand.
 */
export class Entries<T extends Entry> {
  readonly #entries: readonly T[];
  /** The words of each entry. */
  readonly #wordsOf: readonly (readonly string[])[];
  /** All words in order, and the entries of each, by their place. */
  readonly #words: SortedTerms;
  readonly #having: number[][];

  constructor(entries: readonly T[]) {
    // Those with the most behind them first, so that a part of a long range has the best.
    this.#entries = entries.toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
    this.#wordsOf = this.#entries.map(({ name }) => wordsOf(name));
    const having = new Map<string, number[]>();
    for (const [place, words] of this.#wordsOf.entries()) {
      for (const word of new Set(words)) {
        const list = having.get(word) ?? [];
        having.set(word, list);
        list.push(place);
      }
    }
    const words = [...having.keys()].sort();
    this.#words = StringTable.of(words);
    this.#having = words.map((word) => having.get(word) ?? []);
  }

  /** Up to `most` entries of each kind with a word for each that is typed; the same name once in a kind. */
  find(text: string, most: number): T[] {
    const typed = askedOf(text).words;
    if (typed.length === 0) return [];
    const found = this.#find(
      typed.map((word) => [word, folded(word)]),
      most,
    );
    return found.length > 0
      ? found
      : this.#find(
          typed.map((word) => this.#mended(word)),
          most,
        );
  }

  /** @param wanted for each typed word the beginnings of which an entry needs one. */
  #find(wanted: readonly (readonly string[])[], most: number): T[] {
    const ranges = wanted.map((beginnings) => this.#range(beginnings));
    const rarest = ranges.reduce((least, range) => (range.length < least.length ? range : least));
    const places = Uint32Array.from(new Set(rarest.flatMap((at) => this.#having[at] ?? []))).sort();
    const left = new Map<string, number>();
    const taken = new Set<string>();
    const found: T[] = [];
    for (const place of places) {
      const entry = this.#entries[place] as T;
      const room = left.get(entry.kind) ?? most;
      if (room === 0) continue;
      const words = this.#wordsOf[place] ?? [];
      const hasAll =
        wanted.length === 1 ||
        wanted.every((beginnings) =>
          beginnings.some((beginning) => words.some((word) => word.startsWith(beginning))),
        );
      const key = `${entry.kind} ${entry.name.toLowerCase()}`;
      if (!hasAll || taken.has(key)) continue;
      taken.add(key);
      left.set(entry.kind, room - 1);
      found.push(entry);
    }
    return found;
  }

  /** The places of the words that begin so. */
  #range(beginnings: readonly string[]): number[] {
    const places = new Set<number>();
    for (const beginning of beginnings) {
      const [from, to] = rangeOf(this.#words, beginning);
      for (let at = from; at < to; at++) places.add(at);
    }
    return [...places];
  }

  #mended(word: string): string[] {
    const as = [word, folded(word)];
    const edits = maxEdits(word.length);
    if (edits === 0 || this.#range(as).length > 0) return as;
    return beginningsNear(this.#words, word, edits)
      .slice(0, NEAR_WORDS)
      .map((at) => this.#words.at(at));
  }
}

/** The words of a name, and each two neighbours as one. */
function wordsOf(name: string): string[] {
  const words = searchWords(sizesJoined(plainLetters(name)));
  const joined = words.slice(1).map((word, at) => `${words[at]}${word}`);
  return [...words, ...joined];
}
