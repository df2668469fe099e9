/** A term of a sorted list within reach of a mistyped word, and how many slips lie between. */
export interface Near {
  at: number;
  distance: number;
}

/** Slips forgiven for a word of this length. */
export function slipsForgiven(length: number): number {
  return length >= 8 ? 2 : length >= 4 ? 1 : 0;
}

/**
 * The terms within `slips` of `word` by optimal string alignment: a letter more, less, another, or two swapped. The
 * terms must be sorted: rows of the table are reused along shared beginnings, and what cannot come near any more is
 * passed over together.
 */
export function termsNear(terms: readonly string[], word: string, slips: number): Near[] {
  const width = word.length;
  const rows: Uint8Array[] = [Uint8Array.from({ length: width + 1 }, (_, index) => index)];
  const found: Near[] = [];
  let previous = '';
  let valid = 0;
  /** Length of the beginning that is already too far off, or -1. */
  let hopeless = -1;
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at] as string;
    let shared = 0;
    const most = Math.min(previous.length, term.length);
    while (shared < most && previous.charCodeAt(shared) === term.charCodeAt(shared)) shared++;
    if (hopeless >= 0 && shared > hopeless) continue;
    hopeless = -1;
    previous = term;
    let depth = Math.min(shared, valid);
    for (; depth < term.length; depth++) {
      if (depth >= width + slips || fillRow(rows, depth, term, word) > slips) {
        hopeless = depth;
        break;
      }
    }
    valid = depth;
    const distance = rows[term.length]?.[width];
    if (hopeless < 0 && distance !== undefined && distance <= slips) found.push({ at, distance });
  }
  return found;
}

/** Fills the row after letter `depth` of `term`; answers the least number in it. */
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
