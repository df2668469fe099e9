import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openReplica } from '../../../src/ops/replica/replica.ts';
import { refuseEmptyBefore, restoreReplica } from '../../../src/ops/replica/restore.ts';
import { readReplicaSettings } from '../../../src/ops/replica/settings.ts';

const BUCKET = {
  ...{ endpoint: 'https://s3.example', region: 'auto', name: 'files', pathStyle: true },
  ...{ accessKey: 'the access key', secretKey: 'the secret key' },
};
let folder = '';
let program = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-replica-'));
  program = join(folder, 'litestream');
  writeFileSync(program, '');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const read = (env: Record<string, string>, bucket: typeof BUCKET | null = BUCKET) =>
  readReplicaSettings({ LITESTREAM_BIN: program, ...env }, '/srv', {
    bucket,
    dataDir: '/srv/data',
    modelsDir: '/files',
  });

describe('the settings of the replica', () => {
  it('want a folder or a bucket, and a program', () => {
    expect(read({})).toBeNull();
    expect(read({ REPLICA_TO: '/backups/live' })).toMatchObject({ to: { folder: '/backups/live' }, program });
    expect(read({ REPLICA_TO: 's3://kept/here' })?.to).toEqual({
      bucket: { ...BUCKET, name: 'kept' },
      folder: 'here',
    });
    expect(read({ LITESTREAM_BIN: '', PATH: `/nowhere:${folder}`, REPLICA_TO: '/a' })).toMatchObject({
      program,
    });
  });

  it.each([
    [{ REPLICA_TO: 's3://files/litestream' }, 'another bucket than S3_BUCKET'],
    [{ REPLICA_TO: '/srv/data/replica' }, 'outside of DATA_DIR'],
    [{ REPLICA_TO: '/files' }, 'outside of MODELS_DIR'],
    [{ REPLICA_TO: 'ftp://there' }, 'must be a folder'],
    [{ REPLICA_TO: '/a', LITESTREAM_BIN: '/nowhere/litestream' }, 'LITESTREAM_BIN names /nowhere/litestream'],
    [{ REPLICA_TO: '/a', LITESTREAM_BIN: '', PATH: '/nowhere' }, 'REPLICA_TO needs Litestream'],
  ])('are refused in one sentence: %j', (env, sentence) => {
    expect(() => read(env)).toThrow(sentence);
  });

  it('want the settings of a bucket for a bucket', () => {
    expect(() => read({ REPLICA_TO: 's3://kept' }, null)).toThrow('set S3_ENDPOINT');
  });
});

/** A program that says how it was started, and ends at once where `ends` lies beside it. */
const PROGRAM = (node: string) => `#!${node}
  const { appendFileSync, existsSync } = require('node:fs');
  const { dirname, join } = require('node:path');
  const here = dirname(process.argv[1]);
  process.on('SIGTERM', () => { appendFileSync(join(here, 'started'), '"stopped"\\n'); process.exit(0); });
  appendFileSync(join(here, 'started'), JSON.stringify({ args: process.argv.slice(2), key: process.env.LITESTREAM_SECRET_ACCESS_KEY ?? '' }) + '\\n');
  if (existsSync(join(here, 'ends'))) { console.error('no such bucket'); process.exit(1); }
  setInterval(() => undefined, 1000);`;

describe('the replica', () => {
  const started = () =>
    existsSync(join(folder, 'started'))
      ? readFileSync(join(folder, 'started'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown)
      : [];
  const open = async (env: Record<string, string>) => {
    writeFileSync(program, PROGRAM(process.execPath));
    chmodSync(program, 0o755);
    const settings = read(env);
    if (!settings) throw new Error('there are settings');
    const lines: string[] = [];
    const dataDir = join(folder, 'shop');
    const replica = await openReplica({
      ...{ dataDir, settings, now: Date.now, onState: () => undefined },
      progress: (line) => lines.push(line),
    });
    onTestFinished(replica.close);
    return { ...replica, lines, dataDir };
  };

  it('is a program beside the database, whose keys lie in no file, and ends in order', async () => {
    const { close, dataDir, lines } = await open({ REPLICA_TO: 's3://kept' });
    await expect.poll(started).toHaveLength(1);
    const config = join(dataDir, 'litestream.yml');
    expect(started()[0]).toEqual({ args: ['replicate', '-config', config], key: 'the secret key' });
    const text = readFileSync(config, 'utf8');
    expect(text).not.toMatch(/the (access|secret) key/);
    expect(JSON.parse(text)).toMatchObject({
      dbs: [
        {
          path: join(dataDir, 'data/data.db'),
          replicas: [{ type: 's3', bucket: 'kept', path: 'litestream' }],
        },
      ],
    });
    expect((statSync(config).mode & 0o777).toString(8)).toBe('600');
    expect(lines[0]).toContain('which is not sealed');
    await close();
    expect(started().at(-1)).toBe('stopped');
  });

  it('is started again when it ends, and says why', async () => {
    writeFileSync(join(folder, 'ends'), '');
    const { lines } = await open({ REPLICA_TO: '/backups' });
    await expect.poll(() => lines.at(-1)).toBe('the replica stopped; starting it again. no such bucket');
    rmSync(join(folder, 'ends'));
    await expect.poll(() => started().length).toBeGreaterThan(1);
  });
});

it('a replica whose backend was killed is ended before the next one starts', async () => {
  writeFileSync(program, `#!/bin/sh\nexec sleep 600\n`);
  chmodSync(program, 0o755);
  const dataDir = join(folder, 'shop');
  mkdirSync(dataDir);
  const config = join(dataDir, 'litestream.yml');
  const orphan = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)', config], {
    stdio: 'ignore',
  });
  writeFileSync(`${config}.pid`, String(orphan.pid));
  const gone = once(orphan, 'exit');
  const settings = { to: { folder: join(folder, 'kept') }, address: 'kept', program };
  const common = { dataDir, settings, now: Date.now, progress: () => undefined, onState: () => undefined };
  const replica = await openReplica(common);
  expect(await gone).toEqual([null, 'SIGTERM']);
  await replica.close();
});

/** The real program, where an operator has installed it. */
const real = (() => {
  try {
    const nowhere = { bucket: null, dataDir: '/nowhere/data', modelsDir: '/nowhere/models' };
    return readReplicaSettings({ ...process.env, REPLICA_TO: '/tmp' }, '/', nowhere)?.program ?? null;
  } catch {
    return null;
  }
})();

describe.skipIf(real === null)('Litestream', () => {
  it('has the last write of a database that is closed before it', async () => {
    const dataDir = join(folder, 'shop');
    mkdirSync(join(dataDir, 'data'), { recursive: true });
    const database = new DatabaseSync(join(dataDir, 'data/data.db'));
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE orders (id INTEGER)');
    const settings = { to: { folder: join(folder, 'kept') }, address: 'kept', program: String(real) };
    const states: number[] = [];
    const replica = await openReplica({
      ...{ dataDir, settings, now: Date.now, progress: () => undefined },
      onState: ({ lagMs }) => states.push(lagMs),
    });
    await expect.poll(() => existsSync(join(folder, 'kept/generations'))).toBe(true);
    for (let id = 0; id < 500; id++) database.prepare('INSERT INTO orders VALUES (?)').run(id);
    await expect.poll(() => states.length).toBeGreaterThan(0);
    database.prepare('INSERT INTO orders VALUES (?)').run(500);
    database.close();
    await replica.close();
    const empty = join(folder, 'empty');
    await expect(refuseEmptyBefore(settings, empty)).rejects.toThrow('npm run restore -- replica first');
    await refuseEmptyBefore(settings, dataDir);
    const how = { until: null, replace: false, now: 40 * 86_400_000 };
    // Nobody was heard of: all that the provider knows is asked for.
    expect(await restoreReplica(settings, empty, how)).toBe(10 * 86_400_000);
    const again = new DatabaseSync(join(empty, 'data/data.db'));
    expect(again.prepare('SELECT count(*) AS n FROM orders').get()).toEqual({ n: 501 });
    again.close();
    await expect(restoreReplica(settings, empty, how)).rejects.toThrow('holds a database already');
    const gone = { ...settings, to: { folder: join(folder, 'nothing') } };
    await expect(restoreReplica(gone, join(folder, 'other'), how)).rejects.toThrow('could not be restored');
  });
});
