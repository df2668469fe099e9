import { readdir, stat } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { PRODUCTS } from '../../../src/dev/world/cast.ts';
import { demoStl, unpackModel } from '../../../src/dev/world/models.ts';
import { presupported } from '../../../src/dev/world/supports.ts';
import { measureMesh } from '../../../src/mesh/measure.ts';
import { readStl } from '../../../src/mesh/stl.ts';
import { cornersOf, weld } from '../../../src/mesh/weld.ts';
import { packModel } from '../../../src/server/adapters/mesh/model-glb.ts';
import figures from './figures.json' with { type: 'json' };

const world = new URL('../../../src/dev/world/', import.meta.url);

async function namesIn(folder: string, ending: string): Promise<string[]> {
  const names = await readdir(new URL(folder, world));
  return names.filter((name) => name.endsWith(ending)).map((name) => name.slice(0, -ending.length));
}

async function bytesIn(folder: string): Promise<number> {
  const names = await readdir(new URL(folder, world));
  const sizes = await Promise.all(
    names.map(async (name) => (await stat(new URL(folder + name, world))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The given figures are rounded to 0.1 mm and 0.01 ml; packing can add a thousandth of the value. */
function expectNear(value: number, given: number, rounding: number): void {
  expect(Math.abs(value - given)).toBeLessThanOrEqual(rounding / 2 + given / 1000 + 1e-9);
}

describe('the demo models', () => {
  it('are those with given figures', async () => {
    expect((await namesIn('models/', '.glb')).sort()).toEqual(Object.keys(figures).sort());
  });

  it.each(Object.entries(figures))(
    '%s unpacks to a closed STL of its size and volume',
    async (model, given) => {
      const corners = readStl(await demoStl(model));
      if (typeof corners === 'string') throw new Error(corners);
      const facts = measureMesh(corners);
      expect(facts.watertight).toBe(true);
      const [x = 0, y = 0, z = 0] = given.box;
      expectNear(facts.size.x, x, 0.1);
      expectNear(facts.size.y, y, 0.1);
      expectNear(facts.size.z, z, 0.1);
      expectNear(facts.volumeMl, given.volumeMl, 0.01);
      expectNear(facts.triangles, given.triangles, 0);
    },
  );

  it('are small: models at most 5 MB, pictures at most 4 MB', async () => {
    expect(await bytesIn('models/')).toBeLessThan(5_000_000);
    const pictures = ['pictures/painted/', 'pictures/primer/', 'pictures/banners/'];
    const sizes = await Promise.all(pictures.map(bytesIn));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(4_000_000);
  });

  it('have a painted and a primed picture each', async () => {
    for (const folder of ['pictures/painted/', 'pictures/primer/']) {
      const pictures = new Set(await namesIn(folder, '.webp'));
      for (const { model } of PRODUCTS) expect(pictures).toContain(model);
    }
  });
});

/** A tetrahedron on its tip, so that three of its faces overhang. */
const tetrahedron = weld(
  new Float32Array(
    [
      [0, 0, 0, 0, 10, 10, 10, -5, 10],
      [0, 0, 0, 10, -5, 10, -10, -5, 10],
      [0, 0, 0, -10, -5, 10, 0, 10, 10],
      [0, 10, 10, -10, -5, 10, 10, -5, 10],
    ].flat(),
  ),
);

describe('packModel', () => {
  it('preserves the model up to the grid', async () => {
    const before = measureMesh(cornersOf(tetrahedron));
    const after = measureMesh(cornersOf(await unpackModel(await packModel(tetrahedron, 'tetrahedron'))));
    expect(after.size.x).toBeCloseTo(before.size.x, 2);
    expect(after.volumeMl).toBeCloseTo(before.volumeMl, 3);
    expect([after.triangles, after.watertight]).toEqual([4, true]);
  });

  it('refuses to unpack other data', async () => {
    await expect(unpackModel(new Uint8Array(40))).rejects.toThrow();
  });
});

describe('presupported', () => {
  it('lifts the model onto columns and a raft, all of them watertight', () => {
    const facts = measureMesh(presupported(tetrahedron));
    const plain = measureMesh(cornersOf(tetrahedron));
    expect(facts.watertight).toBe(true);
    expect(facts.size.z).toBeCloseTo(plain.size.z + 5, 4);
    expect(facts.volumeMl).toBeGreaterThan(plain.volumeMl);
    expect(facts.shells).toBeGreaterThan(1);
  });
});
