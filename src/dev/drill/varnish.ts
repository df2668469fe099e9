import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../ops/ports.ts';
import { paths } from '../../paths.ts';

/** A cache of a drill's own in front of the load balancer: docs/deploy/varnish.vcl. */
export interface Varnish {
  version: string;
  /** Where visitors come in, and where sites say what is outdated. */
  url: string;
  purgeUrl: string;
  close(): Promise<void>;
}

const CONFIG = join(import.meta.dirname, '../../../docs/deploy/varnish.vcl');
const BEHIND = '.port = "8080";';
const TOKEN_FILE = '/etc/varnish/guildhall-purge-token';
/** Where sites tell it what is outdated. */
export const PURGE_PATH = '/guildhall-purge';
const READY_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 50;

/** The version of the installed program; null where there is none. */
export function varnishVersion(): string | null {
  const { status, stderr } = spawnSync('varnishd', ['-V'], { encoding: 'utf8' });
  return status === 0 ? (/varnish-(\S+)/.exec(stderr)?.[1] ?? '') : null;
}

/**
 * Starts it in front of a port of this machine. Resolves when a page comes through.
 * @param token what sites show that say what is outdated
 * @param ports where visitors and sites come in; free ones unless given
 */
export async function openVarnish(
  behindPort: number,
  token: string,
  ports?: { visitors: number; sites: number },
): Promise<Varnish> {
  const { visitors, sites } = ports ?? { visitors: await freePort(), sites: await freePort() };
  // Its working folder must have a short path: there is a socket in it.
  const folder = await mkdtemp(join(tmpdir(), 'varnish-'));
  const [file, tokenFile] = [join(folder, 'site.vcl'), join(folder, 'token')];
  const text = await readFile(CONFIG, 'utf8');
  if (!text.includes(BEHIND) || !text.includes(TOKEN_FILE))
    throw new Error(`${CONFIG} names no site or no token.`);
  await writeFile(tokenFile, token, { mode: 0o600 });
  await writeFile(file, text.replace(BEHIND, `.port = "${behindPort}";`).replaceAll(TOKEN_FILE, tokenFile));
  const doors = ['-a', `site=127.0.0.1:${visitors}`, '-a', `purge=127.0.0.1:${sites}`];
  const args = ['-F', '-j', 'none', ...doors, '-f', file, '-n', join(folder, 'work')];
  const url = `http://127.0.0.1:${visitors}`;
  const child: ChildProcess = spawn('varnishd', [...args, '-s', 'malloc,64m'], { stdio: 'ignore' });
  const close = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  const until = performance.now() + READY_WITHIN_MS;
  while ((await statusOf(url + paths.login())) !== 200) {
    if (performance.now() > until || child.exitCode !== null) {
      await close();
      throw new Error('varnishd did not answer.');
    }
    await pause(LOOK_EVERY_MS);
  }
  return {
    version: `varnish ${varnishVersion()}`,
    url,
    purgeUrl: `http://127.0.0.1:${sites}${PURGE_PATH}`,
    close,
  };
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
