import type { StringTable } from './string-table.ts';

/** A term close to a mistyped word: its index in a sorted list, and its edit distance. */
export interface Near {
  at: number;
  distance: number;
}

/** Allowed edit distance for a word of this length. */
export function maxEdits(length: number): number {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0;
}

/**
 * The terms within `edits` of `word` by optimal string alignment distance: insertions, deletions, substitutions and
 * transpositions. The terms must be sorted: table rows are reused along shared prefixes, and hopeless prefixes are
 * skipped together.
 */
export function termsNear(terms: StringTable, word: string, edits: number): Near[] {
  const { units } = terms;
  const width = word.length;
  const rows: Uint8Array[] = [Uint8Array.from({ length: width + 1 }, (_, index) => index)];
  const found: Near[] = [];
  /** Where the term before stands, and how much of it has its rows. */
  let [previous, previousLength, valid] = [0, 0, 0];
  let at = 0;
  while (at < terms.length) {
    const start = terms.startOf(at);
    const length = terms.endOf(at) - start;
    /** Length of the prefix that is already too far off, or -1. */
    let hopeless = -1;
    let shared = 0;
    const limit = Math.min(previousLength, length, valid);
    while (shared < limit && units[previous + shared] === units[start + shared]) shared++;
    [previous, previousLength] = [start, length];
    let depth = shared;
    for (; depth < length; depth++) {
      if (depth >= width + edits || fillRow(rows, depth, units, start, word) > edits) {
        hopeless = depth;
        break;
      }
    }
    valid = depth;
    const distance = rows[length]?.[width];
    if (hopeless < 0 && distance !== undefined && distance <= edits) found.push({ at, distance });
    at = hopeless < 0 ? at + 1 : afterPrefix(terms, at, hopeless + 1);
  }
  return found;
}

/**
 * The first place after `at` whose term does not begin with the first `length` letters of the term at `at`. In steps that double,
 * then halving: most prefixes have few terms, some a tenth of all.
 */
function afterPrefix(terms: StringTable, at: number, length: number): number {
  const has = (place: number) => place < terms.length && terms.sharesPrefix(place, at, length);
  let step = 1;
  while (has(at + step)) step *= 2;
  let [within, after] = [at + (step >> 1), Math.min(at + step, terms.length)];
  while (after - within > 1) {
    const middle = (within + after) >> 1;
    if (has(middle)) within = middle;
    else after = middle;
  }
  return after;
}

/** Fills the row after letter `depth` of the term that begins at `start`; returns its minimum. */
function fillRow(rows: Uint8Array[], depth: number, units: Uint16Array, start: number, word: string): number {
  const above = rows[depth] as Uint8Array;
  let row = rows[depth + 1];
  if (!row) {
    row = new Uint8Array(word.length + 1);
    rows[depth + 1] = row;
  }
  row[0] = depth + 1;
  let least = depth + 1;
  const letter = units[start + depth] as number;
  const letterBefore = depth > 0 ? (units[start + depth - 1] as number) : -1;
  for (let j = 1; j <= word.length; j++) {
    let value = (above[j - 1] as number) + (word.charCodeAt(j - 1) === letter ? 0 : 1);
    value = Math.min(value, (above[j] as number) + 1, (row[j - 1] as number) + 1);
    const swapped = j > 1 && letter === word.charCodeAt(j - 2) && letterBefore === word.charCodeAt(j - 1);
    if (swapped) value = Math.min(value, ((rows[depth - 1] as Uint8Array)[j - 2] as number) + 1);
    row[j] = value;
    if (value < least) least = value;
  }
  return least;
}
