import { afterAll, beforeAll, expect, it } from 'vitest';
import { deleteAccount } from '../../../src/server/account/account-deletion.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

it('an account is deleted unless it has a store', async () => {
  const { pb } = commerce;
  const { id: buyer } = await commerce.person('leaving');
  const store = await commerce.store('staying');
  const seller = (await pb.collection('stores').getOne(store))['owner'];
  expect(await deleteAccount(pb, seller)).toContain('Your store must be closed');
  expect(await deleteAccount(pb, buyer)).toBeNull();
  const left = (await pb.collection('users').getFullList()).map(({ id }) => id);
  expect(left).toEqual([seller]);
});
