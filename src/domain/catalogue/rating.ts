/** Ratings of a product or a store: how many people gave one star, two, up to five. Whole numbers, in this order. */
export type StarCounts = readonly [number, number, number, number, number];

export const NO_STARS: StarCounts = [0, 0, 0, 0, 0];
/** What somebody may give, the lowest first. */
export const STARS = [1, 2, 3, 4, 5] as const;
export type Stars = (typeof STARS)[number];

export function isStars(value: unknown): value is Stars {
  return STARS.some((stars) => stars === value);
}

/** How many gave any. */
export function ratingCount(counts: StarCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** All stars given, added up. */
export function starSum(counts: StarCounts): number {
  return counts.reduce((sum, count, at) => sum + count * (at + 1), 0);
}

/** The average in tenths of a star, 10 to 50, a half rounded up; null where nobody gave any. */
export function averageTenths(counts: StarCounts): number | null {
  const count = ratingCount(counts);
  return count === 0 ? null : Math.floor((starSum(counts) * 20 + count) / (2 * count));
}

/** The average as it is read, such as "4.3"; null where nobody gave any. */
export function averageText(counts: StarCounts): string | null {
  const tenths = averageTenths(counts);
  return tenths === null ? null : `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

/** Reviews of 3.5 stars that everything is taken to have besides its own, so that one five does not beat fifty fours. */
const PRIOR = { reviews: 4, stars: 14 };

/** By what the best rated stand first, in thousandths of a star; 0 where nobody gave any. */
export function ratingScore(counts: StarCounts): number {
  const count = ratingCount(counts);
  if (count === 0) return 0;
  return Math.floor((1000 * (starSum(counts) + PRIOR.stars)) / (count + PRIOR.reviews));
}

/** One more, or with `by` -1 one fewer, of these stars. */
export function withStars(counts: StarCounts, stars: Stars, by: 1 | -1): StarCounts {
  const [one, two, three, four, five] = counts.map((count, at) => (at + 1 === stars ? count + by : count));
  return [one ?? 0, two ?? 0, three ?? 0, four ?? 0, five ?? 0];
}

export interface StarBar {
  stars: Stars;
  count: number;
  /** Its part of all, in whole percent; 0 where nobody gave any. */
  percent: number;
}

/** How the stars are spread, five first. */
export function starBars(counts: StarCounts): StarBar[] {
  const all = ratingCount(counts);
  return [...STARS].reverse().map((stars) => {
    const count = counts[stars - 1] ?? 0;
    return { stars, count, percent: all === 0 ? 0 : Math.round((100 * count) / all) };
  });
}

/** "4.3 of 5 stars from 12 reviews", for those who hear it. */
export function ratingLabel(counts: StarCounts): string {
  const count = ratingCount(counts);
  return count === 0
    ? 'No reviews yet'
    : `${averageText(counts)} of 5 stars from ${count === 1 ? '1 review' : `${count} reviews`}`;
}

/** Averages one can ask for, as search says them: everything from that many stars up. The highest first. */
export const RATING_STEPS = {
  '4-up': '4 stars and up',
  '3-up': '3 stars and up',
  '2-up': '2 stars and up',
} as const;
export type RatingStep = keyof typeof RATING_STEPS;

/** The lowest average that reaches a step, in tenths of a star. */
export function stepTenths(step: RatingStep): number {
  return 10 * Number.parseInt(step, 10);
}

/** Which of the steps an average reaches; none where nobody gave any. */
export function ratingSteps(counts: StarCounts): RatingStep[] {
  const tenths = averageTenths(counts);
  if (tenths === null) return [];
  return (Object.keys(RATING_STEPS) as RatingStep[]).filter((step) => tenths >= stepTenths(step));
}
