import { afterAll, beforeAll, expect, it } from 'vitest';
import { ownProduct } from '../../src/data/own-products.ts';
import { doInBulk, writeInBulk } from '../../src/server/product-bulk.ts';
import { type EmptyHall, openEmptyHall } from './hall.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
let hall: EmptyHall;
let clock = NOW;
/** No two changes at the same moment: what a product was seen at is its version. */
const now = () => {
  clock += 1000;
  return clock;
};

beforeAll(async () => {
  hall = await openEmptyHall();
});
afterAll(() => hall.close());

async function row(collection: string, data: object): Promise<string> {
  return (await hall.pb.collection(collection).create(data)).id;
}

async function openStore(name: string): Promise<string> {
  const password = 'a password of the tests';
  const owner = await row('users', {
    email: `${name}@guildhall.test`,
    username: name,
    password,
    passwordConfirm: password,
  });
  return row('stores', { owner, slug: name, name, state: 'open' });
}

const product = (store: string, name: string, priceCents: number) =>
  row('products', { store, name, slug: name, state: 'draft', priceCents, tags: ['orc'] });

it('each product answers for itself, and what was changed goes back; those of others are not there', async () => {
  const [store, other] = [await openStore('first'), await openStore('second')];
  const [hag, toad] = [await product(store, 'hag', 1000), await product(store, 'toad', 0)];
  const foreign = await product(other, 'knight', 1000);
  const priceOf = async (id: string, of = store) =>
    (await ownProduct(hall.pb, of, id))?.product.priceCents ?? null;

  const results = await doInBulk(
    hall.pb,
    store,
    [hag, toad, foreign, hag],
    { kind: 'price-percent', percent: 10 },
    now,
  );
  expect(results).toEqual([
    { id: hag, name: 'hag', refusals: [], former: { priceCents: 1000, free: false } },
    { id: toad, name: 'toad', refusals: ['It has no price yet.'], former: null },
    { id: foreign, name: '', refusals: ['Your store has no such product.'], former: null },
  ]);
  expect([await priceOf(hag), await priceOf(toad), await priceOf(foreign, other)]).toEqual([1100, 0, 1000]);

  const back = await writeInBulk(
    hall.pb,
    store,
    [
      { id: hag, text: { priceCents: 1000, free: false } },
      { id: foreign, text: { priceCents: 100 } },
    ],
    now,
  );
  expect(back.map(({ refusals }) => refusals.length)).toEqual([0, 1]);
  expect([await priceOf(hag), await priceOf(foreign, other)]).toEqual([1000, 1000]);

  const [moved] = await doInBulk(hall.pb, store, [hag], { kind: 'move', verb: 'unlist' }, now);
  expect(moved?.refusals).toEqual(['It cannot be led there from where it is.']);
});
