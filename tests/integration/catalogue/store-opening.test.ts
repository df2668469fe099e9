import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../../src/server/catalogue/store-editing.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

it('a store is opened by a user with a confirmed address, once, at a free address', async () => {
  const { pb } = commerce;
  const { id } = await commerce.person('founder');
  const { id: other } = await commerce.person('second-founder');
  const front = { name: 'Anvil', slug: 'anvil' };
  expect(await openStore(pb, { id, verified: false }, front)).toEqual({ refusal: 'unverified' });
  expect(await openStore(pb, { id, verified: true }, front)).toMatchObject({
    store: { slug: 'anvil', state: 'draft' },
  });
  expect(await openStore(pb, { id, verified: true }, { name: 'Hammer', slug: 'hammer' })).toMatchObject({
    store: { slug: 'anvil' },
  });
  const taken = { name: 'Another Anvil', slug: 'anvil' };
  expect(await openStore(pb, { id: other, verified: true }, taken)).toEqual({ refusal: 'slug-taken' });
});
