import { best, type Ordinals } from './ordinals.ts';

/**
 * Matches count as equally good while their scores lie in one band, and a doubled score has so many of them: what is better by
 * more than a sixteenth is never outvoted by what is more popular.
 */
export const BANDS_A_DOUBLING = 16;
/** Among equal matches at most so many of one store follow each other, and stand among so many results. */
export const STORE_RUN_MOST = 3;
export const STORE_SHARE = { most: 6, of: 24 } as const;
/** How much popularity, rating and age decide among equal matches; together 1. */
export const QUALITY_WEIGHTS = { popularity: 0.6, rating: 0.25, age: 0.15 } as const;

/** The score of a match may grow by this much with its quality where no bands are used, as in suggestions. */
const LIFT_MOST = 0.05;
/** Popularity above 2^14 points counts no more, nor does another day outside of these years. */
const POPULARITY_DOUBLINGS = 14;
const YEARS = { from: Date.UTC(2020, 0), to: Date.UTC(2045, 0) } as const;
/** In thousandths of a star. A model without reviews is neither good nor bad. */
const RATING_MOST = 5_000;
const RATING_UNKNOWN = 3_500;
/** So many further results are looked at for one of another store. */
const LOOK_AHEAD = 48;
/** Bits of a 32-bit float below its exponent and the bits that tell 16 bands. */
const BAND_SHIFT = 23 - Math.log2(BANDS_A_DOUBLING);

/** What is known of a document beside its words. */
export interface Quality {
  popularity: number;
  /** In thousandths of a star; 0 without reviews. */
  ratingScore: number;
  /** In ms since 1970. */
  createdAt: number;
}

/** A factor for the score of a document, 1 to below 1.05: by popularity above all, then by rating, and newer before older. */
export function liftOf({ popularity, ratingScore, createdAt }: Quality): number {
  const within = (share: number) => Math.min(1, Math.max(0, share));
  const quality =
    QUALITY_WEIGHTS.popularity * within(Math.log2(1 + popularity) / POPULARITY_DOUBLINGS) +
    QUALITY_WEIGHTS.rating * within((ratingScore === 0 ? RATING_UNKNOWN : ratingScore) / RATING_MOST) +
    QUALITY_WEIGHTS.age * within((createdAt - YEARS.from) / (YEARS.to - YEARS.from));
  return 1 + LIFT_MOST * 0.999 * quality;
}

/** The order "Best match": the best band first; in a band the better document, and not one store alone. */
export class Ranking {
  #keys = new Float64Array(0);
  readonly #score = new Float32Array(1);
  readonly #bits = new Uint32Array(this.#score.buffer);

  /**
   * The first `depth` documents in this order, which are the same however many are asked for.
   * @param storeOf a number for the store of a document; null where stores may follow each other as they come
   */
  ranked(
    documents: Ordinals,
    { scores, lift }: { scores: Float64Array; lift: Float64Array },
    depth: number,
    storeOf: ((ordinal: number) => number) | null,
  ): number[] {
    if (this.#keys.length < scores.length) this.#keys = new Float64Array(scores.length);
    const keys = this.#keys;
    for (let at = 0; at < documents.count; at++) {
      const ordinal = documents.ids[at] as number;
      keys[ordinal] = this.bandOf(scores[ordinal] as number) + ((lift[ordinal] as number) - 1) / LIFT_MOST;
    }
    const first = best(documents, keys, 1, storeOf ? depth + LOOK_AHEAD : depth);
    return storeOf
      ? mixed(first, storeOf, (ordinal) => Math.floor(keys[ordinal] as number)).slice(0, depth)
      : first;
  }

  /** The band of a score: a whole number that grows with it. */
  bandOf(score: number): number {
    this.#score[0] = score;
    return (this.#bits[0] as number) >>> BAND_SHIFT;
  }
}

/** The list with neighbours exchanged in their band, so that no store has more than its share where others match as well. */
function mixed(
  list: readonly number[],
  storeOf: (ordinal: number) => number,
  bandOf: (ordinal: number) => number,
): number[] {
  const rest = [...list];
  const stores: number[] = [];
  const result: number[] = [];
  while (rest.length > 0) {
    const band = bandOf(rest[0] as number);
    let at = 0;
    while (at < rest.length && at < LOOK_AHEAD && bandOf(rest[at] as number) === band) {
      if (mayFollow(stores, storeOf(rest[at] as number))) break;
      at += 1;
    }
    const isFound = at < rest.length && at < LOOK_AHEAD && bandOf(rest[at] as number) === band;
    const [next = 0] = rest.splice(isFound ? at : 0, 1);
    result.push(next);
    stores.push(storeOf(next));
  }
  return result;
}

function mayFollow(before: readonly number[], store: number): boolean {
  const latest = before.slice(-STORE_RUN_MOST);
  if (latest.length === STORE_RUN_MOST && latest.every((one) => one === store)) return false;
  let share = 0;
  for (const one of before.slice(1 - STORE_SHARE.of)) if (one === store) share += 1;
  return share < STORE_SHARE.most;
}
