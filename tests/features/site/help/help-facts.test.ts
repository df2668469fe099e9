import { expect, it } from 'vitest';
import { LIKE_STORE_SHARE, TOGETHER_BUYERS_MIN } from '../../../../src/domain/catalogue/likeness.ts';
import { helpPage } from '../../../../src/features/site/help/help-pages.ts';
import {
  BANDS_A_DOUBLING,
  QUALITY_WEIGHTS,
  STORE_RUN_MOST,
  STORE_SHARE,
} from '../../../../src/search/ranking.ts';

it('the page about ranking says the numbers and the order that the ranking has', () => {
  const section = helpPage('buying')?.sections.find(({ id }) => id === 'how-results-are-ranked');
  const text = section?.text ?? '';
  expect(text).toContain(`differ by less than about ${Math.round(100 / BANDS_A_DOUBLING)} %`);
  expect(text).toContain(`at most ${STORE_RUN_MOST} of its models follow each other`);
  expect(text).toContain(`at most ${STORE_SHARE.most} of ${STORE_SHARE.of} are its own`);
  expect(text).toContain(`at most ${LIKE_STORE_SHARE.most} stand among the first ${LIKE_STORE_SHARE.first}`);
  expect(text).toContain(`at least ${TOGETHER_BUYERS_MIN} people`);
  const { popularity, rating, age } = QUALITY_WEIGHTS;
  expect([popularity > rating + age, rating > age]).toEqual([true, true]);
  expect(text).toMatch(/popularity decides above all, then the rating, and newer models/);
});
