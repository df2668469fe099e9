import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Instant } from '../../domain/kernel/instant.ts';
import { freePorts } from '../../ops/ports.ts';
import { openDevStack } from '../stack.ts';
import { generate } from './generate.ts';
import { DAY_MS } from './plan.ts';
import { GROWN, type GrownSize } from './size.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** What a world is made of: a change of these files makes another one. */
const SOURCES = ['src/pocketbase/migrations', 'src/dev/grown', 'src/dev/world'];
const SEED = 20_261_122;
/** An older world has no sales of the last days. */
const KEPT_DAYS = 7;

/** A world in the cache folder: data folders of a stack, to be copied and not opened. */
export interface KeptWorld {
  /** The demo world that was grown. */
  demo: string;
  grown: string;
  /** "Now" in the grown world. */
  now: Instant;
}

export interface KeptWorldOptions {
  /** Where worlds are kept, such as `.cache/grown`. */
  folder: string;
  size?: GrownSize;
  progress: (line: string) => void;
}

/**
 * The grown world and its demo world from the cache folder, made first where it is missing, older than a week, or made by
 * other code or another schema. Worlds of other code are removed.
 */
export async function keptWorld({ folder, size = GROWN, progress }: KeptWorldOptions): Promise<KeptWorld> {
  const key = await keyOf(size);
  const kept = join(folder, key);
  const found = await readFile(join(kept, 'made.json'), 'utf8').catch(() => null);
  const made = found === null ? null : (JSON.parse(found) as { now: Instant });
  const world = { demo: join(kept, 'demo'), grown: join(kept, 'grown') };
  if (made && Date.now() - made.now < KEPT_DAYS * DAY_MS) return { ...world, now: made.now };
  await mkdir(folder, { recursive: true });
  for (const old of await readdir(folder)) {
    if (old === key || !old.startsWith(key.slice(0, key.indexOf('-'))))
      await rm(join(folder, old), { recursive: true });
  }
  const making = join(folder, `${key}.making-${process.pid}`);
  try {
    const now = Date.now();
    await makeDemo(join(making, 'demo'), progress);
    await cp(join(making, 'demo'), join(making, 'grown'), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
    });
    generate({ file: join(making, 'grown/data/data.db'), size, seed: SEED, now, progress });
    await writeFile(join(making, 'made.json'), JSON.stringify({ now }));
    await rm(kept, { recursive: true, force: true });
    await rename(making, kept);
    return { ...world, now };
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/** Copies a kept data folder to where a stack may change it. */
export function copyWorld(kept: string, to: string): Promise<void> {
  return cp(kept, to, { recursive: true, mode: constants.COPYFILE_FICLONE });
}

async function makeDemo(dataDir: string, progress: (line: string) => void): Promise<void> {
  const stack = await openDevStack({
    ports: await freePorts(),
    dataDir,
    cacheDir: join(dataDir, 'cache'),
    demo: true,
    site: null,
    progress,
  });
  await stack.stop();
}

async function keyOf(size: GrownSize): Promise<string> {
  const code = createHash('sha256');
  for (const source of SOURCES) {
    const names = await readdir(join(ROOT, source), { recursive: true });
    for (const name of names.filter((one) => one.endsWith('.ts')).sort())
      code.update(name).update(await readFile(join(ROOT, source, name)));
  }
  const ofSize = createHash('sha256').update(JSON.stringify([SEED, size]));
  return `${code.digest('hex').slice(0, 12)}-${ofSize.digest('hex').slice(0, 12)}`;
}
