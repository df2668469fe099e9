import { join } from 'node:path';
import { freePort } from '../../ops/ports.ts';
import { type SiteProcess, superviseSite } from '../../ops/site-process.ts';
import type { DevStack } from '../stack.ts';

/** Several sites on one backend, each with folders of its own. */
export interface Sites {
  urls: string[];
  /** The process of each; null while it is being restarted. */
  pids(): (number | null)[];
  /** Stops a site as an update does, and starts it again. Resolves when it listens. */
  restart(site: number): Promise<void>;
  close(): Promise<void>;
}

interface SitesOptions {
  count: number;
  /** Where their cache folders are. */
  folder: string;
  /** What they have beside the settings of the stack. */
  env?: (site: number) => Record<string, string>;
  /** Whether a process of its own does their periodic work. */
  jobsAlone?: boolean;
}

/** Starts sites on the backend of a stack that has none of its own. */
export async function openSites(
  stack: DevStack,
  { count, folder, env = () => ({}), jobsAlone = false }: SitesOptions,
): Promise<Sites> {
  const sites: (SiteProcess | null)[] = [];
  let jobs: SiteProcess | null = null;
  const ports = await Promise.all(Array.from({ length: count }, freePort));
  const shared = jobsAlone ? { JOBS: 'off' } : {};
  const start = (at: number) =>
    superviseSite(
      {
        ...{ ...stack.env, ...shared, PORT: String(ports[at]), CACHE_DIR: join(folder, `cache-${at + 1}`) },
        ...env(at),
      },
      () => undefined,
    );
  const close = async () => {
    await Promise.all([...sites, jobs].map((one) => one?.stop()));
  };
  try {
    for (let at = 0; at < count; at++) sites.push(await start(at));
    if (jobsAlone)
      jobs = await superviseSite(
        { ...stack.env, CACHE_DIR: join(folder, 'cache-jobs'), ...env(count) },
        () => undefined,
        'jobs',
      );
  } catch (reason) {
    await close();
    throw reason;
  }
  return {
    urls: ports.map((port) => `http://127.0.0.1:${port}`),
    pids: () => sites.map((site) => site?.pid() ?? null),
    async restart(site) {
      const before = sites[site];
      sites[site] = null;
      await before?.stop();
      sites[site] = await start(site);
    },
    close,
  };
}

/** Whether a site takes visitors now. */
export function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );
}
