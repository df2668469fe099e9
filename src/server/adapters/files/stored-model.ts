import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MeshRefusal } from '../../../domain/assets/mesh-report.ts';
import type { ModelKind } from '../../../mesh/read.ts';
import { MODEL_MAX_BYTES, type ModelMeasured, measureModel } from '../mesh/mesh-facts.ts';
import type { FileStore } from './file-store.ts';

const MAKE_WITHIN_MS = 120_000;

/** A model in the file store, and where a copy of it may lie while it is worked on. */
export interface StoredModel {
  files: FileStore;
  folder: string;
  storageKey: string;
  sizeBytes: number;
  kind: ModelKind;
}

/**
 * Measures a model that lies in the file store and makes its preview; nothing stays in `folder`.
 * @param signal ends it early.
 * @returns what was measured, or the word why it is refused.
 * @throws the signal's reason, StorageRefused
 */
export async function measureStored(
  { files, folder, storageKey, sizeBytes, kind }: StoredModel,
  signal: AbortSignal,
): Promise<ModelMeasured | MeshRefusal> {
  if (sizeBytes > MODEL_MAX_BYTES) return 'mesh-too-large';
  const desk = await mkdtemp(join(folder, 'model-'));
  try {
    const path = join(desk, 'model');
    await pipeline(await files.open(storageKey), createWriteStream(path), { signal });
    return await measureModel({ path, kind, preview: true }, MAKE_WITHIN_MS, signal);
  } finally {
    await rm(desk, { recursive: true, force: true });
  }
}
