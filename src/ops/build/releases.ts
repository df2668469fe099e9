import { existsSync, statSync } from 'node:fs';
import { readlink, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  CONTENTS,
  CURRENT,
  isBuilt,
  prepareUse,
  type ReleaseContents,
  releaseNames,
  serverFiles,
  whileUnused,
} from '../../front/astro/release.ts';

/** The folder of releases below the project's folder. */
export const RELEASES = 'dist';
/** Releases that stay, the current one among them: the way back, and the scripts of pages that are still open. */
const KEPT = 3;
/** Held while something is built. */
const LOCK = 'build.db';
/** How often to look whether another build has ended, in ms. */
const LOOK_EVERY_MS = 500;

/** The name of the release that new processes start from; null if there is none. */
export async function currentRelease(releases: string): Promise<string | null> {
  return readlink(join(releases, CURRENT)).catch(() => null);
}

/**
 * Waits until nobody builds in this folder, and keeps others from it. What is returned ends that; so does the end of the process.
 * @param waits called once if somebody else builds
 */
export async function lockReleases(releases: string, waits: () => void): Promise<() => void> {
  const lock = new DatabaseSync(join(releases, LOCK));
  for (let tries = 0; ; tries++) {
    try {
      lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
      return () => lock.close();
    } catch (reason) {
      const SQLITE_BUSY = 5;
      if ((reason as { errcode?: number }).errcode !== SQLITE_BUSY) {
        lock.close();
        throw reason;
      }
      if (tries === 0) waits();
      await setTimeout(LOOK_EVERY_MS);
    }
  }
}

/** Marks a release that was just built as whole: from now on it may be switched to. */
export async function closeRelease(releases: string, name: string): Promise<void> {
  const folder = join(releases, name);
  prepareUse(folder);
  const contents: ReleaseContents = { server: await serverFiles(folder) };
  // It appears whole or not at all.
  await writeFile(join(folder, `${CONTENTS}.new`), JSON.stringify(contents), { flush: true });
  await rename(join(folder, `${CONTENTS}.new`), join(folder, CONTENTS));
}

/** From now on new processes start from this release. Those that run go on with theirs. */
export async function switchRelease(releases: string, name: string): Promise<void> {
  const now = new Date();
  // The newest that was switched to, also where it was built long ago.
  await utimes(join(releases, name, CONTENTS), now, now);
  const link = join(releases, `${CURRENT}.new`);
  await rm(link, { force: true });
  await symlink(name, link, 'dir');
  await rename(link, join(releases, CURRENT));
}

/**
 * Deletes what builds that were cut left, and the oldest releases; none that is the current one or that a process uses. Only for
 * who holds the lock.
 * @returns the names of those that went.
 */
export async function thinReleases(releases: string, kept = KEPT): Promise<string[]> {
  const current = await currentRelease(releases);
  const switchedAt = (name: string) => statSync(join(releases, name, CONTENTS)).mtimeMs;
  const all = releaseNames(releases);
  const whole = all.filter((name) => isBuilt(join(releases, name)) && name !== current);
  const old = whole.sort((a, b) => switchedAt(b) - switchedAt(a)).slice(Math.max(kept - 1, 0));
  const cut = all.filter((name) => !existsSync(join(releases, name, CONTENTS)));
  const gone: string[] = [];
  for (const name of [...old, ...cut]) {
    const folder = join(releases, name);
    const isGone = await whileUnused(folder, async () => {
      await rm(join(folder, CONTENTS), { force: true });
      await rm(folder, { recursive: true, force: true });
    });
    if (isGone) gone.push(name);
  }
  return gone;
}
