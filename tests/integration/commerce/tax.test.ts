import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storedOrder } from '../../../src/data/commerce/orders.ts';
import { ledgerOfOrder, sharesOfOrder } from '../../../src/data/commerce/settlements.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce({ taxPercent: 19 });
});
afterEach(async () => {
  await commerce.standIn.deliveries.idle();
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
  expect(commerce.errors).toEqual([]);
});
afterAll(() => commerce.close());

let made = 0;

describe('a taxed cart', () => {
  /** Two artists, $9.99 and $5.01; 19 % is $1.90 and $0.95. */
  async function bought() {
    const stores = [await commerce.store(`taxed${++made}`), await commerce.store(`taxed${++made}`)] as const;
    const products = [await commerce.product(stores[0], 999), await commerce.product(stores[1], 501)];
    const buyer = await commerce.person(`taxpayer${made}`);
    const outcome = await checkOut(commerce, buyer, {
      productIds: products,
      codes: [],
      gift: null,
      shownCents: 1500,
    });
    if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
    expect(commerce.pay(outcome.url)).toBeNull();
    await commerce.standIn.deliveries.idle();
    const stored = await storedOrder(commerce.pb, outcome.orderId);
    if (!stored) throw new Error('no order');
    const lineOf = (product: number) =>
      stored.lines.find(({ productId }) => productId === products[product])?.id ?? '';
    return { orderId: outcome.orderId, order: stored.order, lineOf };
  }
  const ledger = async (orderId: string, account: string) =>
    (await ledgerOfOrder(commerce.pb, orderId))
      .filter((row) => row.account === account)
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const chargeOf = (orderId: string) =>
    commerce.standIn.simulator.book.all('charges').find((row) => row['transfer_group'] === orderId);

  it('is sent with who owes the tax, whether prices contain it, and what is sold', async () => {
    const { orderId, order } = await bought();
    expect(order).toMatchObject({ state: 'paid', totalCents: 1500, taxCents: 285 });
    expect(chargeOf(orderId)?.['amount']).toBe(1785);
    const page = commerce.standIn.simulator.book
      .all('sessions')
      .find((row) => row['client_reference_id'] === orderId);
    expect(page?.['automatic_tax']).toMatchObject({ enabled: true, liability: { type: 'self' } });
    expect(page?.['items']).toMatchObject([
      { amount_subtotal: 999, amount_tax: 190, behavior: 'exclusive' },
      { amount_subtotal: 501, amount_tax: 95, behavior: 'exclusive' },
    ]);
  });

  it('leaves the tax with the marketplace; sellers get their part of the price', async () => {
    const { orderId } = await bought();
    const shares = await sharesOfOrder(commerce.pb, orderId);
    expect(shares.map(({ sentCents }) => sentCents).sort()).toEqual([451, 899]);
    expect(await ledger(orderId, 'tax')).toBe(285);
    expect(await ledger(orderId, 'seller')).toBe(1350);
  });

  it('kept the tax on a line that was refunded', async () => {
    const { orderId, lineOf } = await bought();
    const wish = { orderId, lineId: lineOf(0), amountCents: null, reason: '' };
    expect(await refundOrder(commerce, { by: 'operator' }, wish)).toBeNull();
    expect(chargeOf(orderId)?.['amount_refunded']).toBe(999 + 190);
    expect(await ledger(orderId, 'tax')).toBe(95);
    const after = await storedOrder(commerce.pb, orderId);
    expect(after?.order.state).toBe('partly_refunded');
    expect(after?.lines.find(({ id }) => id === lineOf(0))).toMatchObject({ refundedCents: 999 });
    expect(await refundOrder(commerce, { by: 'operator' }, wish)).toBe('more-than-left');
  });

  it('is refunded in part with the tax on that part, and to the last cent', async () => {
    const { orderId, lineOf } = await bought();
    const part = { orderId, lineId: lineOf(1), amountCents: 100, reason: '' };
    expect(await refundOrder(commerce, { by: 'operator' }, part)).toBeNull();
    expect(chargeOf(orderId)?.['amount_refunded']).toBe(119);
    const all = { orderId, lineId: null, amountCents: null, reason: '' };
    expect(await refundOrder(commerce, { by: 'operator' }, all)).toBeNull();
    expect(chargeOf(orderId)?.['amount_refunded']).toBe(1785);
    for (const account of ['tax', 'seller']) expect(await ledger(orderId, account)).toBe(0);
    expect((await storedOrder(commerce.pb, orderId))?.order.state).toBe('refunded');
  });
});
