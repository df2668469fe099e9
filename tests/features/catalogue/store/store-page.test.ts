import { expect, it } from 'vitest';
import { pageNumberFrom } from '../../../../src/features/catalogue/store/store-page.ts';

it.each([
  [null, 1],
  ['2', 2],
  ['0', 1],
  ['-3', 1],
  ['1e9', 1],
  ['999999', 1],
  ['two', 1],
])('page %s is page %i', (text, page) => {
  expect(pageNumberFrom(text)).toBe(page);
});
