import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../../ops/ports.ts';
import { type SiteProcess, superviseSite } from '../../../ops/site-process.ts';
import type { DevStack } from '../../stack.ts';

const CONFIG = join(import.meta.dirname, '../../../../docs/deploy/haproxy.cfg');
const SITES = 3;
/** Longer than HAProxy needs to notice that a site is ready again. In ms. */
export const NOTICED_WITHIN_MS = 3_000;

/** Three sites behind HAProxy, and the process that does their periodic work. */
export interface Balanced {
  /** The address of HAProxy. */
  url: string;
  /** The addresses of the sites. */
  sites: readonly string[];
  pid(site: number): number | null;
  /** Stops a site as an update does, and starts it again. Resolves when it listens. */
  restart(site: number): Promise<void>;
  close(): Promise<void>;
}

/** Whether a program is installed. */
export const isInstalled = (program: string, question: string) =>
  spawnSync(program, [question], { stdio: 'ignore' }).status === 0;

/** @param port of HAProxy; the sites of the stack's settings allow its host. */
export async function openBalanced(stack: DevStack, port: number, folder: string): Promise<Balanced> {
  const { gateUrl } = stack;
  if (gateUrl === null) throw new Error('The drill needs the gate of the backend.');
  const host = `127.0.0.1:${port}`;
  const shared = {
    ...stack.env,
    POCKETBASE_URL: gateUrl,
    ALLOWED_HOSTS: host,
    BEHIND_PROXY: '1',
    JOBS: 'off',
    DRAIN_NOTICE_MS: '5000',
  };
  const ports = await Promise.all(Array.from({ length: SITES }, freePort));
  const start = (at: number) =>
    superviseSite(
      { ...shared, PORT: String(ports[at]), CACHE_DIR: join(folder, `cache-${at}`) },
      () => undefined,
    );
  const running: SiteProcess[] = [];
  let jobs: SiteProcess | null = null;
  let proxy: ChildProcess | null = null;
  const close = async () => {
    if (proxy && proxy.exitCode === null) {
      const gone = new Promise((resolve) => proxy?.once('exit', resolve));
      proxy.kill('SIGTERM');
      await gone;
    }
    await Promise.all([...running, ...(jobs ? [jobs] : [])].map((one) => one.stop()));
  };
  try {
    for (let at = 0; at < SITES; at++) running.push(await start(at));
    jobs = await superviseSite({ ...shared, CACHE_DIR: join(folder, 'cache-jobs') }, () => undefined, 'jobs');
    const addresses = ports.map((one, at) => [`SITE_${at + 1}`, `127.0.0.1:${one}`]);
    proxy = spawn('haproxy', ['-db', '-f', CONFIG], {
      env: { ...process.env, VISITORS: host, ...Object.fromEntries(addresses) },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
  } catch (reason) {
    await close();
    throw reason;
  }
  return {
    url: `http://${host}`,
    sites: ports.map((one) => `http://127.0.0.1:${one}`),
    pid: (site) => running[site]?.pid() ?? null,
    async restart(site) {
      await running[site]?.stop();
      running[site] = await start(site);
    },
    close,
  };
}
