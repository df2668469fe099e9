import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSite, builtSiteIsStale } from '../../ops/build/site.ts';
import { freePorts } from '../../ops/ports.ts';
import { type DevStack, type DevStackOptions, openDevStack } from '../stack.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** The stack of a drill, and the folder that everything of the drill is in. */
export interface DrillStack {
  stack: DevStack;
  folder: string;
  /** Has this called when the drill ends, before what was opened earlier. */
  atEnd(close: () => Promise<unknown>): void;
}

interface DrillOptions extends Partial<Omit<DevStackOptions, 'dataDir' | 'cacheDir' | 'buildSite'>> {
  /** The folder of the drill; a new one by default. It is deleted at the end. */
  folder?: string;
}

/** Builds the site where that is needed, opens a stack in a folder of its own, and closes all of it after the drill. */
export async function withDrillStack<T>(
  { folder: given, ...options }: DrillOptions,
  drill: (parts: DrillStack) => Promise<T>,
): Promise<T> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'guildhall-drill-')));
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  try {
    if (builtSiteIsStale(ROOT)) await buildSite(ROOT, (line) => console.log(`  ${line}`));
    const stack = await openDevStack({
      ports: await freePorts(),
      demo: false,
      site: 'built',
      progress: () => undefined,
      ...options,
      dataDir: join(folder, 'data'),
      cacheDir: join(folder, 'cache'),
      env: { LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent', ...options.env },
    });
    closers.push(() => stack.stop());
    return await drill({ stack, folder, atEnd: (close) => void closers.push(close) });
  } finally {
    for (const close of closers.reverse()) await close();
  }
}
