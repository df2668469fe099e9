import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type PocketBase from 'pocketbase';
import { ClientResponseError, type SendOptions } from 'pocketbase';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import type { DownloadableFile } from '../../../src/data/library/downloads.ts';
import { type FileStore, openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import { openLeases } from '../../../src/server/kernel/leases.ts';
import { type ArchiveRequest, type Archives, openArchives } from '../../../src/server/library/archives.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';
import { entriesOfZip } from '../assets/zip-entries.ts';

const ARM = Buffer.alloc(300_000, 'an arm made of triangles ');
const LEG = Buffer.alloc(200_000, 'a leg made of triangles ');

let world: TestWorld;
let folder: FileStore;
let product = '';
let files: DownloadableFile[];
let errors: unknown[] = [];
let now = 0;

/** A store that counts archives; `held` delays every write, like a slow disk. */
function watched(held: Promise<void> = Promise.resolve()) {
  const puts = { count: 0, atOnce: 0, most: 0 };
  const store: FileStore = {
    ...folder,
    async put(bytes) {
      puts.count += 1;
      puts.atOnce += 1;
      puts.most = Math.max(puts.most, puts.atOnce);
      try {
        await held;
        return await folder.put(bytes);
      } finally {
        puts.atOnce -= 1;
      }
    },
  };
  return { store, puts };
}

const open = (store: FileStore = folder, pb = world.pb, leaseMs?: number): Archives =>
  openArchives({
    pb,
    files: store,
    leases: openLeases(world.pb, leaseMs),
    now: () => now,
    onError: (reason) => errors.push(reason),
  });
const rows = () =>
  world.pb.collection('product_zips').getFullList({ fields: 'state,doneBytes,sizeBytes,error' });
/** Makes each test request a new part. */
let turn = 0;
const request = (): ArchiveRequest => ({ productId: product, part: `part-${turn}`, files });

async function* pieces(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
}

beforeAll(async () => {
  world = await openTestWorld();
  folder = await openFolderStore(world.modelsDir);
  product = await world.product(await world.store('hall'), { name: 'G', state: 'archived' });
});
afterAll(() => world.close());

beforeEach(async () => {
  turn += 1;
  errors = [];
  for (const { id } of await world.pb.collection('product_zips').getFullList())
    await world.pb.collection('product_zips').delete(id);
  const arm = await folder.put(pieces(ARM));
  const leg = await folder.put(pieces(LEG));
  const common = { version: 1, retiredAt: null, addedAt: Date.UTC(2026, 0, 2) };
  files = [
    { ...arm, ...common, id: 'arm', name: 'arm.stl', role: 'presupported', scale: '32' },
    { ...leg, ...common, id: 'leg', name: 'arm.stl', role: 'unsupported', scale: null },
  ];
});

describe('an archive', () => {
  it('contains the files, each in the folder of its variant', async () => {
    const made = await open().ready(request());
    const bytes = Buffer.concat(await (await folder.open(made.storageKey)).toArray());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(made.sha256);
    expect(entriesOfZip(bytes)).toEqual([
      { name: 'presupported-32/arm.stl', bytes: ARM },
      { name: 'unsupported/arm.stl', bytes: LEG },
    ]);
    expect(await rows()).toMatchObject([
      { state: 'ready', doneBytes: bytes.length, sizeBytes: bytes.length },
    ]);
  });

  it('is built once for concurrent and later requests', async () => {
    const { store, puts } = watched();
    const archives = open(store);
    const first = await Promise.all(Array.from({ length: 30 }, () => archives.ready(request())));
    const later = await Promise.all([
      archives.ready(request()),
      open(store).ready(request()),
      archives.progress(request()),
    ]);
    expect(puts.count).toBe(1);
    expect(new Set([...first, later[0], later[1]].map(({ sha256 }) => sha256)).size).toBe(1);
    expect(later[2].state).toBe('ready');
    expect(await rows()).toHaveLength(1);
  });

  it('reports its progress, then that it is ready', async () => {
    const gate = Promise.withResolvers<void>();
    const archives = open(watched(gate.promise).store);
    const begun = await archives.progress(request());
    expect(begun.sizeBytes).toBeGreaterThan(ARM.length + LEG.length);
    await expect.poll(async () => (await archives.progress(request())).state).toBe('building');
    await expect.poll(rows).toMatchObject([{ state: 'building', sizeBytes: begun.sizeBytes }]);
    gate.resolve();
    await archives.ready(request());
    expect(await archives.progress(request())).toEqual({
      state: 'ready',
      doneBytes: begun.sizeBytes,
      sizeBytes: begun.sizeBytes,
    });
  });

  it('left unfinished by a killed process is built by the next one', async () => {
    const killed = open(watched(new Promise(() => undefined)).store);
    await killed.progress(request());
    await expect.poll(async () => (await rows())[0]?.['state']).toBe('building');
    await transaction(world.pb)
      .exec(sql`UPDATE leases SET holder = 'killed000000000', until = 1 WHERE name LIKE 'archive/%'`, {})
      .run();
    expect(await open().ready(request())).toMatchObject({ sizeBytes: expect.any(Number) });
    expect(await rows()).toMatchObject([{ state: 'ready' }]);
  });

  it('is built by one process at a time, and another one shows the same progress', async () => {
    const gate = Promise.withResolvers<void>();
    const [one, other] = [watched(), watched()];
    const slow: FileStore = {
      ...one.store,
      put: (bytes) =>
        one.store.put(
          (async function* () {
            for await (const chunk of bytes) {
              yield chunk;
              // Time for the progress to be written down.
              now += 2_000;
              if (chunk.length > 10_000) await gate.promise;
            }
          })(),
        ),
    };
    const [first, second] = [open(slow), open(other.store)];
    await first.progress(request());
    await expect.poll(async () => (await rows())[0]?.['state']).toBe('building');
    await second.progress(request());
    await expect.poll(async () => (await second.progress(request())).state).toBe('building');
    await expect.poll(async () => (await second.progress(request())).doneBytes).toBeGreaterThan(0);
    gate.resolve();
    expect(await second.ready(request())).toEqual(await first.ready(request()));
    expect([one.puts.count, other.puts.count]).toEqual([1, 0]);
    expect(await rows()).toMatchObject([{ state: 'ready' }]);
    expect(errors).toEqual([]);
  });

  it('lost from the store is built again with the same bytes', async () => {
    const made = await open().ready(request());
    await rm(join(world.modelsDir, made.storageKey));
    expect(await open().ready(request())).toEqual(made);
  });

  it('of a new version is a new archive; the old one stays', async () => {
    const before = await open().ready(request());
    const leg = await folder.put(pieces(Buffer.alloc(100_000, 'a better leg ')));
    files = [...files, { ...files[1], ...leg, id: 'leg2', version: 2 } as DownloadableFile];
    const after = await open().ready(request());
    expect(after.sha256).not.toBe(before.sha256);
    expect(await folder.has(before.storageKey, before.sizeBytes)).toBe(true);
  });
});

describe('an archive that cannot be built', () => {
  it('reports the failure once and retries on a later request', async () => {
    const { store, puts } = watched();
    const archives = open(store);
    const whole = await folder.open(files[1]?.storageKey ?? '');
    const kept = Buffer.concat(await whole.toArray());
    await folder.delete(files[1]?.storageKey ?? '');
    await expect(archives.ready(request())).rejects.toThrow('This file is not in the store.');
    expect(await archives.progress(request())).toMatchObject({ state: 'failed' });
    await expect(archives.ready(request())).rejects.toThrow('This file is not in the store.');
    expect([errors.length, puts.count]).toEqual([1, 1]);
    expect(await rows()).toMatchObject([
      { state: 'failed', error: expect.stringContaining('not in the store') },
    ]);
    await folder.put(pieces(kept));
    now += 60_000;
    await archives.ready(request());
    expect(puts.count).toBe(2);
    expect(await rows()).toMatchObject([{ state: 'ready', error: '' }]);
  });
});

/** The backend, with `told` called instead of each write about an archive's progress or end. */
function backendTold(told: (send: () => Promise<unknown>) => Promise<unknown>): PocketBase {
  return new Proxy(world.pb, {
    get(target, name: keyof PocketBase) {
      if (name !== 'send') return target[name];
      return (path: string, options: SendOptions) => {
        const send = () => target.send(path, options);
        return /UPDATE product_zips/.test(JSON.stringify(options.body)) ? told(send) : send();
      };
    },
  });
}

it('is built once though the backend is away for a moment', async () => {
  const { store, puts } = watched();
  let refused = 0;
  // The first news of its progress, and the first that it is built.
  const pb = backendTold((send) => {
    if (refused === 2) return send();
    refused += 1;
    return Promise.reject(new ClientResponseError({ status: 0 }));
  });
  const { sha256 } = await open(store, pb).ready(request());
  expect(refused).toBe(2);
  expect([puts.count, errors.length]).toEqual([1, 0]);
  expect(await rows()).toMatchObject([{ state: 'ready', error: '' }]);
  expect((await open().ready(request())).sha256).toBe(sha256);
});

it('has its newest progress written down, also what was made during an earlier writing', async () => {
  const [read, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const store: FileStore = {
    ...folder,
    put: (bytes) =>
      folder.put(
        (async function* () {
          let isFirst = true;
          for await (const chunk of bytes) {
            now += 2_000;
            yield chunk;
            if (!isFirst) {
              read.resolve();
              await gate.promise;
            }
            isFirst = false;
          }
        })(),
      ),
  };
  const pb = backendTold((send) => read.promise.then(send));
  const archives = open(store, pb);
  await archives.progress(request());
  await expect.poll(async () => (await rows())[0]?.['doneBytes']).toBeGreaterThan(0);
  gate.resolve();
  await archives.ready(request());
  expect(await rows()).toMatchObject([{ state: 'ready' }]);
});

it('that another process built is given to a request whose own store has stopped answering', async () => {
  const stuck = open(watched(new Promise(() => undefined)).store, world.pb, 300);
  const waiting = stuck.ready(request());
  await expect.poll(async () => (await rows())[0]?.['state']).toBe('building');
  await transaction(world.pb)
    .exec(sql`UPDATE leases SET holder = 'another00000000', until = 1 WHERE name LIKE 'archive/%'`, {})
    .run();
  const built = await open().ready(request());
  expect(await waiting).toEqual(built);
  expect(errors).toEqual([]);
});

it('a build aborted by a full disk leaves no file open', async () => {
  const opened: Readable[] = [];
  const store: FileStore = {
    ...folder,
    async open(...of) {
      const input = await folder.open(...of);
      opened.push(input);
      return input;
    },
    async put(bytes) {
      const full = Object.assign(new Error('no space'), { code: 'ENOSPC' });
      let written = 0;
      const cut = async function* () {
        for await (const chunk of bytes) {
          written += chunk.length;
          if (written > 100_000) throw full;
          yield chunk;
        }
      };
      return folder.put(cut());
    },
  };
  await expect(open(store).ready(request())).rejects.toThrow('There is no room left');
  expect(opened.length).toBeGreaterThan(0);
  await expect.poll(() => opened.every(({ closed }) => closed)).toBe(true);
  expect(await readdir(join(world.modelsDir, 'incoming'))).toEqual([]);
});

it('at most two archives are built at once; the others wait', async () => {
  const gate = Promise.withResolvers<void>();
  const { store, puts } = watched(gate.promise);
  const archives = open(store);
  const parts = Array.from({ length: 6 }, (_, at) => ({ ...request(), part: `part-${turn}-${at}` }));
  const states = async () =>
    (await Promise.all(parts.map((part) => archives.progress(part)))).map(({ state }) => state).sort();
  await expect.poll(states).toEqual(['building', 'building', 'waiting', 'waiting', 'waiting', 'waiting']);
  gate.resolve();
  await Promise.all(parts.map((part) => archives.ready(part)));
  expect(puts).toMatchObject({ count: 6, most: 2 });
});
