import { counted } from '../kernel/plural.ts';
/** Ratings of a product or a store: the number of one-star ratings, two-star, up to five. */
export type StarCounts = readonly [number, number, number, number, number];

export const NO_STARS: StarCounts = [0, 0, 0, 0, 0];
/** The stars of a rating, the lowest first. */
export const STARS = [1, 2, 3, 4, 5] as const;
export type Stars = (typeof STARS)[number];

export function isStars(value: unknown): value is Stars {
  return STARS.some((stars) => stars === value);
}

/** A stored number of stars; 1 for what is none. */
export const starsOf = (stored: number): Stars => (isStars(stored) ? stored : 1);

/** The number of ratings. */
export function ratingCount(counts: StarCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The sum of all stars. */
export function starSum(counts: StarCounts): number {
  return counts.reduce((sum, count, at) => sum + count * (at + 1), 0);
}

/** The average in tenths of a star, 10 to 50, halves rounded up; null without ratings. */
export function averageTenths(counts: StarCounts): number | null {
  const count = ratingCount(counts);
  return count === 0 ? null : Math.floor((starSum(counts) * 20 + count) / (2 * count));
}

/** The average as text, such as "4.3"; null without ratings. */
export function averageText(counts: StarCounts): string | null {
  const tenths = averageTenths(counts);
  return tenths === null ? null : `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/** A prior of four reviews of 3.5 stars, so that a single five does not outrank fifty fours. */
const PRIOR = { reviews: 4, stars: 14 };

/** The sort key of "Best rated", in thousandths of a star; 0 without ratings. */
export function ratingScore(counts: StarCounts): number {
  const count = ratingCount(counts);
  if (count === 0) return 0;
  return Math.floor((1000 * (starSum(counts) + PRIOR.stars)) / (count + PRIOR.reviews));
}

/** The counts with one rating added, or removed if `by` is -1. */
export function withStars(counts: StarCounts, stars: Stars, by: 1 | -1): StarCounts {
  const [one, two, three, four, five] = counts.map((count, at) => (at + 1 === stars ? count + by : count));
  return [one ?? 0, two ?? 0, three ?? 0, four ?? 0, five ?? 0];
}

export interface StarBar {
  stars: Stars;
  count: number;
  /** Share of all ratings in whole percent; 0 without ratings. */
  percent: number;
}

/** The distribution of stars, five first. */
export function starBars(counts: StarCounts): StarBar[] {
  const all = ratingCount(counts);
  return [...STARS].reverse().map((stars) => {
    const count = counts[stars - 1] ?? 0;
    return { stars, count, percent: all === 0 ? 0 : Math.round((100 * count) / all) };
  });
}

/** "4.3 of 5 stars from 12 reviews", for screen readers. */
export function ratingLabel(counts: StarCounts): string {
  const count = ratingCount(counts);
  return count === 0
    ? 'No reviews yet'
    : `${averageText(counts)} of 5 stars from ${counted(count, 'review')}`;
}

/** The steps of the rating filter, the highest first. */
export const RATING_STEPS = {
  '4-up': '4 stars and up',
  '3-up': '3 stars and up',
  '2-up': '2 stars and up',
} as const;
export type RatingStep = keyof typeof RATING_STEPS;

/** The lowest average of a step, in tenths of a star. */
export function stepTenths(step: RatingStep): number {
  return 10 * Number.parseInt(step, 10);
}

/** The steps that the average reaches; none without ratings. */
export function ratingSteps(counts: StarCounts): RatingStep[] {
  const tenths = averageTenths(counts);
  if (tenths === null) return [];
  return (Object.keys(RATING_STEPS) as RatingStep[]).filter((step) => tenths >= stepTenths(step));
}
