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
  let at = 0;
  while (at < terms.length) {
    const term = terms[at] as string;
    /** Length of the prefix that is already too far off, or -1. */
    let hopeless = -1;
    let shared = 0;
    const limit = Math.min(previous.length, term.length);
    while (shared < limit && previous.charCodeAt(shared) === term.charCodeAt(shared)) shared++;
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
    at = hopeless < 0 ? at + 1 : afterPrefix(terms, at, term.slice(0, hopeless + 1));
  }
  return found;
}

/**
 * The first place after `at` whose term does not begin with this prefix, as the term at `at` does. In steps that double, then
 * halving: most prefixes have few terms, some a tenth of all.
 */
function afterPrefix(terms: readonly string[], at: number, prefix: string): number {
  let step = 1;
  while (terms[at + step]?.startsWith(prefix)) step *= 2;
  let [within, after] = [at + (step >> 1), Math.min(at + step, terms.length)];
  while (after - within > 1) {
    const middle = (within + after) >> 1;
    if (terms[middle]?.startsWith(prefix)) within = middle;
    else after = middle;
  }
  return after;
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
