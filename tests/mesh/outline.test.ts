import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OUTLINE_MAX_POINTS, type Outline } from '../../src/domain/catalogue/product.ts';
import { outlineOf } from '../../src/mesh/outline.ts';

type Place = [x: number, y: number, z: number];

/** A prism with this convex front ring (alternating x and z, in mm) and the given depth. */
function prism(ring: number[], depth: number, at: Place = [0, 0, 0]): number[] {
  const count = ring.length / 2;
  const corner = (index: number, y: number) => [
    at[0] + (ring[(index % count) * 2] ?? 0),
    at[1] + y,
    at[2] + (ring[(index % count) * 2 + 1] ?? 0),
  ];
  const triangles: number[] = [];
  for (let index = 0; index < count; index++) {
    const [a, b, c, d] = [
      corner(index, 0),
      corner(index + 1, 0),
      corner(index + 1, depth),
      corner(index, depth),
    ];
    for (const part of [a, b, c, a, c, d]) triangles.push(...(part ?? []));
    for (const y of [0, depth]) triangles.push(...corner(0, y), ...corner(index, y), ...corner(index + 1, y));
  }
  return triangles;
}

function box(x: number, y: number, z: number, at: Place = [0, 0, 0]): number[] {
  return prism([0, 0, x, 0, x, z, 0, z], y, at);
}

function disc(radius: number, sides: number): number[] {
  return Array.from({ length: sides }, (_, side) => (side / sides) * 2 * Math.PI).flatMap((angle) => [
    radius * Math.cos(angle),
    radius * Math.sin(angle),
  ]);
}

/** The corners of a ring in whole mm, sorted, because the start is arbitrary. */
function cornersOf(ring: number[]): string[] {
  const named = ring.flatMap((value, at) =>
    at % 2 === 0 ? [`${Math.round(value)} ${Math.round(ring[at + 1] ?? 0)}`] : [],
  );
  return named.sort();
}

const outlineOfAll = (...bodies: number[][]) =>
  outlineOf(new Float32Array(bodies.flat()), OUTLINE_MAX_POINTS);
const cornersIn = (outline: Outline) => outline.reduce((sum, ring) => sum + ring.length / 2, 0);

/** The signed area of a ring, negative if clockwise. */
function areaOf(ring: number[]): number {
  let doubled = 0;
  for (let at = 0; at < ring.length; at += 2) {
    const next = (at + 2) % ring.length;
    doubled += (ring[at] ?? 0) * (ring[next + 1] ?? 0) - (ring[next] ?? 0) * (ring[at + 1] ?? 0);
  }
  return doubled / 2;
}

const total = (outline: Outline) => outline.reduce((sum, ring) => sum + areaOf(ring), 0);

describe('outlineOf', () => {
  it('draws a box as its front, as wide as x and as tall as z, at any position', () => {
    for (const at of [[0, 0, 0] as Place, [-500, 70, 12.5] as Place]) {
      const outline = outlineOfAll(box(10, 20, 30, at));
      expect(outline.map(cornersOf)).toEqual([['0 0', '0 30', '10 0', '10 30']]);
    }
  });

  it('sees left and right from the front, not from behind', () => {
    // An L with its foot to the right; mirrored, the foot would be on the left.
    const outline = outlineOfAll(box(10, 10, 40), box(30, 10, 10));
    expect(outline.map(cornersOf)).toEqual([['0 0', '0 40', '10 10', '10 40', '30 0', '30 10']]);
  });

  it('adds no width for walls seen edge-on', () => {
    const outline = outlineOfAll(box(5, 5, 5), box(27, 5, 32, [5, 0, 0]));
    expect(total(outline)).toBeCloseTo(25 + 27 * 32, 6);
  });

  it('draws a cylinder along the view as a circle', () => {
    const [ring = [], ...others] = outlineOfAll(prism(disc(25, 90), 60));
    expect(others).toEqual([]);
    expect(areaOf(ring)).toBeCloseTo(Math.PI * 25 ** 2, -2);
    for (let at = 0; at < ring.length; at += 2) {
      const distance = Math.hypot((ring[at] ?? 0) - 25, (ring[at + 1] ?? 0) - 25);
      expect(Math.abs(distance - 25)).toBeLessThan(0.4);
    }
  });

  it('draws an upright cylinder as a rectangle', () => {
    const upright = prism(disc(10, 64), 50).map((value, at, all) =>
      at % 3 === 0 ? value : (all[at % 3 === 1 ? at + 1 : at - 1] ?? 0),
    );
    const outline = outlineOfAll(upright);
    expect(outline).toHaveLength(1);
    expect(total(outline)).toBeCloseTo(20 * 50, -1);
  });

  it('keeps a through hole as a ring in the other direction, and ignores dents', () => {
    const frame = [box(5, 8, 40), box(5, 8, 40, [25, 0, 0]), box(30, 8, 10), box(30, 8, 10, [0, 0, 30])];
    const [around = [], hole = [], ...others] = outlineOfAll(...frame);
    expect(others).toEqual([]);
    expect(areaOf(around)).toBeCloseTo(30 * 40, 0);
    expect(-areaOf(hole) / (20 * 20)).toBeGreaterThan(0.97);
    expect(hole).toHaveLength(8);
    expect(outlineOfAll(...frame, box(30, 1, 40, [0, 7, 0]))).toHaveLength(1);
  });

  it('draws separate pieces, the largest first, without specks', () => {
    const outline = outlineOfAll(box(5, 5, 5), box(30, 5, 30, [20, 0, 0]), box(0.5, 0.5, 0.5, [10, 0, 20]));
    expect(outline.map(cornersOf)).toEqual([
      ['20 0', '20 30', '50 0', '50 30'],
      ['0 0', '0 5', '5 0', '5 5'],
    ]);
  });

  it('connects pieces that meet at a corner, and separates others', () => {
    const [lower, upper] = [box(20, 5, 20), box(20, 5, 20, [20, 0, 20])];
    const [ring = [], ...others] = outlineOfAll(lower, upper);
    expect(others).toEqual([]);
    expect(areaOf(ring)).toBeCloseTo(800, 0);
    expect(outlineOfAll(lower, box(20, 5, 20, [21, 0, 20]))).toHaveLength(2);
  });

  it('keeps as much of a fence as its corner limit allows', () => {
    const pales = Array.from({ length: 60 }, (_, pale) => box(1, 1, 20, [pale * 2, 0, 0]));
    const outline = outlineOfAll(box(120, 1, 3), ...pales);
    expect(cornersIn(outline)).toBeLessThanOrEqual(OUTLINE_MAX_POINTS);
    expect(cornersIn(outline)).toBeGreaterThan(100);
  });

  it.each([
    ['no triangle', []],
    ['one place only', Array.from({ length: 9 }, () => 4)],
    ['no width', [3, 0, 0, 3, 5, 0, 3, 0, 7]],
    ['no height', [0, 0, 3, 5, 0, 3, 0, 7, 3]],
  ])('has nothing to draw for %s', (_, corners) => {
    expect(outlineOf(new Float32Array(corners), OUTLINE_MAX_POINTS)).toEqual([]);
  });

  it.each([
    ['a needle', 0.001, 300],
    ['a thread', 1e-30, 300],
    ['a speck', 0.002, 0.003],
    ['a mountain', 30_000, 9000],
  ])('draws %s within its box', (_, x, z) => {
    const outline = outlineOfAll(box(x, 1, z));
    for (const ring of outline) {
      expect(ring.every((value, at) => value >= 0 && value <= (at % 2 === 0 ? x : z) * 1.001)).toBe(true);
    }
  });
});

const side = fc.integer({ min: 1, max: 20 });
const start = fc.integer({ min: 0, max: 20 });
const boxes = fc.array(fc.record({ x: start, z: start, width: side, height: side, y: side }), {
  minLength: 1,
  maxLength: 6,
});

/** Number of 1 mm squares covered by at least one box. */
function squaresUnder(all: { x: number; z: number; width: number; height: number }[]): number {
  const covered = new Set<number>();
  for (const { x, z, width, height } of all)
    for (let across = x; across < x + width; across++)
      for (let up = z; up < z + height; up++) covered.add(up * 100 + across);
  return covered.size;
}

describe('the outline of any mesh', () => {
  it('covers what its boxes cover, within one cell', () => {
    fc.assert(
      fc.property(boxes, (all) => {
        const outline = outlineOfAll(
          ...all.map(({ x, z, width, height, y }) => box(width, y, height, [x, -y, z])),
        );
        const edges = all.reduce((sum, { width, height }) => sum + 2 * (width + height), 0);
        const thick = (2 * 40) / 320;
        expect(Math.abs(total(outline) - squaresUnder(all))).toBeLessThan(edges * thick + 1);
      }),
    );
  });

  it('covers what a slanted triangle covers', () => {
    const place = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(fc.tuple(place, place, place), fc.tuple(place, place, place), (xs, zs) => {
        const flat = [xs[0], zs[0], xs[1], zs[1], xs[2], zs[2]];
        const corners = new Float32Array([0, 1, 2].flatMap((at) => [xs[at] ?? 0, at, zs[at] ?? 0]));
        const edges = [0, 1, 2].reduce((sum, at) => {
          const next = (at + 1) % 3;
          return sum + Math.hypot((xs[next] ?? 0) - (xs[at] ?? 0), (zs[next] ?? 0) - (zs[at] ?? 0));
        }, 0);
        expect(Math.abs(total(outlineOf(corners, OUTLINE_MAX_POINTS)) - Math.abs(areaOf(flat)))).toBeLessThan(
          (edges * 2 * 100) / 320,
        );
      }),
    );
  });

  it('has few corners, all within the box, and rings of three corners or more', () => {
    const coordinate = fc.integer({ min: -300, max: 300 });
    const triangles = fc.array(fc.array(coordinate, { minLength: 9, maxLength: 9 }), { maxLength: 30 });
    fc.assert(
      fc.property(triangles, (given) => {
        const outline = outlineOfAll(...given);
        const extent = (axis: number) => {
          const all = given.flat().filter((_, at) => at % 3 === axis);
          return Math.max(...all) - Math.min(...all);
        };
        expect(cornersIn(outline)).toBeLessThanOrEqual(OUTLINE_MAX_POINTS);
        for (const ring of outline) {
          expect(ring.length).toBeGreaterThanOrEqual(6);
          for (let at = 0; at < ring.length; at++) {
            expect(ring[at]).toBeGreaterThanOrEqual(0);
            expect(ring[at]).toBeLessThanOrEqual(extent(at % 2 === 0 ? 0 : 2));
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});
