/** Draws that repeat: the same seed gives the same numbers. */
export interface Chance {
  /** From 0 to below 1. */
  share(): number;
  /** A whole number from 0 to below `end`, all alike. */
  below(end: number): number;
  /** A whole number from 0 to below `end`; small ones are drawn far more often, as with what is popular. */
  popular(end: number): number;
  /** True in this share of the draws. */
  is(share: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** A generator of draws ("mulberry32"): fast, and good enough for a world that nobody predicts for money. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(share() * end);
  return {
    share,
    below,
    popular: (end) => Math.floor(share() ** 3 * end),
    is: (part) => share() < part,
    pick: (list) => {
      const picked = list[below(list.length)];
      if (picked === undefined) throw new RangeError('there is nothing to pick from');
      return picked;
    },
  };
}
