import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { filesInBucket, filesInFolder } from '../../../src/ops/snapshot/file-source.ts';
import { newestSnapshot } from '../../../src/ops/snapshot/lacking.ts';
import { snapshotMoment } from '../../../src/ops/snapshot/manifest.ts';
import { openFolderPlace, type SnapshotPlace } from '../../../src/ops/snapshot/place.ts';
import { newKeys } from '../../../src/ops/snapshot/seal.ts';
import { snapshotsAt, thin } from '../../../src/ops/snapshot/thin.ts';
import { snapshotCommand } from '../../../src/ops/snapshot/timer.ts';
import { memoryBucket } from '../../server/adapters/files/memory-bucket.ts';
import { filesIn, flip, sentence, shopInFolder } from './shop.ts';

const { inFolder, shop, backups, clock, makeShop, snap, bring } = shopInFolder();

describe('a snapshot', () => {
  it.each(['', 'sealed'])('restores the same rows and bytes %s', async (how) => {
    makeShop();
    const keys = how === '' ? { recipient: '', identity: '' } : await newKeys();
    await snap({ key: keys.recipient });
    const { missing } = await bring({ key: keys.identity });
    expect(missing).toEqual([]);
    expect(filesIn(inFolder('new/models'))).toEqual(filesIn(join(shop(), 'models')));
    expect(filesIn(inFolder('new/data/storage'))).toEqual(filesIn(join(shop(), 'data/storage')));
    const rows = (dataDir: string) => {
      const database = new DatabaseSync(join(dataDir, 'data/data.db'), { readOnly: true });
      const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
      const all = tables.map(({ name }) => [name, database.prepare(`SELECT rowid, * FROM "${name}"`).all()]);
      database.close();
      return all;
    };
    expect(rows(inFolder('new'))).toEqual(rows(shop()));
    if (how === 'sealed')
      for (const [name, bytes] of Object.entries(filesIn(backups())))
        if (!name.endsWith('needs.txt.zst'))
          expect(Buffer.from(bytes, 'base64').toString('latin1'), name).toMatch(/^age-encryption\.org\/v1\n/);
  });

  it('can be read by its owner alone, also where an earlier version made its folder', async () => {
    makeShop();
    // As an earlier version made them.
    mkdirSync(join(backups(), 'files'), { recursive: true, mode: 0o755 });
    chmodSync(join(backups(), 'files'), 0o755);
    await snap();
    const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
    const below = (folder: string) =>
      readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => ({
        path: join(entry.parentPath, entry.name),
        isFile: entry.isFile(),
      }));
    const found = below(backups());
    expect(found.filter(({ isFile }) => isFile).length).toBeGreaterThan(5);
    for (const { path, isFile } of found) expect(modeOf(path), path).toBe(isFile ? '600' : '700');
    expect(modeOf(join(shop(), 'snapshot'))).toBe('700');
    await bring();
    expect(modeOf(inFolder('new/data'))).toBe('700');
    expect(modeOf(inFolder('new/data/data.db'))).toBe('600');
  });

  it('has no secret of a sign-in provider, which the machine sets again', async () => {
    makeShop();
    const options = { oauth2: { enabled: true, providers: [{ name: 'google', clientSecret: 'GOCSPX' }] } };
    const database = new DatabaseSync(join(shop(), 'data/data.db'));
    database.prepare("UPDATE _collections SET options = ? WHERE name = 'users'").run(JSON.stringify(options));
    database.close();
    await snap();
    await bring();
    const restored = new DatabaseSync(inFolder('new/data/data.db'), { readOnly: true });
    const row = restored.prepare("SELECT options FROM _collections WHERE name = 'users'").get();
    restored.close();
    expect(JSON.parse(String(row?.['options']))).toEqual({ oauth2: { enabled: true, providers: [] } });
  });

  it('taken while another process writes holds one moment, and no writer waits', async () => {
    makeShop();
    const writer = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', '-e', WRITER, shop()], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(writer.stdout, 'data');
    try {
      for (let round = 0; round < 2; round++) {
        clock.at += 60_000;
        await snap();
        await bring({ dataDir: inFolder(`new${round}`) });
        const database = new DatabaseSync(inFolder(`new${round}/data/data.db`), { readOnly: true });
        const cents = database.prepare('SELECT sum(cents) AS sum, max(cents) AS moved FROM accounts').get();
        database.close();
        expect(cents?.['sum']).toBe(0);
        expect(Number(cents?.['moved'])).toBeGreaterThan(0);
      }
    } finally {
      writer.kill('SIGKILL');
      await once(writer, 'close');
    }
  });

  it('stores a file once, and the next snapshot only what is new', async () => {
    makeShop();
    await snap();
    const first = Object.keys(filesIn(join(backups(), 'files'))).sort();
    expect(first).toHaveLength(2 + 4);
    clock.at += 3_600_000;
    await snap();
    expect(Object.keys(filesIn(join(backups(), 'files'))).sort()).toEqual(first);
    expect(await snapshotsAt(openFolderPlace(backups()))).toHaveLength(2);
  });

  it('holds all files but those that are gone or damaged, and names these', async () => {
    const { keys } = makeShop();
    rmSync(join(shop(), 'models', keys[1] as string));
    flip(join(shop(), 'models', keys[0] as string), 10);
    rmSync(join(shop(), 'data/storage/pbc_u/ann/face.webp'));
    const { missing } = await snap();
    expect(missing.sort()).toEqual([...keys, 'pbc_u/ann/face.webp'].sort());
    const restored = await bring();
    expect(restored.missing.sort()).toEqual(missing.sort());
    expect(existsSync(inFolder('new/data/storage/pbc_p/one/a.webp'))).toBe(true);
  });

  it('taken while files are moved to a bucket says how many it lacks, and what moves them', async () => {
    const { keys } = makeShop();
    const { bucket } = memoryBucket();
    const models = join(shop(), 'models');
    await bucket.put(`models/${keys[0]}`, readFileSync(join(models, keys[0] as string)));
    const taken = await snap({ store: filesInBucket(bucket, models) });
    expect(taken.missing).toEqual([keys[1]]);
    expect(taken.lacking).toBe(
      `The snapshot lacks 1 file of 6: they are missing or damaged. 1 of them lies still in ${models}; npm run move-files -- to-bucket moves them.`,
    );
    expect((await newestSnapshot(openFolderPlace(backups())))?.lacking).toBe(taken.lacking);
    clock.at += 60_000;
    await bucket.put(`models/${keys[1]}`, readFileSync(join(models, keys[1] as string)));
    expect((await snap({ store: filesInBucket(bucket, models) })).lacking).toBe('');
    expect(await newestSnapshot(openFolderPlace(backups()))).toEqual({ moment: clock.at, lacking: '' });
    // The way back: what is still in the bucket is not in the folder that is copied.
    clock.at += 60_000;
    rmSync(join(models, keys[0] as string));
    expect((await snap({ store: filesInFolder(models, bucket) })).lacking).toContain(
      'still in the bucket; npm run move-files -- to-folder',
    );
  });

  it('of the command that lacks a file is told with the sentence, and is there all the same', async () => {
    const { keys } = makeShop();
    const env = { DATA_DIR: shop(), MODELS_DIR: join(shop(), 'models'), SNAPSHOT_TO: backups() };
    const { take } = snapshotCommand({ ...env, SNAPSHOT_KEY: '', NODE_ENV: 'test' });
    expect(await take()).toBe('');
    rmSync(join(shop(), 'models', keys[1] as string));
    expect(await take()).toBe('The snapshot lacks 1 file of 6: they are missing or damaged.');
    expect(await snapshotsAt(openFolderPlace(backups()))).toHaveLength(2);
    rmSync(join(shop(), 'data/data.db'));
    await expect(take()).rejects.toThrow(/unable to open database file/);
  });

  it('that is cut leaves none: the earlier one is still the newest, and the next goes on', async () => {
    makeShop();
    await snap();
    clock.at += 60_000;
    const place = openFolderPlace(backups());
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const filling: SnapshotPlace = {
      ...place,
      write: (name, bytes) =>
        name.includes('manifest')
          ? place.write(
              name,
              Readable.from(
                (async function* () {
                  yield* bytes;
                  throw full;
                })(),
              ),
            )
          : place.write(name, bytes),
    };
    expect(await sentence(snap({ place: filling }))).toBe(
      `There is no room left in ${backups()}. No snapshot was taken; the earlier ones are untouched.`,
    );
    const all = await snapshotsAt(place);
    expect(all.map(({ isWhole }) => isWhole)).toEqual([false, true]);
    expect(readdirSync(join(backups(), 'arriving'))).toEqual([]);
    expect((await bring()).manifest.moment).toBe(clock.at - 60_000);
    clock.at += 60_000;
    await snap();
    expect((await bring({ dataDir: inFolder('newer') })).manifest.moment).toBe(clock.at);
  });

  it('is refused while another one is being taken', async () => {
    makeShop();
    const place = openFolderPlace(backups());
    let second = '';
    await snap({
      place: {
        ...place,
        async write(name, bytes) {
          if (second === '') second = await sentence(snap());
          await place.write(name, bytes);
        },
      },
    });
    expect(second).toBe('Another snapshot of this data folder is being taken; wait until it has ended.');
    clock.at += 1_000;
    await snap();
  });

  it('thinned out takes its files along, but none that another one needs', async () => {
    const { keys } = makeShop();
    const now = Date.now();
    clock.at = now - 40 * 86_400_000;
    await snap();
    const database = new DatabaseSync(join(shop(), 'data/data.db'));
    database.prepare('DELETE FROM product_files WHERE storageKey = ?').run(keys[1] as string);
    database.close();
    clock.at = now - 5 * 3_600_000;
    await snap();
    const place = openFolderPlace(backups());
    // A file waits a day, because a snapshot that needs it may be on its way.
    expect(await thin(place, { hours: 48, days: 29, months: 0 }, now)).toEqual({ snapshots: 1, files: 0 });
    clock.at = now;
    await snap();
    const inThreeDays = Date.now() + 3 * 86_400_000;
    expect(await thin(place, { hours: 0, days: 0, months: 0 }, inThreeDays)).toEqual({
      snapshots: 1,
      files: 1,
    });
    expect((await snapshotsAt(place)).map(({ moment }) => moment)).toEqual([clock.at]);
    expect((await bring()).missing).toEqual([]);
  });

  it('has a moment in its name', () => {
    expect(snapshotMoment('snapshots/2026-11-22T20-00-00.000Z/manifest.json.zst')).toBe(clock.at);
    expect(snapshotMoment('snapshots/something else')).toBe(null);
  });
});

/** Moves a cent from the buyer to the seller again and again, in transactions. */
const WRITER = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(process.argv[1] + '/data/data.db');
  database.exec('PRAGMA busy_timeout = 10000');
  for (let turn = 0; ; turn++) {
    database.exec("BEGIN; UPDATE accounts SET cents = cents - 1 WHERE id = 'buyer'; UPDATE accounts SET cents = cents + 1 WHERE id = 'seller'; COMMIT");
    if (turn === 0) console.log('writing');
  }`;
