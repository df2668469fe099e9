import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ask } from '../../../src/data/kernel/query.ts';
import { saveBusinessAccount } from '../../../src/data/payments/business-accounts.ts';
import { auditBooks } from '../../../src/ops/audit/books.ts';
import { copyDatabase } from '../../../src/ops/snapshot/take.ts';
import { catchUp } from '../../../src/server/app/catch-up.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { settle } from '../../../src/server/commerce/settlement.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let folder: string;
let commerce: TestCommerce;
let restored: TestBackend | null = null;
let buyer: { id: string; email: string };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-restored-'));
  commerce = await openTestCommerce();
  buyer = await commerce.person('mira');
});
afterAll(async () => {
  await restored?.close();
  await commerce.close();
  rmSync(folder, { recursive: true, force: true });
});

const payable = { stripeAccountId: 'acct_late', state: 'active', plan: 'free' } as const;

async function placed(storeId: string, priceCents: number, product?: string) {
  const productIds = [product ?? (await commerce.product(storeId, priceCents))];
  const shown = { productIds, codes: [], gift: null, shownCents: priceCents };
  const outcome = await checkOut(commerce, buyer, shown);
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  const paid = async () => {
    commerce.pay(outcome.url);
    await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
    await settle(commerce, outcome.orderId);
  };
  return { orderId: outcome.orderId, paid };
}

it('a restored database has what was paid, refunded and passed on after its snapshot, once', async () => {
  const { simulator, deliveries } = commerce.standIn;
  const ash = await commerce.store('ash');
  const late = await commerce.store('late');
  const refunded = await placed(ash, 1000);
  const pending = await placed(ash, 2000);
  const owed = await placed(late, 3000);
  const known = await commerce.product(ash, 1500);
  await refunded.paid();
  await saveBusinessAccount(commerce.pb, late, { ...payable, state: 'pending' });
  await owed.paid();
  await deliveries.idle();
  const moment = commerce.now();
  const copy = join(folder, 'copy.db');
  copyDatabase(join(commerce.dataDir, 'data.db'), copy);

  // Afterwards, and unknown to the copy.
  await pending.paid();
  const isRefund = { orderId: refunded.orderId, lineId: null, amountCents: null, reason: 'by the operator' };
  expect(await refundOrder(commerce, { by: 'operator' }, isRefund)).toBe(null);
  const newer = await placed(ash, 4000);
  await newer.paid();
  const lost = await placed(ash, 1500, known);
  await lost.paid();
  await saveBusinessAccount(commerce.pb, late, payable);
  await settle(commerce, owed.orderId);
  await deliveries.idle();
  const moved = () => simulator.book.all('transfers').map(({ id, amount }) => [id, amount]);
  const before = moved();
  expect(before).toHaveLength(5);

  // Two days later the provider has forgotten the keys of its calls.
  deliveries.mode = 'drop';
  simulator.advanceDays(2);
  commerce.later(2 * 86_400_000);
  restored = await openTestBackend(copy);
  const { pb } = restored;
  await saveBusinessAccount(pb, late, payable);
  const unknown = await catchUp({ ...commerce, pb }, moment);

  const stateOf = async (orderId: string) => (await pb.collection('orders').getOne(orderId))['state'];
  expect(await stateOf(pending.orderId)).toBe('paid');
  expect(await stateOf(refunded.orderId)).toBe('refunded');
  // Its product is newer than the copy, too: nothing can be delivered.
  expect(unknown).toEqual([
    expect.objectContaining({ paidCents: 4000, email: buyer.email, reason: 'no-product' }),
  ]);
  expect(await stateOf(lost.orderId)).toBe('paid');
  expect(moved()).toEqual(before);
  const [share] = await pb.collection('seller_shares').getFullList({ filter: `order = '${owed.orderId}'` });
  expect(share).toMatchObject({ state: 'sent', sentCents: 2700 });
  expect(await auditBooks(async (question) => (await ask(pb, question))[0] as never)).toEqual([]);
});
