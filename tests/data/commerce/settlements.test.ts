import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StoredOrder, storedOrder } from '../../../src/data/commerce/orders.ts';
import { beginTransfer, endTransfer, failTransfer } from '../../../src/data/commerce/seller-transfers.ts';
import {
  ledgerOfOrder,
  markSettled,
  writeFee,
  writeSettlement,
} from '../../../src/data/commerce/settlements.ts';
import { sharesOfOrder } from '../../../src/data/commerce/shares.ts';
import {
  feeLedger,
  type RefundFact,
  refundLedger,
  settlementOf,
} from '../../../src/domain/commerce/settlement.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { openTestCommerce, type TestCommerce } from '../../integration/commerce/commerce.ts';

let commerce: TestCommerce;
let store = '';
let people = 0;
beforeAll(async () => {
  commerce = await openTestCommerce();
  commerce.standIn.deliveries.mode = 'drop';
  store = await commerce.store('ash');
});
afterAll(() => commerce.close());

/** An order of $10.00 that is paid and settled, whose fee is not known yet. */
async function paid(): Promise<StoredOrder> {
  const buyer = await commerce.person(`buyer-${++people}`);
  const productIds = [await commerce.product(store, 1000)];
  const outcome = await checkOut(commerce, buyer, { productIds, codes: [], gift: null, shownCents: 1000 });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  commerce.pay(outcome.url);
  await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
  return now(outcome.orderId);
}
async function now(orderId: string): Promise<StoredOrder> {
  const stored = await storedOrder(commerce.pb, orderId);
  if (!stored) throw new Error('no order');
  return stored;
}
const row = (orderId: string) => commerce.pb.collection('orders').getOne<Record<string, unknown>>(orderId);
const share = async (orderId: string) => {
  const [only] = await sharesOfOrder(commerce.pb, orderId);
  if (!only) throw new Error('no share');
  return only;
};

/** Writes what the provider says of an order as it was read. */
async function write(seen: StoredOrder, refunds: readonly RefundFact[], hash: string): Promise<boolean> {
  commerce.later(1000);
  const settlement = settlementOf({ ...seen.order, lines: seen.lines }, { refunds, disputes: [] });
  const facts = { refunds: refunds.map((fact) => ({ ...fact, key: null })), disputes: [], hash };
  const ledger = refundLedger(settlement.refunds, await ledgerOfOrder(commerce.pb, seen.order.id));
  return writeSettlement(commerce.pb, seen, settlement, facts, ledger, (steps) => steps, commerce.now());
}
const refund = (seen: StoredOrder, cents: number): RefundFact => ({
  ...{
    id: `re_${seen.order.id}_${cents}`,
    lineId: seen.lines[0]?.id ?? '',
    amountCents: cents,
    state: 'done',
  },
});

describe('what the provider says of an order', () => {
  it('is not overwritten by what it said before: who read the order earlier writes nothing', async () => {
    const seen = await paid();
    const all = [refund(seen, 400), refund(seen, 600)];
    expect(await write(seen, all, 'newer')).toBe(true);
    const after = await row(seen.order.id);
    expect(after).toMatchObject({ state: 'refunded', refundedCents: 1000, facts: 'newer' });
    const ledger = await ledgerOfOrder(commerce.pb, seen.order.id);
    // Another process had asked the provider after the first of the two refunds, and comes to write only now.
    expect(await write(seen, all.slice(0, 1), 'older')).toBe(false);
    expect(await row(seen.order.id)).toEqual(after);
    expect(await ledgerOfOrder(commerce.pb, seen.order.id)).toEqual(ledger);
    expect(await share(seen.order.id)).toMatchObject({ shareCents: 0 });
  });

  it('is written by whoever has read the order as it is', async () => {
    const seen = await paid();
    const first = [refund(seen, 400)];
    expect(await write(seen, first, 'one')).toBe(true);
    const again = await now(seen.order.id);
    expect(await write(again, [...first, refund(seen, 600)], 'two')).toBe(true);
    expect(await row(seen.order.id)).toMatchObject({ state: 'refunded', facts: 'two' });
  });
});

it('the fee of an order is booked once, by whoever hears of it first', async () => {
  const { order } = await paid();
  expect(order.feeCents).toBeNull();
  const book = (cents: number) =>
    writeFee(commerce.pb, order.id, cents, feeLedger(order.id, cents), commerce.now());
  const before = await ledgerOfOrder(commerce.pb, order.id);
  await Promise.all([book(59), book(59)]);
  const booked = await ledgerOfOrder(commerce.pb, order.id);
  expect(booked.slice(before.length)).toEqual(feeLedger(order.id, 59));
  await book(88);
  expect(await ledgerOfOrder(commerce.pb, order.id)).toEqual(booked);
  expect(await row(order.id)).toMatchObject({ feeCents: 59, feePending: false });
});

describe('an order is settled', () => {
  /** An order that waits to be settled, with these facts. */
  async function waiting(facts = 'known') {
    const { order } = await paid();
    await commerce.pb.collection('orders').update(order.id, { settledAt: '', facts });
    return order.id;
  }
  const settled = async (orderId: string, facts = 'known') => {
    await markSettled(commerce.pb, orderId, facts, commerce.now());
    return (await row(orderId))['settledAt'] !== '';
  };

  it('where nothing is left', async () => {
    expect(await settled(await waiting())).toBe(true);
  });

  it('not by facts that are older than those that are stored', async () => {
    expect(await settled(await waiting(), 'older')).toBe(false);
  });

  it('not while a transfer of it is under way, but once that has ended', async () => {
    for (const ends of [true, false]) {
      const orderId = await waiting();
      await commerce.pb.collection('seller_shares').update(await shareId(orderId), { shareCents: 950 });
      const next = { turn: 7, kind: 'transfer', amountCents: 50 } as const;
      expect(await beginTransfer(commerce.pb, await share(orderId), { ...next, of: '' })).toBe(true);
      expect(await settled(orderId)).toBe(false);
      if (ends) await endTransfer(commerce.pb, await share(orderId), next, 'tr_7', commerce.now());
      else await failTransfer(commerce.pb, await share(orderId), next, commerce.now());
      expect(await settled(orderId)).toBe(true);
    }
  });

  it('not while a seller has more of it than their share, unless that is a debt', async () => {
    const orderId = await waiting();
    const id = await shareId(orderId);
    await commerce.pb.collection('seller_shares').update(id, { shareCents: 400, state: 'owed' });
    expect(await settled(orderId)).toBe(false);
    await commerce.pb.collection('seller_shares').update(id, { state: 'debt' });
    expect(await settled(orderId)).toBe(true);
  });

  async function shareId(orderId: string): Promise<string> {
    const filter = commerce.pb.filter('order = {:orderId}', { orderId });
    return (await commerce.pb.collection('seller_shares').getFirstListItem(filter)).id;
  }
});
