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

/** The words of a text in lower case without accents, split at anything but letters and digits. */
export function wordsOf(text: string): string[] {
  let lower = text.toLowerCase();
  if (/[^\u0020-\u007e]/.test(lower)) lower = lower.normalize('NFD').replace(/\p{M}/gu, '');
  return (lower.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, WORD_LIMIT));
}

/** One form for singular and plural: "goblins" is indexed as "goblin". */
export function folded(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Each word of a document with its impact, 1 to 255: weighted by field, normalised by length, saturating. */
export function impactsOf(text: IndexedText): Map<string, number> {
  const weights = new Map<string, number>();
  const fields = [
    [text.name, WEIGHTS.name],
    [text.tags.join(' '), WEIGHTS.tags],
    [text.storeName, WEIGHTS.storeName],
    [text.description, WEIGHTS.description],
  ] as const;
  for (const [field, weight] of fields) {
    const words = wordsOf(field);
    const length = lengthNorm(weight, words.length);
    const mentions = new Map<string, number>();
    for (const word of words) {
      const term = folded(word);
      const before = mentions.get(term) ?? 0;
      mentions.set(term, before + 1);
      if (before >= MENTIONS_COUNTED) continue;
      weights.set(term, (weights.get(term) ?? 0) + weight * length * (before === 0 ? 1 : REPEATED));
    }
  }
  for (const [term, weight] of weights) {
    weights.set(term, Math.max(1, Math.min(255, Math.round((255 * weight) / (weight + HALFWAY)))));
  }
  return weights;
}

/** Length normalisation: words in short fields count more. Typical lengths: 4.5 words per name, 55 per description. */
function lengthNorm(weight: number, words: number): number {
  if (weight === WEIGHTS.description) return 1 / (0.6 + (0.4 * words) / 55);
  if (weight === WEIGHTS.name) return 1 / (0.7 + (0.3 * words) / 4.5);
  return 1;
}
