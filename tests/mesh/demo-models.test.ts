import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { demoStl } from '../../src/dev/world/models.ts';
import { meshReport } from '../../src/domain/assets/mesh-report.ts';
import { measureMesh } from '../../src/mesh/measure.ts';
import { type ModelKind, readModel } from '../../src/mesh/read.ts';
import { meshXml, objText } from './shapes.ts';

/** The nine numbers per triangle of a binary STL, parsed independently. */
function trianglesOf(stl: Uint8Array): number[][] {
  const view = new DataView(stl.buffer, stl.byteOffset);
  return Array.from({ length: view.getUint32(80, true) }, (_, triangle) =>
    Array.from({ length: 9 }, (_, at) => view.getFloat32(84 + triangle * 50 + 12 + at * 4, true)),
  );
}

/** Independent measurements: volume as prisms down to the plate, the box by sorting. */
function naive(triangles: number[][]) {
  let mm3 = 0;
  for (const [ax = 0, ay = 0, az = 0, bx = 0, by = 0, bz = 0, cx = 0, cy = 0, cz = 0] of triangles)
    mm3 += (((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2) * ((az + bz + cz) / 3);
  const extent = (axis: number) => {
    const sorted = Float64Array.from(
      triangles.flatMap((nine) => [0, 3, 6].map((at) => nine[axis + at] ?? 0)),
    ).sort();
    return (sorted.at(-1) ?? 0) - (sorted[0] ?? 0);
  };
  return { volumeMl: mm3 / 1000, size: { x: extent(0), y: extent(1), z: extent(2) } };
}

/** Equal within a thousandth. */
function expectNear(found: number, given: number): void {
  expect(Math.abs(found / given - 1)).toBeLessThan(0.001);
}

function written(stl: Uint8Array<ArrayBuffer>, kind: ModelKind): Uint8Array {
  const corners = trianglesOf(stl).flat();
  if (kind === 'stl') return stl;
  const text = (words: string) => new TextEncoder().encode(words);
  if (kind === 'obj') return text(objText(corners));
  // In inches, converted back on reading.
  const object = `<object id="1">${meshXml(corners.map((mm) => mm / 25.4))}</object>`;
  const model = `<model unit="inch"><resources>${object}</resources><build><item objectid="1"/></build></model>`;
  return zipSync({ '3D/3dmodel.model': text(model) }, { level: 1 });
}

describe('the demo models', () => {
  it.each([
    ['golem', 'stl'],
    ['golem', 'obj'],
    ['golem', '3mf'],
    ['chest', 'stl'],
    ['tower', 'stl'],
    ['dragon', 'stl'],
  ] as const)('%s as %s: measured as an independent count measures it', async (model, kind) => {
    const stl = await demoStl(model);
    const triangles = trianglesOf(stl);
    const given = naive(triangles);
    const corners = readModel(written(stl, kind), kind);
    if (typeof corners === 'string') throw new Error(corners);
    const found = measureMesh(corners);
    expectNear(found.volumeMl, given.volumeMl);
    for (const axis of ['x', 'y', 'z'] as const) expectNear(found.size[axis], given.size[axis]);
    expect(found).toMatchObject({
      triangles: triangles.length,
      watertight: true,
      openEdges: 0,
      flippedEdges: 0,
    });
    expect(meshReport(found, stl.length).level).toBe('green');
  });
});
