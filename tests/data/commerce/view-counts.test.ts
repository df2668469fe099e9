import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { originRowsAfter, originsOfStore } from '../../../src/data/commerce/origins.ts';
import { idsOwnedBy, viewsOfStore } from '../../../src/data/commerce/view-counts.ts';
import type { ProductOrigin } from '../../../src/domain/commerce/origin.ts';
import { weekOf } from '../../../src/domain/commerce/origin-figures.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { openViewCounter } from '../../../src/server/commerce/view-counts.ts';
import { openTestCommerce, type TestCommerce } from '../../integration/commerce/commerce.ts';

const DAY = 86_400_000;
const NOW = Date.parse('2026-11-21T12:00:00Z');
const TODAY = Date.parse('2026-11-21T00:00:00Z');
const ALL = { productId: null, from: null, to: null };
const seen = (views: number, visits = 0, carts = 0) => ({ views, visits, carts });

let commerce: TestCommerce;
let store = '';
let other = '';
let product = '';
let draft = '';
let now = NOW;

beforeAll(async () => {
  commerce = await openTestCommerce();
  store = await commerce.store('ash');
  other = await commerce.store('deep');
  product = await commerce.product(store, 1000);
  draft = await commerce.product(store, 1000);
  await commerce.pb.collection('products').update(draft, { state: 'draft' });
});
afterAll(() => commerce.close());

const open = (onError: (reason: unknown) => void = (reason) => expect.fail(String(reason))) =>
  openViewCounter({ pb: commerce.pb, limits: true, now: () => now, onError });

describe('what is looked at', () => {
  it('adds up to a row a day, of what visitors may see', async () => {
    const views = open();
    const foreign = await commerce.product(other, 900);
    views.add(new Map([[`product/${product}`, seen(2, 1)]]));
    views.add(
      new Map([
        [`product/${product}`, seen(1, 1, 1)],
        [`store/${store}`, seen(4, 2)],
        [`product/${foreign}`, seen(9)],
        [`product/${draft}`, seen(9)],
        [`product/${'a'.repeat(15)}`, seen(9)],
      ]),
    );
    await views.written();
    now = NOW + DAY;
    views.add(new Map([[`product/${product}`, seen(1, 0, 1)]]));
    await views.written();
    views.add(new Map([[`product/${product}`, seen(5, 5)]]));
    await views.close();
    const rows = await viewsOfStore(commerce.pb, store, ALL, 1000);
    expect(rows).toEqual([
      { productId: null, day: TODAY, ...seen(4, 2) },
      { productId: product, day: TODAY, ...seen(3, 2, 1) },
      { productId: product, day: TODAY + DAY, ...seen(6, 5, 1) },
    ]);
  });

  it.each([
    ['of one product', () => ({ ...ALL, productId: product }), 2],
    ['up to the end of a day', () => ({ ...ALL, to: TODAY + DAY }), 2],
    ['from a day on', () => ({ ...ALL, from: TODAY + DAY }), 1],
    ['of another store’s product', () => ({ ...ALL, productId: draft }), 0],
  ] as const)('lists views %s', async (_name, span, rows) => {
    expect(await viewsOfStore(commerce.pb, store, span(), 1000)).toHaveLength(rows);
  });

  it('is too much for a small limit', async () => {
    expect(await viewsOfStore(commerce.pb, store, ALL, 0)).toBeNull();
  });

  it('tells a seller’s own pages', async () => {
    const { owner } = await commerce.pb.collection('stores').getOne(store);
    expect(await idsOwnedBy(commerce.pb, owner, [product, store, other])).toEqual(new Set([product, store]));
    expect((await idsOwnedBy(commerce.pb, 'a'.repeat(15), [product, store])).size).toBe(0);
  });

  it('is refused beyond thirty in three seconds, and of this client only', async () => {
    const views = open();
    expect(await views.mayCount('one', 30)).toBe(true);
    expect(await views.mayCount('one', 1)).toBe(false);
    expect(await views.mayCount('two', 1)).toBe(true);
    await views.close();
  });

  it('waits where it cannot be written', async () => {
    const trouble: unknown[] = [];
    const views = open((reason) => trouble.push(reason));
    const { baseURL } = commerce.pb;
    commerce.pb.baseURL = 'http://127.0.0.1:9';
    views.add(new Map([[`store/${other}`, seen(1, 1)]]));
    await views.written();
    commerce.pb.baseURL = baseURL;
    await views.close();
    expect(trouble).toHaveLength(1);
    expect(await viewsOfStore(commerce.pb, other, ALL, 1000)).toContainEqual({
      productId: null,
      day: TODAY + DAY,
      ...seen(1, 1),
    });
  });
});

describe('where buyers came from', () => {
  const rowsOf = async (of: string) =>
    (await originsOfStore(commerce.pb, store, '2026-01-01', of)).counts.map(
      ({ week, origin, visits, carts, sales }) => [week, origin, visits, carts, sales],
    );
  const buy = async (name: string, ids: string[], shownCents: number, origins: ProductOrigin[]) => {
    const request = { productIds: ids, codes: [], gift: null, shownCents, origins };
    const outcome = await checkOut(commerce, await commerce.person(name), request);
    if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
    return outcome;
  };

  it('visits of two processes add up in one week, for the product and for all of the store', async () => {
    now = Date.parse('2026-03-08T23:59:59Z');
    const dear = await commerce.product(store, 2000);
    const processes = [open(), open()];
    for (const views of processes)
      views.add(
        new Map([
          [`product/${dear}/search`, seen(1, 1, 1)],
          [`product/${dear}/feed`, seen(1, 2)],
          [`product/${draft}/feed`, seen(1, 2)],
        ]),
      );
    await Promise.all(processes.map((views) => views.close()));
    expect(await rowsOf(dear)).toEqual([
      ['2026-03-02', 'feed', 4, 0, 0],
      ['2026-03-02', 'search', 2, 2, 0],
    ]);
    const { counts, products } = await originsOfStore(commerce.pb, store, '2026-01-01', null);
    expect(counts.filter(({ week }) => week === '2026-03-02')).toHaveLength(2);
    expect(products).toContainEqual(
      expect.objectContaining({ productId: dear, visits: 6, carts: 2, sales: 0 }),
    );
  });

  it('a sale is counted once, however often its payment is told, and its origin is forgotten', async () => {
    const bought = await commerce.product(store, 1500);
    const also = await commerce.product(store, 500);
    const order = await buy('twice', [bought, also], 2000, [
      { productId: bought, origin: 'mail' },
      { productId: product, origin: 'feed' },
    ]);
    const waiting = () =>
      commerce.pb
        .collection('order_origins')
        .getFullList({ filter: commerce.pb.filter('order = {:id}', { id: order.orderId }) });
    expect(await waiting()).toHaveLength(1);
    commerce.standIn.deliveries.mode = 'drop';
    commerce.pay(order.url);
    const session = order.url.split('/').at(-1) ?? '';
    await Promise.all([fulfil(commerce, session), fulfil(commerce, session), fulfil(commerce, session)]);
    expect(await rowsOf(bought)).toEqual([[weekOf(commerce.now()), 'mail', 0, 0, 1]]);
    expect(await rowsOf(also)).toEqual([]);
    expect(await waiting()).toEqual([]);
    await commerce.pb.collection('orders').update(order.orderId, { state: 'refunded' });
    await commerce.pb.collection('orders').update(order.orderId, { state: 'paid' });
    expect(await rowsOf(bought)).toEqual([[weekOf(commerce.now()), 'mail', 0, 0, 1]]);
  });

  it('an order that expires is not counted, and its origin is forgotten', async () => {
    const left = await commerce.product(store, 1500);
    const order = await buy('leaver', [left], 1500, [{ productId: left, origin: 'link' }]);
    await commerce.pb.collection('orders').update(order.orderId, { state: 'expired' });
    expect(await rowsOf(left)).toEqual([]);
    const filter = commerce.pb.filter('order = {:id}', { id: order.orderId });
    expect(await commerce.pb.collection('order_origins').getFullList({ filter })).toEqual([]);
  });

  it('the export goes on where a part ended', async () => {
    const first = await originRowsAfter(commerce.pb, store, '2026-01-01', null, 1);
    expect(first.rows).toHaveLength(1);
    const rest = await originRowsAfter(commerce.pb, store, '2026-01-01', first.next, 100);
    const all = await originRowsAfter(commerce.pb, store, '2026-01-01', null, 100);
    expect([...first.rows, ...rest.rows]).toEqual(all.rows);
    expect(all.rows.map(({ sales }) => sales).reduce((sum, one) => sum + one, 0)).toBe(1);
    expect(all.next).toBeNull();
  });
});
