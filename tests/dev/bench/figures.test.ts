import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { figure, median, terminalTable } from '../../../src/dev/bench/figures.ts';

describe('the median', () => {
  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 3, 2], 2.5],
    [[7], 7],
  ])('of %j is %d', (values, middle) => {
    expect(median(values)).toBe(middle);
  });

  it('has as many values below as above, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1 }), (values) => {
        const middle = median(values);
        const below = values.filter((value) => value < middle).length;
        const above = values.filter((value) => value > middle).length;
        expect(Math.max(below, above)).toBeLessThanOrEqual(values.length / 2);
        expect(median(values.toReversed())).toBe(middle);
      }),
    );
  });

  it('of nothing is NaN', () => {
    expect(median([])).toBeNaN();
  });
});

describe('a figure', () => {
  it.each([
    [0.04567, '0.0457'],
    [12.345, '12.3'],
    [18234.6, '18 235'],
    [0, '0'],
    [null, '–'],
    [Number.NaN, '–'],
  ])('%d is written %s', (value, text) => {
    expect(figure(value)).toBe(text);
  });
});

it('a table is aligned in columns', () => {
  expect(
    terminalTable(
      ['what', 'req/s'],
      [
        ['bare', '21 000'],
        ['page', '9'],
      ],
    ),
  ).toBe(['what   req/s', '----  ------', 'bare  21 000', 'page       9'].join('\n'));
});
