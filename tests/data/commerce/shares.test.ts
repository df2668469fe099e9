import { afterAll, beforeAll, expect, it } from 'vitest';
import { owedShares } from '../../../src/data/commerce/shares.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { openTestCommerce, type TestCommerce } from '../../integration/commerce/commerce.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

/** A share of a store that was last changed on a day of May 2026; its order's id. */
async function share(store: string, day: number, state = 'owed'): Promise<string> {
  const order = newRecordId();
  await transaction(commerce.pb)
    .exec(
      sql`INSERT INTO seller_shares (id, [[order]], store, shareCents, sentCents, state, created, updated)
        VALUES ({:id}, {:order}, {:store}, 500, 0, {:state}, {:at}, {:at})`,
      { id: newRecordId(), order, store, state, at: `2026-05-0${day} 12:00:00.000Z` },
    )
    .run();
  return order;
}

it('shares are owed to stores that can be paid and are not suspended, the longest unchanged first', async () => {
  const ash = await commerce.store('ash');
  const deep = await commerce.store('deep');
  const suspended = await commerce.store('suspended');
  await commerce.pb.collection('stores').update(suspended, { state: 'suspended' });
  await share(suspended, 1);
  await share(await commerce.store('unpayable', { payable: false }), 1);
  await share(ash, 1, 'held');
  const second = await share(ash, 3);
  const first = await share(deep, 2);
  const third = await share(ash, 4);
  const ordersOf = (shares: { orderId: string }[]) => shares.map(({ orderId }) => orderId);
  const all = await owedShares(commerce.pb, null, 10);
  expect(ordersOf(all)).toEqual([first, second, third]);
  expect(ordersOf(await owedShares(commerce.pb, all[0] ?? null, 1))).toEqual([second]);
  expect(ordersOf(await owedShares(commerce.pb, null, 10, ash))).toEqual([second, third]);
  expect(await owedShares(commerce.pb, null, 10, suspended)).toEqual([]);
});
