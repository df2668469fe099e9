import { readFile } from 'node:fs/promises';
import { writeStl } from '../../mesh/stl.ts';
import { cornersOf, type WeldedMesh } from '../../mesh/weld.ts';
import { glbFiles } from '../../server/adapters/mesh/model-glb.ts';

/** Unpacks a GLB of `packModel`: millimetres, z up. */
export async function unpackModel(glb: Uint8Array): Promise<WeldedMesh> {
  const document = await (await glbFiles()).readBinary(glb);
  const node = document
    .getRoot()
    .listNodes()
    .find((candidate) => candidate.getMesh() !== null);
  const primitive = node?.getMesh()?.listPrimitives()[0];
  const grid = primitive?.getAttribute('POSITION')?.getArray();
  const indices = primitive?.getIndices()?.getArray();
  if (!node || !grid || !indices) throw new Error('This GLB is not one of the demo models.');
  const low = node.getTranslation();
  const [step] = node.getScale();
  const vertices = new Float32Array(grid.length);
  for (let at = 0; at < grid.length; at++) vertices[at] = (low[at % 3] ?? 0) + (grid[at] ?? 0) * step;
  return { vertices, indices: new Uint32Array(indices) };
}

/** The demo model `model` as a binary STL in millimetres. */
export async function demoStl(model: string): Promise<Uint8Array<ArrayBuffer>> {
  const glb = await readFile(new URL(`./models/${model}.glb`, import.meta.url));
  return writeStl(cornersOf(await unpackModel(glb)), `${model} - Guildhall demo model, millimetres`);
}
