import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_KEEPING, type Keeping, momentsToRemove } from '../../../src/ops/snapshot/thinning.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 22, 20, 30);
const left = (moments: readonly number[], keeping: Keeping, now: number) => {
  const gone = new Set(momentsToRemove(moments, keeping, now));
  return moments.filter((moment) => !gone.has(moment));
};
const keepings = fc.record({ hours: fc.nat(72), days: fc.nat(40), months: fc.nat(24) });
const ages = fc.array(fc.nat(400 * DAY), { minLength: 1, maxLength: 200 });

describe('thinning snapshots', () => {
  it('keeps all of the last two hours, the newest of each hour for two days, of each day for 29, and nothing beyond', () => {
    const everyTen = Array.from({ length: 60 * 144 }, (_, place) => NOW - place * 10 * 60_000);
    const kept = left(everyTen, DEFAULT_KEEPING, NOW);
    expect(kept.filter((moment) => moment > NOW - 2 * HOUR)).toHaveLength(12);
    expect(kept.filter((moment) => moment <= NOW - 2 * HOUR && moment > NOW - 48 * HOUR)).toHaveLength(46);
    // The newest of the last three days are among those of the hours.
    expect(kept).toHaveLength(12 + 46 + 30 - 3);
    expect(Math.min(...kept)).toBeGreaterThanOrEqual(NOW - 30 * DAY);
  });

  it('keeps months where the operator says so', () => {
    const daily = Array.from({ length: 400 }, (_, place) => NOW - place * DAY);
    const kept = left(daily, { hours: 0, days: 0, months: 6 }, NOW);
    expect(kept.map((moment) => new Date(moment).toISOString().slice(0, 7))).toEqual([
      '2026-11',
      '2026-10',
      '2026-09',
      '2026-08',
      '2026-07',
      '2026-06',
      '2026-05',
    ]);
  });

  it('always keeps the newest, keeps no two of one hour that is over, and does the same twice', () => {
    fc.assert(
      fc.property(ages, keepings, (old, keeping) => {
        const moments = old.map((age) => NOW - age);
        const kept = left(moments, keeping, NOW);
        expect(kept).toContain(Math.max(...moments));
        expect(left(kept, keeping, NOW)).toEqual(kept);
        const older = kept.filter((moment) => moment <= NOW - 2 * HOUR);
        const hours = older.map((moment) => Math.floor(moment / HOUR));
        const distinct = new Set(older);
        expect(new Set(hours).size).toBe(distinct.size);
      }),
    );
  });

  it('by the hour or only later comes to the same: no earlier thinning takes what a later one keeps', () => {
    fc.assert(
      fc.property(ages, keepings, fc.nat(400 * DAY), (old, keeping, later) => {
        const moments = [...new Set(old.map((age) => NOW - age))];
        const once = left(moments, keeping, NOW + later);
        const twice = left(left(moments, keeping, NOW), keeping, NOW + later);
        expect(twice).toEqual(once);
      }),
    );
  });
});
