/**
 * The popularity of products: what "Most popular" sorts by, and what lifts a match of a search a little. It is made of what
 * people did with a product, and each day's share of it halves every month, so that what was wanted long ago gives way.
 */

/** What happened to a product since its popularity was reckoned. Negative where more was taken back than added. */
export interface InterestCounts {
  /** Visits that saw its page, of visitors who agreed to be counted. */
  visits: number;
  /** How often it was put into a cart. */
  carts: number;
  wishes: number;
  /** How many people took it for nothing. */
  claims: number;
  /** How many people bought it or were given it. */
  sales: number;
}

/** Points of each. A sale is worth far more than a visit, because visits cost nothing to make. */
export const INTEREST_POINTS: Readonly<Record<keyof InterestCounts, number>> = {
  visits: 1,
  carts: 4,
  wishes: 6,
  claims: 4,
  sales: 30,
};
/** After so many days points count half. */
export const INTEREST_HALF_LIFE_DAYS = 30;
/** How often the popularity of a product is reckoned with which nothing happens, in days. */
export const INTEREST_QUIET_DAYS = 7;
/** A popularity that differs by less than this share of it is not written: each change of a product renders its pages anew. */
const LEAST_CHANGE = 0.02;

/** Interest in a product as it was reckoned last, and what came since. Days are UTC days such as "2026-11-23". */
export interface Interest extends InterestCounts {
  /** Points in thousandths, as they were worth on `reckonedOn`. */
  heat: number;
  reckonedOn: string;
}

/** Points in thousandths on a day: those of before with what is left of them, and those that came since. Never below 0. */
export function heatOn(interest: Interest, day: string): number {
  const days = Math.max(0, (Date.parse(day) - Date.parse(interest.reckonedOn)) / 86_400_000);
  const left = interest.heat * 0.5 ** (days / INTEREST_HALF_LIFE_DAYS);
  let points = 0;
  for (const kind of Object.keys(INTEREST_POINTS) as (keyof InterestCounts)[])
    points += interest[kind] * INTEREST_POINTS[kind];
  return Math.max(0, Math.round(left + points * 1000));
}

/** Popularity as it is stored with the product: whole points. */
export const popularityOf = (heat: number): number => Math.round(heat / 1000);

/** The popularity to write, or null where what is stored is near enough. 0 is always written. */
export function changedPopularity(stored: number, heat: number): number | null {
  const popularity = popularityOf(heat);
  const change = Math.abs(popularity - stored);
  return change > 0 && (popularity === 0 || change >= stored * LEAST_CHANGE) ? popularity : null;
}
