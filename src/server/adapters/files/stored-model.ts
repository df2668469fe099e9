import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MeshRefusal } from '../../../domain/assets/mesh-report.ts';
import type { ModelKind } from '../../../mesh/read.ts';
import type { WorkFolder } from '../../kernel/work-folder.ts';
import { MODEL_MAX_BYTES, type ModelMeasured, measureModel } from '../mesh/mesh-facts.ts';
import type { FileStore } from './file-store.ts';

const MEASURE_WITHIN_MS = 120_000;

/** A model in the file store, and where a temporary copy of it goes. */
export interface StoredModel {
  files: FileStore;
  work: WorkFolder;
  storageKey: string;
  sizeBytes: number;
  kind: ModelKind;
}

/**
 * Measures a stored model and makes its preview or its signature, or writes it as a 3MF to a path; no other copy of it stays.
 * @param signal aborts it.
 * @returns the measurements, or why the file is refused.
 * @throws the signal's reason, StorageRefused
 */
export async function measureStored(
  { files, work, storageKey, sizeBytes, kind }: StoredModel,
  signal: AbortSignal,
  made: 'preview' | 'signature' | { threeMf: string } = 'preview',
): Promise<ModelMeasured | MeshRefusal> {
  if (sizeBytes > MODEL_MAX_BYTES) return 'mesh-too-large';
  return work.within(async (folder) => {
    const path = join(folder, 'model');
    await pipeline(await files.open(storageKey), createWriteStream(path), { signal });
    const request = {
      ...{ path, kind, preview: made === 'preview', signature: made === 'signature' },
      ...(typeof made === 'object' ? made : {}),
    };
    return measureModel(request, MEASURE_WITHIN_MS, signal);
  });
}
