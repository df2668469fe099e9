import { describe, expect, it } from 'vitest';
import {
  bucketOf,
  bucketsNear,
  type ModelShape,
  matchKind,
  pairOf,
  shapeDistance,
  similarShapes,
} from '../../../src/domain/assets/model-match.ts';
import { matchClaim, matchRefusals } from '../../../src/domain/desk/match-file.ts';

const SHAPE: ModelShape = {
  sha256: 'a',
  connectivity: 'c'.repeat(16),
  triangles: 20_000,
  middle: 0.5,
  smallest: 0.3,
  spread: 0.95,
  histogram: [65_535, 0, 0, 65_535],
};
const other = (part: Partial<ModelShape>): ModelShape => ({
  ...SHAPE,
  sha256: 'b',
  connectivity: 'd'.repeat(16),
  ...part,
});
/** The same histogram with this much moved to another bin. */
const moved = (share: number) => [65_535 * (1 - share), 65_535 * share, 0, 65_535];

describe('how two models resemble each other', () => {
  it.each([
    ['equal bytes, also of a file that cannot be measured', { sha256: 'a', connectivity: '' }, 'file'],
    ['equal connectivity and shape', { connectivity: SHAPE.connectivity }, 'mesh'],
    ['nearly the same shape', { histogram: moved(0.04), middle: 0.51 }, 'shape'],
    ['equal connectivity in another pose', { connectivity: SHAPE.connectivity, histogram: moved(0.2) }, null],
    ['another shape', { histogram: moved(0.06) }, null],
    ['other moments', { middle: 0.56 }, null],
    ['another spread', { spread: 0.97 }, null],
    ['a plain model, such as a disc', { triangles: 400 }, null],
    ['the mesh of a plain model', { triangles: 400, connectivity: SHAPE.connectivity }, 'mesh'],
    ['a disc of another height', { triangles: 400, connectivity: SHAPE.connectivity, middle: 0.505 }, null],
    ['a box', { triangles: 12, connectivity: SHAPE.connectivity }, null],
    ['one that cannot be measured', { connectivity: '', histogram: [] }, null],
  ] as const)('%s: %#', (_, part, kind) => {
    expect(matchKind(SHAPE, other(part))).toBe(kind);
    expect(matchKind(other(part), SHAPE)).toBe(kind);
  });

  it('the distance is 0 for equal shapes and counts both ways', () => {
    expect(shapeDistance(SHAPE, SHAPE)).toBe(0);
    expect(shapeDistance(SHAPE, other({ histogram: moved(0.25) }))).toBeCloseTo(0.5, 4);
  });
});

it('whatever is near a shape is in a bucket that is asked', () => {
  const missed: object[] = [];
  for (let middle = 0; middle <= 1; middle += 0.013)
    for (let smallest = 0; smallest <= middle; smallest += 0.017)
      for (const [by, on] of [
        [0.039, 0.039],
        [-0.039, 0.039],
        [-0.039, -0.039],
      ] as const) {
        const near = { middle: Math.max(0, middle + by), smallest: Math.max(0, smallest + on) };
        if (!bucketsNear({ middle, smallest }).includes(bucketOf(near))) missed.push({ middle, smallest });
      }
  expect(missed).toEqual([]);
});

it('two products are one pair, whichever came first', () => {
  expect(pairOf('b', 'a')).toBe(pairOf('a', 'b'));
  expect(pairOf('a', 'b')).not.toBe(pairOf('a', 'c'));
});

it('a case says what it is about; nothing else needs a text', () => {
  expect(matchRefusals({ outcome: 'case', claim: '' }).claim).toBeTruthy();
  expect(matchRefusals({ outcome: 'different', claim: '' })).toEqual({});
  const older = { fileName: 'orc.stl', since: Date.UTC(2026, 10, 1) } as Parameters<
    typeof matchClaim
  >[0]['older'];
  const claim = matchClaim({ kind: 'mesh', older });
  expect(claim).toContain('“orc.stl” since 1 November 2026');
  expect(matchRefusals({ outcome: 'case', claim })).toEqual({});
});

describe('what people are shown as similar', () => {
  const of = (productId: string, storeId: string, part: Partial<ModelShape> = {}) => ({
    ...other({ middle: 0.9, ...part }),
    ...{ productId, storeId },
  });
  const own = { ...SHAPE, productId: 'own', storeId: 's' };

  it('is near, the nearest first, each product once and never the product itself', () => {
    const others = [
      of('far', 't', { histogram: moved(0.5) }),
      of('near', 't', { histogram: moved(0.15) }),
      of('nearest', 't', { histogram: moved(0.08) }),
      of('near', 't', { histogram: moved(0.1) }),
      of('own', 's', { histogram: moved(0.01) }),
    ];
    expect(similarShapes(own, others)).toEqual(['nearest', 'near']);
  });

  it('is nothing that the desk may take for a copy in another store, but may be a pose in the same one', () => {
    const copy = { middle: SHAPE.middle, histogram: moved(0.02) };
    expect(similarShapes(own, [of('copy', 't', copy), of('copy', 't', { histogram: moved(0.1) })])).toEqual(
      [],
    );
    expect(similarShapes(own, [of('pose', 's', copy)])).toEqual(['pose']);
  });

  it('is nothing for plain models, of which all look alike', () => {
    expect(similarShapes({ ...own, triangles: 400 }, [of('near', 't', { histogram: moved(0.1) })])).toEqual(
      [],
    );
    expect(similarShapes(own, [of('disc', 't', { triangles: 400, histogram: moved(0.1) })])).toEqual([]);
  });
});
