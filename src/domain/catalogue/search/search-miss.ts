/** Words that a search did not find, counted by day without who searched, so that an operator sees what is asked for. */

/** The longest words that are counted, in characters. */
export const MISS_LENGTH_MAX = 40;
/** The most different words of one day. */
export const MISSES_A_DAY = 500;
/** How many days they are kept. */
export const MISS_DAYS_KEPT = 90;
/** Words that were looked for less often are not shown: they may be somebody's name. */
export const MISS_TIMES_SHOWN = 2;

const WORDS_MAX = 4;
/** So many digits in a row may be a telephone or card number. */
const DIGITS = /\d{5}/;

/**
 * The words of a search as they are counted, in lower case; null where they may name somebody, such as an address or a
 * number, or are too long.
 */
export function missedWords(query: string): string | null {
  const text = query.normalize('NFC').trim().toLowerCase();
  if (text === '' || text.length > MISS_LENGTH_MAX || text.includes('@') || text.includes('://')) return null;
  if (DIGITS.test(text.replaceAll(/[^\p{L}\p{N}]/gu, ''))) return null;
  const words = text.split(/[^\p{L}\p{N}'’-]+/u).filter((word) => word !== '');
  return words.length === 0 || words.length > WORDS_MAX ? null : words.join(' ');
}
