import fc from 'fast-check';
import { MeshoptEncoder } from 'meshoptimizer';
import { beforeAll, expect, it } from 'vitest';
import { demoStl, unpackModel } from '../../src/dev/world/models.ts';
import { unpackAttributes, unpackTriangles } from '../../src/mesh/meshopt.ts';
import { readPreview } from '../../src/mesh/preview-glb.ts';
import { readStl } from '../../src/mesh/stl.ts';
import { weld } from '../../src/mesh/weld.ts';
import { meshPreview } from '../../src/server/adapters/mesh/mesh-preview.ts';

beforeAll(() => MeshoptEncoder.ready);

it('reads a preview like the reference package', async () => {
  const corners = readStl(await demoStl('golem'));
  if (typeof corners === 'string') throw new Error(corners);
  const { glb = new Uint8Array() } = (await meshPreview(weld(corners))) ?? {};
  const [ours, theirs] = [readPreview(glb), await unpackModel(glb)];
  expect(ours.vertices).toEqual(theirs.vertices);
  expect(ours.indices).toEqual(theirs.indices);
  expect(ours.shade).toHaveLength(ours.vertices.length / 3);
  expect(new Set(ours.shade).size).toBeGreaterThan(50);
});

it('unpacks any attributes', () => {
  const attributes = fc
    .tuple(fc.constantFrom(4, 8, 12), fc.integer({ min: 1, max: 600 }), fc.constantFrom(1, 3, 40, 255))
    .chain(([stride, count, most]) =>
      fc
        .uint8Array({ minLength: stride * count, maxLength: stride * count, max: most })
        .map((bytes) => ({ stride, count, bytes })),
    );
  fc.assert(
    fc.property(attributes, ({ stride, count, bytes }) => {
      const packed = MeshoptEncoder.encodeGltfBuffer(bytes, count, stride, 'ATTRIBUTES');
      expect(unpackAttributes(packed, count, stride)).toEqual(new Uint8Array(bytes));
    }),
  );
});

/** Triangles may start at another corner; the winding is kept. */
function turned(indices: Uint32Array): string[] {
  return Array.from({ length: indices.length / 3 }, (_, at) => {
    const corners = [...indices.subarray(at * 3, at * 3 + 3)];
    const first = corners.indexOf(Math.min(...corners));
    return [0, 1, 2].map((step) => corners[(first + step) % 3]).join(' ');
  });
}

it('unpacks any triangles', () => {
  const triangle = fc
    .uniqueArray(fc.integer({ min: 0, max: 70_000 }), { minLength: 3, maxLength: 3 })
    .map((corners) => corners as [number, number, number]);
  const near = fc.nat({ max: 200 }).map((at): [number, number, number] => [at, at + 1, at + 2]);
  fc.assert(
    fc.property(fc.array(fc.oneof(triangle, near), { minLength: 1, maxLength: 80 }), (triangles) => {
      const indices = Uint32Array.from(triangles.flat());
      const packed = MeshoptEncoder.encodeGltfBuffer(
        new Uint8Array(indices.buffer),
        indices.length,
        4,
        'TRIANGLES',
      );
      expect(turned(unpackTriangles(packed, indices.length))).toEqual(turned(indices));
    }),
  );
});

it('terminates for any input', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat({ max: 90 }), (bytes, count) => {
      for (const unpack of [
        () => unpackAttributes(bytes, count, 8),
        () => unpackTriangles(bytes, count * 3),
        () => readPreview(bytes),
      ])
        try {
          unpack();
        } catch (reason) {
          expect(reason).toBeInstanceOf(Error);
        }
    }),
  );
  expect(() => unpackTriangles(new Uint8Array([0xe1]), 3)).toThrow(RangeError);
  expect(() => readPreview(new Uint8Array(40))).toThrow('This is no GLB.');
});
