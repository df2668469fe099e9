import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeStl } from '../../src/mesh/stl.ts';
import { meshFactsOf } from '../../src/server/mesh-facts.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mesh-facts-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function kept(name: string, bytes: Uint8Array): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

const triangle = writeStl(new Float32Array([0, 0, 0, 4, 0, 0, 0, 5, 1]), 'x');

it('answers the facts of a file, or why it is refused, many at a time', async () => {
  const good = await kept('good.stl', triangle);
  const cut = await kept('cut.stl', triangle.subarray(0, 100));
  const answers = await Promise.all([good, cut, good, cut, good, cut].map(meshFactsOf));
  const facts = expect.objectContaining({
    size: { x: 4, y: 5, z: 1 },
    volumeMl: 0,
    triangles: 1,
    watertight: false,
    shells: 1,
    openEdges: 3,
    outline: [expect.any(Array)],
  });
  expect(answers).toEqual([
    facts,
    'stl-size-mismatch',
    facts,
    'stl-size-mismatch',
    facts,
    'stl-size-mismatch',
  ]);
});

it('goes on after a file that could not be read at all', async () => {
  await expect(meshFactsOf(join(folder, 'none.stl'))).rejects.toThrow('ENOENT');
  expect(await meshFactsOf(await kept('after.stl', triangle))).toMatchObject({ triangles: 1 });
});
