import { expect, it } from 'vitest';
import type { StarCounts } from '../../../../src/domain/catalogue/rating.ts';
import {
  type AskedReviews,
  reviewsSection,
} from '../../../../src/features/community/review/reviews-section.ts';

const product = (stars: StarCounts, mature = false) => ({ stars, mature });
const print = { id: 'a print' } as AskedReviews['prints'][number];
const asked: AskedReviews = { reviews: [], withPhotos: null, prints: [print] };
const first = { page: null, sort: 'newest' } as const;

it('the stars of a product say how many reviews it has, the question how many have photos', () => {
  expect(reviewsSection(product([0, 0, 1, 2, 9]), first, asked, false)).toMatchObject({
    total: 12,
    pages: 4,
  });
  const photos = { page: 1, sort: 'photos' } as const;
  const found = reviewsSection(product([0, 0, 1, 2, 9]), photos, { ...asked, withPhotos: 3 }, false);
  expect(found).toMatchObject({ total: 3, pages: 1 });
});

it('a page past the last one is not there, also where nothing was reviewed', () => {
  const at = (page: number, stars: StarCounts) =>
    reviewsSection(product(stars), { page, sort: 'newest' }, asked, false);
  expect(at(2, [0, 0, 0, 0, 11])).toMatchObject({ pages: 2 });
  expect(at(3, [0, 0, 0, 0, 11])).toBeNull();
  expect(at(1, [0, 0, 0, 0, 0])).toEqual({ reviews: [], total: 0, pages: 1, prints: [] });
  expect(at(2, [0, 0, 0, 0, 0])).toBeNull();
});

it('prints of a mature product are shown to who wants to see them', () => {
  const prints = (mature: boolean, showsMature: boolean) =>
    reviewsSection(product([0, 0, 0, 0, 1], mature), first, asked, showsMature)?.prints;
  expect(prints(true, false)).toEqual([]);
  expect(prints(true, true)).toEqual([print]);
  expect(prints(false, false)).toEqual([print]);
});
