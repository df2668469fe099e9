import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MeshRefusal } from '../../../domain/assets/mesh-report.ts';
import type { ModelKind } from '../../../mesh/read.ts';
import { MODEL_MAX_BYTES, type ModelMeasured, measureModel } from '../mesh/mesh-facts.ts';
import type { FileStore } from './file-store.ts';

const MEASURE_WITHIN_MS = 120_000;

/** A model in the file store, and the folder for a temporary copy of it. */
export interface StoredModel {
  files: FileStore;
  folder: string;
  storageKey: string;
  sizeBytes: number;
  kind: ModelKind;
}

/**
 * Measures a stored model and makes its preview; nothing stays in `folder`.
 * @param signal aborts it.
 * @returns the measurements, or why the file is refused.
 * @throws the signal's reason, StorageRefused
 */
export async function measureStored(
  { files, folder, storageKey, sizeBytes, kind }: StoredModel,
  signal: AbortSignal,
): Promise<ModelMeasured | MeshRefusal> {
  if (sizeBytes > MODEL_MAX_BYTES) return 'mesh-too-large';
  const temporary = await mkdtemp(join(folder, 'model-'));
  try {
    const path = join(temporary, 'model');
    await pipeline(await files.open(storageKey), createWriteStream(path), { signal });
    return await measureModel({ path, kind, preview: true }, MEASURE_WITHIN_MS, signal);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}
