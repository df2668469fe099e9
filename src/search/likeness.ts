import type { Ordinals } from './ordinals.ts';
import { impactOf, ordinalOf } from './postings.ts';
import { TRADE } from './synonyms.ts';
import { folded, plainLetters, searchWords, sizesJoined } from './tokens.ts';

/** So many documents of the words are read at most, the rarest words first: about half a millisecond. */
const POSTINGS_READ = 40_000;
/** So many words of a document are looked at. */
const WORDS_LOOKED_AT = 40;
/** A tag says more of what a thing is than a name, in which things are called somehow. */
const TAG_WEIGHT = 1.5;
const SYNONYM_WEIGHT = 0.5;
/** Many words that a tenth of all models has, such as sizes and supports, would outvote the one that tells what it is. */
const COMMON = 0.1;
const COMMON_WEIGHT = 0.25;
/** Documents with less of the best score are not looked at further, where more than NEAR_ENOUGH others are there. */
const NEAR_SHARE = 0.4;
const NEAR_ENOUGH = 300;

/** The terms of a label, each word once: a size is one word, and not its number and its unit besides. */
const termsOf = (label: string): string[] => searchWords(sizesJoined(plainLetters(label))).map(folded);

/** What likeness reads of the words of an index. */
export interface LikenessWords {
  documentsWith(word: string): Uint32Array[];
}

/**
 * Finds the documents that share words of names and tags with one of them, which hold its creature, category and facets, too; rare
 * words count more than common ones. The work arrays are as long as the index and are used again by the next search.
 */
export class Likeness {
  /** By ordinal: the scores of what was found last. */
  scores = new Float64Array(0);
  #ofWord = new Float64Array(0);
  #found = new Uint32Array(0);

  /** @param of the document's ordinal, which is not found. @param labels its name and tags */
  find(
    of: number,
    { name, tags }: { name: string; tags: readonly string[] },
    words: LikenessWords,
    { count, capacity }: { count: number; capacity: number },
  ): Ordinals {
    this.#makeRoom(capacity);
    const { scores } = this;
    const ofWord = this.#ofWord;
    const found = this.#found;
    let matches = 0;
    let read = 0;
    scores.fill(0, 0, count);
    for (const { lists, weight, documents } of this.#wordsOf(name, tags, words)) {
      if (read > 0 && read + documents > POSTINGS_READ) break;
      read += documents;
      const rarity = Math.log(1 + (count - Math.min(count, documents) + 0.5) / (documents + 0.5));
      const share = documents > COMMON * count ? COMMON_WEIGHT : 1;
      const worth = (weight * share * rarity) / 255;
      for (const { near, postings } of lists) {
        for (const posting of postings) {
          const ordinal = ordinalOf(posting);
          const score = worth * near * impactOf(posting);
          const before = ofWord[ordinal] as number;
          if (score <= before || ordinal === of) continue;
          if (scores[ordinal] === 0) found[matches++] = ordinal;
          scores[ordinal] = (scores[ordinal] as number) + score - before;
          ofWord[ordinal] = score;
        }
      }
      for (const { postings } of lists) for (const posting of postings) ofWord[ordinalOf(posting)] = 0;
    }
    return { ids: found, count: this.#nearest(matches) };
  }

  /** Moves the nearest documents to the front and returns their number: most share a common word alone. */
  #nearest(matches: number): number {
    const { scores } = this;
    const found = this.#found;
    let most = 0;
    for (let at = 0; at < matches; at++) most = Math.max(most, scores[found[at] as number] as number);
    let near = 0;
    for (let at = 0; at < matches; at++) {
      const ordinal = found[at] as number;
      if ((scores[ordinal] as number) < NEAR_SHARE * most) continue;
      found[at] = found[near] as number;
      found[near++] = ordinal;
    }
    return near > NEAR_ENOUGH ? near : matches;
  }

  /** The words that other documents have, too, with what means the same, the rarest first. */
  #wordsOf(name: string, tags: readonly string[], words: LikenessWords) {
    const weights = new Map(termsOf(name).map((term) => [term, 1]));
    for (const term of tags.flatMap(termsOf)) weights.set(term, TAG_WEIGHT);
    return [...weights]
      .slice(0, WORDS_LOOKED_AT)
      .map(([term, weight]) => {
        const lists = [
          ...words.documentsWith(term).map((postings) => ({ near: 1, postings })),
          ...(TRADE.of([term])[0] ?? [])
            .filter((other) => !other.includes(' '))
            .flatMap((other) => words.documentsWith(other))
            .map((postings) => ({ near: SYNONYM_WEIGHT, postings })),
        ];
        const documents = lists.reduce((sum, { postings }) => sum + postings.length, 0);
        return { lists, weight, documents };
      })
      .filter(({ documents }) => documents > 1)
      .sort((a, b) => a.documents - b.documents);
  }

  #makeRoom(capacity: number): void {
    if (this.#found.length >= capacity) return;
    this.scores = new Float64Array(capacity);
    this.#ofWord = new Float64Array(capacity);
    this.#found = new Uint32Array(capacity);
  }
}
