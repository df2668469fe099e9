import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { paths } from '../../../paths.ts';

/** A load balancer of the drill's own. */
export interface Haproxy {
  version: string;
  close(): Promise<void>;
}

export const NO_HAPROXY = 'Skipped: haproxy is not installed (Debian package haproxy).';
const READY_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** The version of the installed program; null where there is none. */
export function haproxyVersion(): string | null {
  const { status, stdout } = spawnSync('haproxy', ['-v'], { encoding: 'utf8' });
  return status === 0 ? (/version (\S+)/.exec(stdout)?.[1] ?? '') : null;
}

/**
 * Spreads requests over the sites in turn. A site whose /readyz does not say 200 gets none, and a GET that breaks before its
 * answer begins is sent to another site. Visitors come from addresses of their own, or from the one that they name.
 */
const configuration = (port: number, urls: readonly string[]) => `
global
  maxconn 4000
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response
frontend visitors
  bind 127.0.0.1:${port}
  acl named req.hdr(x-drill-from) -m found
  http-request set-header X-Forwarded-For %[req.hdr(x-drill-from)] if named
  http-request set-header X-Forwarded-For 10.%[rand(250)].%[rand(250)].%[rand(250)] unless named
  default_backend sites
backend sites
  balance roundrobin
  http-request disable-l7-retry unless METH_GET
  option httpchk GET /readyz
  default-server check inter 250ms fall 1 rise 1
${urls.map((url, at) => `  server site-${at + 1} ${new URL(url).host}`).join('\n')}
`;

/** Starts it in front of the sites. @param folder where its configuration is written. */
export async function openHaproxy(port: number, urls: readonly string[], folder: string): Promise<Haproxy> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration(port, urls));
  const child: ChildProcess = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  const until = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${port}${paths.login()}`).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      },
      () => 0,
    );
    if (status === 200) return { version: `haproxy ${haproxyVersion()}`, close };
    if (performance.now() > until || child.exitCode !== null) {
      await close();
      throw new Error(`haproxy did not answer: ${status}.`);
    }
    await pause(LOOK_EVERY_MS);
  }
}
