import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../ops/ports.ts';
import { paths } from '../../paths.ts';

/** A load balancer of a drill's own: docs/deploy/haproxy.cfg. */
export interface Haproxy {
  /** What it is called by visitors. */
  url: string;
  version: string;
  /** Sends visitors to other sites from now on. */
  moveTo(sites: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

const CONFIG = join(import.meta.dirname, '../../../docs/deploy/haproxy.cfg');
const BIND = '    bind "$VISITORS"\n';
/** Visitors of a drill come from one machine: each request has an address of its own, or the one that it names. */
const ADDRESSES = `    acl named req.hdr(x-drill-from) -m found
    http-request set-header X-Forwarded-For %[req.hdr(x-drill-from)] if named
    http-request set-header X-Forwarded-For 10.%[rand(250)].%[rand(250)].%[rand(250)] unless named
`;
/** The number of sites that the configuration has room for. */
const PLACES = 3;
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;
/** Longer than it needs to notice that a site is ready again. In ms. */
export const NOTICED_WITHIN_MS = 3_000;

export const NO_HAPROXY = 'Skipped: haproxy is not installed (Debian package haproxy).';

/** The version of the installed program; null where there is none. */
export function haproxyVersion(): string | null {
  const { status, stdout } = spawnSync('haproxy', ['-v'], { encoding: 'utf8' });
  return status === 0 ? (/version (\S+)/.exec(stdout)?.[1] ?? '') : null;
}

/** A port for it, which the sites have to know before it is started: they answer to its host. */
export const haproxyPort = freePort;

/**
 * Starts it in front of up to three sites. Resolves when a page comes through.
 * @param folder where its configuration is written.
 * @param ownAddresses whether visitors have addresses of their own; without it all have the one of this machine.
 */
export async function openHaproxy(
  port: number,
  sites: readonly string[],
  folder: string,
  { ownAddresses = false } = {},
): Promise<Haproxy> {
  const file = join(folder, `haproxy-${port}.cfg`);
  const text = await readFile(CONFIG, 'utf8');
  if (!text.includes(BIND)) throw new Error(`${CONFIG} binds no visitors.`);
  await writeFile(file, ownAddresses ? text.replace(BIND, BIND + ADDRESSES) : text);
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;

  const close = async () => {
    const ending = child;
    child = null;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    ending.kill('SIGKILL');
    await once(ending, 'exit');
  };
  const start = async (urls: readonly string[]) => {
    const places = Array.from({ length: PLACES }, (_, at) => [
      `SITE_${at + 1}`,
      new URL(urls[at % urls.length] ?? '').host,
    ]);
    child = spawn('haproxy', ['-db', '-f', file], {
      env: { ...process.env, VISITORS: new URL(url).host, ...Object.fromEntries(places) },
      stdio: 'ignore',
    });
    const until = performance.now() + READY_WITHIN_MS;
    while (!(await answers(url + paths.login()))) {
      if (performance.now() > until || child?.exitCode !== null) {
        await close();
        throw new Error('haproxy did not answer.');
      }
      await pause(LOOK_EVERY_MS);
    }
  };
  await start(sites);
  return {
    url,
    version: `haproxy ${haproxyVersion()}`,
    async moveTo(urls) {
      await close();
      await start(urls);
    },
    close,
  };
}

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );
}
