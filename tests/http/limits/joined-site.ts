import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from '../../../src/ops/ports.ts';
import { ROOT } from '../../structure/source.ts';

/** Another site of the stack, in a process of its own: the same build, database and people. */
export interface JoinedSite {
  url: string;
  close(): Promise<void>;
}

/**
 * Opens one.
 * @param env the settings by which a site joins the stack
 * @param settings those by which it differs from the site of all other tests
 */
export async function openJoinedSite(
  env: Record<string, string>,
  settings: Record<string, string>,
): Promise<JoinedSite> {
  const folder = await mkdtemp(join(tmpdir(), 'joined-'));
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  // With other public settings than those of the build it would build anew.
  const joining = Object.entries(env).filter(([name]) => !name.startsWith('PUBLIC_'));
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VITEST|NODE_(OPTIONS|ENV)$)/.test(name),
  );
  const site = spawn(process.execPath, ['src/ops/bootstrap.mjs', 'site'], {
    cwd: ROOT,
    env: {
      ...Object.fromEntries([...own, ...joining]),
      ...{ PORT: port, CACHE_DIR: folder, JOBS: 'off', LOG_LEVEL: 'silent', BEHIND_PROXY: '1' },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [site.stdout, site.stderr]) stream.on('data', (piece) => (output += piece));
  const gone = new Promise((resolve) => site.once('exit', resolve));
  const status = () =>
    fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => 0,
    );
  const close = async () => {
    site.kill('SIGTERM');
    await gone;
    await rm(folder, { recursive: true, force: true });
  };
  while ((await status()) !== 200) {
    if (site.exitCode !== null) throw new Error(`the joined site has ended: ${output.slice(-2000)}`);
    await setTimeout(200);
  }
  return { url, close };
}
