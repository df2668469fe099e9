import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../../src/dev/drill/audit.ts';
import { balanceCards, holdsOf } from '../../src/domain/payout.ts';
import { checkOut } from '../../src/server/checkout.ts';
import { fulfil } from '../../src/server/fulfilment.ts';
import { payoutLines, sellerMoney } from '../../src/server/payouts.ts';
import { refundOrder } from '../../src/server/refunds.ts';
import { settle } from '../../src/server/settlement.ts';
import { openCounter, type TestCounter } from './counter.ts';

let counter: TestCounter;
let buyer: { id: string; email: string };
beforeAll(async () => {
  counter = await openCounter({ fundsWaitDays: 2 });
  buyer = await counter.person('mira');
});
// Whatever day it is today: nobody is paid out before the test says so.
beforeEach(() => counter.house.till.passTo('tuesday'));
afterEach(async () => {
  counter.house.fault = 'none';
  await counter.house.deliveries.idle();
  await audit({ pb: counter.pb, till: counter.house.till });
});
afterAll(() => counter.close());

async function sold(storeId: string, ...prices: number[]): Promise<string> {
  const productIds: string[] = [];
  for (const price of prices) productIds.push(await counter.product(storeId, price));
  const shownCents = prices.reduce((sum, price) => sum + price, 0);
  const outcome = await checkOut(counter, buyer, { productIds, codes: [], gift: null, shownCents });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  counter.pay(outcome.url);
  await fulfil(counter, outcome.url.split('/').at(-1) ?? '');
  await settle(counter, outcome.orderId);
  return outcome.orderId;
}
const chargeOf = (orderId: string) =>
  counter.house.till.book.all('charges').find((row) => row['transfer_group'] === orderId)?.id ?? '';

describe('a seller’s money', () => {
  it('is told to the cent: what clears, what a dispute holds, what left, and what is behind it', async () => {
    const store = await counter.store('ash');
    const other = await counter.store('other');
    const first = await sold(store, 1000, 500);
    const second = await sold(store, 2000);
    await sold(other, 700);
    expect(balanceCards(await sellerMoney(counter, store))).toEqual({
      pendingCents: 1350 + 1800,
      availableCents: 0,
      onItsWayCents: 0,
    });
    counter.house.till.dispute(chargeOf(second));
    await settle(counter, second);
    const held = await sellerMoney(counter, store);
    expect(balanceCards(held).pendingCents).toBe(1350 + 1800);
    expect(holdsOf(held)).toMatchObject([
      { reason: 'dispute', cents: 1800, orders: [{ id: second }] },
      { reason: 'clearing', cents: 1350 },
    ]);
    expect(holdsOf(held)[1]?.until).toBeGreaterThan(counter.now());

    counter.house.till.passDays(2);
    expect(balanceCards(await sellerMoney(counter, store)).availableCents).toBe(1350);
    counter.house.till.passDays(7);
    const left = await sellerMoney(counter, store);
    const [payout] = left.provider?.payouts ?? [];
    expect(payout).toMatchObject({ amountCents: 1350, bank: { last4: '6789' } });
    expect(left.provider?.bank).toEqual({ name: 'Stand-in Savings', last4: '6789' });

    const lines = await payoutLines(counter, store, payout?.id ?? '');
    // The dispute took the second sale's share back before the payout.
    expect(lines.map(({ order, cents }) => [order?.id, cents])).toEqual([
      [second, -1800],
      [second, 1800],
      [first, 1350],
    ]);
    expect(lines[2]?.products).toHaveLength(2);
    expect(await payoutLines(counter, other, payout?.id ?? '')).toEqual([]);
    expect(await payoutLines(counter, store, "po_' || 1=1")).toEqual([]);
  });

  it('shows a debt, and what waits for the account', async () => {
    const store = await counter.store('debtor');
    const first = await sold(store, 1000);
    counter.house.till.passDays(2);
    counter.house.till.payOut('acct_debtor');
    await refundOrder(
      counter,
      { by: 'operator' },
      { orderId: first, lineId: null, amountCents: null, reason: '' },
    );
    const money = await sellerMoney(counter, store);
    expect(money.debts).toMatchObject([{ orderId: first, cents: 900 }]);
    counter.house.till.setTransfers('acct_debtor', 'restricted');
    await counter.house.deliveries.idle();
    const second = await sold(store, 3000);
    const waiting = await sellerMoney(counter, store);
    expect(waiting.debts).toEqual([]);
    expect(holdsOf(waiting)).toMatchObject([{ reason: 'account', cents: 1800, orders: [{ id: second }] }]);
    counter.errors.length = 0;
  });

  it('is told as far as it is known while the provider cannot be reached', async () => {
    const store = await counter.store('far');
    await sold(store, 1000);
    counter.house.fault = 'error';
    expect(await sellerMoney(counter, store)).toMatchObject({ provider: null, isPartial: true, shares: [] });
    counter.errors.length = 0;
  });

  it('that his bank sent back is told him by mail, once', async () => {
    const store = await counter.store('bouncy');
    await sold(store, 1000);
    counter.house.till.passDays(2);
    const { id } = counter.house.till.payOut('acct_bouncy');
    counter.house.till.bounce(id);
    await counter.house.deliveries.idle();
    for (const { id: delivery, type } of counter.house.deliveries.list)
      if (type === 'payout.failed') await counter.house.deliveries.send(delivery);
    const { pb } = counter;
    const mails = await pb
      .collection('mails')
      .getFullList({ filter: pb.filter('to = {:email}', { email: 'seller-bouncy@guildhall.test' }) });
    expect(mails.map((mail) => mail['subject'])).toEqual(['Your bank sent a payout back']);
    expect(balanceCards(await sellerMoney(counter, store)).availableCents).toBe(900);
  });
});
