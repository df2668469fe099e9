import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_BASE_MM,
  FIGURE_MM,
  scaleDrawing,
} from '../../../../src/features/catalogue/product/scale-drawing.ts';

const mm = fc.double({ min: 1, max: 600, noNaN: true });

describe('the drawing at true scale', () => {
  it('draws model and figure at one scale', () => {
    const { box, pxPerMm } = scaleDrawing({ x: 40, y: 30, z: 60 }, 32, []);
    expect(box.height / box.width).toBeCloseTo(60 / 40, 1);
    expect(box.height).toBeCloseTo(60 * pxPerMm, 0);
  });

  it('fits everything for any size', () => {
    fc.assert(
      fc.property(mm, mm, mm, (x, y, z) => {
        const drawing = scaleDrawing({ x, y, z }, x, []);
        const { box, width, pxPerMm, ground, emptyX, figureX } = drawing;
        expect(box.x).toBeGreaterThan(60);
        expect(box.y - box.shift).toBeGreaterThanOrEqual(0);
        expect(ground - FIGURE_MM * pxPerMm).toBeGreaterThanOrEqual(0);
        expect(figureX).toBeGreaterThan(box.x + box.width);
        expect(emptyX + (EMPTY_BASE_MM / 2) * pxPerMm).toBeLessThanOrEqual(width + 1);
        expect(drawing.height).toBeLessThan(320);
        expect(drawing.ticks.length).toBeLessThanOrEqual(200);
      }),
    );
  });

  it('draws a base only if there is one, at most as wide as the model', () => {
    expect(scaleDrawing({ x: 40, y: 30, z: 60 }, null, []).base).toBeNull();
    const { base, box } = scaleDrawing({ x: 30, y: 30, z: 60 }, 60, []);
    expect(base).toBe(box.width);
  });
});

/** Absolute corners of a path of relative moves. */
function cornersOf(path: string): [number, number][][] {
  let [penX, penY] = [0, 0];
  return path
    .split('z')
    .slice(0, -1)
    .map((ring) => {
      const numbers = (ring.match(/-?\d+/g) ?? []).map(Number);
      let [x, y] = [penX, penY];
      const corners = numbers.flatMap((value, at): [number, number][] => {
        if (at % 2 === 1) return [];
        x += value;
        y += numbers[at + 1] ?? 0;
        return [[x, y]];
      });
      [penX, penY] = corners[0] ?? [penX, penY];
      return corners;
    });
}

describe('the outline in the drawing', () => {
  const size = { x: 40, y: 30, z: 60 };

  it('replaces the depth and the base', () => {
    const drawing = scaleDrawing(size, 32, [[0, 0, 40, 0, 20, 60]]);
    expect(drawing.box.shift).toBe(0);
    expect(drawing.base).toBeNull();
    expect(scaleDrawing(size, 32, []).outline).toBeNull();
  });

  it('is upright on the table, in half px, as large as its box', () => {
    const { outline, box } = scaleDrawing(size, null, [[0, 0, 40, 0, 20, 60]]);
    const [[first, second, top] = []] = cornersOf(outline ?? '');
    expect(first).toEqual([0, 0]);
    expect(second?.[1]).toBe(0);
    expect((second?.[0] ?? 0) / 2).toBeCloseTo(box.width, 0);
    expect((top?.[1] ?? 0) / -2).toBeCloseTo(box.height, 0);
  });

  it('keeps every corner of many rings', () => {
    const place = fc.integer({ min: 0, max: 600 }).map((tenths) => tenths / 10);
    const ring = fc.array(place, { minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 7 }), (rings) => {
        const { outline, pxPerMm } = scaleDrawing({ x: 60, y: 30, z: 60 }, null, rings);
        const seen = new Set(cornersOf(outline ?? '').flatMap((corners) => corners.map(String)));
        for (const corners of rings)
          for (let at = 0; at < corners.length; at += 2) {
            const x = Math.round((corners[at] ?? 0) * pxPerMm * 2);
            const y = -Math.round((corners[at + 1] ?? 0) * pxPerMm * 2);
            expect(seen).toContain(String([x, y]));
          }
      }),
    );
  });
});
