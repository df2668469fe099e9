import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  instantMonthsLater,
  isMonth,
  monthAfter,
  monthNumber,
  monthOf,
  monthStart,
  monthText,
} from '../../../src/domain/kernel/month.ts';

const at = (text: string) => Date.parse(`${text}:00Z`);

describe('a month', () => {
  it.each([
    ['2026-01', true],
    ['2026-12', true],
    ['0999-09', true],
    ['2026-00', false],
    ['2026-13', false],
    ['2026-1', false],
    ['26-01', false],
    ['2026-01-01', false],
    ['', false],
    [' 2026-01', false],
  ])('%s: %s', (text, is) => expect(isMonth(text)).toBe(is));

  it.each([
    ['2026-01', 1, '2026-02'],
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-06', 12, '2027-06'],
    ['2026-06', -18, '2024-12'],
    ['2024-02', 0, '2024-02'],
  ])('%s and %i is %s', (month, months, then) => {
    expect(monthAfter(month, months)).toBe(then);
    expect(monthNumber(then) - monthNumber(month)).toBe(months);
  });

  it('begins and is shown in UTC', () => {
    expect(monthOf(at('2026-11-30T23:59'))).toBe('2026-11');
    expect(monthOf(at('2026-12-01T00:00'))).toBe('2026-12');
    expect(monthStart('2026-12')).toBe(at('2026-12-01T00:00'));
    expect(monthText('2026-11')).toBe('November 2026');
    expect(() => monthNumber('soon')).toThrow(RangeError);
  });

  it.each([
    ['2026-01-31T10:30', 1, '2026-02-28T10:30'],
    ['2024-01-31T10:30', 1, '2024-02-29T10:30'],
    ['2023-12-31T00:00', 2, '2024-02-29T00:00'],
    ['2024-02-29T12:00', 12, '2025-02-28T12:00'],
    ['2024-02-29T12:00', 48, '2028-02-29T12:00'],
    ['2026-03-31T23:59', 1, '2026-04-30T23:59'],
    ['2026-05-31T08:00', -3, '2026-02-28T08:00'],
    ['2026-11-21T12:00', 1, '2026-12-21T12:00'],
    ['2026-12-15T12:00', 1, '2027-01-15T12:00'],
  ])('%s and %i months is %s', (from, months, then) =>
    expect(instantMonthsLater(at(from), months)).toBe(at(then)),
  );

  it('comes back to its day after a short month', () => {
    const february = instantMonthsLater(at('2026-01-31T10:30'), 1);
    expect(instantMonthsLater(february, 1, 31)).toBe(at('2026-03-31T10:30'));
  });

  it('is always the requested one, with the same time of day, and never earlier', () => {
    const instant = fc.integer({ min: at('1990-01-01T00:00'), max: at('2090-01-01T00:00') });
    fc.assert(
      fc.property(instant, fc.integer({ min: -60, max: 60 }), (from, months) => {
        const then = instantMonthsLater(from, months);
        expect(monthOf(then)).toBe(monthAfter(monthOf(from), months));
        expect((((then - from) % 86_400_000) + 86_400_000) % 86_400_000).toBe(0);
        expect(instantMonthsLater(from, months + 1)).toBeGreaterThan(then);
      }),
    );
  });
});
