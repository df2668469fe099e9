import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addProductFile } from '../../../src/data/catalogue/product-drafts.ts';
import { demoStl } from '../../../src/dev/world/models.ts';
import { measureMesh } from '../../../src/mesh/measure.ts';
import { type Corners, readStl } from '../../../src/mesh/stl.ts';
import { readThreeMf } from '../../../src/mesh/three-mf.ts';
import { paths } from '../../../src/paths.ts';
import { openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import { openOpenLinks } from '../../../src/server/library/open-links.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

/** Bambu Studio refuses every link that does not end in .3mf before it asks for the file. */

let world: TestWorld;
let front: TestFront;
let stl: Uint8Array<ArrayBuffer>;
let owner = '';
let product = '';
const files: Record<'golem' | 'broken' | 'project', string> = { golem: '', broken: '', project: '' };
const PROJECT = Buffer.alloc(5000, 'a project of a slicer ');

beforeAll(async () => {
  world = await openTestWorld();
  const { pb, modelsDir } = world;
  const store = await openFolderStore(modelsDir);
  stl = await demoStl('golem');
  owner = (await world.person('owner')).id;
  product = await world.product(await world.store('anvil', { owner }), { name: 'Golem' });
  await world.own(owner, product, { source: 'operator' });
  const add = async (name: string, bytes: Uint8Array) => {
    const stored = await store.put(
      (async function* () {
        yield bytes;
      })(),
    );
    const facts = {
      role: 'unsupported',
      scale: '32',
      part: null,
      version: 1,
      position: 1,
      mesh: null,
    } as const;
    return addProductFile(pb, product, { ...stored, ...facts, name });
  };
  files.golem = await add('Golem.STL', stl);
  files.broken = await add('broken.stl', Buffer.alloc(300, 'no model at all '));
  files.project = await add('project.3mf', PROJECT);
  front = await openTestFront(world, { RATE_LIMITS: 'off' });
});
afterAll(async () => {
  await front.close();
  await world.close();
});

const get = (file: string, name: string, init: RequestInit = {}) => {
  const token = openOpenLinks(world.service.password).write(
    { userId: owner, productId: product, fileId: file },
    Date.now() + 60_000,
  );
  return fetch(front.url + paths.openFile(token, name), init);
};
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

it('a link that ends in .3mf gives an STL as a 3MF in millimetres, in ranges, with its hash', async () => {
  const answer = await get(files.golem, 'Golem.3mf');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toContain('filename="Golem.3mf"');
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(answer.headers.get('content-length')).toBe(String(bytes.length));
  expect(answer.headers.get('etag')).toBe(`"${sha256(bytes)}"`);
  const [before, after] = [readStl(stl), readThreeMf(bytes, 1e6)].map((one) => measureMesh(one as Corners));
  expect(after?.volumeMl).toBeCloseTo(before?.volumeMl ?? 0, 3);
  expect([after?.watertight, after?.size.z]).toEqual([true, expect.closeTo(before?.size.z ?? 0, 3)]);

  const head = await get(files.golem, 'Golem.3mf', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  const rest = await get(files.golem, 'Golem.3mf', { headers: { range: 'bytes=1000-' } });
  expect(rest.status).toBe(206);
  expect(sha256(new Uint8Array(await rest.arrayBuffer()))).toBe(sha256(bytes.subarray(1000)));
  // The same link under its own name is the file as it was uploaded.
  const own = await get(files.golem, 'Golem.STL');
  expect(sha256(new Uint8Array(await own.arrayBuffer()))).toBe(sha256(stl));
});

it('twenty programs that ask at once have the file written once, as one download of its owner', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(files.golem, 'Golem.3mf')));
  const hashes = await Promise.all(
    answers.map(async (answer) => sha256(new Uint8Array(await answer.arrayBuffer()))),
  );
  expect(new Set(hashes).size).toBe(1);
  const [folder = ''] = await readdir(join(world.modelsDir, 'slicer-models'));
  const written = await readdir(join(world.modelsDir, 'slicer-models', folder));
  expect(written).toHaveLength(1);
  const counted = () =>
    world.pb.collection('downloads').getFullList({ filter: `user = '${owner}' && part = '${files.golem}'` });
  await expect.poll(async () => (await counted()).length).toBe(1);
});

it('a file that is no model says so, and a 3MF is sent as it is', async () => {
  const broken = await get(files.broken, 'broken.3mf');
  expect([broken.status, await broken.text()]).toEqual([422, expect.stringContaining('Download it')]);
  const project = await get(files.project, 'project.3mf');
  expect(sha256(new Uint8Array(await project.arrayBuffer()))).toBe(sha256(PROJECT));
});

it('a model that was taken back is written for nobody', async () => {
  const [row] = await world.pb.collection('entitlements').getFullList();
  const taken = { revokedAt: new Date().toISOString(), revocation: 'refund' };
  await world.pb.collection('entitlements').update(row?.id ?? '', taken);
  expect((await get(files.golem, 'Golem.3mf')).status).toBe(404);
  await world.pb.collection('entitlements').update(row?.id ?? '', { revokedAt: '', revocation: '' });
});
