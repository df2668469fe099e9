import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { audit } from '../../../src/dev/drill/audit.ts';
import { balanceCards, holdsOf } from '../../../src/domain/commerce/payout.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { payoutLines, sellerMoney } from '../../../src/server/commerce/payouts.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { settle } from '../../../src/server/commerce/settlement.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
let buyer: { id: string; email: string };
beforeAll(async () => {
  commerce = await openTestCommerce({ fundsWaitDays: 2 });
  buyer = await commerce.person('mira');
});
// On any weekday: no payouts before the test triggers them.
beforeEach(() => commerce.standIn.simulator.advanceTo('tuesday'));
afterEach(async () => {
  commerce.standIn.fault = 'none';
  await commerce.standIn.deliveries.idle();
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});
afterAll(() => commerce.close());

async function sold(storeId: string, ...prices: number[]): Promise<string> {
  const productIds: string[] = [];
  for (const price of prices) productIds.push(await commerce.product(storeId, price));
  const shownCents = prices.reduce((sum, price) => sum + price, 0);
  const outcome = await checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  commerce.pay(outcome.url);
  await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
  await settle(commerce, outcome.orderId);
  return outcome.orderId;
}
const chargeOf = (orderId: string) =>
  commerce.standIn.simulator.book.all('charges').find((row) => row['transfer_group'] === orderId)?.id ?? '';

describe('a seller’s money', () => {
  it('is shown to the cent: clearing, held by a dispute, paid out, and the sales behind it', async () => {
    const store = await commerce.store('ash');
    const other = await commerce.store('other');
    const first = await sold(store, 1000, 500);
    const second = await sold(store, 2000);
    await sold(other, 700);
    expect(balanceCards(await sellerMoney(commerce, store))).toEqual({
      pendingCents: 1350 + 1800,
      availableCents: 0,
      onItsWayCents: 0,
    });
    commerce.standIn.simulator.dispute(chargeOf(second));
    await settle(commerce, second);
    const held = await sellerMoney(commerce, store);
    expect(balanceCards(held).pendingCents).toBe(1350 + 1800);
    expect(holdsOf(held)).toMatchObject([
      { reason: 'dispute', cents: 1800, orders: [{ id: second }] },
      { reason: 'clearing', cents: 1350 },
    ]);
    expect(holdsOf(held)[1]?.until).toBeGreaterThan(commerce.now());

    commerce.standIn.simulator.advanceDays(2);
    expect(balanceCards(await sellerMoney(commerce, store)).availableCents).toBe(1350);
    commerce.standIn.simulator.advanceDays(7);
    const left = await sellerMoney(commerce, store);
    const [payout] = left.provider?.payouts ?? [];
    expect(payout).toMatchObject({ amountCents: 1350, bank: { last4: '6789' } });
    expect(left.provider?.bank).toEqual({ name: 'Stand-in Savings', last4: '6789' });

    const lines = await payoutLines(commerce, store, payout?.id ?? '');
    // The dispute took the second sale's share back before the payout.
    expect(lines.map(({ order, cents }) => [order?.id, cents])).toEqual([
      [second, -1800],
      [second, 1800],
      [first, 1350],
    ]);
    expect(lines[2]?.products).toHaveLength(2);
    expect(await payoutLines(commerce, other, payout?.id ?? '')).toEqual([]);
    expect(await payoutLines(commerce, store, "po_' || 1=1")).toEqual([]);
  });

  it('shows a debt, and what waits for the account', async () => {
    const store = await commerce.store('debtor');
    const first = await sold(store, 1000);
    commerce.standIn.simulator.advanceDays(2);
    commerce.standIn.simulator.payOut('acct_debtor');
    await refundOrder(
      commerce,
      { by: 'operator' },
      { orderId: first, lineId: null, amountCents: null, reason: '' },
    );
    const money = await sellerMoney(commerce, store);
    expect(money.debts).toMatchObject([{ of: 'order', id: first, cents: 900 }]);
    commerce.standIn.simulator.setTransfers('acct_debtor', 'restricted');
    await commerce.standIn.deliveries.idle();
    const second = await sold(store, 3000);
    const waiting = await sellerMoney(commerce, store);
    expect(waiting.debts).toEqual([]);
    expect(holdsOf(waiting)).toMatchObject([{ reason: 'account', cents: 1800, orders: [{ id: second }] }]);
    commerce.errors.length = 0;
  });

  it('is shown as far as it is known while the provider cannot be reached', async () => {
    const store = await commerce.store('far');
    await sold(store, 1000);
    commerce.standIn.fault = 'error';
    expect(await sellerMoney(commerce, store)).toMatchObject({ provider: null, isPartial: true, shares: [] });
    commerce.errors.length = 0;
  });

  it('that their bank returned is notified by mail, once', async () => {
    const store = await commerce.store('bouncy');
    await sold(store, 1000);
    commerce.standIn.simulator.advanceDays(2);
    const { id } = commerce.standIn.simulator.payOut('acct_bouncy');
    commerce.standIn.simulator.bounce(id);
    await commerce.standIn.deliveries.idle();
    for (const { id: delivery, type } of commerce.standIn.deliveries.list)
      if (type === 'payout.failed') await commerce.standIn.deliveries.send(delivery);
    const { pb } = commerce;
    const mails = await pb
      .collection('mails')
      .getFullList({ filter: pb.filter('to = {:email}', { email: 'seller-bouncy@guildhall.test' }) });
    expect(mails.map((mail) => mail['subject'])).toEqual(['Your bank returned a payout']);
    expect(balanceCards(await sellerMoney(commerce, store)).availableCents).toBe(900);
  });
});
