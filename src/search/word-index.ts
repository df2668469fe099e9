import { askedOf, holdsPhrases } from './asked.ts';
import { Matching } from './matching.ts';
import { TRADE } from './synonyms.ts';
import { labelTerms } from './tokens.ts';
import { Vocabulary } from './vocabulary.ts';

/** One text is enough: who searches a list of their own wants what has all words, and something near only where nothing has. */
const ENOUGH = 1;
/** As a word of a name or a tag counts in the index of the shop: nothing else is searched here, and nothing is ranked. */
const IMPACT = 255;

/** What a search finds in a list. */
export interface FoundTexts {
  /** By place in the list: 1 for what was found, else 0. */
  isFound: Uint8Array;
  count: number;
  /** Words that nothing has, as typed, and the nearest one that was searched instead. */
  corrections: { typed: string; searched: string }[];
  /** Where nothing has all words: the words that nothing of what is found has. Null otherwise. */
  without: string[] | null;
}

/** What is searched of one thing: its name, tags, and whatever else people call it by, each a text. */
export type Labels = readonly string[];

/**
 * The words of a short list, such as a library or somebody's orders, searched in memory as the shop searches its models: with
 * other numbers of a word, synonyms, joined and split words, near words, `-word` and phrases. It knows no facets and no order,
 * and every word may be unfinished, because people narrow such a list while they type. Made for up to some 10 000 texts, in a
 * browser or on the server.
 */
export class WordIndex {
  readonly #texts: Labels[] = [];
  readonly #vocabulary = new Vocabulary({
    terms: { units: new Uint16Array(0), ends: new Uint32Array(0) },
    offsets: new Uint32Array(1),
    postings: new Uint32Array(0),
  });
  readonly #matching = new Matching();
  /** Tags, stores and kinds come again and again: each is taken apart once. */
  readonly #terms = new Map<string, readonly string[]>();

  /** Adds a text; its place is the number of those before it. */
  add(labels: Labels): void {
    const at = this.#texts.push(labels) - 1;
    const terms = new Set(labels.flatMap((label) => this.#termsOf(label)));
    for (const term of terms) this.#vocabulary.add(term, at, IMPACT);
  }

  #termsOf(label: string): readonly string[] {
    const known = this.#terms.get(label);
    if (known) return known;
    const terms = labelTerms(label);
    this.#terms.set(label, terms);
    return terms;
  }

  /** What has the words of a search; null for a text without words, which asks for nothing. */
  find(text: string): FoundTexts | null {
    const asked = askedOf(text);
    const { phrases } = asked;
    const count = this.#texts.length;
    if (asked.words.length + asked.excluded.length === 0) return null;
    const groups = this.#vocabulary.groupsOf(asked, TRADE.of(asked.words), 'every');
    const excluded = asked.excluded.flatMap((word) => this.#vocabulary.documentsWith(word));
    const matched = this.#matching.match(groups, excluded, { count, capacity: count }, ENOUGH);
    // Without a group only words were excluded that nothing has.
    const found = matched
      ? matched.ordinals.ids.subarray(0, matched.ordinals.count)
      : Uint32Array.from(this.#texts.keys());
    const held = phrases.length === 0 ? found : found.filter((at) => this.#holds(at, phrases));
    const isPhraseLeftOut = held.length === 0 && found.length > 0;
    const kept = isPhraseLeftOut ? found : held;
    const isFound = new Uint8Array(count);
    for (const at of kept) isFound[at] = 1;
    const leftOut = isPhraseLeftOut ? phrases.map((phrase) => `“${phrase}”`) : matched?.partial?.without;
    return {
      isFound,
      count: kept.length,
      corrections: groups.flatMap(({ corrected, typed, terms }) =>
        corrected ? [{ typed, searched: terms[0]?.term ?? typed }] : [],
      ),
      without: kept.length > 0 ? (leftOut ?? null) : null,
    };
  }

  #holds(at: number, phrases: readonly string[]): boolean {
    return holdsPhrases(this.#texts[at] ?? [], phrases);
  }
}

/** An index of all of these texts. */
export function wordIndexOf(texts: Iterable<Labels>): WordIndex {
  const index = new WordIndex();
  for (const labels of texts) index.add(labels);
  return index;
}
