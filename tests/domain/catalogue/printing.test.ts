import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  closedText,
  filesText,
  heightText,
  meshVerdict,
  resinCost,
  sizeText,
  supportsLabel,
  volumeText,
} from '../../../src/domain/catalogue/printing.ts';
import type { MeshFacts } from '../../../src/domain/catalogue/product.ts';
import { fileSizeText } from '../../../src/domain/kernel/file-size.ts';

const mesh = (watertight: boolean): MeshFacts => ({
  size: { x: 1, y: 1, z: 1 },
  volumeMl: 1,
  triangles: 12,
  watertight,
  shells: 1,
});

describe('resin cost', () => {
  it('is 35 dollars a litre', () => {
    expect(resinCost(1000)).toBe(3500);
    expect(resinCost(9.06)).toBe(32);
    expect(resinCost(0)).toBe(0);
  });

  it('uses a custom price of resin', () => {
    expect(resinCost(100, 6000)).toBe(600);
  });

  it('never decreases with volume and is in whole cents', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        fc.double({ min: 0, max: 1e5, noNaN: true }),
        (a, b) => {
          const [less, more] = a < b ? [a, b] : [b, a];
          expect(resinCost(less)).toBeLessThanOrEqual(resinCost(more));
          expect(Number.isInteger(resinCost(a))).toBe(true);
        },
      ),
    );
  });

  it('refuses invalid volumes', () => {
    for (const wrong of [-1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => resinCost(wrong)).toThrow(RangeError);
  });
});

describe('measurements', () => {
  it('have at most one decimal', () => {
    expect(sizeText({ x: 37.1, y: 32, z: 47.68 })).toBe('37.1 × 32 × 47.7 mm');
    expect(volumeText(9.06)).toBe('9.1 ml');
    expect(volumeText(10)).toBe('10 ml');
  });

  it('show the height in whole millimetres, at least 1', () => {
    expect(heightText(47.7)).toBe('48 mm tall');
    expect(heightText(0.2)).toBe('1 mm tall');
  });
});

describe('file sizes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [820, '820 bytes'],
    [999, '999 bytes'],
    [1000, '1 kB'],
    [1_952_684, '2 MB'],
    [1_850_000, '1.9 MB'],
    [99_950, '100 kB'],
    [214_400_000, '214 MB'],
    [999_990, '1 MB'],
    [2_500_000_000, '2.5 GB'],
    [3e15, '3000 TB'],
  ])('%i reads %s', (bytes, text) => {
    expect(fileSizeText(bytes)).toBe(text);
  });

  it('counts files with singular and plural', () => {
    expect([filesText(1), filesText(11)]).toEqual(['1 file', '11 files']);
  });
});

describe('supports', () => {
  it('shows the best kind', () => {
    expect(supportsLabel(['unsupported', 'presupported'])).toBe('Pre-supported');
    expect(supportsLabel(['unsupported'])).toBe('Unsupported');
    expect(supportsLabel([])).toBeNull();
  });

  it('shows an unknown kind as it is', () => {
    expect(supportsLabel(['tree'])).toBe('tree');
  });
});

describe('the mesh verdict', () => {
  it('is closed only if all meshes are', () => {
    expect(meshVerdict([{ mesh: mesh(true) }, { mesh: null }])).toEqual({ closed: true, repairedEdges: 0 });
    expect(meshVerdict([{ mesh: mesh(true) }, { mesh: mesh(false) }])).toEqual({
      closed: false,
      repairedEdges: 0,
    });
  });

  it('counts the edges that slicers repair', () => {
    const crowded = (crowdedEdges: number) => ({ mesh: { ...mesh(true), crowdedEdges } });
    expect(meshVerdict([crowded(3), crowded(0), { mesh: mesh(true) }])).toEqual({
      closed: true,
      repairedEdges: 3,
    });
    expect([0, 1, 1200].map(closedText)).toEqual([
      'Closed and printable',
      'Closed, 1 edge that slicers repair',
      'Closed, 1,200 edges that slicers repair',
    ]);
  });

  it('is null without measured meshes', () => {
    expect(meshVerdict([{ mesh: null }])).toBeNull();
    expect(meshVerdict([])).toBeNull();
  });
});
