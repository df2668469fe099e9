import { expect, it } from 'vitest';
import {
  resinCostText,
  resinOf,
  resinOfAll,
  resinText,
} from '../../../../src/domain/catalogue/print/resin.ts';
import type { ProductFile, SizeMm } from '../../../../src/domain/catalogue/product.ts';

const bare = (volumeMl: number, [x = 0, y = 0, z = 0]: readonly number[]) =>
  resinOf({ volumeMl, size: { x, y, z }, supports: [], files: [] });

type File = Pick<ProductFile, 'role' | 'scale' | 'mesh' | 'retiredAt'>;
const size: SizeMm = { x: 30, y: 30, z: 40 };
const file = (role: File['role'], volumeMl: number, more: Partial<File> = {}): File => ({
  ...{ role, scale: '32', retiredAt: null },
  mesh: { size, volumeMl, triangles: 12, watertight: true, shells: 1 },
  ...more,
});

it('what a slicer takes with its supports and pad lies in the range', () => {
  // Volume of the model, its size, and what PrusaSlicer took at 0.05 mm with default supports and pad.
  for (const [name, volumeMl, box, sliced] of [
    ['Fennimore', 16.42, [38, 34.1, 52.1], 24.2],
    ['Gnash', 11.74, [46, 46, 31.3], 18.3],
    ['Mossback', 9.06, [37.1, 32, 47.7], 14.5],
    ['Ashkarra', 10.28, [25, 36.4, 53.1], 16.5],
    ['Kestrel', 8.49, [48.5, 39.5, 47.7], 19.1],
  ] as const) {
    const resin = bare(volumeMl, box);
    expect(resin?.leastMl, name).toBeLessThan(sliced);
    expect(resin?.mostMl, name).toBeGreaterThan(sliced);
    // A range that says nothing is none.
    expect((resin?.mostMl ?? 0) / (resin?.leastMl ?? 1), name).toBeLessThan(1.4);
  }
});

it('the measured volume of the files with supports is the truth, of their first scale, without replaced ones', () => {
  const resinFrom = (files: File[]) => resinOf({ volumeMl: 9, size, supports: [], files });
  const measured = { leastMl: 12, mostMl: 12, basis: 'measured' };
  expect(resinFrom([file('unsupported', 9), file('presupported', 12)])).toEqual(measured);
  expect(resinFrom([file('presupported', 7), file('presupported', 5)])).toEqual(measured);
  expect(
    resinFrom([
      file('presupported', 99, { retiredAt: 1 }),
      file('presupported', 12),
      file('presupported', 150, { scale: '75' }),
    ]),
  ).toEqual(measured);
  expect(resinFrom([file('presupported', 0), file('slicer_project', 9)])?.basis).toBe('estimated');
});

it('a model that needs no supports takes its own volume, and an unmeasured one says nothing', () => {
  const none = { size: null, files: [] };
  expect(resinOf({ ...none, volumeMl: 9, supports: ['support_free'] })).toEqual({
    ...{ leastMl: 9, mostMl: 9, basis: 'support-free' },
  });
  expect(resinOf({ ...none, volumeMl: null, supports: [] })).toBeNull();
  expect(resinOf({ ...none, volumeMl: 0, supports: [] })).toBeNull();
});

it('is written as one number where it was measured, and as a range where it was not', () => {
  const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
  const measured = { leastMl: 10.84, mostMl: 10.84, basis: 'measured' } as const;
  expect([resinText(measured), resinCostText(measured, 3500, dollars)]).toEqual(['10.8 ml', 'about $0.38']);
  const range = { leastMl: 13.6, mostMl: 16.99, basis: 'estimated' } as const;
  expect([resinText(range), resinCostText(range, 3500, dollars)]).toEqual([
    '13–17 ml',
    'about $0.48 to $0.60',
  ]);
  expect(resinText({ leastMl: 0.31, mostMl: 0.52, basis: 'estimated' })).toBe('0.3–0.5 ml');
  expect(resinOfAll([measured, range, null])).toEqual({
    ...{ leastMl: expect.closeTo(24.44, 9), mostMl: expect.closeTo(27.83, 9) },
    basis: 'estimated',
  });
  expect(resinOfAll([measured, measured])?.basis).toBe('measured');
  expect(resinOfAll([null])).toBeNull();
});
