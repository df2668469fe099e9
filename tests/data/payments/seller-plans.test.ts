import { afterAll, beforeAll, expect, it } from 'vitest';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { stalePlans, storageUsed } from '../../../src/data/payments/seller-plans.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

it('a store uses the room of its files and of uploads that may become files', async () => {
  const [store, other] = [await world.store('ash'), await world.store('deep')];
  expect(await storageUsed(world.pb, store)).toBe(0);
  const steps = transaction(world.pb);
  for (const [product, sizeBytes] of [
    [await world.product(store), 1_000],
    [await world.product(store), 200],
    [await world.product(other), 7],
  ] as const)
    steps.exec(
      sql`INSERT INTO product_files (id, product, name, role, sizeBytes) VALUES ({:id}, {:product}, 'a.stl', 'other', {:sizeBytes})`,
      { id: newRecordId(), product, sizeBytes },
    );
  for (const [state, sizeBytes] of Object.entries({
    ...{ uploading: 30_000, arrived: 400_000, checked: 5_000_000 },
    ...{ refused: 1, used: 1 },
  }))
    steps.exec(
      sql`INSERT INTO uploads (id, store, name, state, sizeBytes) VALUES ({:id}, {:store}, 'a.stl', {:state}, {:sizeBytes})`,
      { id: newRecordId(), store, state, sizeBytes },
    );
  await steps.run();
  expect(await storageUsed(world.pb, store)).toBe(5_431_200);
  expect(await storageUsed(world.pb, other)).toBe(7);
});

it('plans are asked about again, sooner where something is open, the longest unasked first', async () => {
  const day = (at: number) => Date.parse(`2026-05-0${at}T12:00:00Z`);
  const steps = transaction(world.pb);
  for (const [store, state, checkoutId, customerId, askedOn] of [
    ['settled', 'active', '', 'cus_1', 1],
    ['fresh', 'active', '', 'cus_2', 3],
    ['past-due', 'past-due', '', 'cus_3', 3],
    ['paying', 'none', 'cs_1', 'cus_4', 2],
    ['asked-today', 'past-due', '', 'cus_5', 5],
    ['never-opened', 'none', '', '', 1],
  ] as const)
    steps.exec(
      sql`INSERT INTO seller_plans (id, store, state, checkoutId, customerId, askedAt)
        VALUES ({:id}, {:store}, {:state}, {:checkoutId}, {:customerId}, {:askedAt})`,
      {
        id: newRecordId(),
        store,
        state,
        checkoutId,
        customerId,
        askedAt: `2026-05-0${askedOn} 12:00:00.000Z`,
      },
    );
  await steps.run();
  const before = { open: day(4), settled: day(2) };
  expect(await stalePlans(world.pb, before, 10)).toEqual(['settled', 'paying', 'past-due']);
  expect(await stalePlans(world.pb, before, 1)).toEqual(['settled']);
});
