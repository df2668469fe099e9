import { afterAll, beforeAll, expect, it } from 'vitest';
import { sellerProducts } from '../../../src/data/catalogue/seller-products.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';

/**
 * The backend knows no escaped backslash: a text that ended in one ran on into the filter, and its rest was read as a
 * filter of the visitor's own.
 */
let backend: TestBackend;
const stores: string[] = [];

beforeAll(async () => {
  backend = await openTestBackend();
  for (const name of ['own', 'other']) {
    const password = 'a password of the tests';
    const email = `${name}@guildhall.test`;
    const person = { email, username: name, password, passwordConfirm: password };
    const owner = await backend.pb.collection('users').create(person);
    const store = await backend.pb
      .collection('stores')
      .create({ owner: owner.id, slug: name, name, state: 'open' });
    await backend.pb
      .collection('products')
      .create({ store: store.id, name: `Model of the ${name}`, slug: name, state: 'draft', priceCents: 500 });
    stores.push(store.id);
  }
});
afterAll(() => backend.close());

const found = async (text: string) => {
  const asked = { page: 1, perPage: 20, text, state: null, shelf: null, sort: 'newest' as const };
  return (await sellerProducts(backend.pb, stores[0] ?? '', asked)).rows.map(({ name }) => name);
};

it('finds nothing of another by words that would end a text and go on as a filter', async () => {
  expect(await found('model')).toEqual(['Model of the own']);
  for (const text of [
    '\\',
    'model\\',
    "\\'",
    '\\"',
    '||(id!=""))||(id!=0)//\\',
    '||id!=0)||(id!=0)//\\',
    "\\'||id!=0)||(id!=0)//",
    '\\"||id!=0)||(id!=0)//',
    '||id!=0)||(id!=0)//\\\\',
  ])
    expect([text, await found(text)]).toEqual([text, []]);
});
