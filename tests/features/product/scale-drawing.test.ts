import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY_BASE_MM, FIGURE_MM, scaleDrawing } from '../../../src/features/product/scale-drawing.ts';

const mm = fc.double({ min: 1, max: 600, noNaN: true });

describe('the drawing at true scale', () => {
  it('draws model and figure at one scale', () => {
    const { box, pxPerMm } = scaleDrawing({ x: 40, y: 30, z: 60 }, 32);
    expect(box.height / box.width).toBeCloseTo(60 / 40, 1);
    expect(box.height).toBeCloseTo(60 * pxPerMm, 0);
  });

  it('keeps everything inside, whatever the model measures', () => {
    fc.assert(
      fc.property(mm, mm, mm, (x, y, z) => {
        const drawing = scaleDrawing({ x, y, z }, x);
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

  it('draws no base where there is none, and none wider than the model', () => {
    expect(scaleDrawing({ x: 40, y: 30, z: 60 }, null).base).toBeNull();
    const { base, box } = scaleDrawing({ x: 30, y: 30, z: 60 }, 60);
    expect(base).toBe(box.width);
  });
});
