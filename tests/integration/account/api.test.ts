import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'astro/zod';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteToken, tokensOf } from '../../../src/data/account/api-tokens.ts';
import { renewTokenKey } from '../../../src/data/identity/users.ts';
import { API_SCOPE_NAMES, API_SCOPES, TOKENS_MAX } from '../../../src/domain/account/api-token.ts';
import { WEBHOOK_EVENT_NAMES } from '../../../src/domain/account/webhook.ts';
import { paths } from '../../../src/paths.ts';
import type { ApiRoute } from '../../../src/server/http/api/route.ts';
import { API_ROUTES } from '../../../src/server/http/api/routes.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { type ApiRequests, apiRequests } from './api-requests.ts';
import { type ApiWorld, apiWorld, sha256, tokenOf } from './api-world.ts';

let backend: TestBackend;
let front: TestFront;
let world: ApiWorld;
/** The buyer's, with every scope. */
let secret = '';
let requests: ApiRequests;

beforeAll(async () => {
  backend = await openTestBackend();
  world = await apiWorld(backend);
  front = await openTestFront(backend, { RATE_LIMITS: 'off' });
  ({ secret } = await tokenOf(front, world.people.buyer));
  requests = await apiRequests(backend, world);
});
afterAll(async () => {
  await front.close();
  await backend.close();
});

const get = (path: string, token: string | null = secret, headers: Record<string, string> = {}) =>
  fetch(front.url + paths.api(path), {
    headers: { ...headers, ...(token === null ? {} : { authorization: `Bearer ${token}` }) },
    redirect: 'manual',
  });
const bodyOf = async (answer: Response): Promise<Record<string, unknown>> => (await answer.json()) as never;

interface Description {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }> }>
  >;
  webhooks: object;
  components: { schemas: object };
}

const isForSellers = ({ scope }: ApiRoute) => scope !== null && API_SCOPES[scope].forSellers;

/** Asks a route so that it finds something. @param token of the seller for what only sellers do, else of the buyer */
async function asked(route: ApiRoute, token: string | null): Promise<Response> {
  const { path, body } = await requests(route);
  return fetch(front.url + paths.api(path), {
    method: route.method,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body }),
  });
}

it('a token is refused at every address of another scope', async () => {
  const wrong: string[] = [];
  const { buyer, seller } = world.people;
  for (const scope of API_SCOPE_NAMES) {
    const tokens = {
      buyer: await tokenOf(front, buyer, [scope]),
      seller: await tokenOf(front, seller, [scope]),
    };
    for (const route of API_ROUTES) {
      const { status } = await asked(route, tokens[isForSellers(route) ? 'seller' : 'buyer'].secret);
      const allowed = route.scope === null || route.scope === scope;
      if (status !== (allowed ? (route.madeAt ? 201 : 200) : 403))
        wrong.push(`${scope}: ${route.method} ${route.path} ${status}`);
    }
    await deleteToken(backend.pb, buyer.id, tokens.buyer.id);
    await deleteToken(backend.pb, seller.id, tokens.seller.id);
  }
  for (const route of API_ROUTES) {
    const { status } = await asked(route, null);
    if (status !== (route.scope === null ? 200 : 401)) wrong.push(`nobody: ${route.path} ${status}`);
    if (!isForSellers(route)) continue;
    // Every scope, but no store.
    const storeless = (await asked(route, secret)).status;
    if (storeless !== 403) wrong.push(`without a store: ${route.path} ${storeless}`);
  }
  expect(wrong).toEqual([]);
});

it('every answer, also a refusal, is what the description says', async () => {
  const description = (await bodyOf(await get('/openapi.json', null))) as unknown as Description;
  expect(Object.keys(description.webhooks)).toEqual(WEBHOOK_EVENT_NAMES);
  const { schemas } = description.components;
  /** A schema by its name, with all others where it may refer to them. */
  const named = (ref: string) => {
    const written = JSON.stringify({ $ref: ref, $defs: schemas });
    return z.fromJSONSchema(JSON.parse(written.replaceAll('#/components/schemas/', '#/$defs/')));
  };
  const failure = named('#/components/schemas/Failure');
  const ofSeller = await tokenOf(front, world.people.seller);
  for (const route of API_ROUTES) {
    if (route.answer === 'file') continue;
    const described = description.paths[route.path]?.[route.method.toLowerCase()];
    const answer = await asked(route, isForSellers(route) ? ofSeller.secret : secret);
    const schema = described?.responses[answer.status]?.content?.['application/json']?.schema;
    const body = await bodyOf(answer);
    expect(
      named(schema?.$ref ?? '').safeParse(body).error?.issues,
      `${route.method} ${route.path}`,
    ).toBeUndefined();
    // The description lets fields be added later; today there are no others.
    expect(route.answer.safeParse(body).error?.issues, `${route.method} ${route.path}`).toBeUndefined();
  }
  const refusals = [
    await get('/library', null),
    await get('/library?limit=0'),
    await get('/library?after=x'),
    await get('/orders?after=x'),
    await get('/nothing'),
    await get('/library/nothing'),
    await get(`/products/${'a'.repeat(15)}`),
    await fetch(front.url + paths.api('/library'), { method: 'POST' }),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([401, 400, 400, 400, 404, 404, 404, 405]);
  for (const refusal of refusals) {
    const read = failure.safeParse(await bodyOf(refusal));
    expect(read.error?.issues, refusal.url).toBeUndefined();
  }
  expect(await bodyOf(await get('/library?limit=0'))).toMatchObject({ code: 'bad_request', field: 'limit' });
});

it('only the hash of a token is stored, and nobody is shown the token again', async () => {
  const token = await tokenOf(front, world.people.seller, ['orders.read']);
  const rows = await backend.pb.collection('api_tokens').getFullList({ filter: `id = '${token.id}'` });
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token.secret);
  expect(rows[0]?.['tokenHash']).toBe(sha256(Buffer.from(token.secret)));
  const [listed] = await tokensOf(backend.pb, world.people.seller.id, Date.now());
  expect(Object.keys(listed ?? {}).sort()).toEqual(
    ['createdAt', 'ending', 'expiresAt', 'id', 'lastUsedAt', 'name', 'scopes'].sort(),
  );
  const mails = await backend.pb
    .collection('mails')
    .getFullList({ filter: `mailKey = 'api-token:${token.id}'` });
  expect(mails).toMatchObject([{ to: world.people.seller.email, kind: 'account' }]);
  expect(JSON.stringify(mails)).not.toContain(token.secret.slice(-20));
});

it('a token ends with logging out everywhere, its day, a suspension and its revocation', async () => {
  const { seller } = world.people;
  const works = async (token: string) => (await get('/orders', token)).status;
  const loggedOut = await tokenOf(front, seller);
  expect(await works(loggedOut.secret)).toBe(200);
  await renewTokenKey(backend.pb, seller.id);
  expect(await works(loggedOut.secret)).toBe(401);

  const expired = await tokenOf(front, seller);
  await backend.pb
    .collection('api_tokens')
    .update(expired.id, { expiresAt: new Date(Date.now() - 1).toISOString() });
  expect(await works(expired.secret)).toBe(401);

  const revoked = await tokenOf(front, seller);
  expect(await deleteToken(backend.pb, world.people.buyer.id, revoked.id)).toBe(false);
  expect(await works(revoked.secret)).toBe(200);
  expect(await deleteToken(backend.pb, seller.id, revoked.id)).toBe(true);
  expect(await works(revoked.secret)).toBe(401);

  const suspended = await tokenOf(front, seller);
  await backend.pb.collection('users').update(seller.id, { suspended: true });
  expect(await works(suspended.secret)).toBe(401);
  await backend.pb.collection('users').update(seller.id, { suspended: false });
});

it('nobody makes more tokens than the limit', async () => {
  const { stranger } = world.people;
  for (let made = 0; made < TOKENS_MAX; made++) await tokenOf(front, stranger, ['orders.read']);
  await expect(tokenOf(front, stranger, ['orders.read'])).rejects.toThrow('no token was made');
});

it('a library comes page by page, each model once, with its hashes', async () => {
  const seen: string[] = [];
  for (let after = ''; ; ) {
    const page = await bodyOf(await get(`/library?limit=1${after === '' ? '' : `&after=${after}`}`));
    const items = page['items'] as { id: string; files: { id: string; sha256: string; url: string }[] }[];
    expect(items).toHaveLength(1);
    for (const { id, files } of items) {
      seen.push(id);
      const expected = world.owned.find((one) => one.id === id)?.files ?? [];
      expect(files.map((file) => file.sha256).sort()).toEqual(
        expected.map(({ bytes }) => sha256(bytes)).sort(),
      );
    }
    if (page['next'] === null) break;
    after = String(page['next']);
  }
  expect(seen).toEqual(world.owned.map(({ id }) => id));
  const ordered: string[] = [];
  for (let after = ''; ; ) {
    const page = await bodyOf(await get(`/orders?limit=2${after === '' ? '' : `&after=${after}`}`));
    ordered.push(...(page['items'] as { id: string }[]).map(({ id }) => id));
    if (page['next'] === null) break;
    after = String(page['next']);
  }
  expect(ordered).toEqual([...world.orders].sort().reverse());
});

it('a file comes with its hash and in ranges, and what somebody else owns is not found', async () => {
  const [owned] = world.owned;
  const [file] = owned?.files ?? [];
  const path = `/library/${owned?.id}/files/${file?.id}`;
  const whole = await get(path);
  expect(whole.headers.get('etag')).toBe(`"${sha256(file?.bytes ?? Buffer.alloc(0))}"`);
  expect(sha256(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256(file?.bytes ?? Buffer.alloc(0)));
  const rest = await get(path, secret, { range: 'bytes=100-' });
  expect([rest.status, (await rest.arrayBuffer()).byteLength]).toEqual([
    206,
    (file?.bytes.length ?? 0) - 100,
  ]);

  const stranger = await tokenOf(front, world.people.seller);
  expect((await get(path, stranger.secret)).status).toBe(404);
  expect((await get(`/library/${owned?.id}`, stranger.secret)).status).toBe(404);
  expect(await bodyOf(await get('/library', stranger.secret))).toEqual({ items: [], next: null });
  expect(await bodyOf(await get('/orders', stranger.secret))).toEqual({ items: [], next: null });
});

it('a file from whose purchase its owner can still withdraw is a conflict, and nothing of it is sent', async () => {
  const { pb } = backend;
  const path = `/library/${world.owned[0]?.id}/files/${world.owned[0]?.files[0]?.id}`;
  const filter = `product = '${world.owned[0]?.id}'`;
  const { order } = await pb.collection('order_lines').getFirstListItem<{ order: string }>(filter);
  for (const { id } of await pb.collection('downloads').getFullList({ filter }))
    await pb.collection('downloads').delete(id);
  await pb.collection('orders').update(order, { country: 'DE' });
  const held = await get(path, secret, { range: 'bytes=0-0' });
  expect([held.status, await bodyOf(held)]).toMatchObject([409, { code: 'conflict' }]);
  expect(await pb.collection('downloads').getFullList({ filter })).toEqual([]);
  await pb.collection('orders').update(order, { country: 'US' });
  expect((await get(path, secret, { range: 'bytes=0-0' })).status).toBe(206);
});

it('what has not changed is not sent again, and only what is public may be read by other pages', async () => {
  const first = await get('/library');
  const again = await get('/library', secret, { 'if-none-match': first.headers.get('etag') ?? '' });
  expect([again.status, await again.text()]).toEqual([304, '']);
  expect(first.headers.get('access-control-allow-origin')).toBeNull();
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  const open = await get('/products', null);
  expect(open.headers.get('access-control-allow-origin')).toBe('*');
  // A refusal holds nothing of anybody: a page of another site can show its sentence.
  for (const refused of [
    await get('/products?scale=x', null),
    await get('/nothing', null),
    await get('/library', null),
  ])
    expect([refused.status >= 400, refused.headers.get('access-control-allow-origin')]).toEqual([true, '*']);
});

it('a coupon of a program follows the rules of the pages: each refusal names the field, and another store finds nothing', async () => {
  const seller = await tokenOf(front, world.people.seller, ['coupons.write', 'sales.read']);
  const write = (path: string, method: string, body: unknown) =>
    fetch(front.url + paths.api(path), {
      method,
      headers: { authorization: `Bearer ${seller.secret}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const refusals = [
    [{ code: 'abc', percent: 10 }, 'code'],
    [{ code: 'SUMMER', percent: 3 }, 'percent'],
    [{ code: 'SUMMER', percent: 10, to: '2020-01-01T00:00:00Z' }, 'to'],
    [{ code: 'SUMMER', percent: 10, scope: 'products' }, 'productIds'],
    [{ code: 'SUMMER', percent: '10' }, 'percent'],
  ] as const;
  for (const [body, field] of refusals) {
    const answer = await write('/coupons', 'POST', body);
    expect([answer.status, (await bodyOf(answer))['field']]).toEqual([400, field]);
  }
  expect((await write('/coupons', 'POST', '{')).status).toBe(400);
  expect((await write('/coupons', 'POST', { code: 'x'.repeat(70_000) })).status).toBe(413);
  expect((await write('/coupons', 'POST', { code: 'welcome', percent: 10 })).status).toBe(201);
  expect((await write('/coupons', 'POST', { code: 'WELCOME', percent: 10 })).status).toBe(409);
  const stolen = { code: 'SUMMER', percent: 10, scope: 'products', productIds: ['a'.repeat(15)] };
  expect(await bodyOf(await write('/coupons', 'POST', stolen))).toMatchObject({
    code: 'conflict',
    field: 'productIds',
  });
  expect((await write(`/coupons/${'a'.repeat(15)}`, 'PATCH', { isOff: true })).status).toBe(404);
  const { id: coupon } = await bodyOf(await write('/coupons', 'POST', { code: 'AUTUMN', percent: 10 }));
  expect(await bodyOf(await write(`/coupons/${coupon}`, 'PATCH', { isOff: true }))).toMatchObject({
    state: 'off',
  });
  expect((await backend.pb.collection('coupons').getOne(String(coupon)))['off']).toBe(true);
});

it('drafts, archived models and mature ones are in no public answer', async () => {
  const archived = world.owned.find(({ files }) => files.length > 1)?.id;
  expect((await get(`/products/${archived}`, null)).status).toBe(404);
  await backend.pb.collection('products').update(world.other, { mature: true });
  expect((await get(`/products/${world.other}`, null)).status).toBe(404);
  const { items } = await bodyOf(await get('/stores/anvil/products', null));
  expect((items as { name: string }[]).map(({ name }) => name).sort()).toEqual(['Dragon', 'Tower']);
  await backend.pb.collection('products').update(world.other, { mature: false });
});

/** Whether this machine can run the example: curl knows --json since 7.82. */
const [, major = 0, minor = 0] =
  /^curl (\d+)\.(\d+)/
    .exec(spawnSync('curl', ['--version'], { encoding: 'utf8' }).stdout ?? '')
    ?.map(Number) ?? [];
const hasCurl = major > 7 || (major === 7 && minor >= 82);
it.skipIf(!hasCurl)('the example of the documentation leads from a draft to a published model', async () => {
  const text = await readFile('docs/api.md', 'utf8');
  const [, script = ''] = /## From a draft[\s\S]*?```sh\n([\s\S]*?)```/.exec(text) ?? [];
  expect(script).toContain('publish');
  const folder = await mkdtemp(join(tmpdir(), 'api-'));
  const plain = { create: { width: 40, height: 40, channels: 3 as const, background: '#888' } };
  await writeFile(join(folder, 'orc.png'), await sharp(plain).png().toBuffer());
  await writeFile(join(folder, 'orc.lys'), randomBytes(100_000));
  const { secret: token } = await tokenOf(front, world.people.seller, ['products.write', 'products.read']);
  const env = {
    ...{ SITE: front.url, TOKEN: token, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` },
    NO_PROXY: '*',
  };
  const running = spawn('sh', ['-c', script], { cwd: folder, env });
  const said = { out: '', error: '' };
  running.stdout.on('data', (piece) => (said.out += piece));
  running.stderr.on('data', (piece) => (said.error += piece));
  const code = await new Promise((resolve) => running.on('close', resolve));
  expect([code, said.error, said.out.trim()]).toEqual([0, '', 'published']);
  await rm(folder, { recursive: true });
  const { items } = await bodyOf(await get('/seller/products?limit=1', token));
  expect(items).toMatchObject([{ name: 'Orc chief', state: 'published' }]);
});
