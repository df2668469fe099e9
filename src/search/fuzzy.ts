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
export function termsNear(terms: readonly string[], word: string, edits: number): Near[] {
  const width = word.length;
  const rows: Uint8Array[] = [Uint8Array.from({ length: width + 1 }, (_, index) => index)];
  const found: Near[] = [];
  let previous = '';
  let valid = 0;
  /** Length of the prefix that is already too far off, or -1. */
  let hopeless = -1;
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at] as string;
    let shared = 0;
    const limit = Math.min(previous.length, term.length);
    while (shared < limit && previous.charCodeAt(shared) === term.charCodeAt(shared)) shared++;
    if (hopeless >= 0 && shared > hopeless) continue;
    hopeless = -1;
    previous = term;
    let depth = Math.min(shared, valid);
    for (; depth < term.length; depth++) {
      if (depth >= width + edits || fillRow(rows, depth, term, word) > edits) {
        hopeless = depth;
        break;
      }
    }
    valid = depth;
    const distance = rows[term.length]?.[width];
    if (hopeless < 0 && distance !== undefined && distance <= edits) found.push({ at, distance });
  }
  return found;
}

/** Fills the row after letter `depth` of `term`; returns its minimum. */
function fillRow(rows: Uint8Array[], depth: number, term: string, word: string): number {
  const above = rows[depth] as Uint8Array;
  let row = rows[depth + 1];
  if (!row) {
    row = new Uint8Array(word.length + 1);
    rows[depth + 1] = row;
  }
  row[0] = depth + 1;
  let least = depth + 1;
  const letter = term.charCodeAt(depth);
  for (let j = 1; j <= word.length; j++) {
    let value = (above[j - 1] as number) + (word.charCodeAt(j - 1) === letter ? 0 : 1);
    value = Math.min(value, (above[j] as number) + 1, (row[j - 1] as number) + 1);
    const swapped =
      depth > 0 &&
      j > 1 &&
      letter === word.charCodeAt(j - 2) &&
      term.charCodeAt(depth - 1) === word.charCodeAt(j - 1);
    if (swapped) value = Math.min(value, ((rows[depth - 1] as Uint8Array)[j - 2] as number) + 1);
    row[j] = value;
    if (value < least) least = value;
  }
  return least;
}
