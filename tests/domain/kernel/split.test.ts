import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitByWeight } from '../../../src/domain/kernel/split.ts';

const weight = fc.integer({ min: 0, max: 1_000_000 });
const sum = (numbers: readonly number[]) => numbers.reduce((whole, part) => whole + part, 0);

describe('splitting by weight', () => {
  it('gives the cents left over to the largest fractions, earlier ones first', () => {
    expect(splitByWeight(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(splitByWeight(5, [999, 1])).toEqual([5, 0]);
    expect(splitByWeight(0, [3, 0])).toEqual([0, 0]);
    expect(splitByWeight(0, [])).toEqual([]);
  });

  it('adds up to the cent, 100 000 times, and no part exceeds its weight while the total fits', () => {
    fc.assert(
      fc.property(fc.array(weight, { minLength: 1, maxLength: 40 }), fc.nat(), (weights, pick) => {
        const whole = sum(weights);
        const total = whole === 0 ? 0 : pick % (whole + 1);
        const parts = splitByWeight(total, weights);
        expect(sum(parts)).toBe(total);
        for (const [at, part] of parts.entries()) {
          const wanted = whole === 0 ? 0 : (total * (weights[at] ?? 0)) / whole;
          if (part < 0 || part > (weights[at] ?? 0) || Math.abs(part - wanted) >= 1)
            throw new Error(`part ${at} is ${part} of ${weights[at]}`);
        }
      }),
      { numRuns: 100_000 },
    );
  });

  it.each([
    [-1, [1]],
    [1.5, [1]],
    [1, [-1]],
    [1, [0.5]],
    [1, [0]],
    [1, []],
  ])('refuses %j over %j', (total, weights) => {
    expect(() => splitByWeight(total, weights)).toThrow(RangeError);
  });
});
