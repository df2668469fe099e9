/**
 * Words of searches, counted by day without who searched: those that found nothing or little, so that an operator sees what is
 * asked for, and those that found enough, so that others can choose them while they type.
 */

/** The longest words that are counted, in characters. */
export const MISS_LENGTH_MAX = 40;
/** The most different words of one day. */
export const MISSES_A_DAY = 500;
/** How many days they are kept. */
export const MISS_DAYS_KEPT = 90;
/** A search that finds fewer models counts as one that found little. */
export const MISS_BELOW = 3;

/** The most searches that are kept for suggestions, and the most new ones of one day. */
export const FOUND_SEARCHES_MAX = 5_000;
export const FOUND_SEARCHES_A_DAY = 500;
/**
 * On so many different days a search was made before it is suggested to others. All of its words stand in public texts of
 * models as well, so that a suggestion never says what only one visitor wrote.
 */
export const FOUND_DAYS_SUGGESTED = 3;
/** After so many days without another one, a search that is not suggested yet is forgotten. */
export const FOUND_DAYS_WAITING = 14;
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

/** What a search found, as far as counting it matters. */
interface Found {
  total: number;
  corrections: readonly unknown[];
  partial: { complete: number } | null;
  exact?: boolean;
}

/** How many models a search found by its own words, all of them: what was found by other words does not count. */
export function foundByItsWords({ total, corrections, partial }: Found): number {
  if (corrections.length > 0) return 0;
  return partial === null ? total : partial.complete;
}

/** Whether a search may be suggested to others: it found enough, and the index has every word as it was typed. */
export function mayBeSuggested(found: Found): boolean {
  return found.exact === true && foundByItsWords(found) >= MISS_BELOW;
}
