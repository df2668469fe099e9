import { expect, it } from 'vitest';
import { demoStl, unpackModel } from '../../../../src/dev/world/models.ts';
import { measureMesh } from '../../../../src/mesh/measure.ts';
import { readStl } from '../../../../src/mesh/stl.ts';
import { cornersOf, type WeldedMesh, weld } from '../../../../src/mesh/weld.ts';
import {
  meshPreview,
  PREVIEW_MAX_BYTES,
  PREVIEW_MAX_TRIANGLES,
} from '../../../../src/server/adapters/mesh/mesh-preview.ts';
import { box } from '../../../mesh/shapes.ts';

async function demo(model: string): Promise<WeldedMesh> {
  const corners = readStl(await demoStl(model));
  if (typeof corners === 'string') throw new Error(corners);
  return weld(corners);
}

async function shown(mesh: WeldedMesh) {
  const light = await meshPreview(mesh);
  if (!light) throw new Error('no preview');
  expect(light.glb.length).toBeLessThanOrEqual(PREVIEW_MAX_BYTES);
  const facts = measureMesh(cornersOf(await unpackModel(light.glb)));
  expect(facts.triangles).toBe(light.triangles);
  expect(facts.triangles).toBeLessThanOrEqual(PREVIEW_MAX_TRIANGLES);
  return facts;
}

/** Every triangle in four: the same surface, a mesh four times as heavy. */
function subdivided({ vertices, indices }: WeldedMesh): WeldedMesh {
  const finer: number[] = [];
  for (let at = 0; at < indices.length; at += 3) {
    const corner = (one: number) => {
      const from = (indices[at + one] ?? 0) * 3;
      return [vertices[from] ?? 0, vertices[from + 1] ?? 0, vertices[from + 2] ?? 0];
    };
    const [a, b, c] = [corner(0), corner(1), corner(2)] as const;
    const middle = (one: number[], other: number[]) =>
      one.map((value, axis) => (value + (other[axis] ?? 0)) / 2);
    const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)] as const;
    finer.push(...[a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca].flat());
  }
  return weld(new Float32Array(finer));
}

/** A step of the grid of 12 bits over the longest side. */
const step = (size: { x: number; y: number; z: number }) => Math.max(size.x, size.y, size.z) / (2 ** 12 - 1);

it('makes a coarser preview of a light model, closed and of the same size', async () => {
  const golem = await demo('golem');
  const [before, after] = [measureMesh(cornersOf(golem)), await shown(golem)];
  expect(after.watertight).toBe(true);
  expect(after.triangles).toBeLessThanOrEqual(before.triangles / 2);
  for (const axis of ['x', 'y', 'z'] as const) {
    expect(Math.abs(after.size[axis] - before.size[axis])).toBeLessThan(0.1);
  }
});

it('simplifies a heavy model: still closed, of nearly the same size and volume', async () => {
  const heavy = subdivided(await demo('tower'));
  const before = measureMesh(cornersOf(heavy));
  expect(before.triangles).toBeGreaterThan(PREVIEW_MAX_TRIANGLES * 3);
  const after = await shown(heavy);
  expect(after.watertight).toBe(true);
  expect(after.triangles).toBeGreaterThan(PREVIEW_MAX_TRIANGLES * 0.9);
  for (const axis of ['x', 'y', 'z'] as const) {
    expect(Math.abs(after.size[axis] - before.size[axis])).toBeLessThanOrEqual(step(before.size) * 2);
  }
  expect(after.volumeMl / before.volumeMl).toBeCloseTo(1, 3);
});

it('stays small for a model of many parts, or noise', async () => {
  const dust = Array.from({ length: 8000 }, (_, n) =>
    box(1, 1, 1, [(n % 20) * 3, (Math.floor(n / 20) % 20) * 3, Math.floor(n / 400) * 3]),
  );
  expect((await shown(weld(new Float32Array(dust.flat())))).triangles).toBeGreaterThan(100);
  // Deterministic noise.
  let seed = 7;
  const noise = Float32Array.from({ length: 30_000 * 9 }, () => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return seed / 2 ** 25;
  });
  expect((await shown(weld(noise))).triangles).toBeGreaterThan(100);
});

it('drops what is smaller than a grid step', async () => {
  const speck = [5, 5, 5, 5.00001, 5, 5, 5, 5.00001, 5];
  expect(await shown(weld(new Float32Array([...box(10, 20, 30), ...speck])))).toMatchObject({
    triangles: 12,
    watertight: true,
  });
});

it('makes no preview of an empty model', async () => {
  expect(await meshPreview(weld(new Float32Array(0)))).toBeNull();
  expect(await meshPreview(weld(new Float32Array([1, 1, 1, 2, 2, 2, 1, 1, 1])))).toBeNull();
});
