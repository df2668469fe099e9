import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_PRINT_SETTINGS } from '../../../src/domain/catalogue/print/print-settings.ts';
import {
  averageTenths,
  averageText,
  NO_STARS,
  ratingCount,
  ratingLabel,
  ratingScore,
  ratingSteps,
  STARS,
  type Stars,
  starBars,
  starSum,
  withStars,
} from '../../../src/domain/catalogue/rating.ts';
import {
  marksEdited,
  ownershipLabel,
  printSummary,
  REVIEW_LIMITS,
  reviewRefusal,
  TYPO_WINDOW_MS,
} from '../../../src/domain/community/review.ts';
import { answerRefusal, cleanReview, reviewTextRefusals } from '../../../src/domain/community/review-text.ts';

describe('stars', () => {
  it('equal the sum of their rows after any history of changes', () => {
    const stars = fc.constantFrom(...STARS) as fc.Arbitrary<Stars>;
    const deed = fc.record({
      what: fc.constantFrom('write', 'change', 'remove', 'hide', 'show'),
      at: fc.nat(30),
      stars,
    });
    fc.assert(
      fc.property(fc.array(deed, { maxLength: 80 }), (history) => {
        const rows: { stars: Stars; hidden: boolean }[] = [];
        let counts = NO_STARS;
        for (const { what, at, stars } of history) {
          const row = rows[at % Math.max(1, rows.length)];
          if (what === 'write' || !row) {
            rows.push({ stars, hidden: false });
            counts = withStars(counts, stars, 1);
            continue;
          }
          if (!row.hidden) counts = withStars(counts, row.stars, -1);
          if (what === 'remove') rows.splice(rows.indexOf(row), 1);
          if (what === 'change') row.stars = stars;
          if (what === 'hide' || what === 'show') row.hidden = what === 'hide';
          if (what !== 'remove' && !row.hidden) counts = withStars(counts, row.stars, 1);
        }
        const shown = rows.filter(({ hidden }) => !hidden).map(({ stars }) => stars);
        const sum = shown.reduce((all, stars) => all + stars, 0);
        expect(ratingCount(counts)).toBe(shown.length);
        expect(starSum(counts)).toBe(sum);
        const average = averageTenths(counts);
        expect(average).toBe(shown.length === 0 ? null : Math.round((10 * sum) / shown.length));
        expect(starBars(counts).reduce((all, { count }) => all + count, 0)).toBe(shown.length);
      }),
    );
  });

  it('are shown with one decimal, and steps with their lower bound', () => {
    expect(averageText([0, 0, 0, 1, 1])).toBe('4.5');
    expect(averageText([0, 0, 0, 0, 3])).toBe('5.0');
    expect(averageText(NO_STARS)).toBeNull();
    expect(ratingLabel([0, 0, 0, 0, 1])).toBe('5.0 of 5 stars from 1 review');
    expect(ratingLabel(NO_STARS)).toBe('No reviews yet');
    expect(ratingSteps([0, 0, 0, 1, 0])).toEqual(['4-up', '3-up', '2-up']);
    expect(ratingSteps([1, 0, 0, 0, 19])).toEqual(['4-up', '3-up', '2-up']);
    expect(ratingSteps([0, 1, 0, 1, 0])).toEqual(['3-up', '2-up']);
    expect(ratingSteps(NO_STARS)).toEqual([]);
    expect(starBars([1, 0, 0, 0, 2])[0]).toEqual({ stars: 5, count: 2, percent: 67 });
  });

  it('weigh more with more reviews', () => {
    expect(ratingScore([0, 0, 0, 10, 40])).toBeGreaterThan(ratingScore([0, 0, 0, 0, 1]));
    expect(ratingScore([0, 0, 0, 0, 1])).toBeGreaterThan(ratingScore([0, 0, 1, 0, 0]));
    expect(ratingScore(NO_STARS)).toBe(0);
  });
});

describe('who may review', () => {
  const live = { revokedAt: null, revocation: null };
  const ended = (revocation: 'refund' | 'dispute' | 'fraud' | 'takedown') => ({ revokedAt: 1, revocation });
  it.each([
    [{ grants: [live], sells: false, reviewed: false }, null],
    [{ grants: [], sells: false, reviewed: false }, 'not-owned'],
    [{ grants: [ended('refund')], sells: false, reviewed: false }, 'not-owned'],
    [{ grants: [ended('dispute')], sells: false, reviewed: false }, 'not-owned'],
    [{ grants: [ended('fraud')], sells: false, reviewed: false }, 'not-owned'],
    [{ grants: [ended('takedown')], sells: false, reviewed: false }, null],
    [{ grants: [ended('refund'), live], sells: false, reviewed: false }, null],
    [{ grants: [live], sells: true, reviewed: false }, 'own-product'],
    [{ grants: [live], sells: false, reviewed: true }, 'reviewed'],
  ] as const)('%j: %s', (who, refusal) => {
    expect(reviewRefusal(who)).toBe(refusal);
  });
});

describe('the text of a review', () => {
  const fine = { ...NO_PRINT_SETTINGS, stars: 3 as const, text: '', variant: '', outcome: null };
  it('is checked against its limits, with one sentence per field', () => {
    expect(reviewTextRefusals(fine)).toEqual({});
    expect(reviewTextRefusals({ ...fine, text: 'a'.repeat(REVIEW_LIMITS.text) })).toEqual({});
    expect(
      Object.keys(reviewTextRefusals({ ...fine, stars: 0, text: 'a'.repeat(REVIEW_LIMITS.text + 1) })),
    ).toEqual(['stars', 'text']);
    for (const stars of [6, 2.5, -1, Number.NaN])
      expect(reviewTextRefusals({ ...fine, stars })).toHaveProperty('stars');
    expect(cleanReview({ ...fine, text: ' a\u202eb\r\n', printer: 'Mars\n 4' })).toMatchObject({
      text: 'ab',
      printer: 'Mars 4',
    });
    expect(answerRefusal(' ')).not.toBeNull();
    expect(answerRefusal('a'.repeat(REVIEW_LIMITS.answer))).toBeNull();
    expect(answerRefusal('a'.repeat(REVIEW_LIMITS.answer + 1))).not.toBeNull();
  });

  it('is marked as edited only after the time for typos', () => {
    expect(marksEdited(0, TYPO_WINDOW_MS)).toBe(false);
    expect(marksEdited(0, TYPO_WINDOW_MS + 1)).toBe(true);
  });

  it('has labels of print settings and ownership', () => {
    expect(printSummary({ ...NO_PRINT_SETTINGS, printer: 'Mars 4', material: 'resin', variant: '' })).toBe(
      'Mars 4 · Resin',
    );
    expect(printSummary({ ...NO_PRINT_SETTINGS, variant: '' })).toBe('');
    expect(ownershipLabel('purchase')).toBe('Bought it');
    expect(ownershipLabel('loyalty')).toBe('Got it with a guild');
  });
});
