/** Terms in the order of their letters. */
export interface SortedTerms {
  readonly length: number;
  at(place: number): string;
  /** The first place whose term is not before `text`. */
  firstAtOrAfter(text: string): number;
  startsWith(place: number, beginning: string): boolean;
}

/** Where the terms stand that begin so: the first place, and the one after the last. In steps that double, then halving. */
export function rangeOf(terms: SortedTerms, beginning: string): [from: number, to: number] {
  const from = terms.firstAtOrAfter(beginning);
  return [from, afterBeginning(terms, from, beginning)];
}

function afterBeginning(terms: SortedTerms, from: number, beginning: string): number {
  const has = (place: number) => place < terms.length && terms.startsWith(place, beginning);
  if (!has(from)) return from;
  let step = 1;
  while (has(from + step)) step *= 2;
  let [within, after] = [from + (step >> 1), Math.min(from + step, terms.length)];
  while (after - within > 1) {
    const middle = (within + after) >> 1;
    if (has(middle)) within = middle;
    else after = middle;
  }
  return after;
}

/**
 * The places from `from` to `to` with the highest counts, the highest first; no more than `most`. Two letters begin thousands of
 * words: their counts are looked at, their letters are not.
 */
export function mostCommon(
  [from, to]: readonly [number, number],
  countAt: (place: number) => number,
  most: number,
): number[] {
  const places: number[] = [];
  const counts: number[] = [];
  for (let place = from; place < to; place++) {
    const count = countAt(place);
    if (places.length === most) {
      if (count <= (counts[most - 1] as number)) continue;
      places.pop();
      counts.pop();
    }
    let at = counts.length;
    while (at > 0 && (counts[at - 1] as number) < count) at -= 1;
    counts.splice(at, 0, count);
    places.splice(at, 0, place);
  }
  return places;
}

/**
 * The places of the terms that begin with `word`, mistyped: some beginning of them is within `edits` insertions, deletions,
 * substitutions or swaps. Their first letter is that of the word, which is rarely the wrong one, so that a part of the terms is read.
 */
export function beginningsNear(terms: SortedTerms, word: string, edits: number): number[] {
  const rows: Uint8Array[] = [Uint8Array.from({ length: word.length + 1 }, (_, index) => index)];
  const found: number[] = [];
  const [from, to] = rangeOf(terms, word.slice(0, 1));
  let place = from;
  let before = '';
  /** How many letters of the term before have their rows. */
  let valid = 0;
  while (place < to) {
    const term = terms.at(place);
    let depth = 0;
    const shared = Math.min(before.length, term.length, valid);
    while (depth < shared && before.charCodeAt(depth) === term.charCodeAt(depth)) depth += 1;
    before = term;
    let decided: 'near' | 'far' | null = null;
    while (depth < term.length && decided === null) {
      const least = fillRow(rows, depth, term, word);
      depth += 1;
      if ((rows[depth]?.[word.length] ?? edits + 1) <= edits) decided = 'near';
      else if (least > edits) decided = 'far';
    }
    valid = decided === 'near' ? depth - 1 : depth;
    if (decided === null) {
      place += 1;
      continue;
    }
    // All that begin as this one does so far are decided as it is.
    const after = afterBeginning(terms, place, term.slice(0, depth));
    if (decided === 'near') for (let near = place; near < after; near++) found.push(near);
    place = after;
  }
  return found;
}

/** Fills the row after letter `depth` of `term`; returns its least. */
function fillRow(rows: Uint8Array[], depth: number, term: string, word: string): number {
  const above = rows[depth] as Uint8Array;
  const row = rows[depth + 1] ?? new Uint8Array(word.length + 1);
  rows[depth + 1] = row;
  row[0] = depth + 1;
  let least = depth + 1;
  const letter = term.charCodeAt(depth);
  for (let j = 1; j <= word.length; j++) {
    let value = (above[j - 1] as number) + (word.charCodeAt(j - 1) === letter ? 0 : 1);
    value = Math.min(value, (above[j] as number) + 1, (row[j - 1] as number) + 1);
    const isSwapped =
      depth > 0 &&
      j > 1 &&
      letter === word.charCodeAt(j - 2) &&
      term.charCodeAt(depth - 1) === word.charCodeAt(j - 1);
    if (isSwapped) value = Math.min(value, ((rows[depth - 1] as Uint8Array)[j - 2] as number) + 1);
    row[j] = value;
    if (value < least) least = value;
  }
  return least;
}
