import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { preparePocketBase, servePocketBase } from '../../src/pocketbase/tools/serve.ts';

let folder: string;
let database: DatabaseSync;
const wanted = () => ({
  binary: join(folder, 'program'),
  dataDir: join(folder, 'data'),
  hooksDir: join(folder, 'hooks'),
  migrationsDir: join(folder, 'migrations'),
  service: { email: 'service@guildhall.test', password: 'a password of the tests' },
});

/** What the program was started for since the last time this was asked. */
async function starts(options = wanted()): Promise<string[]> {
  await writeFile(join(folder, 'starts'), '');
  await preparePocketBase(options);
  return (await readFile(join(folder, 'starts'), 'utf8')).split('\n').filter((line) => line !== '');
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'prepared-'));
  await mkdir(join(folder, 'data'));
  await mkdir(join(folder, 'migrations'));
  await writeFile(join(folder, 'migrations/0001_kernel.js'), '');
  await writeFile(join(folder, 'program'), `#!/bin/sh\necho "$1" >> '${folder}/starts'\n`, { mode: 0o755 });
  database = new DatabaseSync(join(folder, 'data/data.db'));
  database.exec(`CREATE TABLE _migrations (file TEXT); INSERT INTO _migrations VALUES ('0001_kernel.js');
    CREATE TABLE _superusers (email TEXT, password TEXT);
    INSERT INTO _superusers VALUES ('service@guildhall.test', 'stored hash')`);
});
afterEach(async () => {
  database.close();
  await rm(folder, { recursive: true, force: true });
});

describe.skipIf(process.platform === 'win32')('the preparation of the database', () => {
  const BOTH = ['migrate', 'superuser'];

  it('is done once, not at every start', async () => {
    expect(await starts()).toEqual(BOTH);
    expect(await starts()).toEqual([]);
  });

  it('compiles the migrations, and the start after it does not', async () => {
    const words = `#!/bin/sh\necho "$@" >> '${folder}/words'\n`;
    await writeFile(join(folder, 'program'), words, { mode: 0o755 });
    await expect(servePocketBase({ ...wanted(), port: 1 })).rejects.toThrow('ended while starting');
    const said = (await readFile(join(folder, 'words'), 'utf8')).split('\n');
    const migrations = said.map((line) => /^(\w+).*--migrationsDir=(\S+)/.exec(line)?.slice(1) ?? []);
    const [prepared, , served] = migrations;
    expect(prepared).toEqual(['migrate', join(folder, 'migrations')]);
    expect(served?.[0]).toBe('serve');
    await expect(readdir(served?.[1] ?? '')).rejects.toThrow('ENOENT');
  });

  it('is done for a new migration, and for a restored database that lacks one', async () => {
    await starts();
    await writeFile(join(folder, 'migrations/0002_identity.js'), '');
    expect(await starts()).toEqual(BOTH);
    database.exec("INSERT INTO _migrations VALUES ('0002_identity.js')");
    expect(await starts()).toEqual([]);
  });

  it('is done for another password or account, and for one that was changed in the dashboard', async () => {
    await starts();
    const { service } = wanted();
    expect(await starts({ ...wanted(), service: { ...service, password: 'another password' } })).toEqual(
      BOTH,
    );
    expect(await starts()).toEqual(BOTH);
    expect(await starts({ ...wanted(), service: { ...service, email: 'b@guildhall.test' } })).toEqual(BOTH);
    database.exec("UPDATE _superusers SET password = 'another hash'");
    expect(await starts()).toEqual(BOTH);
    expect(await starts()).toEqual([]);
    database.exec('DELETE FROM _superusers');
    expect(await starts()).toEqual(BOTH);
  });

  it('is done for another program, and where the note cannot be read', async () => {
    await starts();
    await utimes(join(folder, 'program'), new Date(0), new Date(0));
    expect(await starts()).toEqual(BOTH);
    await writeFile(join(folder, 'data/prepared.json'), '{"program":');
    expect(await starts()).toEqual(BOTH);
    expect(await starts()).toEqual([]);
  });

  it('keeps no trace of the password that could be read', async () => {
    await starts();
    const note = await readFile(join(folder, 'data/prepared.json'), 'utf8');
    expect(note).not.toContain('password');
    expect(note).not.toContain('stored hash');
  });
});
