import { expect, it } from 'vitest';
import {
  needsReview,
  REVIEWED_FIRST,
  reviewNoteRefusal,
} from '../../../src/domain/catalogue/product-review.ts';

it('only the first products of a store wait, and never what was public once', () => {
  for (let published = 0; published < 6; published++) {
    expect(needsReview('none', null, published)).toBe(false);
    expect(needsReview('three', null, published)).toBe(published < REVIEWED_FIRST);
    expect(needsReview('all', null, published)).toBe(true);
    for (const scope of ['none', 'three', 'all'] as const)
      expect(needsReview(scope, 1, published)).toBe(false);
  }
});

it('a product is sent back with a reason', () => {
  expect(reviewNoteRefusal('  ')).not.toBeNull();
  expect(reviewNoteRefusal('x'.repeat(1001))).not.toBeNull();
  expect(reviewNoteRefusal('The pictures show another model.')).toBeNull();
});
