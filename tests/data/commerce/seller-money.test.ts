import { afterAll, beforeAll, expect, it } from 'vitest';
import { heldShares } from '../../../src/data/commerce/seller-money.ts';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const DUE = Date.parse('2026-12-01T00:00:00Z');

it('a frozen share is what the seller earned of its order by the ledger, with the dispute that is open', async () => {
  const [store, order, other] = [newRecordId(), newRecordId(), newRecordId()];
  const steps = transaction(world.pb).exec(
    sql`INSERT INTO seller_shares (id, [[order]], store, shareCents, sentCents, state, created, updated)
      VALUES ({:id}, {:order}, {:store}, 0, 0, 'frozen', {:now}, {:now})`,
    { id: newRecordId(), order, store, now: dateOf(DUE) },
  );
  for (const [of, account, entry, cents] of [
    [order, 'seller', 'sale', 900],
    [order, 'seller', 'refund', -200],
    [order, 'hall', 'commission', 100],
    [other, 'seller', 'of another order', 5000],
  ] as const)
    steps.exec(
      sql`INSERT INTO ledger (id, [[order]], line, store, account, kind, amountCents, entry, created)
        VALUES ({:id}, {:of}, '', {:store}, {:account}, 'sale', {:cents}, {:entry}, {:now})`,
      { id: newRecordId(), of, store, account, cents, entry: `${entry} ${store}`, now: dateOf(DUE) },
    );
  for (const [state, dueAt] of [
    ['open', dateOf(DUE)],
    ['won', ''],
  ] as const)
    steps.exec(
      sql`INSERT INTO disputes (id, [[order]], amountCents, reason, state, stripeId, dueAt, answeredAt, answeredBy, created,
          updated) VALUES ({:id}, {:order}, 1000, '', {:state}, {:id}, {:dueAt}, '', '', {:now}, {:now})`,
      { id: newRecordId(), order, state, dueAt, now: dateOf(DUE) },
    );
  await steps.run();
  expect(await heldShares(world.pb, store)).toEqual({
    shares: [
      {
        order: { id: order, placedAt: 0 },
        state: 'frozen',
        cents: 700,
        dispute: { dueAt: DUE, answeredAt: null },
      },
    ],
    debts: [],
  });
});
