import { expect, it } from 'vitest';
import { countText } from '../../../src/domain/kernel/count-text.ts';

it('a count is read in groups of three, as the language has them', () => {
  for (const count of [0, 7, 999, 1_000, 12_345, 1_234_567, -4_000])
    expect(countText(count)).toBe(count.toLocaleString('en'));
  expect(countText(1_234_567)).toBe('1,234,567');
});
