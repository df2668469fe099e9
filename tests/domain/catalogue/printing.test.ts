import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
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
  it('is 35 dollars a litre plus the share of supports', () => {
    expect(resinCost(1000)).toBe(4025);
    expect(resinCost(9.06)).toBe(37);
    expect(resinCost(0)).toBe(0);
  });

  it('uses a custom price of resin', () => {
    expect(resinCost(100, 6000)).toBe(690);
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
    expect(meshVerdict([{ mesh: mesh(true) }, { mesh: null }])).toBe('closed');
    expect(meshVerdict([{ mesh: mesh(true) }, { mesh: mesh(false) }])).toBe('open');
  });

  it('is null without measured meshes', () => {
    expect(meshVerdict([{ mesh: null }])).toBeNull();
    expect(meshVerdict([])).toBeNull();
  });
});
