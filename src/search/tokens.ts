/** Field weights. */
const WEIGHTS = { name: 8, tags: 4, storeName: 3, description: 1 } as const;
/** Weight of a repeated mention; further ones than MENTIONS_COUNTED add nothing, against keyword stuffing. */
const REPEATED = 0.15;
const MENTIONS_COUNTED = 4;
/** Saturation of BM25F: this weight gives half of the maximum impact. */
const HALFWAY = 4;
/** Longer words are truncated. */
const WORD_LIMIT = 40;

export interface IndexedText {
  name: string;
  tags: string[];
  storeName: string;
  description: string;
}

/** Letters that Unicode does not take apart, as people without them on the keyboard type them. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  œ: 'oe',
  æ: 'ae',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};
/** Marks above letters, and what is invisible inside words: soft hyphens, joiners. */
const UNSEEN = /[\p{M}\u00ad\u200b-\u200d\u2060\ufeff]/gu;

/** A text in lower case, without accents and invisible characters, and with plain letters. */
export function plainLetters(text: string): string {
  const lower = text.toLowerCase();
  if (!/[^\u0020-\u007e]/.test(lower)) return lower;
  return lower
    .normalize('NFKD')
    .replace(UNSEEN, '')
    .replace(/[ßœæøłđðþı]/g, (letter) => LETTERS[letter] ?? letter);
}

const wordsIn = (plain: string): string[] =>
  /[^\u0020-\u007e]/.test(plain)
    ? (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, WORD_LIMIT))
    : wordsInAscii(plain);

/** Most texts: six times as fast as by the classes of Unicode. */
function wordsInAscii(plain: string): string[] {
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at <= plain.length; at++) {
    const unit = at < plain.length ? plain.charCodeAt(at) : 0;
    const isOfWord =
      (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a);
    if (isOfWord && start < 0) start = at;
    else if (!isOfWord && start >= 0) {
      words.push(plain.slice(start, Math.min(at, start + WORD_LIMIT)));
      start = -1;
    }
  }
  return words;
}

/** The words of a text in lower case without accents, split at anything but letters and digits. */
export function searchWords(text: string): string[] {
  return wordsIn(plainLetters(text));
}

/** A size in one word, as "32mm" or "2x2": people write it with and without spaces. */
export function sizesJoined(plain: string): string {
  return plain.replace(/\b(\d+) +(mm|cm)\b/g, '$1$2').replace(/\b(\d+) ?x ?(\d+)\b/g, '$1x$2');
}

/** Words with marks inside, without them: "tau" of "T'au", "halforc" of "half-orc"; a genitive is none. */
function unmarkedIn(plain: string): string[] {
  if (!/['’ʼ`-]/.test(plain)) return [];
  return plain.split(/[^\p{L}\p{N}'’ʼ`-]/u).flatMap((piece) => {
    const parts = piece.split(/['’ʼ`-]/).filter((part) => part !== '');
    return parts.length > 1 && parts.at(-1) !== 's' ? [parts.join('').slice(0, WORD_LIMIT)] : [];
  });
}

/** Sizes as others write them: "32mm" of "32 mm", "32" of "32mm", "2x2" of "2 x 2". */
function sizesIn(plain: string): string[] {
  if (!/\d/.test(plain)) return [];
  return [...plain.matchAll(/\b(\d+)( ?)(?:(mm|cm)|x ?(\d+))\b/g)].flatMap(
    ([whole, first = '', space, unit]) =>
      unit === undefined ? [whole.replaceAll(' ', '')] : [space === '' ? first : `${first}${unit}`],
  );
}

/** One form for singular and plural: "goblins" is indexed as "goblin". */
export function folded(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Plurals that no rule makes, in both directions. */
const IRREGULAR = new Map(
  [
    ['mouse', 'mice'],
    ['foot', 'feet'],
    ['tooth', 'teeth'],
    ['goose', 'geese'],
    ['child', 'children'],
    ['ox', 'oxen'],
    ['die', 'dice'],
    ['automaton', 'automata'],
  ].flatMap(([one = '', many = '']) => [
    [one, many],
    [many, one],
  ]) as [string, string][],
);

/**
 * The terms that a typed word may be indexed under: itself, and what its other number is folded to. "wolves" stands in the
 * index as "wolve" where a seller wrote it and as "wolf" where they wrote that.
 */
export function grammaticalNumbers(typed: string): string[] {
  const variants = new Set([folded(typed)]);
  const irregular = IRREGULAR.get(typed);
  if (irregular) variants.add(irregular);
  const end = (ending: RegExp, ...others: string[]) => {
    if (typed.length > 3 && ending.test(typed))
      for (const other of others) variants.add(typed.replace(ending, other));
  };
  end(/ies$/, 'y');
  end(/ves$/, 'f', 'fe');
  end(/(?<=ch|sh|x|s|z|o)es$/, '');
  end(/men$/, 'man');
  end(/man$/, 'men');
  end(/y$/, 'ie');
  end(/(?<=ch|sh|x|ss|z|o)$/, 'e');
  if (typed.length > 2 && /fe?$/.test(typed)) variants.add(typed.replace(/fe?$/, 've'));
  return [...variants];
}

/** The terms of a name, a tag or another label, as they are indexed: in one number, also without marks and with sizes in one word. */
export function labelTerms(label: string): string[] {
  const plain = plainLetters(label);
  return [...wordsIn(plain), ...unmarkedIn(plain), ...sizesIn(plain)].map(folded);
}

/** The terms of a field, as often as it mentions them, and what a mention is worth. */
interface FieldTerms {
  terms: string[];
  worth: number;
}

/** The terms of each field of a document. */
export function termsOf(text: IndexedText): FieldTerms[] {
  const fields = [
    [text.name, WEIGHTS.name],
    [text.tags.join(' '), WEIGHTS.tags],
    [text.storeName, WEIGHTS.storeName],
    [text.description, WEIGHTS.description],
  ] as const;
  return fields.map(([field, weight]) => {
    const plain = plainLetters(field);
    const words = wordsIn(plain);
    const worth = weight * lengthNorm(weight, words.length);
    // Names of things stand in labels; in a description a hyphen joins just words.
    const unmarked = weight === WEIGHTS.description ? [] : unmarkedIn(plain);
    return { terms: [...words, ...unmarked, ...sizesIn(plain)].map(folded), worth };
  });
}

/** What one more mention adds, after `before` in the same field. */
export function weightOfMention(worth: number, before: number): number {
  if (before >= MENTIONS_COUNTED) return 0;
  return before === 0 ? worth : worth * REPEATED;
}

/** The impact, 1 to 255, of what the mentions of a term add up to. */
export function impactOfWeight(weight: number): number {
  return Math.max(1, Math.min(255, Math.round((255 * weight) / (weight + HALFWAY))));
}

/** Each word of a document with its impact, 1 to 255: weighted by field, normalised by length, saturating. */
export function impactsOf(text: IndexedText): Map<string, number> {
  const weights = new Map<string, number>();
  for (const { terms, worth } of termsOf(text)) {
    const mentions = new Map<string, number>();
    for (const term of terms) {
      const before = mentions.get(term) ?? 0;
      mentions.set(term, before + 1);
      const weight = weightOfMention(worth, before);
      if (weight > 0) weights.set(term, (weights.get(term) ?? 0) + weight);
    }
  }
  for (const [term, weight] of weights) weights.set(term, impactOfWeight(weight));
  return weights;
}

/** Length normalisation: words in short fields count more. Typical lengths: 4.5 words per name, 55 per description. */
function lengthNorm(weight: number, words: number): number {
  if (weight === WEIGHTS.description) return 1 / (0.6 + (0.4 * words) / 55);
  if (weight === WEIGHTS.name) return 1 / (0.7 + (0.3 * words) / 4.5);
  return 1;
}
