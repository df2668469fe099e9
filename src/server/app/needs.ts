import { access, constants } from 'node:fs/promises';
import type PocketBase from 'pocketbase';
import { latestChange } from '../../data/kernel/changes.ts';
import type { Need } from '../../front/readiness.ts';
import type { FileStore } from '../adapters/files/file-store.ts';

/** A key that no bytes have: asking for it shows that the store answers. */
const NO_FILE = `00/${'0'.repeat(64)}`;

/** What the site cannot work without: the database, asked with a read of it, and the store of files with its folder. */
export function needsOf(pb: PocketBase, files: Pick<FileStore, 'has'>, modelsDir: string): Need[] {
  return [
    { name: 'database', ask: (signal) => latestChange(pb, signal) },
    {
      name: 'file store',
      ask: () => Promise.all([access(modelsDir, constants.R_OK | constants.W_OK), files.has(NO_FILE, 1)]),
    },
  ];
}
