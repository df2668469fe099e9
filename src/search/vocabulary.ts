import type { AskedText } from './asked.ts';
import { beginningsNear, mostCommon, rangeOf } from './beginnings.ts';
import { maxEdits, termsNear } from './fuzzy.ts';
import { impactOf, ordinalOf, PostingList, PostingPool, sharedPostings } from './postings.ts';
import { sharedNumbers } from './shared-numbers.ts';
import { type StringData, StringPacker, StringTable } from './string-table.ts';
import { folded, grammaticalNumbers } from './tokens.ts';

/** A word in fewer documents than this, and in no name or tag, is also searched with typos. */
const RARE = 3;
/** Weights of a prefix match and of one and two edits, relative to an exact match. */
const PREFIX_WEIGHT = 0.6;
const EDIT_WEIGHTS = [1, 0.5, 0.25] as const;
/** Weight of two words that are typed as one, of a word inside a longer one, and the shortest that is looked for there. */
const SPLIT_WEIGHT = 0.9;
const INSIDE_WEIGHT = 0.4;
const SYNONYM_WEIGHT = 0.5;
const INSIDE_FROM = 4;
/** The shortest half of a word that is taken for two. */
const HALF = 3;
/** At most so many words of a search are looked up among near ones, which reads the whole vocabulary. */
const NEAR_LOOKUPS = 8;
/** At most so many times in a search a word is taken for two, which reads the documents of both halves. */
const SPLITS_MAX = 4;
/** What a name, a tag or a store's name gives at least; a description gives less (see tokens.ts). */
const IN_LABELS = 100;

/** Sorted terms and their concatenated postings: those of term n start at `offsets[n]`. */
export interface Terms {
  terms: StringData;
  offsets: Uint32Array;
  postings: Uint32Array;
}

/** The terms that match one word of a search; a document must contain one of them. */
export interface TermGroup {
  typed: string;
  terms: { term: string; weight: number; postings: Uint32Array[] }[];
  /** Number of documents with any of the terms, so that a rare typo does not outrank the common word. */
  documents: number;
  corrected: boolean;
  /** The near words that were added to one which few documents have. */
  also: string[];
  /** Whether a document may lack it: it then only adds to the score. */
  isFiller: boolean;
}

/** All terms with their postings: the packed ones, and those added since. */
export class Vocabulary {
  readonly #packed: Terms;
  readonly #packedTerms: StringTable;
  readonly #fresh = new Map<string, PostingList>();
  readonly #pool = new PostingPool();
  /** Sorted, without the terms that were added since somebody searched. */
  #freshTerms = StringTable.of([]);
  /** How often a word of the current search may still be taken for two. */
  #splits = 0;

  constructor(packed: Terms) {
    this.#packed = packed;
    this.#packedTerms = new StringTable(packed.terms);
  }

  add(term: string, ordinal: number, impact: number): void {
    let list = this.#fresh.get(term);
    if (!list) {
      list = new PostingList(this.#pool);
      this.#fresh.set(term, list);
    }
    list.push(ordinal, impact, this.#pool);
  }

  /**
   * One group per word of a search, the rarest first.
   * @param synonyms what each word means besides.
   * @param unfinished which words may be the beginning of longer ones: in short lists every one, from its first letter on
   */
  groupsOf(
    { words, fillers }: AskedText,
    synonyms: readonly (readonly string[])[] = [],
    unfinished: 'last' | 'every' = 'last',
  ): TermGroup[] {
    this.#sortFresh();
    let lookups = NEAR_LOOKUPS;
    this.#splits = SPLITS_MAX;
    const groups = words.map((word, at) => {
      const isFiller = fillers[at] ?? false;
      const joined = isFiller ? [] : this.#joinedOf(words, at);
      const mayLookUp = !isFiller && lookups > 0;
      const mayBegin = unfinished === 'every' || (at === words.length - 1 && word.length > 1);
      const others = { joined, synonyms: synonyms[at] ?? [] };
      const group = this.#groupOf(word, mayBegin, others, mayLookUp);
      if (group.isLookedUp) lookups -= 1;
      return { ...group.group, isFiller };
    });
    return groups.sort((a, b) => a.documents - b.documents);
  }

  /** The documents with a word, exactly or in its other number. */
  documentsWith(word: string): Uint32Array[] {
    this.#sortFresh();
    return grammaticalNumbers(word).flatMap((term) => this.#postingsOf(term));
  }

  /** Whether a word stands in the index as it is typed, in one of its numbers. */
  knows(word: string): boolean {
    return grammaticalNumbers(word).some((term) => this.#has(term));
  }

  /**
   * The terms that a word stands for while it is typed: itself in both numbers and what begins with it, or, `mended`, what
   * begins nearly so. Of more than `most` those in the most documents.
   */
  typedAs(word: string, mended: boolean, most: number): { term: string; postings: Uint32Array[] }[] {
    this.#sortFresh();
    const { offsets } = this.#packed;
    const fresh = this.#freshTerms;
    const lists = [
      { terms: this.#packedTerms, countAt: (at: number) => (offsets[at + 1] ?? 0) - (offsets[at] ?? 0) },
      { terms: fresh, countAt: (at: number) => this.#fresh.get(fresh.at(at))?.count ?? 0 },
    ];
    const found = new Set(mended ? [] : grammaticalNumbers(word).filter((term) => this.#has(term)));
    const edits = maxEdits(word.length);
    for (const { terms, countAt } of lists) {
      const places = mended
        ? (edits === 0 ? [] : beginningsNear(terms, word, edits))
            .toSorted((a, b) => countAt(b) - countAt(a))
            .slice(0, most)
        : mostCommon(rangeOf(terms, word), countAt, most);
      for (const place of places) found.add(terms.at(place));
    }
    return [...found].slice(0, 2 * most).map((term) => ({ term, postings: this.#postingsOf(term) }));
  }

  /** Sorted lazily: a whole catalogue may be added between searches. */
  #sortFresh(): void {
    if (this.#freshTerms.length < this.#fresh.size)
      this.#freshTerms = StringTable.of([...this.#fresh.keys()].sort());
  }

  /** The terms that a word makes with its neighbours: "long sword" is also looked for as "longsword". */
  #joinedOf(words: readonly string[], at: number): string[] {
    const [before = '', word = '', after = ''] = [words[at - 1], words[at], words[at + 1]];
    return [before && `${before}${word}`, after && `${word}${after}`]
      .map(folded)
      .filter((term) => term !== '' && this.#has(term));
  }

  #has(term: string): boolean {
    return this.#fresh.has(term) || this.#placeOf(term) !== undefined;
  }

  #placeOf(term: string): number | undefined {
    const at = this.#packedTerms.firstAtOrAfter(term);
    return at < this.#packedTerms.length && this.#packedTerms.is(at, term) ? at : undefined;
  }

  /**
   * The word itself in both numbers, joined with its neighbours or taken for two, its completions if it may be unfinished, and its near
   * misses if it is rare.
   */
  #groupOf(
    typed: string,
    mayBegin: boolean,
    { joined, synonyms }: { joined: readonly string[]; synonyms: readonly string[] },
    mayLookUp: boolean,
  ): { group: Omit<TermGroup, 'isFiller'>; isLookedUp: boolean } {
    const word = folded(typed);
    const weights = new Map<string, number>();
    const add = (term: string, weight: number) => weights.set(term, Math.max(weight, weights.get(term) ?? 0));
    const lists = [this.#packedTerms, this.#freshTerms];
    for (const term of [...grammaticalNumbers(typed), ...joined]) if (this.#has(term)) add(term, 1);
    if (mayBegin) {
      for (const terms of lists)
        for (let at = terms.firstAtOrAfter(typed); at < terms.length && terms.startsWith(at, typed); at++)
          add(terms.at(at), terms.is(at, word) ? 1 : PREFIX_WEIGHT);
    }
    for (const term of synonyms) if (this.#has(term)) add(term, SYNONYM_WEIGHT);
    const split = this.#splitOf(typed);
    const phrases = synonyms.flatMap((meaning) => this.#phraseOf(meaning));
    const exact = [...this.#termsOf(weights), ...phrases];
    const found = [...exact, ...split];
    const edits = maxEdits(word.length);
    if (!mayLookUp || edits === 0 || documentsOf(found) >= RARE || isInLabels(found))
      return { group: groupOf(typed, found, exact.length === 0), isLookedUp: false };
    const known = new Set(weights.keys());
    for (const terms of lists) {
      for (const { at, distance } of termsNear(terms, word, edits))
        add(terms.at(at), EDIT_WEIGHTS[distance] ?? 0.25);
      if (word.length >= INSIDE_FROM)
        for (let at = 0; at < terms.length; at++)
          if (terms.endsWith(at, word) && !terms.is(at, word)) add(terms.at(at), INSIDE_WEIGHT);
    }
    const terms = this.#termsOf(weights);
    const also = exact.length === 0 ? [] : terms.flatMap(({ term }) => (known.has(term) ? [] : [term]));
    return {
      group: { ...groupOf(typed, [...terms, ...phrases, ...split], exact.length === 0), also },
      isLookedUp: true,
    };
  }

  /** A word taken for two, where names or tags have both: of "longsword" the documents with "long" and "sword". */
  #splitOf(typed: string): TermGroup['terms'] {
    let best: TermGroup['terms'][number] | null = null;
    for (let at = HALF; at <= typed.length - HALF; at++) {
      const [first, second] = [typed.slice(0, at), folded(typed.slice(at))];
      if (this.#splits === 0 || !this.#has(first) || !this.#has(second)) continue;
      this.#splits -= 1;
      const postings = sharedPostings(this.#postingsOf(first), this.#postingsOf(second), IN_LABELS);
      if (postings.length > (best?.postings[0]?.length ?? 0))
        best = { term: `${first} ${second}`, weight: SPLIT_WEIGHT, postings: [postings] };
    }
    return best ? [best] : [];
  }

  /** A meaning of several words: the documents whose names or tags have all of them. */
  #phraseOf(meaning: string): TermGroup['terms'] {
    const [first = '', ...others] = meaning.split(' ');
    if (others.length === 0 || ![first, ...others].every((term) => this.#has(term))) return [];
    const shared = others.reduce(
      (found: Uint32Array[], term) => [sharedPostings(found, this.#postingsOf(term), IN_LABELS)],
      this.#postingsOf(first),
    );
    return [{ term: meaning, weight: SYNONYM_WEIGHT, postings: shared }];
  }

  /** The terms with their postings, by weight, then by frequency. */
  #termsOf(weights: Map<string, number>): TermGroup['terms'] {
    const terms = [...weights].map(([term, weight]) => ({ term, weight, postings: this.#postingsOf(term) }));
    return terms.sort((a, b) => b.weight - a.weight || documentsOf([b]) - documentsOf([a]));
  }

  #postingsOf(term: string): Uint32Array[] {
    const { offsets, postings } = this.#packed;
    const at = this.#placeOf(term);
    const lists: Uint32Array[] = [];
    if (at !== undefined) lists.push(postings.subarray(offsets[at], offsets[at + 1]));
    const fresh = this.#fresh.get(term);
    if (fresh) lists.push(...fresh.postings);
    return lists;
  }

  /**
   * All terms repacked, in arrays that threads can share. `moved` maps each ordinal to its new one, or -1 for removed documents.
   */
  packed(moved: Int32Array): Terms {
    let capacity = this.#packed.postings.length;
    for (const { count } of this.#fresh.values()) capacity += count;
    this.#sortFresh();
    const most = this.#packedTerms.length + this.#freshTerms.length;
    const terms = new StringPacker(most);
    const offsets = new Uint32Array(most + 1);
    const postings = sharedNumbers(Uint32Array, capacity);
    let end = 0;
    let count = 0;
    for (const { term, lists } of this.#everyTerm()) {
      offsets[count] = end;
      for (const list of lists) {
        for (let at = 0; at < list.length; at++) {
          const posting = list[at] as number;
          const ordinal = moved[ordinalOf(posting)] as number;
          if (ordinal >= 0) postings[end++] = ordinal * 256 + impactOf(posting);
        }
      }
      if (end === (offsets[count] as number)) continue;
      terms.add(term);
      count += 1;
    }
    offsets[count] = end;
    // Nothing is removed while an index is built, and its postings are most of it: a copy of them would be the peak of its memory.
    return {
      terms: terms.packed(),
      offsets: shared(offsets.subarray(0, count + 1)),
      postings: end === capacity ? postings : shared(postings.subarray(0, end)),
    };
  }

  /** Packed and fresh terms together in their order, with their postings. */
  *#everyTerm(): Generator<{ term: string; lists: Uint32Array[] }> {
    const { offsets, postings } = this.#packed;
    let fresh = 0;
    const nextFresh = () => {
      const term = this.#freshTerms.at(fresh++);
      return { term, lists: this.#fresh.get(term)?.postings ?? [] };
    };
    for (let at = 0; at < this.#packedTerms.length; at++) {
      const term = this.#packedTerms.at(at);
      while (fresh < this.#freshTerms.length && this.#freshTerms.at(fresh) < term) yield nextFresh();
      const lists = [postings.subarray(offsets[at], offsets[at + 1])];
      if (fresh < this.#freshTerms.length && this.#freshTerms.is(fresh, term))
        lists.push(...nextFresh().lists);
      yield { term, lists };
    }
    while (fresh < this.#freshTerms.length) yield nextFresh();
  }
}

function shared(numbers: Uint32Array): Uint32Array {
  const copy = sharedNumbers(Uint32Array, numbers.length);
  copy.set(numbers);
  return copy;
}

function groupOf(typed: string, terms: TermGroup['terms'], corrected: boolean): Omit<TermGroup, 'isFiller'> {
  return { typed, terms, documents: documentsOf(terms), corrected: corrected && terms.length > 0, also: [] };
}

/** Whether a name or a tag has one of the terms: the word is then one that somebody uses, and no slip. */
function isInLabels(terms: TermGroup['terms']): boolean {
  return terms.some(({ postings }) =>
    postings.some((list) => list.some((posting) => impactOf(posting) >= IN_LABELS)),
  );
}

function documentsOf(terms: TermGroup['terms']): number {
  let documents = 0;
  for (const { postings } of terms) for (const list of postings) documents += list.length;
  return documents;
}
