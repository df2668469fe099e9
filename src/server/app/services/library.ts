import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import type { FileStore } from '../../adapters/files/file-store.ts';
import type { Leases } from '../../kernel/leases.ts';
import { type Archives, openArchives } from '../../library/archives.ts';
import { type OpenLinks, openOpenLinks } from '../../library/open-links.ts';
import { openSlicerModels, type SlicerModels } from '../../library/slicer-models.ts';
import type { AppParts } from '../parts.ts';
import type { Settings } from '../settings.ts';

/** How owned models reach their owners. */
export interface LibraryServices {
  /** Zip archives of owned products. */
  archives: Archives;
  /** Owned models as 3MF, for programs that open nothing else. */
  slicerModels: SlicerModels;
  /** Signs and reads links that open an owned file in a slicer. */
  openLinks: OpenLinks;
}

/** Opens what archives and slicers need. */
export async function openLibrary(
  parts: AppParts,
  needs: {
    pb: PocketBase;
    settings: Pick<Settings, 'modelsDir' | 'pocketbase'>;
    files: FileStore;
    leases: Leases;
    onError: (reason: unknown) => void;
  },
): Promise<LibraryServices> {
  const { pb, settings, files, leases, onError } = needs;
  return {
    archives: openArchives({ pb, files, leases, now: Date.now, onError }),
    slicerModels: parts.add(
      'models for slicers',
      await openSlicerModels({ files, folder: join(settings.modelsDir, 'slicer-models') }),
    ),
    openLinks: openOpenLinks(settings.pocketbase.password),
  };
}
