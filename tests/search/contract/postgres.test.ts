import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeEngine } from './engine-contract.ts';
import { openPostgresSearch } from './postgres-engine.ts';

/** Debian's folder of programs; null where PostgreSQL is not installed. */
function postgresPrograms(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root) : [];
  return (
    versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ??
    null
  );
}

const programs = postgresPrograms();
const isAsked = process.env['SECOND_ENGINE'] === 'postgres';
if (isAsked && programs) {
  describeEngine('PostgreSQL', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'second-engine-'));
    const data = join(folder, 'data');
    // It refuses to run as root; its package has made a user.
    const asUser = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];
    const run = (program: string, ...args: string[]) => {
      const [command = '', ...rest] = [...asUser, join(programs, program), ...args];
      const { status, stderr } = spawnSync(command, rest, { cwd: folder, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${program}: ${stderr}`);
    };
    if (asUser.length > 0) spawnSync('chown', ['postgres', folder]);
    run('initdb', '-D', data, '-A', 'trust', '-U', 'hall', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync');
    const options = `-c listen_addresses='' -k ${folder} -c fsync=off`;
    run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-o', options, '-w', 'start');
    const psql = ['-h', folder, '-U', 'hall', '-d', 'postgres'];
    return {
      engine: await openPostgresSearch(psql),
      async restart() {
        run('pg_ctl', '-D', data, '-l', join(folder, 'log'), '-o', options, '-w', 'restart');
        return openPostgresSearch(psql);
      },
      async close() {
        run('pg_ctl', '-D', data, '-m', 'immediate', 'stop');
        rmSync(folder, { recursive: true, force: true });
      },
    };
  });
} else {
  it.skip(
    isAsked
      ? 'PostgreSQL is not installed here: apt-get install postgresql'
      : 'the second engine is asked by npm run drill -- search',
    () => expect.fail(),
  );
}
