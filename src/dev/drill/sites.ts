import { join } from 'node:path';
import { freePort } from '../../ops/ports.ts';
import { type SiteProcess, superviseSite } from '../../ops/site-process.ts';
import type { DevStack } from '../stack.ts';

/** Several sites on one backend. */
export interface Sites {
  /** Their addresses; the first is the stack's own site. */
  urls: string[];
  /** The process of each; null while it is being restarted. */
  pids(): (number | null)[];
  close(): Promise<void>;
}

/**
 * Starts more sites beside the one of a stack, each with a cache folder of its own. They share its model folder.
 * @param count all of them, the stack's own included.
 */
export async function openSites(stack: DevStack, count: number, folder: string): Promise<Sites> {
  const more: { url: string; site: SiteProcess }[] = [];
  const close = async () => {
    await Promise.all(more.map(({ site }) => site.stop()));
  };
  try {
    for (let at = 2; at <= count; at++) {
      const port = await freePort();
      const env = { ...stack.env, PORT: String(port), CACHE_DIR: join(folder, `cache-${at}`) };
      more.push({ url: `http://127.0.0.1:${port}`, site: await superviseSite(env, () => undefined) });
    }
  } catch (reason) {
    await close();
    throw reason;
  }
  return {
    urls: [`http://127.0.0.1:${stack.env['PORT']}`, ...more.map(({ url }) => url)],
    pids: () => [stack.sitePid(), ...more.map(({ site }) => site.pid())],
    close,
  };
}
