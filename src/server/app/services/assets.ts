import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import type { FileStore } from '../../adapters/files/file-store.ts';
import { type FilePreviews, openFilePreviews } from '../../assets/file-previews.ts';
import { openPreviews, type Previews } from '../../assets/previews.ts';
import { openUploads, type Uploads } from '../../assets/uploads/uploads.ts';
import type { Leases } from '../../kernel/leases.ts';
import type { FileStorage } from '../file-storage.ts';
import type { AppParts } from '../parts.ts';
import type { Settings } from '../settings.ts';

/** Model files and what is made of them. */
export interface AssetServices {
  /** The store of model files. */
  files: FileStore;
  /** Uploads of sellers. */
  uploads: Uploads;
  /** Reduced 3D models for the product page. */
  previews: Previews;
  /** Reduced 3D models of owned files. */
  filePreviews: FilePreviews;
}

/** Opens the uploads and the models that are made of stored files. */
export async function openAssets(
  parts: AppParts,
  needs: {
    pb: PocketBase;
    /** Its storage of plans holds now, so it is asked for at each use. */
    settings: Pick<Settings, 'modelsDir' | 'planStorage'>;
    storage: Pick<FileStorage, 'files' | 'uploads'>;
    leases: Leases;
    onError: (reason: unknown) => void;
  },
): Promise<AssetServices> {
  const { pb, settings, storage, leases, onError } = needs;
  const { files } = storage;
  const { modelsDir } = settings;
  const stored = { pb, files, leases, now: Date.now, onError };
  return {
    files,
    uploads: parts.add(
      'uploads',
      await openUploads({ ...stored, partial: storage.uploads, storage: () => settings.planStorage }),
    ),
    previews: parts.add('previews', await openPreviews({ ...stored, folder: join(modelsDir, 'previews') })),
    filePreviews: parts.add(
      'own models',
      await openFilePreviews({ files, folder: join(modelsDir, 'own-models') }),
    ),
  };
}
