import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { setPriority } from 'node:os';
import type { MeshRefusal } from '../../../domain/assets/mesh-report.ts';
import { OUTLINE_MAX_POINTS } from '../../../domain/catalogue/product.ts';
import { measureWelded } from '../../../mesh/measure.ts';
import { outlineOf } from '../../../mesh/outline.ts';
import { readModel } from '../../../mesh/read.ts';
import { signatureOf } from '../../../mesh/signature/signature.ts';
import { type WeldedMesh, weld } from '../../../mesh/weld.ts';
import type { ModelAnswer, ModelMeasured, ModelRequest } from './mesh-facts.ts';
import type { LightModel } from './mesh-preview.ts';

/** The lowest priority, so that page requests come first. */
const NICE = 19;

if (process.send) serve(process.send.bind(process));

/** Answers each request with the measurements or why the file is refused. */
function serve(answer: (message: ModelAnswer) => void): void {
  setPriority(NICE);
  process.on('message', (request) => {
    void measured(request as ModelRequest)
      .catch((reason: unknown) => ({ failed: String(reason) }))
      .then(answer);
  });
}

/** Large values go out of scope as early as possible: file, corners and welded mesh are hundreds of megabytes each. */
async function measured({
  path,
  kind,
  preview,
  signature,
  threeMf,
}: ModelRequest): Promise<ModelMeasured | MeshRefusal> {
  const model = weldedModel(path, kind);
  if (typeof model === 'string') return model;
  const mesh = { ...measureWelded(model.mesh), outline: model.outline };
  return {
    mesh,
    signature: signature ? signatureOf(model.mesh) : null,
    preview: preview ? await previewOf(model.mesh) : null,
    ...(threeMf === undefined ? {} : { threeMf: await writtenAs3mf(model.mesh, threeMf) }),
  };
}

/** Writes the model to a path. Its bytes are never in memory together. */
async function writtenAs3mf(mesh: WeldedMesh, path: string): Promise<{ sha256: string; sizeBytes: number }> {
  const { writeThreeMf } = await import('../../../mesh/write-three-mf.ts');
  const hash = createHash('sha256');
  const file = openSync(path, 'w');
  let sizeBytes = 0;
  try {
    writeThreeMf(mesh, (bytes) => {
      hash.update(bytes);
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
      sizeBytes += bytes.length;
    });
  } finally {
    closeSync(file);
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

function weldedModel(path: string, kind: ModelRequest['kind']) {
  const corners = readModel(readFileSync(path), kind);
  return typeof corners === 'string'
    ? corners
    : { outline: outlineOf(corners, OUTLINE_MAX_POINTS), mesh: weld(corners) };
}

/** Loads the encoder only where a preview is requested; most files of a product have none. */
async function previewOf(mesh: WeldedMesh): Promise<LightModel | null> {
  const { meshPreview } = await import('./mesh-preview.ts');
  return meshPreview(mesh);
}
