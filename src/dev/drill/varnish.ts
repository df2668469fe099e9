import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { paths } from '../../paths.ts';

/** A cache of a drill's own in front of the load balancer: docs/deploy/varnish.vcl. */
export interface Varnish {
  version: string;
  close(): Promise<void>;
}

const CONFIG = join(import.meta.dirname, '../../../docs/deploy/varnish.vcl');
const BEHIND = '.port = "8080";';
/** Where sites tell it what is outdated. */
export const PURGE_PATH = '/guildhall-purge';
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** The version of the installed program; null where there is none. */
export function varnishVersion(): string | null {
  const { status, stderr } = spawnSync('varnishd', ['-V'], { encoding: 'utf8' });
  return status === 0 ? (/varnish-(\S+)/.exec(stderr)?.[1] ?? '') : null;
}

/** Starts it on a port, in front of another one of this machine. Resolves when a page comes through. */
export async function openVarnish(port: number, behindPort: number): Promise<Varnish> {
  // Its working folder must have a short path: there is a socket in it.
  const folder = await mkdtemp(join(tmpdir(), 'varnish-'));
  const file = join(folder, 'site.vcl');
  const text = await readFile(CONFIG, 'utf8');
  if (!text.includes(BEHIND)) throw new Error(`${CONFIG} names no site.`);
  await writeFile(file, text.replace(BEHIND, `.port = "${behindPort}";`));
  const args = ['-F', '-j', 'none', '-a', `127.0.0.1:${port}`, '-f', file, '-n', join(folder, 'work')];
  const child: ChildProcess = spawn('varnishd', [...args, '-s', 'malloc,64m'], { stdio: 'ignore' });
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  const until = performance.now() + READY_WITHIN_MS;
  while ((await statusOf(`http://127.0.0.1:${port}${paths.login()}`)) !== 200) {
    if (performance.now() > until || child.exitCode !== null) {
      await close();
      throw new Error('varnishd did not answer.');
    }
    await pause(LOOK_EVERY_MS);
  }
  return { version: `varnish ${varnishVersion()}`, close };
}

function statusOf(url: string): Promise<number> {
  return fetch(url).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.status;
    },
    () => 0,
  );
}
