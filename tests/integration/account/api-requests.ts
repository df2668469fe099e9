import sharp from 'sharp';
import { addProductFile } from '../../../src/data/catalogue/product-drafts.ts';
import type { ApiRoute } from '../../../src/server/http/api/route.ts';
import type { TestBackend } from '../../dev/world/backend.ts';
import type { ApiWorld } from './api-world.ts';

/** A request that a route answers with 200, or 201 where it makes something: below /api/v1, and its body where it takes one. */
export interface ApiRequest {
  path: string;
  body?: BodyInit;
}

/** Makes a request of each route; for what changes something each time another one. @throws for a route without any */
export type ApiRequests = (route: ApiRoute) => Promise<ApiRequest>;

/**
 * Requests of every route in this world. A new route that needs more than its path needs an entry here, or the tests of all
 * routes fail.
 */
export async function apiRequests({ pb }: TestBackend, world: ApiWorld): Promise<ApiRequests> {
  const plain = { create: { width: 40, height: 40, channels: 3 as const, background: '#888' } };
  const picture = new Uint8Array(await sharp(plain).png().toBuffer());
  const [owned] = world.owned;
  const file = owned?.files[0]?.id ?? '';
  let count = 0;
  const json = (path: string, body: object): ApiRequest => ({ path, body: JSON.stringify(body) });
  const row = async (collection: string, fields: object) =>
    (await pb.collection(collection).create({ store: world.store, ...fields })).id;
  const draft = () => row('products', { name: 'Draft', slug: `draft-${count++}`, state: 'draft' });
  const coupon = () => row('coupons', { code: `SALE${count++}`, percent: 10, scope: 'all' });

  const upload = () =>
    row('uploads', {
      ...{ name: 'notes.txt', path: 'notes.txt', sizeBytes: 1, state: 'checked' },
      ...{ sha256: 'a'.repeat(64), storageKey: 'key' },
    });

  const requests: Record<string, () => ApiRequest | Promise<ApiRequest>> = {
    'GET /products/{product}': () => ({ path: `/products/${world.other}` }),
    'GET /stores/{store}': () => ({ path: '/stores/anvil' }),
    'GET /stores/{store}/products': () => ({ path: '/stores/anvil/products' }),
    'GET /library/{product}': () => ({ path: `/library/${owned?.id}` }),
    'GET /library/{product}/files/{file}': () => ({ path: `/library/${owned?.id}/files/${file}` }),
    'GET /coupons/{coupon}': async () => ({ path: `/coupons/${await coupon()}` }),
    'POST /coupons': () => json('/coupons', { code: `SPRING${count++}`, percent: 10 }),
    'PATCH /coupons/{coupon}': async () => json(`/coupons/${await coupon()}`, { isOff: true }),
    'POST /seller/products': () => json('/seller/products', { name: `Model ${count++}` }),
    'GET /seller/products/{product}': async () => ({ path: `/seller/products/${await draft()}` }),
    'PATCH /seller/products/{product}': async () =>
      json(`/seller/products/${await draft()}`, { tags: ['orc'] }),
    'POST /seller/products/{product}/state': async () =>
      json(`/seller/products/${await draft()}/state`, { verb: 'archive' }),
    'POST /seller/products/{product}/pictures': async () => ({
      path: `/seller/products/${await draft()}/pictures?alt=An+orc`,
      body: picture,
    }),
    'PATCH /seller/products/{product}/pictures': async () =>
      json(`/seller/products/${await draft()}/pictures`, { pictures: [] }),
  };
  Object.assign(requests, {
    'GET /seller/uploads/{upload}': async () => ({ path: `/seller/uploads/${await upload()}` }),
    'DELETE /seller/uploads/{upload}': async () => ({ path: `/seller/uploads/${await upload()}` }),
    'POST /seller/products/{product}/files': async () =>
      json(`/seller/products/${await draft()}/files`, {
        files: [{ upload: await upload(), role: 'document' }],
      }),
    'PATCH /seller/products/{product}/files': async () =>
      json(`/seller/products/${await draft()}/files`, { files: [] }),
    'DELETE /seller/products/{product}/files/{file}': async () => {
      const product = await draft();
      const stored = { sizeBytes: 1, sha256: 'a'.repeat(64), version: 1, storageKey: 'key', mesh: null };
      const listed = { name: 'notes.txt', role: 'document', scale: null, part: null, position: 0 } as const;
      const id = await addProductFile(pb, product, { ...stored, ...listed });
      return { path: `/seller/products/${product}/files/${id}` };
    },
  });
  const guild = await row('guilds', { name: 'Guild', state: 'live', grantRule: 'one_per_payment' });
  const release = async (state = 'draft') =>
    (
      await pb.collection('releases').create({
        ...{ guild, title: `Release ${count++}`, month: '2026-11', state },
        ...(state === 'published' ? { publishedAt: '2026-11-01 00:00:00.000Z' } : {}),
      })
    ).id;
  const webhook = async () => {
    // A store has at most five.
    for (const { id } of await pb.collection('webhooks').getFullList())
      await pb.collection('webhooks').delete(id);
    return row('webhooks', { url: 'https://hooks.guildhall.test/', events: 'sale', secret: 'whsec_a' });
  };
  const delivery = async () =>
    (
      await pb.collection('webhook_deliveries').create({
        ...{ webhook: await webhook(), event: 'test', state: 'given-up', tries: 3 },
        ...{ queuedAt: '2026-11-01 00:00:00.000Z' },
      })
    ).id;
  Object.assign(requests, {
    'POST /seller/releases': () => json('/seller/releases', { title: 'Orcs', month: '2026-12' }),
    'GET /seller/releases/{release}': async () => ({ path: `/seller/releases/${await release()}` }),
    'PATCH /seller/releases/{release}': async () =>
      json(`/seller/releases/${await release()}`, { title: 'Goblins' }),
    'POST /seller/releases/{release}/state': async () =>
      json(`/seller/releases/${await release('published')}/state`, { deed: 'archive' }),
    'DELETE /seller/releases/{release}': async () => ({ path: `/seller/releases/${await release()}` }),
    'POST /webhooks': async () => {
      await webhook();
      return json('/webhooks', { url: 'https://hooks.guildhall.test/', events: ['sale'] });
    },
    'GET /webhooks/{webhook}': async () => ({ path: `/webhooks/${await webhook()}` }),
    'DELETE /webhooks/{webhook}': async () => ({ path: `/webhooks/${await webhook()}` }),
    'POST /webhooks/{webhook}/test': async () => json(`/webhooks/${await webhook()}/test`, {}),
    'GET /webhooks/{webhook}/deliveries': async () => ({ path: `/webhooks/${await webhook()}/deliveries` }),
    'POST /deliveries/{delivery}/replay': async () => json(`/deliveries/${await delivery()}/replay`, {}),
  });
  return async ({ method, path }) => {
    const request = requests[`${method} ${path}`];
    if (request) return request();
    if (path.includes('{')) throw new Error(`${method} ${path} has no request in api-requests.ts`);
    return method === 'GET' ? { path } : json(path, {});
  };
}
