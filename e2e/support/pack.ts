import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { unpackModel } from '../../src/dev/world/models.ts';
import { writeStl } from '../../src/mesh/stl.ts';
import { cornersOf, type WeldedMesh } from '../../src/mesh/weld.ts';

/** A folder as artists pack them: models of the demo kit in common formats, and a truncated file. */

const model = async (name: string): Promise<WeldedMesh> =>
  unpackModel(await readFile(new URL(`../../src/dev/world/models/${name}.glb`, import.meta.url)));

const stl = (mesh: WeldedMesh) => writeStl(cornersOf(mesh), 'made for a story');

/** The same model raised, as on supports. */
const raised = ({ vertices, indices }: WeldedMesh, mm: number): WeldedMesh => ({
  vertices: vertices.map((value, at) => (at % 3 === 2 ? value * 1.04 + mm : value)),
  indices,
});

const rowsOf = (numbers: ArrayLike<number>, row: (a: number, b: number, c: number) => string): string => {
  const rows: string[] = [];
  for (let at = 0; at < numbers.length; at += 3)
    rows.push(row(numbers[at] ?? 0, numbers[at + 1] ?? 0, numbers[at + 2] ?? 0));
  return rows.join('\n');
};

const obj = ({ vertices, indices }: WeldedMesh) =>
  `${rowsOf(vertices, (x, y, z) => `v ${x} ${y} ${z}`)}\n${rowsOf(indices, (a, b, c) => `f ${a + 1} ${b + 1} ${c + 1}`)}\n`;

function threeMf({ vertices, indices }: WeldedMesh): Uint8Array {
  const points = rowsOf(vertices, (x, y, z) => `<vertex x="${x}" y="${y}" z="${z}"/>`);
  const faces = rowsOf(indices, (a, b, c) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`);
  const part = `<?xml version="1.0"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02"><resources><object id="1" type="model"><mesh><vertices>${points}</vertices><triangles>${faces}</triangles></mesh></object></resources><build><item objectid="1"/></build></model>`;
  const relations = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="m" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>`;
  return zipSync({ '_rels/.rels': strToU8(relations), '3D/3dmodel.model': strToU8(part) });
}

/** Writes twelve files of four models, some with ambiguous names. Returns the folder's path. */
export async function dropFolder(): Promise<string> {
  const [golem, toad, chest, drone, bases] = await Promise.all(
    ['golem', 'toad', 'chest', 'drone', 'bases'].map(model),
  );
  if (!golem || !toad || !chest || !drone || !bases) throw new Error('the demo kit is not whole');
  const files: Record<string, Uint8Array | string> = {
    'Moor Golem/Moor Golem.stl': stl(golem),
    'Moor Golem/Moor Golem_Supported.stl': stl(raised(golem, 5)),
    'Moor Golem/Moor Golem base.stl': stl(bases),
    'Reed Toad/Reed Toad.obj': obj(toad),
    'Reed Toad/Reed Toad B.stl': stl(raised(toad, 5)),
    'Sunken Chest/Sunken Chest.stl': stl(chest),
    'Sunken Chest/Sunken Chest v2.stl': stl(raised(chest, 5)),
    'Fog Drone/Fog Drone.3mf': threeMf(drone),
    'Fog Drone/Fog Drone_Supported.stl': stl(raised(drone, 5)),
    'Fog Drone/Fog Drone_Supported wing.stl': stl(drone).subarray(0, 4000),
    'Fog Drone/Painting guide.txt': 'Prime it black, then drybrush.\n',
    'Licence.txt': 'For your own table.\n',
  };
  const folder = join(await mkdtemp(join(tmpdir(), 'guildhall-pack-')), 'Fen Pack');
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}
