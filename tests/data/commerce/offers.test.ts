import { afterAll, beforeAll, expect, it } from 'vitest';
import { offersByIds, storeIdsOfProducts } from '../../../src/data/commerce/offers.ts';
import { openTestCommerce, type TestCommerce } from '../../integration/commerce/commerce.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

/** Whether a paid and a free product of a store are shown, and whether they can be bought. */
async function offered(storeId: string) {
  const ids = [await commerce.product(storeId, 1000), await commerce.product(storeId, 0)];
  const offers = await offersByIds(commerce.pb, ids);
  return ids.map((id) => {
    const offer = offers.get(id);
    return offer && [offer.visible, offer.selling];
  });
}

it('a store without a business account gives away, and sells nothing', async () => {
  expect(await offered(await commerce.store('unpayable', { payable: false }))).toEqual([
    [true, false],
    [true, true],
  ]);
  expect(await offered(await commerce.store('payable'))).toEqual([
    [true, true],
    [true, true],
  ]);
});

it.each([
  ['vacation', [true, false]],
  ['suspended', [false, false]],
])('the products of a store in the state %s are visible, and can be bought: %j', async (state, expected) => {
  const store = await commerce.store(`store-${state}`);
  await commerce.pb.collection('stores').update(store, { state });
  expect(await offered(store)).toEqual([expected, expected]);
});

it('the stores of products are named once, in any state', async () => {
  const [open, closed] = [await commerce.store('open'), await commerce.store('closed')];
  await commerce.pb.collection('stores').update(closed, { state: 'closed' });
  const ids = await Promise.all([open, open, closed].map((store) => commerce.product(store, 500)));
  expect((await storeIdsOfProducts(commerce.pb, ids)).sort()).toEqual([open, closed].sort());
  expect(await storeIdsOfProducts(commerce.pb, ['a'.repeat(15)])).toEqual([]);
});
