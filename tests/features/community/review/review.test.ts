import { describe, expect, it } from 'vitest';
import {
  initialFormState,
  reviewPayload,
} from '../../../../src/features/community/review/account/review-form.ts';
import { reviewsQuery } from '../../../../src/features/community/review/reviews-query.ts';

describe('the reviews query of a URL', () => {
  it.each([
    ['', { page: null, sort: 'newest' }],
    ['reviews=1', { page: 1, sort: 'newest' }],
    ['reviews=12&sort=lowest', { page: 12, sort: 'lowest' }],
    ['reviews=0&sort=__proto__', { page: null, sort: 'newest' }],
    ['reviews=-1', { page: null, sort: 'newest' }],
    ['reviews=99999&sort=photos', { page: null, sort: 'photos' }],
  ])('of "%s" are %j', (query, asked) => {
    expect(reviewsQuery(new URLSearchParams(query))).toEqual(asked);
  });
});

describe('a review’s form', () => {
  const review = {
    stars: 4,
    text: 'Fine.',
    printer: 'Mars 4',
    material: 'resin',
    layerMm: 0.05,
    exposureS: null,
    supports: 'none',
    variant: '',
    outcome: null,
  } as const;

  it('starts with the draft, else the review, else empty', () => {
    expect(initialFormState(null, null)).toMatchObject({ stars: 0, text: '', material: '' });
    expect(initialFormState(review, null)).toEqual({
      ...{ ...review, outcome: '', layerMm: '0.05', exposureS: '' },
    });
    expect(initialFormState(review, { text: 'Fine, and' })).toMatchObject({ text: 'Fine, and', stars: 0 });
  });

  it('sends unspecified fields as null', () => {
    expect(reviewPayload(initialFormState(review, null))).toEqual(review);
  });
});
