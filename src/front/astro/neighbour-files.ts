import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '../ready-page.ts';
import { fileForBrowsers } from '../static-files.ts';
import { releaseNames } from './release.ts';

/** Names with a hash: the same name has the same bytes in every release. */
const HASHED = /^\/_astro\/([\w.~-]+)$/;

/**
 * The files of one release, and those with a hash in their name of its neighbours. While one site after the other is restarted, a
 * page of one release may ask for its scripts at a site of the other; pages that stay open ask for theirs an hour later.
 * @param files the files of the own release, by path
 * @param releases the folder of releases
 */
export function withNeighbourFiles(
  files: ReadonlyMap<string, Page>,
  releases: string,
  own: string,
): Pick<ReadonlyMap<string, Page>, 'get'> {
  /** Where each name is, as of the newest change of the folder. */
  let folders = new Map<string, string>();
  let changedAt = -1;
  const opened = new Map<string, Page>();
  const look = () => {
    const { mtimeMs } = statSync(releases);
    if (mtimeMs === changedAt) return;
    folders = new Map();
    opened.clear();
    for (const name of releaseNames(releases).filter((each) => each !== own)) {
      const folder = join(releases, name, 'client', '_astro');
      if (existsSync(folder)) for (const file of readdirSync(folder)) folders.set(file, folder);
    }
    changedAt = mtimeMs;
  };
  const ofNeighbour = (path: string): Page | undefined => {
    const [, name = ''] = HASHED.exec(path) ?? [];
    if (name === '' || /\.(br|gz)$/.test(name)) return undefined;
    try {
      look();
      const folder = folders.get(name);
      if (folder === undefined) return undefined;
      const page = opened.get(name) ?? fileForBrowsers(join(folder, name), path);
      opened.set(name, page);
      return page;
    } catch {
      // The release was deleted just now.
      return undefined;
    }
  };
  return { get: (path) => files.get(path) ?? ofNeighbour(path) };
}
