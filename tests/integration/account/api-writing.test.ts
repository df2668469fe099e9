import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paths } from '../../../src/paths.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { tusWith } from './api-uploads.ts';
import { type ApiWorld, apiWorld, sha256, tokenOf } from './api-world.ts';

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

it('a product of a program follows the rules of the pages: each refusal names its field, and nothing is stored', async () => {
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
  expect(refused(await add({ state: 'published' }))).toBe('400 state');
  expect(await count()).toBe(before);
});

it('a program stores all text of a product, in parts or at once', async () => {
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
  expect(added).toMatchObject({ status: 201 });
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

it('a program does not reach the products of another store', async () => {
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

it('a program lists every product of its store, drafts too, page by page', async () => {
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

it('a picture of a program that cannot be read is refused in the words of the API', async () => {
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

/** Sends a file in two pieces and waits for its check. Returns its id. */
async function sent(name: string, bytes: Buffer): Promise<string> {
  const { begin, piece } = tusWith(front.url, secret);
  const path = (await begin(name, bytes)).headers.get('location') ?? '';
  await piece(path, bytes, 0, bytes.length >> 1);
  expect((await piece(path, bytes, bytes.length >> 1)).headers.get('upload-sha256')).toBe(sha256(bytes));
  await front.app.assets.uploads.settled();
  return path.slice(-15);
}
/** A slicer file: its content is never read. */
const lys = (length = 40_000) => randomBytes(length);

it('a file of a program is done when the answer says so, goes on after a cut line, and has the bytes that were named', async () => {
  const { tus, begin, piece } = tusWith(front.url, secret);
  const bytes = lys();
  const begun = await begin('orc.lys', bytes, { sha256: sha256(bytes) });
  expect(begun.status).toBe(201);
  const path = begun.headers.get('location') ?? '';
  const first = await piece(path, bytes, 0, 10_000);
  expect([first.status, first.headers.get('upload-sha256')]).toEqual([204, null]);
  expect((await tus('HEAD', path, {})).headers.get('upload-offset')).toBe('10000');
  // A piece from the wrong place changes nothing.
  expect((await piece(path, bytes, 20_000)).status).toBe(409);
  const last = await piece(path, bytes, 10_000);
  expect([last.status, last.headers.get('upload-sha256')]).toEqual([204, sha256(bytes)]);
  await front.app.assets.uploads.settled();
  const { body } = await ask('GET', `/seller/uploads/${path.slice(-15)}`);
  expect(body).toMatchObject({ name: 'orc.lys', state: 'checked', sha256: sha256(bytes) });

  const other = await begin('other.lys', bytes, { sha256: sha256(lys()) });
  const otherPath = other.headers.get('location') ?? '';
  const refusal = await piece(otherPath, bytes, 0);
  expect([refusal.status, await refusal.json()]).toEqual([
    460,
    {
      code: 'conflict',
      message: 'What arrived is not the file that you named: its SHA-256 is another one. Upload it again.',
    },
  ]);
  expect((await ask('GET', `/seller/uploads/${otherPath.slice(-15)}`)).status).toBe(404);
  expect((await begin('orc.lys', bytes, { sha256: 'x' })).status).toBe(400);
  expect((await begin('run.exe', bytes)).status).toBe(400);
});

it('uploads cannot be reached by a token without the scope, of another store or of nobody', async () => {
  const bytes = lys();
  const path = (await tusWith(front.url, secret).begin('own.lys', bytes)).headers.get('location') ?? '';
  const reader = await tokenOf(front, world.people.seller, ['products.read']);
  const buyer = await tokenOf(front, world.people.buyer);
  const begun = async (token: string) => (await tusWith(front.url, token).begin('a.lys', bytes)).status;
  expect(await Promise.all([reader.secret, buyer.secret, 'guildhall_no'].map(begun))).toEqual([
    403, 403, 401,
  ]);
  const continued = async (token: string) =>
    (await tusWith(front.url, token).piece(path, bytes, 0, 9)).status;
  expect(await Promise.all([rival, reader.secret, 'guildhall_no'].map(continued))).toEqual([404, 403, 401]);
  const id = path.slice(-15);
  expect((await ask('GET', `/seller/uploads/${id}`, undefined, rival)).status).toBe(404);
  expect((await ask('DELETE', `/seller/uploads/${id}`, undefined, rival)).status).toBe(404);
  expect((await ask('DELETE', `/seller/uploads/${id}`)).body).toEqual({ id });
  expect((await ask('GET', `/seller/uploads/${id}`)).status).toBe(404);
});

it('a program publishes a product by the same rules as the pages', async () => {
  const id = await draft({ free: true, ai: 'none', facets: { type: 'figure', genre: ['fantasy'] } });
  const path = `/seller/products/${id}`;
  const publish = (more: object = {}) => ask('POST', `${path}/state`, { verb: 'publish', ...more });
  expect(await publish()).toMatchObject({ status: 409, body: { code: 'conflict' } });
  const plain = { create: { width: 40, height: 40, channels: 3 as const, background: '#888' } };
  await ask('POST', `${path}/pictures`, await sharp(plain).png().toBuffer());

  const bytes = lys();
  const upload = await sent('hag.lys', bytes);
  const add = (file: object) =>
    ask('POST', `${path}/files`, { files: [{ role: 'slicer_project', ...file }] });
  expect(refused(await add({ upload, sha256: 'b'.repeat(64) }))).toBe('409 sha256');
  expect(refused(await add({ upload: 'a'.repeat(15) }))).toBe('404 upload');
  expect(refused(await add({ upload, replaces: 'a'.repeat(15) }))).toBe('404 replaces');
  expect(refused(await add({ upload, role: 'virus' }))).toBe('400 files.0.role');
  const added = await add({ upload, sha256: sha256(bytes), scale: '32' });
  expect(added.body).toMatchObject({
    files: [{ name: 'hag.lys', sha256: sha256(bytes), version: 1, isCurrent: true }],
    facets: { scale: '32', supports: ['slicer_project'] },
    missing: [],
  });
  expect(refused(await add({ upload }))).toBe('409 upload');

  // Its seller declares whose design it is.
  expect((await publish()).body['message']).toBe('Say whether it is your own design or licensed.');
  expect(refused(await publish({ origin: { kind: 'licensed', from: 'Mira', licence: '' } }))).toBe(
    '400 origin.licence',
  );
  const published = await publish({ origin: { kind: 'own' } });
  expect(published.body).toMatchObject({ state: 'published', missing: [] });
  expect((await fetch(front.url + paths.api(`/products/${id}`))).status).toBe(200);

  // Sold already: the old file stays with whoever owns it.
  await backend.pb.collection('entitlements').create({
    ...{ user: world.people.buyer.id, product: id, source: 'free', sourceId: 'a', licences: ['personal'] },
    ...{ licenceText: 'a'.repeat(64), grantedAt: new Date().toISOString() },
  });
  const [old] = added.body['files'] as { id: string }[];
  const next = await sent('hag-2.lys', lys());
  const replaced = await ask('POST', `${path}/files`, {
    files: [{ upload: next, role: 'slicer_project', scale: '32', replaces: old?.id }],
    note: 'Her staff no longer breaks.',
  });
  expect(replaced.body).toMatchObject({
    files: [
      { id: old?.id, isCurrent: false },
      { name: 'hag-2.lys', version: 2, isCurrent: true },
    ],
    changes: [{ version: 2, note: 'Her staff no longer breaks.' }],
  });
  const files = replaced.body['files'] as { id: string }[];
  const gone = await ask('DELETE', `${path}/files/${files[1]?.id}`);
  expect(gone.body).toMatchObject({ files: [{ isCurrent: false }, { isCurrent: false }] });
  expect((await ask('DELETE', `${path}/files/${files[1]?.id}`)).status).toBe(404);
  expect((await ask('POST', `${path}/state`, { verb: 'withdraw' })).body).toMatchObject({ state: 'ready' });
  expect((await fetch(front.url + paths.api(`/products/${id}`))).status).toBe(404);
});

it('a release of a program names only own models and tiers, and grows once it is out', async () => {
  const { pb } = backend;
  const guildFields = { name: 'Guild', state: 'live', grantRule: 'one_per_payment' };
  expect((await ask('GET', '/seller/releases')).status).toBe(404);
  const { id: guild } = await pb.collection('guilds').create({ store: world.store, ...guildFields });
  const tierFields = { guild, name: 'Recruit', state: 'public', monthlyCents: 500, licence: 'personal' };
  const { id: tier } = await pb.collection('guild_tiers').create({ ...tierFields, position: 0 });
  const [first, second] = world.owned.slice(0, 2).map(({ id }) => id);
  await pb.collection('products').update(first ?? '', { state: 'ready' });
  await pb.collection('products').update(second ?? '', { state: 'ready' });
  const add = (more: object) => ask('POST', '/seller/releases', { title: 'Orcs', month: '2026-12', ...more });
  expect(refused(await add({ month: 'soon' }))).toBe('400 month');
  expect(refused(await add({ productIds: ['a'.repeat(15)] }))).toBe('400 productIds');
  expect(refused(await add({ tierIds: ['a'.repeat(15)] }))).toBe('400 tierIds');
  const { body } = await add({ productIds: [first, second], tierIds: [tier] });
  expect(body).toMatchObject({ state: 'draft', month: '2026-12', tierIds: [tier], backCents: null });
  const path = `/seller/releases/${body['id']}`;
  const strangers = await pb.collection('stores').getFirstListItem("slug = 'rival'");
  await pb.collection('guilds').create({ store: strangers.id, ...guildFields });
  expect((await ask('PATCH', path, { title: 'Mine' }, rival)).status).toBe(404);
  expect((await ask('POST', `${path}/state`, { deed: 'schedule' })).status).toBe(409);
  const later = new Date(Date.now() + 3_600_000).toISOString();
  expect((await ask('PATCH', path, { publishAt: later })).body).toMatchObject({
    title: 'Orcs',
    publishAt: later,
  });
  expect((await ask('POST', `${path}/state`, { deed: 'schedule' })).body).toMatchObject({
    state: 'scheduled',
  });
  const published = await ask('POST', `${path}/state`, { deed: 'publish' });
  expect(['publishing', 'published']).toContain(published.body['state']);
  expect(refused(await ask('PATCH', path, { productIds: [first] }))).toBe('400 productIds');
  expect((await ask('DELETE', path)).status).toBe(409);
});

it('the secret of a webhook is shown to a program once, and another store finds neither it nor its messages', async () => {
  const url = 'https://hooks.guildhall.test/a';
  expect(refused(await ask('POST', '/webhooks', { url: 'http://a.test', events: ['sale'] }))).toBe('400 url');
  expect(refused(await ask('POST', '/webhooks', { url, events: [] }))).toBe('400 events');
  const { body } = await ask('POST', '/webhooks', { url, events: ['sale'] });
  const { id, secret: signs } = body;
  expect(signs).toMatch(/^whsec_/);
  const { body: list } = await ask('GET', '/webhooks');
  expect(list['items']).toMatchObject([{ id, url, events: ['sale'] }]);
  expect(JSON.stringify(list)).not.toContain(signs);
  for (const [method, path] of [
    ['DELETE', ''],
    ['POST', '/test'],
    ['GET', '/deliveries'],
  ] as const) {
    const sentBody = method === 'POST' ? {} : undefined;
    expect((await ask(method, `/webhooks/${id}${path}`, sentBody, rival)).status).toBe(404);
  }
  expect((await ask('DELETE', `/webhooks/${id}`)).body).toEqual({ id });
});
