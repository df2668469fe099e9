import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { measureMesh } from '../../src/mesh/measure.ts';
import type { Corners } from '../../src/mesh/stl.ts';
import { readThreeMf } from '../../src/mesh/three-mf.ts';
import { weld } from '../../src/mesh/weld.ts';
import { writeThreeMf } from '../../src/mesh/write-three-mf.ts';

function written(corners: Float32Array): { bytes: Uint8Array; pieces: number[] } {
  const parts: Uint8Array[] = [];
  writeThreeMf(weld(corners), (bytes) => parts.push(bytes.slice()));
  return { bytes: new Uint8Array(Buffer.concat(parts)), pieces: parts.map(({ length }) => length) };
}

/** A closed wall of `count` boxes side by side, 24 triangles each. */
function boxes(count: number): Float32Array {
  const corners: number[] = [];
  const faces = [
    [0, 2, 1, 0, 3, 2],
    [4, 5, 6, 4, 6, 7],
    [0, 1, 5, 0, 5, 4],
    [1, 2, 6, 1, 6, 5],
    [2, 3, 7, 2, 7, 6],
    [3, 0, 4, 3, 4, 7],
  ];
  for (let at = 0; at < count; at++) {
    const x = at * 2.5 + 0.1;
    const points = [
      [x, 0, 0],
      [x + 1.7, 0, 0],
      [x + 1.7, 3.3, 0],
      [x, 3.3, 0],
      [x, 0, 9.9],
      [x + 1.7, 0, 9.9],
      [x + 1.7, 3.3, 9.9],
      [x, 3.3, 9.9],
    ];
    for (const face of faces) for (const corner of face) corners.push(...(points[corner] as number[]));
  }
  return Float32Array.from(corners);
}

it('a model that is written as 3MF is the same model, in millimetres', () => {
  const corners = boxes(40);
  const { bytes } = written(corners);
  const read = readThreeMf(bytes, 1e6) as Corners;
  const [before, after] = [measureMesh(corners), measureMesh(read)];
  expect(after).toMatchObject({ triangles: before.triangles, shells: 40, watertight: true, openEdges: 0 });
  expect(after.volumeMl).toBeCloseTo(before.volumeMl, 4);
  for (const axis of ['x', 'y', 'z'] as const) expect(after.size[axis]).toBeCloseTo(before.size[axis], 4);
});

it('is a package of content types, relations and one model part, and its XML says millimeter', () => {
  const parts = unzipSync(written(boxes(1)).bytes);
  expect(Object.keys(parts)).toEqual(['[Content_Types].xml', '_rels/.rels', '3D/3dmodel.model']);
  const model = Buffer.from(parts['3D/3dmodel.model'] ?? []).toString();
  expect(model).toContain('unit="millimeter"');
  expect(model.match(/<vertex /g)).toHaveLength(8);
  expect(model.match(/<triangle /g)).toHaveLength(12);
  expect(model).not.toMatch(/e-|NaN|undefined/);
});

it('leaves out triangles without area, which the format forbids', () => {
  const corners = boxes(1);
  const flat = Float32Array.from([
    ...corners,
    ...corners.slice(0, 3),
    ...corners.slice(0, 3),
    ...corners.slice(3, 6),
  ]);
  expect(measureMesh(readThreeMf(written(flat).bytes, 1e6) as Corners).triangles).toBe(12);
});

it('the same model gives the same bytes, in pieces that stay small however large it is', () => {
  const { bytes, pieces } = written(boxes(4000));
  expect(Buffer.from(bytes).equals(Buffer.from(written(boxes(4000)).bytes))).toBe(true);
  expect(pieces.length).toBeGreaterThan(10);
  expect(Math.max(...pieces)).toBeLessThan(300_000);
});
