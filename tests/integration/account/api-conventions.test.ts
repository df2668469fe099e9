import { afterAll, beforeAll, expect, it } from 'vitest';
import { FILTER_NAMES, FILTERS } from '../../../src/domain/catalogue/search/search-params.ts';
import { paths } from '../../../src/paths.ts';
import { API_ROUTES } from '../../../src/server/http/api/routes.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestFront, type TestFront } from '../../dev/world/front.ts';
import { type ApiRequests, apiRequests } from './api-requests.ts';
import { type ApiWorld, apiWorld, tokenOf } from './api-world.ts';

/** What programs rely on at every address: keys of repeated requests, preconditions, and no silent wish. */

let backend: TestBackend;
let front: TestFront;
let world: ApiWorld;
let requests: ApiRequests;
let seller: { id: string; secret: string };

beforeAll(async () => {
  backend = await openTestBackend();
  world = await apiWorld(backend);
  front = await openTestFront(backend, { RATE_LIMITS: 'off' });
  seller = await tokenOf(front, world.people.seller);
  requests = await apiRequests(backend, world);
});
afterAll(async () => {
  await front.close();
  await backend.close();
});

type Body = Record<string, unknown>;

async function ask(
  method: string,
  path: string,
  {
    body,
    secret = seller.secret,
    ...headers
  }: { body?: object; secret?: string } & Record<string, unknown> = {},
): Promise<{ status: number; headers: Headers; body: Body; text: string }> {
  const answer = await fetch(front.url + paths.api(path), {
    method,
    headers: { authorization: `Bearer ${secret}`, ...(headers as Record<string, string>) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) as Body };
}

const products = async () => (await backend.pb.collection('products').getList(1, 1)).totalItems;
const keptRows = () => backend.pb.collection('api_answers').getFullList();

it('a request that is repeated with its key is done once, and gets the first answer', async () => {
  const before = await products();
  const request = { body: { name: 'Orc' }, 'idempotency-key': 'orc-1' };
  const first = await ask('POST', '/seller/products', request);
  const again = await ask('POST', '/seller/products', request);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.text).toBe(first.text);
  expect(again.headers.get('location')).toBe(first.headers.get('location'));
  expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
    null,
    'true',
  ]);
  expect(await products()).toBe(before + 1);

  // Another request with the same key is a fault of the program, whatever its path, and is not done.
  const other = await ask('POST', '/seller/products', { ...request, body: { name: 'Elf' } });
  expect([other.status, other.body['code']]).toEqual([422, 'unprocessable']);
  const elsewhere = await ask('POST', '/coupons', {
    ...request,
    body: { code: 'ORCS', percent: 10 },
  });
  expect(elsewhere.status).toBe(422);
  expect(await products()).toBe(before + 1);

  // The key of one token is not the key of another, also of the same person.
  const second = await tokenOf(front, world.people.seller);
  const own = await ask('POST', '/seller/products', { ...request, secret: second.secret });
  expect(own.status).toBe(201);
  expect(own.body['id']).not.toBe(first.body['id']);
});

it('requests with one key at the same moment are done once; the others hear 409', async () => {
  const before = await products();
  const request = { body: { name: 'Twin' }, 'idempotency-key': 'twin' };
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => ask('POST', '/seller/products', request)),
  );
  expect(await products()).toBe(before + 1);
  for (const { status, headers } of answers) {
    expect([201, 409]).toContain(status);
    if (status === 409) expect(headers.get('retry-after')).toBe('2');
  }
  expect((await ask('POST', '/seller/products', request)).status).toBe(201);
});

it('a request that was cut off is never done again: its key says 409', async () => {
  const before = await products();
  const request = { body: { name: 'Cut' }, 'idempotency-key': 'cut' };
  const { body } = await ask('POST', '/seller/products', request);
  const [row] = await backend.pb
    .collection('api_answers')
    .getFullList({ filter: `status = 201`, sort: '-created' });
  // As a process leaves it that was killed before it knew the answer.
  await backend.pb.collection('api_answers').update(row?.id ?? '', { status: 0, answer: '' });
  const again = await ask('POST', '/seller/products', request);
  expect([again.status, again.body['code'], body['name']]).toEqual([409, 'conflict', 'Cut']);
  expect(await products()).toBe(before + 1);
});

it('a refused request leaves its key free, and a kept answer ends after a day and with its token', async () => {
  const key = { 'idempotency-key': 'coupon' };
  const wrong = { code: 'GOBLIN', percent: 10, scope: 'products', productIds: ['a'.repeat(15)] };
  expect((await ask('POST', '/coupons', { ...key, body: wrong })).status).toBe(409);
  const made = await ask('POST', '/coupons', { ...key, body: { code: 'GOBLIN', percent: 10 } });
  expect(made.status).toBe(201);
  for (const { id, keptUntil, created } of await keptRows()) {
    expect(Date.parse(String(keptUntil)) - Date.parse(String(created))).toBeLessThanOrEqual(86_400_000);
    await backend.pb.collection('api_answers').update(id, { keptUntil: '2026-01-01 00:00:00.000Z' });
  }
  // The day is over: the request is a new one.
  const later = await ask('POST', '/coupons', { ...key, body: { code: 'GOBLIN', percent: 10 } });
  expect([later.status, later.body['field']]).toEqual([409, 'code']);

  const short = await tokenOf(front, world.people.seller);
  await ask('POST', '/seller/products', {
    secret: short.secret,
    body: { name: 'Short' },
    'idempotency-key': 's',
  });
  await backend.pb.collection('api_tokens').delete(short.id);
  expect((await keptRows()).some(({ token }) => token === short.id)).toBe(false);
  const bad = await ask('POST', '/seller/products', { body: { name: 'x' }, 'idempotency-key': 'a b' });
  expect([bad.status, await ask('GET', '/me').then(({ status }) => status)]).toEqual([400, 404]);
});

it('what makes something answers 201 with where it is', async () => {
  const makers = API_ROUTES.filter(({ madeAt }) => madeAt !== undefined);
  expect(makers.map(({ path }) => path).sort()).toEqual([
    '/coupons',
    '/seller/products',
    '/seller/releases',
    '/webhooks',
  ]);
  for (const route of makers) {
    const { path, body } = await requests(route);
    const made = await ask(route.method, path, { body: JSON.parse(String(body)) as object });
    const location = made.headers.get('location') ?? '';
    expect([made.status, location.endsWith(String(made.body['id']))]).toEqual([201, true]);
    const found = await ask('GET', location.slice(location.indexOf('/api/v1') + 7));
    expect([found.status, found.body['id']]).toEqual([200, made.body['id']]);
  }
});

it('a change with the ETag of something older is refused with 412, and changes nothing', async () => {
  const { body: made, headers } = await ask('POST', '/seller/products', { body: { name: 'Hag' } });
  const path = `/seller/products/${made['id']}`;
  const read = await ask('GET', path);
  const etag = read.headers.get('etag') ?? '';
  expect(headers.get('etag')).toBe(etag);
  const stale = await ask('PATCH', path, { body: { name: 'Lost' }, 'if-match': '"zzz"' });
  expect([stale.status, stale.body['code']]).toEqual([412, 'precondition_failed']);
  expect((await ask('GET', path)).body['name']).toBe('Hag');
  const changed = await ask('PATCH', path, { body: { name: 'Kept' }, 'if-match': etag });
  expect([changed.status, changed.body['name']]).toEqual([200, 'Kept']);
  expect((await ask('PATCH', path, { body: { name: 'Lost' }, 'if-match': etag })).status).toBe(412);
  // A proxy that packs answers weakens the tag; `*` is anything that is there.
  for (const written of ['W/#', '"a", #', '*']) {
    const now = (await ask('GET', path)).headers.get('etag') ?? '';
    const tag = written.replace('#', now);
    expect((await ask('PATCH', path, { body: { tags: ['hag'] }, 'if-match': tag })).status, tag).toBe(200);
  }
});

it('every change of one thing looks at If-Match, and no other takes it without a word', async () => {
  const silent: string[] = [];
  for (const route of API_ROUTES) {
    if (route.method === 'GET') continue;
    const { path, body } = await requests(route);
    const answer = await fetch(front.url + paths.api(path), {
      method: route.method,
      headers: { authorization: `Bearer ${seller.secret}`, 'if-match': '"zzz"' },
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status !== 412) silent.push(`${route.method} ${route.path} ${answer.status}`);
  }
  expect(silent).toEqual([]);
});

it('a filter or value that is not known is refused and named, at every address', async () => {
  const get = (path: string) => ask('GET', path);
  for (const [query, field] of [
    ['scale=banana', 'scale'],
    ['scale=32&scale=banana', 'scale'],
    ['not-genre=x', 'not-genre'],
    ['foo=bar', 'foo'],
    ['__proto__=1', '__proto__'],
    ['sort=cheap', 'sort'],
    ['page=0', 'page'],
    ['page=1&page=2', 'page'],
    ['fits=big', 'fits'],
    ['hide=all', 'hide'],
    ['category=nowhere', 'category'],
    ['store=nobody', 'store'],
    ['archetype=A+B', 'archetype'],
  ]) {
    const { status, body } = await get(`/products?${query}`);
    expect([query, status, body['code'], body['field']]).toEqual([query, 400, 'bad_request', field]);
    expect(String(body['message'])).not.toMatch(/expected|invalid input/i);
  }
  for (const route of API_ROUTES) {
    const { path, body } = await requests(route);
    const answer = await fetch(`${front.url}${paths.api(path)}${path.includes('?') ? '&' : '?'}foo=bar`, {
      method: route.method,
      headers: { authorization: `Bearer ${seller.secret}` },
      ...(body === undefined ? {} : { body }),
    });
    expect([route.method, route.path, answer.status]).toEqual([route.method, route.path, 400]);
  }
  const all = await get('/products');
  const open = await get('/products?store=anvil&fits=130x80x160&hide=ai&scale=32&scale=28&not-ai=generated');
  expect([all.status, open.status]).toEqual([200, 200]);
});

it('filters that are typed in the words of a search are read as on the page, and the answer says which', async () => {
  const { body } = await ask('GET', `/products?query=${encodeURIComponent('models under $800 not bust')}`);
  expect(body['understood']).toEqual(
    [
      ...[{ parameter: 'price', values: [], fromCents: null, toCents: 79_999, words: ['under $800'] }],
      ...[{ parameter: 'not-type', values: ['bust'], fromCents: null, toCents: null, words: ['not bust'] }],
    ].map((one) => ({ ...one, isApplied: true })),
  );
  expect((await ask('GET', '/products?query=%22bust%22')).body['understood']).toEqual([]);
});

it('the description names every filter with its values, every schema, tag and scope', async () => {
  const { body } = await ask('GET', '/openapi.json');
  const text = JSON.stringify(body);
  const operations = Object.values(body['paths'] as Record<string, Record<string, Body>>).flatMap((at) =>
    Object.entries(at).filter(([method]) => ['get', 'post', 'patch', 'delete', 'head'].includes(method)),
  );
  const search = (body['paths'] as Record<string, { get: { parameters: Body[] } }>)['/products'];
  const parameters = new Map(search?.get.parameters.map((one) => [one['name'], one]));
  for (const name of FILTER_NAMES) {
    for (const shown of [name, `not-${name}`]) {
      const schema = parameters.get(shown)?.['schema'] as { type: string; items: { enum?: string[] } };
      expect([shown, schema?.type]).toEqual([shown, 'array']);
      const { values } = FILTERS[name] as { values: object | null };
      expect(schema.items.enum).toEqual(values === null ? undefined : Object.keys(values));
    }
  }
  const { schemas } = body['components'] as { schemas: object };
  for (const [, ref = ''] of text.matchAll(/#\/components\/schemas\/([A-Za-z]+)/g))
    expect(Object.keys(schemas)).toContain(ref);
  const tags = (body['tags'] as { name: string }[]).map(({ name }) => name);
  for (const [, one] of operations) {
    expect(tags).toContain((one['tags'] as string[])[0]);
    const [security] = one['security'] as { token: string[] }[];
    if (security) expect(text).toContain(`\`${security.token[0]}\``);
  }
  // No answer is closed: a field that is added later breaks no client.
  for (const route of API_ROUTES)
    expect(route.answer === 'file' || route.answer.meta, route.path).toBeTruthy();
  expect(JSON.stringify((schemas as Record<string, unknown>)['Product'])).not.toContain(
    'additionalProperties',
  );
  expect(JSON.stringify((schemas as Record<string, unknown>)['NewProduct'])).toContain(
    'additionalProperties',
  );
});

it('an address of no version, and one that is not there, answer programs as JSON', async () => {
  for (const path of ['/api/v1', '/api/v1/', '/api/v2/products', '/api/v1/nothing']) {
    const answer = await fetch(front.url + path);
    expect([path, answer.status, ((await answer.json()) as Body)['code']]).toEqual([path, 404, 'not_found']);
  }
});
