import sharp from 'sharp';
import type { ApiRoute } from '../../../src/server/http/api/route.ts';
import type { TestBackend } from '../../dev/world/backend.ts';
import type { ApiWorld } from './api-world.ts';

/** A request that a route answers with 200: below /api/v1, and its body where it takes one. */
export interface ApiRequest {
  path: string;
  body?: BodyInit;
}

/** Makes a request of each route; for what changes something each time another one. @throws for a route without any */
export type ApiRequests = (route: ApiRoute) => Promise<ApiRequest>;

/** Requests of every route in this world. A new route needs an entry here, or the tests of all routes fail. */
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

  const requests: Record<string, () => ApiRequest | Promise<ApiRequest>> = {
    'GET /products': () => ({ path: '/products' }),
    'GET /products/{product}': () => ({ path: `/products/${world.other}` }),
    'GET /categories': () => ({ path: '/categories' }),
    'GET /stores': () => ({ path: '/stores' }),
    'GET /stores/{store}': () => ({ path: '/stores/anvil' }),
    'GET /stores/{store}/products': () => ({ path: '/stores/anvil/products' }),
    'GET /library': () => ({ path: '/library' }),
    'GET /library/{product}': () => ({ path: `/library/${owned?.id}` }),
    'GET /library/{product}/files/{file}': () => ({ path: `/library/${owned?.id}/files/${file}` }),
    'GET /orders': () => ({ path: '/orders' }),
    'GET /sales': () => ({ path: '/sales' }),
    'GET /coupons': () => ({ path: '/coupons' }),
    'POST /coupons': () => json('/coupons', { code: `SPRING${count++}`, percent: 10 }),
    'PATCH /coupons/{coupon}': async () => json(`/coupons/${await coupon()}`, { isOff: true }),
    'GET /seller/products': () => ({ path: '/seller/products' }),
    'GET /seller/categories': () => ({ path: '/seller/categories' }),
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
  return async ({ method, path }) => {
    const request = requests[`${method} ${path}`];
    if (!request) throw new Error(`${method} ${path} has no request in api-requests.ts`);
    return request();
  };
}
