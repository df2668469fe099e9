import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '../../../src/paths.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { type ApiWorld, apiWorld, tokenOf } from './api-world.ts';

/** What programs of sellers write. */

let backend: TestBackend;
let front: TestFront;
let world: ApiWorld;
/** The seller's, with every scope; and of another store. */
let secret = '';
let rival = '';
let category = '';

beforeAll(async () => {
  backend = await openTestBackend();
  world = await apiWorld(backend);
  category = (await backend.pb.collection('categories').create({ slug: 'orcs', name: 'Orcs' })).id;
  front = await openTestFront(backend, { RATE_LIMITS: 'off' });
  ({ secret } = await tokenOf(front, world.people.seller));
  const other = { owner: world.people.stranger.id, slug: 'rival', name: 'Rival', state: 'open' };
  await backend.pb.collection('stores').create(other);
  ({ secret: rival } = await tokenOf(front, world.people.stranger));
});
afterAll(async () => {
  await front.close();
  await backend.close();
});

type Body = Record<string, unknown>;
interface Answer {
  status: number;
  body: Body;
}

/** Asks as the seller, or with another token. */
async function ask(method: string, path: string, body?: object, token = secret): Promise<Answer> {
  const answer = await fetch(front.url + paths.api(path), {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined
      ? {}
      : { body: body instanceof Buffer ? Uint8Array.from(body) : JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}
/** The status of a refusal with its field, such as "400 name". */
const refused = ({ status, body }: Answer) => `${status} ${body['field'] ?? body['code']}`;

async function draft(fields: object = {}): Promise<string> {
  const { body } = await ask('POST', '/seller/products', { name: 'Hag', ...fields });
  return String(body['id']);
}

it('a product by a program followed other rules: each refusal names its field, and nothing is stored', async () => {
  const add = (fields: object) => ask('POST', '/seller/products', { name: 'Hag', ...fields });
  const count = async () => (await backend.pb.collection('products').getList(1, 1)).totalItems;
  const before = await count();
  const day = { from: '2026-11-24T00:00:00Z', to: '2026-11-25T00:00:00Z' };
  expect(refused(await ask('POST', '/seller/products', {}))).toBe('400 name');
  expect(refused(await add({ name: ' ' }))).toBe('400 name');
  expect(refused(await add({ name: 'x'.repeat(121) }))).toBe('400 name');
  expect(refused(await add({ description: 'x'.repeat(20_001) }))).toBe('400 description');
  expect(refused(await add({ priceCents: 1, free: false }))).toBe('400 priceCents');
  expect(refused(await add({ sale: { percent: 3, ...day } }))).toBe('400 sale.percent');
  expect(refused(await add({ sale: { percent: 10, from: day.to, to: day.from } }))).toBe('400 sale.to');
  expect(refused(await add({ sale: { percent: 10, from: 'soon', to: day.to } }))).toBe('400 sale.from');
  expect(refused(await add({ category: 'no-such' }))).toBe('400 category');
  expect(refused(await add({ shelves: ['a'.repeat(15)] }))).toBe('400 shelves');
  expect(refused(await add({ facets: { scale: '31' } }))).toBe('400 facets.scale');
  expect(refused(await add({ state: 'published' }))).toBe('400 bad_request');
  expect(await count()).toBe(before);
});

it('a product by a program was half of one by the page: all its text is stored, in parts or at once', async () => {
  const shelf = await backend.pb
    .collection('shelves')
    .create({ store: world.store, slug: 'new', name: 'New', position: 1 });
  const text = {
    // Longer than a form, which only known people may send.
    description: 'ẞ'.repeat(20_000),
    priceCents: 700,
    sale: { percent: 10, from: '2026-11-24T00:00:00.000Z', to: '2026-11-25T00:00:00.000Z' },
    category: 'orcs',
    shelves: [shelf.id],
    tags: ['Orc', 'warrior'],
    facets: { type: 'figure', genre: ['fantasy'] },
    baseMm: 32,
    mature: true,
  };
  const added = await ask('POST', '/seller/products', { name: '  Orc  chief ', ...text });
  expect(added).toMatchObject({ status: 200 });
  const shown = { ...text, name: 'Orc chief', state: 'draft', tags: ['orc', 'warrior'] };
  const none = { scale: null, supports: [], printer: [], parts: null };
  expect(added.body).toMatchObject({ ...shown, facets: { ...text.facets, ...none } });
  const path = `/seller/products/${added.body['id']}`;
  const changed = await ask('PATCH', path, { facets: { scale: '32' }, sale: null });
  expect(changed.body).toMatchObject({
    ...shown,
    sale: null,
    facets: { ...text.facets, ...none, scale: '32' },
  });
  expect((await ask('GET', path)).body).toEqual(changed.body);
  const stored = await backend.pb.collection('products').getOne(String(added.body['id']));
  expect([stored['category'], stored['store']]).toEqual([category, world.store]);

  // What somebody else changed is not overwritten by who says what they saw.
  const seen = added.body['updatedAt'];
  expect(refused(await ask('PATCH', path, { name: 'Lost', seen }))).toBe('409 conflict');
  expect((await ask('PATCH', path, { name: 'Kept', seen: changed.body['updatedAt'] })).body).toMatchObject({
    name: 'Kept',
  });
});

it('a program reached the products of another store', async () => {
  const path = `/seller/products/${await draft()}`;
  const tries = [
    await ask('GET', path, undefined, rival),
    await ask('PATCH', path, { name: 'Mine' }, rival),
    await ask('POST', `${path}/state`, { verb: 'archive' }, rival),
    await ask('POST', `${path}/pictures`, Buffer.alloc(9), rival),
    await ask('PATCH', `${path}/pictures`, { pictures: [] }, rival),
  ];
  expect(tries.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect((await ask('GET', '/seller/products', undefined, rival)).body).toEqual({ items: [], next: null });
  expect((await ask('GET', path)).body).toMatchObject({ name: 'Hag', state: 'draft', pictures: [] });
});

it('a program found its drafts nowhere: it lists every product, page by page', async () => {
  const made = [await draft(), await draft(), await draft()];
  const seen: string[] = [];
  for (let after = ''; ; ) {
    const { body } = await ask('GET', `/seller/products?limit=2${after === '' ? '' : `&after=${after}`}`);
    seen.push(...(body['items'] as { id: string }[]).map(({ id }) => id));
    if (body['next'] === null) break;
    after = String(body['next']);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining([...made, world.other]));
  expect(seen).toHaveLength((await backend.pb.collection('products').getList(1, 1)).totalItems);
});

it('an unreadable picture of a program was answered by a page: its refusal is one of the API', async () => {
  const pictures = `/seller/products/${await draft()}/pictures`;
  const plain = { create: { width: 40, height: 40, channels: 3 as const, background: '#888' } };
  const png = await sharp(plain).png().toBuffer();
  expect((await ask('POST', `${pictures}?alt=A+hag`, png)).body).toMatchObject({
    pictures: [{ alt: 'A hag' }],
  });
  const { body } = await ask('POST', `${pictures}?alt=Her+back`, png);
  const [front_, back] = body['pictures'] as { file: string; alt: string }[];
  const turned = await ask('PATCH', pictures, { pictures: [back, { ...front_, alt: 'Her face' }] });
  expect(turned.body).toMatchObject({ pictures: [{ alt: 'Her back' }, { alt: 'Her face' }] });
  for (const bytes of [png.subarray(0, 60), Buffer.from('no picture'), Buffer.alloc(0)])
    expect(refused(await ask('POST', pictures, bytes))).toBe('400 bad_request');
  expect(refused(await ask('POST', pictures, Buffer.alloc(8_000_000)))).toBe('413 too_large');
  expect(refused(await ask('POST', pictures, Buffer.alloc(8_000_000), 'wrong'))).toBe('401 unauthorized');
});
