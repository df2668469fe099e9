import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addProductFile } from '../../../src/data/catalogue/product-drafts.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { type ApiWorld, apiWorld, sha256, tokenOf } from './api-world.ts';
import { openStallingProxy, type StallingProxy } from './stalling-proxy.ts';

const CLIENT = fileURLToPath(new URL('../../../public/library-client.mjs', import.meta.url));

/** Programs start slowly on a busy machine. */
const PATIENCE_MS = 45_000;

let backend: TestBackend;
let front: TestFront;
let proxy: StallingProxy;
let world: ApiWorld;
let secret = '';
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'library-'));
  proxy = await openStallingProxy((path) => path.includes('/files/'));
  backend = await openTestBackend();
  world = await apiWorld(backend);
  front = await openTestFront(backend, { RATE_LIMITS: 'off', PUBLIC_SITE_URL: proxy.url });
  proxy.to = front.app.settings.port;
  ({ secret } = await tokenOf(front, world.people.buyer));
});
afterAll(async () => {
  await proxy.close();
  await front.close();
  await backend.close();
  await rm(folder, { recursive: true, force: true });
});

interface Run {
  process: ChildProcess;
  /** Its exit code, null where it was killed, and what it wrote. */
  ended: Promise<{ code: number | null; output: string }>;
}

function start(token = secret, ...more: string[]): Run {
  const child = spawn(process.execPath, [CLIENT, '--site', proxy.url, '--folder', folder, ...more], {
    env: { ...process.env, GUILDHALL_TOKEN: token },
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, output })),
  );
  return { process: child, ended };
}
const run = (token = secret, ...more: string[]) => start(token, ...more).ended;

/** Every file below the folder, but the program's own. */
async function filesOnDisk(): Promise<string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile() && entry.parentPath !== folder)
    .map((entry) => join(entry.parentPath, entry.name));
}
const hashesOnDisk = async () =>
  (await Promise.all((await filesOnDisk()).map(async (path) => sha256(await readFile(path))))).sort();
const hashesOwned = () => world.owned.flatMap(({ files }) => files.map(({ bytes }) => sha256(bytes))).sort();
const partBytes = async () => {
  const parts = (await filesOnDisk()).filter((path) => path.endsWith('.part'));
  return (await Promise.all(parts.map((path) => stat(path)))).reduce((sum, { size }) => sum + size, 0);
};

it(
  'a copy that is killed twice in the middle of a file goes on there, and ends with equal hashes',
  async () => {
    proxy.stallAfter = 100_000;
    for (const reached of [100_000, 200_000]) {
      const running = start();
      await expect.poll(partBytes, { timeout: PATIENCE_MS }).toBe(reached);
      running.process.kill('SIGKILL');
      expect((await running.ended).code).toBeNull();
    }
    expect(proxy.asked.map(({ range }) => range)).toEqual([null, 'bytes=100000-']);
    proxy.stallAfter = null;
    const last = await run();
    expect(last.code, last.output).toBe(0);
    expect(proxy.asked[2]?.range).toBe('bytes=200000-');
    expect(await hashesOnDisk()).toEqual(hashesOwned());
    const sums = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
    for (const line of sums.trim().split('\n')) {
      const [hash = '', name = ''] = line.split('  ');
      expect(sha256(await readFile(join(folder, name)))).toBe(hash);
    }
  },
  4 * PATIENCE_MS,
);

it('what is there is not downloaded again, and --verify downloads a damaged file anew', async () => {
  const before = proxy.asked.length;
  const again = await run();
  expect(again).toMatchObject({
    code: 0,
    output: expect.stringContaining('5 files were there, 0 downloaded'),
  });
  expect(proxy.asked.length).toBe(before);

  const [damaged = ''] = await filesOnDisk();
  const { size } = await stat(damaged);
  await writeFile(damaged, Buffer.alloc(size, 'damaged'));
  expect(await run(secret, '--verify')).toMatchObject({
    code: 0,
    output: expect.stringContaining('1 downloaded'),
  });
  expect(await hashesOnDisk()).toEqual(hashesOwned());
});

it('names that Windows refuses, or that lead out of the folder, are changed', async () => {
  const names = (await filesOnDisk()).map((path) => path.slice(folder.length + 1).replaceAll('\\', '/'));
  expect(names.filter((name) => !/^Anvil\/(Golem|Dragon|Tower)\/[^/<>:"|?*]+\.stl$/.test(name))).toEqual([]);
  expect(names).toContain('Anvil/Golem/_CON.stl');
});

it('a new version is stored beside the old file', async () => {
  const [owned] = world.owned.filter(({ files }) => files.length === 1);
  const [old] = owned?.files ?? [];
  const bytes = Buffer.alloc(1000, 'a new version');
  const stored = await world.files.put(
    (async function* () {
      yield bytes;
    })(),
  );
  const facts = {
    role: 'unsupported',
    scale: '32',
    part: null,
    version: 2,
    mesh: null,
    position: 0,
  } as const;
  const name = old?.name ?? '';
  await backend.pb.collection('product_files').update(old?.id ?? '', { retiredAt: new Date().toISOString() });
  const id = await addProductFile(backend.pb, owned?.id ?? '', { ...stored, ...facts, name });
  owned?.files.push({ id, name, bytes });
  const renewed = await run();
  expect(renewed.code, renewed.output).toBe(0);
  expect(await hashesOnDisk()).toEqual(hashesOwned());
  const names = await filesOnDisk();
  expect(names.filter((path) => path.endsWith(`${name.replace('.stl', '')} (version 1).stl`))).toHaveLength(
    1,
  );
});

it(
  'each reason for which the program ends has an exit code of its own',
  async () => {
    expect((await run(`guildhall_${'a'.repeat(43)}`)).code).toBe(3);
    expect((await run('')).code).toBe(2);
    const orders = await tokenOf(front, world.people.buyer, ['orders.read']);
    expect(await run(orders.secret)).toMatchObject({
      code: 3,
      output: expect.stringContaining('library.read'),
    });
    await writeFile(join(folder, '.library.lock'), String(process.pid));
    expect((await run()).code).toBe(5);
    await rm(join(folder, '.library.lock'));
  },
  4 * PATIENCE_MS,
);
