import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundlesOfStore, bundlesWith, saveBundle } from '../../../src/data/commerce/product-bundles.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

it('a bundle has its products with their prices, and is left out once one of them is gone', async () => {
  const store = await world.store('ash');
  const [orc, elf] = [
    await world.product(store, { priceCents: 500 }),
    await world.product(store, { priceCents: 700 }),
  ];
  const draft = { id: null, title: 'Both', priceCents: 900, productIds: [orc, elf] };
  expect(await saveBundle(world.pb, store, draft, Date.now())).toBeNull();
  const parts = [
    { id: orc, listCents: 500 },
    { id: elf, listCents: 700 },
  ];
  const found = await bundlesOfStore(world.pb, store);
  expect(found).toEqual([{ id: expect.any(String), title: 'Both', cents: 900, parts }]);
  expect(await bundlesWith(world.pb, [elf])).toEqual(found);
  await transaction(world.pb).exec(sql`DELETE FROM products WHERE id = {:elf}`, { elf }).run();
  expect(await bundlesOfStore(world.pb, store)).toEqual([]);
  expect(await bundlesWith(world.pb, [orc])).toEqual([]);
});
