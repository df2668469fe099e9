import { afterEach, beforeEach, expect, it } from 'vitest';
import { ordersOfBuyer } from '../../../src/data/commerce/buyer-orders.ts';
import { storedOrder } from '../../../src/data/commerce/orders.ts';
import { salesOfStore } from '../../../src/data/commerce/sales.ts';
import { personPart } from '../../../src/data/desk/person-parts.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { orderStateText } from '../../../src/domain/commerce/order.ts';
import { holdsOf } from '../../../src/domain/commerce/payout.ts';
import { saleStateText, shareTextOf } from '../../../src/domain/commerce/sale.ts';
import { ANY_SALE } from '../../../src/domain/commerce/sales-figures.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { sellerMoney } from '../../../src/server/commerce/payouts.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { deskOrder } from '../../../src/server/desk/order-refunds.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
let buyer: { id: string; email: string };
let ash = '';
let elm = '';
let oak = '';
beforeEach(async () => {
  commerce = await openTestCommerce({ taxPercent: 19 });
  buyer = await commerce.person('mira');
  ash = await commerce.store('ash');
  elm = await commerce.store('elm');
  oak = await commerce.store('oak');
});
afterEach(() => commerce.close());
afterEach(async () => {
  await commerce.standIn.deliveries.idle();
  expect(commerce.errors).toEqual([]);
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});

async function bought(productIds: string[], shownCents: number): Promise<string> {
  const outcome = await checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  expect(commerce.pay(outcome.url, 'pays', 'DE')).toBeNull();
  await commerce.standIn.deliveries.idle();
  return outcome.orderId;
}
const chargeOf = (orderId: string) =>
  commerce.standIn.simulator.book.all('charges').find((row) => row['transfer_group'] === orderId)?.id ?? '';

async function disputed(orderId: string, end: 'won' | 'lost' | 'open', part: number | null = null) {
  const { simulator, deliveries } = commerce.standIn;
  const { id } = simulator.dispute(chargeOf(orderId), part);
  await deliveries.idle();
  if (end !== 'open') simulator.closeDispute(id, end);
  await deliveries.idle();
}
const salesOf = async (store: string) => {
  const { sales } = await salesOfStore(commerce.pb, store, ANY_SALE, { page: 1, perPage: 50 });
  return sales.map((sale) => [saleStateText(sale), shareTextOf(sale), sale.heldCents, sale.yoursCents]);
};
const disputeHolds = async (store: string) =>
  holdsOf(await sellerMoney(commerce, store)).filter(({ reason }) => reason === 'dispute');

it('a lost dispute ends in sales, payouts, the receipt and at the desk, and nothing is held or pending for it', async () => {
  const product = await commerce.product(ash, 1000);
  const orderId = await bought([product], 1000);
  await disputed(orderId, 'lost');
  expect(await salesOf(ash)).toEqual([['Lost in a dispute', 'The buyer’s bank took your share back', 0, 0]]);
  expect(await disputeHolds(ash)).toEqual([]);
  const { orders } = await ordersOfBuyer(commerce.pb, buyer.id, { page: 1, perPage: 5 });
  expect(orders.map(orderStateText)).toEqual(['Taken back by the bank']);
  expect(await deskOrder(commerce, orderId)).toMatchObject({
    ...{ stateText: 'Taken back by the bank', paidCents: 1190, refundedCents: 1190, lostCents: 1190 },
    canRefund: false,
  });
  const sold = await personPart(commerce.pb, 'sold', ash, null, 10);
  expect(sold.rows.map(({ state, note }) => [state, note])).toEqual([
    ['lost', 'taken back by the bank after a dispute'],
  ]);
  // It was given back, so it may be bought again.
  await bought([product], 1000);
});

it('a dispute of several sellers, lost about a part, takes the part of each to the cent and leaves the rest theirs', async () => {
  const model = await commerce.product(elm, 700);
  await commerce.pb
    .collection('product_partners')
    .create({ product: model, owner: elm, store: oak, percent: 33, state: 'agreed' });
  const orderId = await bought(
    [model, await commerce.product(oak, 1300), await commerce.product(elm, 0)],
    2000,
  );
  await disputed(orderId, 'lost', 999);
  const stored = await storedOrder(commerce.pb, orderId);
  expect(stored?.order).toMatchObject({ state: 'partly_refunded', refundedCents: 999, lostCents: 999 });
  const { pb } = commerce;
  const shares = await pb
    .collection('seller_shares')
    .getFullList({ filter: pb.filter('order = {:orderId}', { orderId }) });
  for (const share of shares)
    expect([share['state'], share['sentCents']]).toEqual(['sent', share['shareCents']]);
  const kept = shares.reduce((sum, share) => sum + Number(share['shareCents']), 0);
  // Of $23.80 with tax $9.99 went back: the same part of the sellers' $18.00.
  expect(Math.abs(kept - 1800 * (1 - 999 / 2380))).toBeLessThan(2);
  const grants = await pb.collection('entitlements').getFullList({
    filter: stored?.lines.map(({ id }) => pb.filter('sourceId = {:id}', { id })).join(' || ') ?? '',
  });
  expect(grants.map(({ revocation }) => revocation)).toEqual(['', '', '']);
  expect((await salesOf(oak)).map(([state]) => state)).toEqual([
    'Partly lost in a dispute',
    'Partly lost in a dispute',
  ]);
  expect(await disputeHolds(oak)).toEqual([]);
  const line = stored?.lines[0]?.id ?? '';
  expect(
    await refundOrder(commerce, { by: 'operator' }, { orderId, lineId: line, amountCents: 1, reason: '' }),
  ).toBe('lost');
});

it('a line that was refunded before says so, and the other lines of its order what the bank took', async () => {
  const store = await commerce.store('fir');
  const orderId = await bought(
    [await commerce.product(store, 500), await commerce.product(store, 800)],
    1300,
  );
  const lines = (await storedOrder(commerce.pb, orderId))?.lines ?? [];
  const lineId = lines[0]?.id ?? '';
  await refundOrder(commerce, { by: 'operator' }, { orderId, lineId, amountCents: null, reason: '' });
  const sold = () => personPart(commerce.pb, 'sold', store, null, 10);
  expect((await sold()).rows.map(({ state }) => state).sort()).toEqual(['paid', 'refunded']);
  await disputed(orderId, 'open');
  expect((await sold()).rows.map(({ state }) => state)).toEqual(['disputed', 'disputed']);
  expect(await deskOrder(commerce, orderId)).toMatchObject({ canRefund: false });
  const dispute = commerce.standIn.simulator.book
    .all('disputes')
    .find((row) => row['charge'] === chargeOf(orderId));
  commerce.standIn.simulator.closeDispute(dispute?.id ?? '', 'lost');
  await commerce.standIn.deliveries.idle();
  expect((await sold()).rows.map(({ state }) => state).sort()).toEqual(['lost', 'refunded']);
  expect((await salesOf(store)).map(([state]) => state).sort()).toEqual(['Lost in a dispute', 'Refunded']);
});

it('an order that an older version left disputed for ever ends when it is asked about again', async () => {
  const store = await commerce.store('yew');
  const orderId = await bought([await commerce.product(store, 900)], 900);
  await disputed(orderId, 'lost');
  const { pb } = commerce;
  const { paymentId } = (await storedOrder(pb, orderId)) ?? expect.fail('no order');
  // As the rule was before: nothing given back, the share frozen. The ledger only grows, so it stays as it is.
  await transaction(pb)
    .exec(
      sql`UPDATE orders SET state = 'disputed', refundedCents = 0, lostCents = 0, facts = '' WHERE id = {:orderId}`,
      { orderId },
    )
    .exec(
      sql`UPDATE order_lines SET refundedCents = 0, refundedTaxCents = 0, lostCents = 0 WHERE [[order]] = {:orderId}`,
      { orderId },
    )
    .exec(sql`UPDATE seller_shares SET state = 'frozen' WHERE [[order]] = {:orderId}`, { orderId })
    // The event that has the payment asked about again.
    .exec(
      sql`INSERT INTO payment_events (id, eventId, type, objectId, at, tries, handledAt, error, created, updated)
        VALUES ('again0000000001', 'disputed-again', 'charge.dispute.updated', {:paymentId}, '', 0, '', '', '2026-01-01 00:00:00.000Z', '2026-01-01 00:00:00.000Z')`,
      { paymentId },
    )
    .run();
  await reconcile(commerce);
  expect((await storedOrder(pb, orderId))?.order).toMatchObject({ state: 'refunded', lostCents: 1071 });
  expect(await salesOf(store)).toEqual([
    ['Lost in a dispute', 'The buyer’s bank took your share back', 0, 0],
  ]);
});

it('what a disputed payment paid for is refused with its reason, and can be bought again once the bank took the money back', async () => {
  const product = await commerce.product(ash, 1000);
  const ask = () =>
    checkOut(commerce, buyer, { productIds: [product], codes: [], gift: null, shownCents: 1000 });
  const orderId = await bought([product], 1000);
  const { simulator, deliveries } = commerce.standIn;
  const { id } = simulator.dispute(chargeOf(orderId), null);
  await deliveries.idle();
  expect(await ask()).toMatchObject({
    kind: 'changed',
    quote: { lines: [], refused: [{ productId: product, reason: 'disputed' }] },
  });
  simulator.closeDispute(id, 'lost');
  await deliveries.idle();
  expect((await ask()).kind).toBe('pay');
});
