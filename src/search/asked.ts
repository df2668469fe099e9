import { plainLetters, searchWords, sizesJoined } from './tokens.ts';

/** More words than this are not looked at. */
const WORDS_LIMIT = 16;

/** Words that tell no model of a hall of printable miniatures from another one. */
const FILLERS = new Set(
  (
    'stl stls obj lys 3mf file files model models mini minis miniature miniatures figurine figurines 3d print prints printable ' +
    'printing printed printer digital download looking the a an of for with and in to my der die das und von des du de la le les ' +
    'el los las del y et'
  ).split(' '),
);

/** A search text, read. Words as `wordsOf` writes them. */
export interface AskedText {
  words: string[];
  /** For each word: whether a model may lack it. If all are fillers, all count. */
  fillers: boolean[];
  /** Words that no model may have. */
  excluded: string[];
  /** Words in quotes, which stand together in this order in a name or a tag. */
  phrases: string[];
  /** Words beyond the first WORDS_LIMIT. */
  unread: string[];
}

/** Whether a text has words, and none of them tells a model from another one. */
export function tellsNothing(text: string): boolean {
  const { words, excluded, phrases } = askedOf(text);
  return (
    words.length > 0 && excluded.length + phrases.length === 0 && words.every((word) => FILLERS.has(word))
  );
}

/** Reads a search text: `-word` excludes, quotes hold a phrase together, sizes are one word. */
export function askedOf(text: string): AskedText {
  const plain = sizesJoined(plainLetters(text));
  const phrases = [...plain.matchAll(/["“”„«»]([^"“”„«»]+)["“”„«»]/g)]
    .map(([, inside = '']) => searchWords(inside))
    .filter(({ length }) => length > 1)
    .map((words) => words.join(' '));
  const excluded: string[] = [];
  const rest = plain.replace(/(^|\s)-([\p{L}\p{N}][^\s"“”„]*)/gu, (_, before: string, word: string) => {
    excluded.push(...searchWords(word));
    return before;
  });
  const all = searchWords(rest);
  const words = all.slice(0, WORDS_LIMIT);
  const fillers = words.map((word) => FILLERS.has(word));
  const isAllFillers = fillers.every((isFiller) => isFiller);
  return {
    words,
    fillers: isAllFillers ? fillers.map(() => false) : fillers,
    excluded: excluded.slice(0, WORDS_LIMIT),
    phrases,
    unread: [...all.slice(WORDS_LIMIT), ...excluded.slice(WORDS_LIMIT)],
  };
}

/** Whether each phrase, as `askedOf` writes it, stands in one of a document's labels. */
export function holdsPhrases(labels: readonly string[], phrases: readonly string[]): boolean {
  const padded = labels.map((label) => ` ${searchWords(label).join(' ')} `);
  return phrases.every((phrase) => padded.some((label) => label.includes(` ${phrase} `)));
}
