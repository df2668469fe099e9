import { askedOf } from './asked.ts';
import { TRADE } from './synonyms.ts';
import { grammaticalNumbers } from './tokens.ts';

/** A search text for an index that knows words and their beginnings, but no forms of them, such as the one of messages. */
export interface AskedForms {
  /** For each word that is needed: itself, perhaps unfinished, then the words and phrases of two words that stand for it. */
  anyOf: string[][];
  excluded: string[];
  /** Words in quotes, in their order. */
  phrases: string[];
}

/** The shortest half of a word that is taken for two. */
const HALF = 3;
/** Longer words are not taken for two: there are too many ways. */
const SPLIT_UP_TO = 16;

/**
 * Reads a search text as the shop does, and writes out the forms of its words: other numbers, synonyms, joined with their neighbours,
 * and taken for two. Words that carry nothing are left out.
 */
export function askedForms(text: string): AskedForms {
  const { words, fillers, excluded, phrases } = askedOf(text);
  const meanings = TRADE.of(words);
  const anyOf = words.flatMap((word, at) => {
    if (fillers[at]) return [];
    const joined = [words[at - 1], words[at + 1]].flatMap((neighbour, side) =>
      neighbour === undefined ? [] : [side === 0 ? neighbour + word : word + neighbour],
    );
    const others = [...grammaticalNumbers(word), ...(meanings[at] ?? []), ...joined];
    const forms = [word, ...others.flatMap(bothNumbers), ...splitsOf(word)];
    return [[...new Set(forms)]];
  });
  return {
    anyOf,
    excluded: excluded.flatMap((word) => [...new Set(grammaticalNumbers(word).flatMap(bothNumbers))]),
    phrases,
  };
}

/** The index of the shop has words in one number, other ones as they are written. */
const bothNumbers = (form: string): string[] => [form, `${form}s`];

/** "long sword" of "longsword", and the other ways. */
function splitsOf(word: string): string[] {
  if (word.length > SPLIT_UP_TO) return [];
  const places = Array.from({ length: Math.max(0, word.length - 2 * HALF + 1) }, (_, at) => at + HALF);
  return places.map((at) => `${word.slice(0, at)} ${word.slice(at)}`);
}
