/**
 * Packs every STL of a folder into src/dev/world/models, or into another folder of models such as `full/models`. Run again when
 * a demo model is added or changed:
 *   node src/dev/world/tools/pack-models.ts path/to/folder-of-stl [full/models]
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measureMesh } from '../../../mesh/measure.ts';
import { readStl } from '../../../mesh/stl.ts';
import { cornersOf, weld } from '../../../mesh/weld.ts';
import { packModel } from '../../../server/adapters/mesh/model-glb.ts';
import { unpackModel } from '../models.ts';

const [, , folder, into = 'models'] = process.argv;
if (!folder) throw new Error('Say which folder holds the STL files.');

for (const file of (await readdir(folder)).filter((name) => name.endsWith('.stl')).sort()) {
  const name = file.slice(0, -'.stl'.length);
  const corners = readStl(await readFile(join(folder, file)));
  if (typeof corners === 'string') throw new Error(`${file} is refused: ${corners}`);
  const glb = await packModel(weld(corners), name);
  const before = measureMesh(corners);
  const after = measureMesh(cornersOf(await unpackModel(glb)));
  const change = Math.abs(after.volumeMl / before.volumeMl - 1) * 100;
  console.log(
    `${name}: ${Math.round(glb.length / 1000)} kB, volume off by ${change.toFixed(4)} %, ` +
      `${after.triangles} of ${before.triangles} triangles, shells ${before.shells} to ${after.shells}, ` +
      (after.watertight ? 'closed' : 'NOT CLOSED'),
  );
  await writeFile(new URL(`../${into}/${name}.glb`, import.meta.url), glb);
}
