import { readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import type { MeshRefusal } from '../domain/mesh-report.ts';
import { measureWelded } from '../mesh/measure.ts';
import { outlineOf } from '../mesh/outline.ts';
import { readModel } from '../mesh/read.ts';
import { type WeldedMesh, weld } from '../mesh/weld.ts';
import type { ModelAsked, ModelMeasured } from './mesh-facts.ts';
import type { LightModel } from './mesh-preview.ts';

/** Of 19, where 0 is as important as the pages that visitors wait for. */
const NICE = 10;

/** Lets everybody else go first where the cores are busy. Only Linux can tell a thread from its process. */
function standBack(): void {
  if (process.platform !== 'linux') return;
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    if (thread !== process.pid) setPriority(thread, NICE);
  } catch (reason) {
    // A container may hide or forbid it; models are measured all the same.
    process.emitWarning(`Meshes are measured at full priority: ${String(reason)}`);
  }
}
if (parentPort) standBack();

/** Runs in a thread of its own: told of a file, it answers what was measured or the word why it is refused. */
parentPort?.on('message', async (asked: ModelAsked) => {
  const answer = await measured(asked);
  const moved = typeof answer === 'object' && answer.preview ? [answer.preview.glb.buffer] : [];
  parentPort?.postMessage(answer, moved);
});

/** Whatever is large goes as soon as it has served: file, corners and welded mesh are hundreds of megabytes each. */
async function measured({ path, kind, preview }: ModelAsked): Promise<ModelMeasured | MeshRefusal> {
  const drawn = drawnFrom(path, kind);
  if (typeof drawn === 'string') return drawn;
  const mesh = { ...measureWelded(drawn.mesh), outline: drawn.outline };
  return { mesh, preview: preview ? await previewOf(drawn.mesh) : null };
}

function drawnFrom(path: string, kind: ModelAsked['kind']) {
  const corners = readModel(readFileSync(path), kind);
  return typeof corners === 'string' ? corners : { outline: outlineOf(corners), mesh: weld(corners) };
}

/** The packing is loaded by those who want a preview only; most files of a seller's shelf are not the one that is shown. */
async function previewOf(mesh: WeldedMesh): Promise<LightModel | null> {
  const { meshPreview } = await import('./mesh-preview.ts');
  return meshPreview(mesh);
}
