import { expect, it } from 'vitest';
import { growthOf, verdictOn } from '../../../../src/dev/bench/grown/growth.ts';
import type { Reading } from '../../../../src/dev/bench/grown/reading.ts';

const reading = (changes: Partial<Reading>): Reading => ({
  ...{ requests: 18, siteMs: 2, backendMs: 1, p50: 4, p99: 10, trips: 1, rows: 6, kB: 2, failure: null },
  ...changes,
});

it('growth is the CPU of both processes, p50, the slowest and the bytes of the answer', () => {
  const grown = reading({ siteMs: 4, backendMs: 5, p50: 6, p99: 30, kB: 3 });
  expect(growthOf(reading({}), grown)).toEqual({ cpu: 3, p50: 1.5, slowest: 3, bytes: 1.5 });
  expect(growthOf(reading({ failure: '500' }), grown)).toBeNull();
  expect(growthOf(grown, reading({ failure: '503' }))).toBeNull();
});

it('a larger answer excuses as much as it is larger, and none of the same size', () => {
  const growth = { cpu: 1, p50: 1, slowest: 1, bytes: 1 };
  expect(verdictOn(1.5, growth)).toBe('within');
  expect(verdictOn(1.51, growth)).toBe('grown');
  // A few bytes more, such as a longer number, are no larger answer.
  expect(verdictOn(1.51, { ...growth, bytes: 1.05 })).toBe('grown');
  expect(verdictOn(15, { ...growth, bytes: 10 })).toBe('larger answer');
  expect(verdictOn(15.1, { ...growth, bytes: 10 })).toBe('grown');
});
