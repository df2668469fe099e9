import { access, constants } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import { latestChange } from '../../data/kernel/changes.ts';
import { tryWrite } from '../../data/kernel/leases.ts';
import { answersWithin, type Need, NotReady } from '../../front/readiness.ts';
import type { FileStore } from '../adapters/files/file-store.ts';
import { expectedFailure } from '../kernel/failure-log.ts';

/** A key that no bytes have: asking for it shows that the store answers. */
const NO_FILE = `00/${'0'.repeat(64)}`;
/** A write that is not answered within this time waits for others, or the database is away. In ms. */
const ANSWER_WITHIN_MS = 1_000;
/** A write that was done shows for so long that there is room. In ms. */
const WRITTEN_FOR_MS = 5_000;

/**
 * What the site cannot work without: the database, asked with a read of it, room on its disk, and the store of files with its
 * folder.
 */
export function needsOf(pb: PocketBase, files: Pick<FileStore, 'has'>, modelsDir: string): Need[] {
  return [
    { name: 'database', ask: (signal) => latestChange(pb, signal) },
    {
      name: 'disk of the database',
      ask: roomOf(
        () => tryWrite(pb),
        () => performance.now(),
      ),
    },
    {
      name: 'file store',
      ask: () => Promise.all([access(modelsDir, constants.R_OK | constants.W_OK), files.has(NO_FILE, 1)]),
    },
  ];
}

/** Whether the store of files answers within two seconds. Never rejects. */
export const storeAnswers = (files: Pick<FileStore, 'has'>): Promise<boolean> =>
  answersWithin({ name: 'file store', ask: () => files.has(NO_FILE, 1) });

/**
 * Whether there is room: asked with a write, at most every few seconds while there is. Only a disk that says it is full is not
 * ready: a write that waits for others shows nothing about it, and whether the database answers is asked apart.
 * @param now in ms.
 */
export function roomOf(write: () => Promise<void>, now: () => number): Need['ask'] {
  let writtenAt = Number.NEGATIVE_INFINITY;
  let isFull = false;
  let trying: Promise<void> | null = null;
  const attempt = async () => {
    try {
      await write();
      writtenAt = now();
      isFull = false;
    } catch (reason) {
      if (expectedFailure(reason) === 'the disk is full') isFull = true;
    }
  };
  return async () => {
    if (isFull || now() - writtenAt >= WRITTEN_FOR_MS) {
      trying ??= attempt().finally(() => {
        trying = null;
      });
      await Promise.race([trying, setTimeout(ANSWER_WITHIN_MS, null, { ref: false })]);
    }
    if (isFull) throw new NotReady('nothing can be written, the disk of the database is full');
  };
}
