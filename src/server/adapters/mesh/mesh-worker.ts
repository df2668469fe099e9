import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { MeshRefusal } from '../../../domain/assets/mesh-report.ts';
import { OUTLINE_MAX_POINTS } from '../../../domain/catalogue/product.ts';
import { measureWelded } from '../../../mesh/measure.ts';
import { outlineOf } from '../../../mesh/outline.ts';
import { readModel } from '../../../mesh/read.ts';
import { type WeldedMesh, weld } from '../../../mesh/weld.ts';
import type { ModelAnswer, ModelMeasured, ModelRequest } from './mesh-facts.ts';
import type { LightModel } from './mesh-preview.ts';

/** Of 19, where 0 is as important as the pages that visitors wait for. */
const NICE = 19;

if (process.send) serve(process.send.bind(process));

/** A process of its own: told of a file, it answers what was measured or the word why it is refused. */
function serve(answer: (told: ModelAnswer) => void): void {
  setPriority(NICE);
  process.on('message', (asked) => {
    measured(asked as ModelRequest)
      .catch((reason: unknown) => ({ failed: String(reason) }))
      .then(answer);
  });
}

/** Whatever is large goes as soon as it has served: file, corners and welded mesh are hundreds of megabytes each. */
async function measured({ path, kind, preview }: ModelRequest): Promise<ModelMeasured | MeshRefusal> {
  const drawn = drawnFrom(path, kind);
  if (typeof drawn === 'string') return drawn;
  const mesh = { ...measureWelded(drawn.mesh), outline: drawn.outline };
  return { mesh, preview: preview ? await previewOf(drawn.mesh) : null };
}

function drawnFrom(path: string, kind: ModelRequest['kind']) {
  const corners = readModel(readFileSync(path), kind);
  return typeof corners === 'string'
    ? corners
    : { outline: outlineOf(corners, OUTLINE_MAX_POINTS), mesh: weld(corners) };
}

/** The packing is loaded by those who want a preview only; most files of a seller's shelf are not the one that is shown. */
async function previewOf(mesh: WeldedMesh): Promise<LightModel | null> {
  const { meshPreview } = await import('./mesh-preview.ts');
  return meshPreview(mesh);
}
