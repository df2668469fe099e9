import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  PIECE_GAP_MM,
  PIECES_MAX,
  piecesOf,
  plateCount,
  platesOf,
  platesText,
} from '../../../../src/domain/catalogue/print/plates.ts';
import type { FileRole, SizeMm } from '../../../../src/domain/catalogue/product.ts';

const length = (max: number) => fc.double({ min: 1, max, noNaN: true });
/** Pieces that fit on the plate one by one, in some way. */
const plate = { x: 130, y: 80, z: 160 };
const piece = fc.record({ x: length(80), y: length(130), z: length(160) });
const pieces = fc.array(piece, { minLength: 1, maxLength: 40 });

describe('the estimate of plates', () => {
  it('places each piece on its plate, whole, and apart from all others', () => {
    fc.assert(
      fc.property(pieces, fc.constantFrom(0, PIECE_GAP_MM), (some, gap) => {
        const placed = platesOf(some, plate, gap) ?? [];
        expect(placed).toHaveLength(some.length);
        for (const [at, one] of placed.entries()) {
          expect(one.x).toBeGreaterThanOrEqual(0);
          expect(one.y).toBeGreaterThanOrEqual(0);
          expect(one.x + one.width).toBeLessThanOrEqual(130 + 1e-5);
          expect(one.y + one.depth).toBeLessThanOrEqual(80 + 1e-5);
          for (const other of placed.slice(at + 1)) {
            const apart =
              one.plate !== other.plate ||
              one.x + one.width + gap <= other.x + 1e-5 ||
              other.x + other.width + gap <= one.x + 1e-5 ||
              one.y + one.depth + gap <= other.y + 1e-5 ||
              other.y + other.depth + gap <= one.y + 1e-5;
            expect(apart).toBe(true);
          }
        }
      }),
    );
  });

  it('places what it was given, turned at most', () => {
    const areas = (list: { a: number; b: number }[]) =>
      list.map(({ a, b }) => `${Math.min(a, b)} ${Math.max(a, b)}`).sort();
    fc.assert(
      fc.property(pieces, (some) => {
        const placed = platesOf(some, plate) ?? [];
        expect(areas(placed.map(({ width: a, depth: b }) => ({ a, b })))).toEqual(
          areas(some.map(({ x: a, y: b }) => ({ a, b }))),
        );
      }),
    );
  });

  it('is between what the area needs and a plate for each piece', () => {
    fc.assert(
      fc.property(pieces, (some) => {
        const count = plateCount(some, plate) ?? 0;
        const area = some.reduce((sum, { x, y }) => sum + x * y, 0);
        expect(count).toBeGreaterThanOrEqual(Math.ceil(area / (130 * 80) - 1e-6));
        expect(count).toBeLessThanOrEqual(some.length);
      }),
    );
  });

  it('does not depend on how plate, pieces or their order are turned', () => {
    fc.assert(
      fc.property(pieces, (some) => {
        const turned = some.map(({ x, y, z }) => ({ x: y, y: x, z })).reverse();
        expect(plateCount(turned, { x: 80, y: 130, z: 160 })).toBe(plateCount(some, plate));
      }),
    );
  });

  it('is none where a piece fits on no plate, or there are none or too many', () => {
    const small = { x: 10, y: 10, z: 10 };
    for (const large of [
      { x: 131, y: 10, z: 10 },
      { x: 90, y: 90, z: 10 },
      { x: 10, y: 10, z: 161 },
    ])
      expect(plateCount([small, large], plate)).toBeNull();
    expect(plateCount([], plate)).toBeNull();
    expect(
      plateCount(
        Array.from({ length: PIECES_MAX + 1 }, () => small),
        plate,
      ),
    ).toBeNull();
  });

  it('reads as a sentence', () => {
    const of = (x: number, count: number): { pieces: SizeMm[] } => ({
      pieces: Array.from({ length: count }, () => ({ x, y: 70, z: 20 })),
    });
    expect(platesText(of(60, 1), plate)).toBe('fits on one plate');
    expect(platesText(of(60, 3), plate)).toBe('takes 3 plates');
    expect(platesText(of(200, 1), plate)).toBe('does not fit');
    expect(platesText(of(60, 0), plate)).toBeNull();
  });
});

it('a model that comes with and without supports is counted once', () => {
  const file = (role: FileRole, x: number, scale: string | null = '32', retiredAt: number | null = null) => ({
    ...{ role, scale, retiredAt },
    mesh: { size: { x, y: 1, z: 1 }, volumeMl: 1, triangles: 1, watertight: true, shells: 1 },
  });
  const sides = (files: Parameters<typeof piecesOf>[0]) => piecesOf(files).map(({ x }) => x);
  const both = [
    file('unsupported', 1),
    file('unsupported', 2),
    file('presupported', 3),
    file('presupported', 4),
  ];
  expect(sides(both)).toEqual([3, 4]);
  expect(sides(both.slice(0, 2))).toEqual([1, 2]);
  expect(sides([file('presupported', 3), file('presupported', 9, '75')])).toEqual([3]);
  expect(sides([file('presupported', 3, '32', 5), file('unsupported', 1)])).toEqual([1]);
  expect(sides([{ ...file('document', 1), mesh: null }])).toEqual([]);
});
