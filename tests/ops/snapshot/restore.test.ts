import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesInBucket, filesInFolder } from '../../../src/ops/snapshot/file-source.ts';
import { openBucketPlace, openFolderPlace, type SnapshotPlace } from '../../../src/ops/snapshot/place.ts';
import { newKeys } from '../../../src/ops/snapshot/seal.ts';
import { memoryBucket } from '../../server/adapters/files/memory-bucket.ts';
import { flip, sentence, shopInFolder } from './shop.ts';

const { inFolder, backups, clock, makeShop, snap, bring, placed } = shopInFolder();

describe('a restore', () => {
  it('into a folder with a database is refused, unless it may be moved aside', async () => {
    makeShop();
    await snap();
    await bring();
    expect(await sentence(bring())).toMatch(/holds a database already\..*--replace/);
    writeFileSync(inFolder('new/data/mark'), 'of the old one');
    await bring({ replace: true });
    const aside = readdirSync(inFolder('new')).find((name) => name.startsWith('data-before-'));
    expect(readFileSync(join(inFolder('new'), String(aside), 'mark'), 'utf8')).toBe('of the old one');
    expect(existsSync(inFolder('new/data/mark'))).toBe(false);
  });

  it('of a moment takes the newest snapshot up to it', async () => {
    makeShop();
    await snap();
    clock.at += 3_600_000;
    await snap();
    expect((await bring({ until: clock.at - 1 })).manifest.moment).toBe(clock.at - 3_600_000);
    expect(await sentence(bring({ until: clock.at - 4_000_000, dataDir: inFolder('c') }))).toMatch(
      /^The oldest snapshot in .* is of 2026-11-22T20:00:00\.000Z; there is none before/,
    );
    expect(await sentence(bring({ place: openFolderPlace(inFolder('empty')), dataDir: inFolder('c') }))).toBe(
      `There is no snapshot in ${inFolder('empty')}.`,
    );
  });

  it('with another key, or without one, says so', async () => {
    makeShop();
    const [keys, others] = [await newKeys(), await newKeys()];
    await snap({ key: keys.recipient });
    expect(await sentence(bring({ key: others.identity }))).toMatch(
      /was sealed for another key than this SNAPSHOT_KEY\.$/,
    );
    expect(await sentence(bring())).toMatch(/^These snapshots are sealed: set SNAPSHOT_KEY/);
    expect(await sentence(bring({ key: keys.recipient }))).toMatch(
      /^These snapshots are sealed: set SNAPSHOT_KEY/,
    );
    expect(existsSync(inFolder('new/data/data.db'))).toBe(false);
  });

  it.each([
    ['readable', false],
    ['sealed', true],
  ])('of a %s database that was cut or changed names it, and gives it no name', async (_, isSealed) => {
    makeShop();
    const { recipient, identity } = await newKeys();
    await snap({ key: isSealed ? recipient : '' });
    const key = isSealed ? identity : '';
    const ending = isSealed ? '.age' : '';
    for (const name of ['database.zst', 'manifest.json.zst']) {
      const file = placed(`${name}${ending}`);
      const whole = readFileSync(file);
      flip(file, whole.length - 30);
      expect(await sentence(bring({ key })), `flipped ${name}`).toMatch(/is cut or was changed\.$/);
      writeFileSync(file, whole);
      truncateSync(file, whole.length - 40);
      expect(await sentence(bring({ key })), `cut ${name}`).toMatch(/is cut or was changed\.$/);
      writeFileSync(file, whole);
    }
    expect(existsSync(inFolder('new/data/data.db'))).toBe(false);
    expect((await bring({ key })).missing).toEqual([]);
  });

  it('names every file that is missing, cut or changed at the place, and brings the others', async () => {
    const { keys } = makeShop();
    await snap();
    const [first, second] = keys.map((key) => key.slice(3)) as [string, string];
    flip(placed(first), 600_000);
    truncateSync(placed(second), 100);
    expect((await bring()).missing.sort()).toEqual([...keys].sort());
    expect(existsSync(join(inFolder('new/models'), String(keys[0])))).toBe(false);
    rmSync(placed(second));
    expect(
      (await bring({ dataDir: inFolder('again'), store: filesInFolder(inFolder('again/m')) })).missing,
    ).toHaveLength(2);
  });

  it('that was cut goes on with what it has', async () => {
    makeShop();
    await snap();
    const place = openFolderPlace(backups());
    let reads = 0;
    const cut: SnapshotPlace = {
      ...place,
      read: (name) => {
        if (name.startsWith('files/') && ++reads > 3)
          throw Object.assign(new Error('the line is cut'), { code: 'ECONNRESET' });
        return place.read(name);
      },
    };
    expect(await sentence(bring({ place: cut }))).toBe('the line is cut');
    expect(existsSync(inFolder('new/data/data.db'))).toBe(false);
    reads = Number.NEGATIVE_INFINITY;
    const names: string[] = [];
    const counting: SnapshotPlace = {
      ...place,
      read(name) {
        names.push(name);
        return place.read(name);
      },
    };
    expect((await bring({ place: counting })).missing).toEqual([]);
    expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(6 - 3);
  });

  it('of a site whose files are in a bucket copies none of them, and names those that are gone', async () => {
    const { keys } = makeShop();
    const { bucket } = memoryBucket();
    for (const key of keys)
      await bucket.put(`models/${key}`, readFileSync(join(inFolder('shop/models'), key)));
    const place = openBucketPlace(bucket, 's3://shop/kept', 'kept/');
    const store = filesInBucket(bucket);
    await snap({ place, store });
    for await (const { key } of bucket.list('kept/files/'))
      expect(keys.map((name) => name.slice(3))).not.toContain(key.split('/').at(-1));
    expect((await bring({ place, store })).missing).toEqual([]);
    expect(existsSync(inFolder('new/data/storage/pbc_u/ann/face.webp'))).toBe(true);
    await bucket.remove(`models/${keys[0]}`);
    expect((await bring({ place, store: filesInBucket(bucket), replace: true })).missing).toEqual([keys[0]]);
  });

  it('of a site whose pictures are in a bucket misses only those that are not there', async () => {
    const { keys } = makeShop();
    const { bucket } = memoryBucket();
    for (const key of keys)
      await bucket.put(`models/${key}`, readFileSync(join(inFolder('shop/models'), key)));
    const storage = inFolder('shop/data/storage');
    for (const path of ['pbc_p/one/a.webp', 'pbc_p/one/b.webp', 'pbc_u/ann/face.webp'])
      await bucket.put(path, readFileSync(join(storage, path)));
    rmSync(storage, { recursive: true });
    const place = openBucketPlace(bucket, 's3://shop/kept', 'kept/');
    expect((await snap({ place, store: filesInBucket(bucket) })).missing).toEqual([]);
    expect((await bring({ place, store: filesInBucket(bucket) })).missing).toEqual([]);
    await bucket.remove('pbc_u/ann/face.webp');
    expect((await bring({ place, store: filesInBucket(bucket), replace: true })).missing).toEqual([
      'pbc_u/ann/face.webp',
    ]);
  });
});
