import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect } from 'vitest';
import { sentenceOf } from '../../../src/ops/announce.ts';
import { filesInFolder, type NamedFiles } from '../../../src/ops/snapshot/file-source.ts';
import { openFolderPlace, type SnapshotPlace } from '../../../src/ops/snapshot/place.ts';
import { type RestoreParts, restore } from '../../../src/ops/snapshot/restore.ts';
import { takeSnapshot } from '../../../src/ops/snapshot/take.ts';

/** The tables that say which files there are, and one whose two rows always change together. */
const SCHEMA = `
  PRAGMA journal_mode = WAL;
  CREATE TABLE uploads (id TEXT PRIMARY KEY, storageKey TEXT);
  CREATE TABLE product_files (id TEXT PRIMARY KEY, storageKey TEXT);
  CREATE TABLE product_zips (id TEXT PRIMARY KEY, storageKey TEXT);
  CREATE TABLE previews (id TEXT PRIMARY KEY, storageKey TEXT);
  CREATE TABLE message_attachments (id TEXT PRIMARY KEY, storageKey TEXT);
  CREATE TABLE invoices (id TEXT PRIMARY KEY, storageKey TEXT);
  CREATE TABLE _collections (id TEXT PRIMARY KEY, name TEXT, type TEXT, fields TEXT, options TEXT DEFAULT '{}');
  CREATE TABLE products (id TEXT PRIMARY KEY, images TEXT);
  CREATE TABLE users (id TEXT PRIMARY KEY, avatar TEXT);
  CREATE TABLE accounts (id TEXT PRIMARY KEY, cents INTEGER);
  INSERT INTO accounts VALUES ('buyer', 0), ('seller', 0);
  INSERT INTO _collections (id, name, type, fields) VALUES
    ('pbc_p', 'products', 'base', '[{"name":"images","type":"file"}]'),
    ('pbc_u', 'users', 'auth', '[{"name":"avatar","type":"file"},{"name":"email","type":"email"}]'),
    ('pbc_v', 'view', 'view', '[{"name":"avatar","type":"file"}]')`;

/** A shop of a few files in a folder of its own, and what is done with its snapshots. */
export function shopInFolder() {
  let folder = '';
  const clock = { at: 0 };
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'guildhall-snapshot-'));
    clock.at = Date.UTC(2026, 10, 22, 20);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const inFolder = (path: string) => join(folder, path);
  const shop = () => inFolder('shop');
  const backups = () => inFolder('backups');

  /** A shop of two models, one of them named twice, an archive, and three pictures. */
  function makeShop(): { keys: string[] } {
    put(join(shop(), 'data/data.db'), Buffer.alloc(0));
    const database = new DatabaseSync(join(shop(), 'data/data.db'));
    database.exec(SCHEMA);
    const keys = [700_000, 3_000].map((size, place) => {
      const bytes = randomBytes(size);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const key = `${sha256.slice(0, 2)}/${sha256}`;
      put(join(shop(), 'models', key), bytes);
      database.prepare('INSERT INTO product_files VALUES (?, ?)').run(`f${place}`, key);
      return key;
    });
    database.prepare("INSERT INTO previews VALUES ('p', ?), ('q', '')").run(keys[0] as string);
    database.exec(`INSERT INTO product_zips VALUES ('z', 'ab/${'ab'.repeat(32)}');
      INSERT INTO products VALUES ('one', '["a.webp","b.webp"]'), ('two', '[]');
      INSERT INTO users VALUES ('ann', 'face.webp'), ('ben', '')`);
    database.close();
    for (const path of [
      'pbc_p/one/a.webp',
      'pbc_p/one/a.webp.attrs',
      'pbc_p/one/b.webp',
      'pbc_u/ann/face.webp',
    ])
      put(join(shop(), 'data/storage', path), randomBytes(500));
    return { keys };
  }

  const snap = (more: { key?: string; place?: SnapshotPlace; store?: NamedFiles } = {}) =>
    takeSnapshot({
      dataDir: shop(),
      store: filesInFolder(join(shop(), 'models')),
      place: openFolderPlace(backups()),
      key: '',
      now: () => clock.at,
      progress: () => undefined,
      ...more,
    });
  const bring = (more: Partial<RestoreParts> = {}) =>
    restore({
      place: openFolderPlace(backups()),
      until: null,
      dataDir: inFolder('new'),
      store: filesInFolder(inFolder('new/models')),
      key: '',
      replace: false,
      progress: () => undefined,
      ...more,
    });
  /** The only file whose name ends so, at the place. */
  const placed = (ending: string) => {
    const found = Object.keys(filesIn(backups())).filter((name) => name.endsWith(ending));
    expect(found).toHaveLength(1);
    return join(backups(), String(found[0]));
  };
  return { inFolder, shop, backups, clock, makeShop, snap, bring, placed };
}

const put = (path: string, bytes: Buffer) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
};

export const sentence = (work: Promise<unknown>) => work.then(() => 'no failure', sentenceOf);

/** Every file below a folder, with its bytes. */
export const filesIn = (path: string) =>
  Object.fromEntries(
    readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [file.slice(path.length + 1), readFileSync(file).toString('base64')]),
  );

export const flip = (file: string, place: number) => {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
  writeFileSync(file, bytes);
};
