import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idsOwnedBy, viewsOfStore } from '../../../src/data/commerce/view-counts.ts';
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
