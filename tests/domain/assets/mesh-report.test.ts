import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import {
  HEAVY_BYTES,
  HEAVY_TRIANGLES,
  MESH_REFUSAL_SENTENCES,
  type MeshInspection,
  type MeshRefusal,
  meshReport,
  refusedReport,
} from '../../../src/domain/assets/mesh-report.ts';
import type { MeshMeasurements } from '../../../src/mesh/measure.ts';
import type { ModelRefusal } from '../../../src/mesh/read.ts';

const hero: MeshInspection = {
  size: { x: 20, y: 15, z: 34 },
  volumeMl: 3.2,
  triangles: 120_000,
  watertight: true,
  shells: 1,
  pieces: 1,
  manifold: true,
  openEdges: 0,
  crowdedEdges: 0,
  flippedEdges: 0,
  degenerate: 0,
  insideOut: false,
};
const MB = 1e6;
const report = (change: Partial<MeshInspection>, sizeBytes = 6 * MB) =>
  meshReport({ ...hero, ...change }, sizeBytes);
const about = (change: Partial<MeshInspection>, subject: string, sizeBytes?: number) =>
  report(change, sizeBytes).findings.find((finding) => finding.about === subject);

describe('meshReport', () => {
  it('is green for a good model, in terms a hobbyist knows', () => {
    expect(report({})).toEqual({
      level: 'green',
      findings: [
        { about: 'size', level: 'green', sentence: '20 × 15 × 34 mm, 3.2 ml.' },
        {
          about: 'holes',
          level: 'green',
          sentence: 'The surface is closed, so a slicer knows inside from outside.',
        },
        { about: 'triangles', level: 'green', sentence: '120,000 triangles.' },
        { about: 'pieces', level: 'green', sentence: 'One piece.' },
      ],
      suggested: { scale: '32', parts: 'single', size: { x: 20, y: 15, z: 34 } },
    });
  });

  it.each([
    [0.18, 'Only 0.18 mm tall. Was it exported in metres (then it is 180 mm)?'],
    [0.034, 'Only 0.034 mm tall. Was it exported in metres (then it is 34 mm)?'],
    [
      1.34,
      'Only 1.3 mm tall. Was it exported in inches (then it is 34 mm) or centimetres (then it is 13 mm)?',
    ],
    [
      3.4,
      'Only 3.4 mm tall. Was it exported in inches (then it is 86 mm) or centimetres (then it is 34 mm)?',
    ],
    [0.001, 'Only 0.001 mm tall. Was it exported in another unit than millimetres?'],
    [
      32_000,
      '32000 mm tall: larger than any home printer. Was it exported in millimetres where its format counts in metres, as GLB does? ÷ 1000: 32 mm.',
    ],
    [
      1800,
      '1800 mm tall: larger than any home printer. Was it modelled at life size, or exported in another unit?',
    ],
  ])('asks about the unit of a figure %d mm tall', (z, sentence) => {
    const size = { x: z / 2, y: z / 3, z };
    const found = report({ size, volumeMl: z ** 3 / 30_000 });
    expect(found.findings).toContainEqual({ about: 'unit', level: 'amber', sentence });
    expect(found.level).toBe('amber');
    // An uncertain size suggests nothing.
    expect(found.suggested).toMatchObject({ scale: null, size: null });
  });

  it('names the longest side if that is not the height, and asks nothing about usual sizes', () => {
    expect(about({ size: { x: 2.5, y: 1, z: 1 } }, 'unit')?.sentence).toContain(
      '2.5 mm along its longest side',
    );
    for (const z of [4, 28, 75, 300, 600]) expect(about({ size: { x: 4, y: 4, z } }, 'unit')).toBeUndefined();
  });

  it.each([
    ['holes', { watertight: false, openEdges: 1 }, 'amber', '1 edge is open'],
    ['holes', { watertight: false, openEdges: 1320 }, 'amber', '1,320 edges are open'],
    ['edges', { manifold: false, crowdedEdges: 12 }, 'green', 'touch along 12 edges'],
    [
      'edges',
      { watertight: false, manifold: false, crowdedEdges: 12 },
      'amber',
      'run into each other along 12 edges',
    ],
    ['direction', { watertight: false, flippedEdges: 3 }, 'amber', 'neighbours disagree at 3 edges'],
    ['direction', { insideOut: true }, 'amber', 'is inside out'],
    ['triangles', { degenerate: 12 }, 'green', '12 of them without area, which slicers skip'],
    ['triangles', { degenerate: 5000 }, 'amber', '5,000 of them without area'],
    ['pieces', { shells: 3, pieces: 1 }, 'green', 'One piece, made of 3 shells that touch.'],
    ['pieces', { shells: 5, pieces: 4 }, 'green', '4 pieces that do not touch.'],
    ['pieces', { shells: 9000, pieces: null }, 'green', '9,000 shells.'],
    ['size', { watertight: false, openEdges: 9 }, 'green', 'about 3.2 ml, as far as its holes allow'],
    ['size', { volumeMl: 0.02 }, 'green', 'less than 0.1 ml'],
  ] as const)('reports on its %s: %o', (subject, change, level, words) => {
    const found = about(change, subject);
    expect(found?.level).toBe(level);
    expect(found?.sentence).toContain(words);
  });

  it('warns of heavy files, by triangles or by weight', () => {
    expect(about({ triangles: HEAVY_TRIANGLES }, 'weight', HEAVY_BYTES)).toBeUndefined();
    expect(about({ triangles: 2_400_000 }, 'weight', 120 * MB)?.sentence).toContain(
      '2.4 million triangles, 120 MB',
    );
    expect(about({}, 'weight', 130 * MB)?.sentence).toContain('A heavy file: 130 MB');
  });

  it('is red for models without thickness or larger than any unit explains', () => {
    expect(report({ size: { x: 20, y: 0, z: 34 }, volumeMl: 0 }).level).toBe('red');
    expect(about({ size: { x: 1, y: 1, z: 2e30 } }, 'size')?.sentence).toContain('a kilometre long');
    expect(report({ volumeMl: 0 })).toMatchObject({ level: 'red', suggested: { scale: null, size: null } });
  });

  it('suggests a scale only for one upright piece of a usual height', () => {
    const scale = (x: number, z: number, pieces: number | null = 1) =>
      report({ size: { x, y: 10, z }, pieces }).suggested.scale;
    expect([6, 10, 15, 20, 30, 34, 39, 56, 78].map((z) => scale(5, Math.max(z, 10)))).toEqual([
      '10',
      '10',
      '15',
      '20',
      '28',
      '32',
      '35',
      '54',
      '75',
    ]);
    expect(scale(5, 47.7)).toBeNull();
    expect(scale(60, 34)).toBeNull();
    expect(scale(5, 34, 2)).toBeNull();
    expect(scale(5, 34, null)).toBeNull();
  });

  it('suggests parts by the number of pieces', () => {
    expect(report({ pieces: 7 }).suggested.parts).toBe('multipart');
    expect(report({ pieces: null }).suggested.parts).toBeNull();
  });

  it('has one sentence per subject and the level of the worst, for any measurements', () => {
    const count = fc.nat(10_000_000);
    const length = fc.double({ min: 0, max: 3e38, noNaN: true });
    const inspection = fc.record({
      size: fc.record({ x: length, y: length, z: length }),
      volumeMl: fc.double({ min: 0, max: 1e9, noNaN: true }),
      triangles: count,
      watertight: fc.boolean(),
      shells: count,
      pieces: fc.option(count),
      manifold: fc.boolean(),
      openEdges: count,
      crowdedEdges: count,
      flippedEdges: count,
      degenerate: count,
      insideOut: fc.boolean(),
    });
    fc.assert(
      fc.property(inspection, count, (mesh, sizeBytes) => {
        const { findings, level } = meshReport(mesh, sizeBytes);
        expect(new Set(findings.map((finding) => finding.about)).size).toBe(findings.length);
        for (const { sentence } of findings) {
          expect(sentence).toMatch(/^[A-Z0-9].*[.?]$/);
          expect(sentence).not.toMatch(/NaN|undefined|Infinity|null|e[-+]\d/);
        }
        const order = ['green', 'amber', 'red'];
        expect(order.indexOf(level)).toBe(
          Math.max(...findings.map((finding) => order.indexOf(finding.level))),
        );
      }),
    );
  });
});

describe('refusedReport', () => {
  it('is one red sentence for every refusal', () => {
    for (const refusal of Object.keys(MESH_REFUSAL_SENTENCES) as MeshRefusal[]) {
      const { level, findings } = refusedReport(refusal);
      expect([level, findings.length, findings[0]?.level]).toEqual(['red', 1, 'red']);
      expect(findings[0]?.sentence).toMatch(/^[A-Z].{15,}\.$/);
    }
  });
});

/** `domain` and `mesh` do not import each other; the type check of this file compares them. */
describe('the report and the measuring', () => {
  it('agree on the measurements and on the refusals', () => {
    expectTypeOf<MeshMeasurements>().toEqualTypeOf<MeshInspection>();
    expectTypeOf<Exclude<MeshRefusal, ModelRefusal>>().toEqualTypeOf<'mesh-too-large' | 'mesh-too-long'>();
    expectTypeOf<ModelRefusal>().toExtend<MeshRefusal>();
  });
});
