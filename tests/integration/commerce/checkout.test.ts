import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { allSales } from '../../data/commerce/all-sales.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

describe('a checkout', () => {
  it('is paid once, divided to the cent, and owned for good', async () => {
    const buyer = await commerce.person('mira');
    const ash = await commerce.store('ash');
    const deep = await commerce.store('deep');
    const golem = await commerce.product(ash, 999);
    const tower = await commerce.product(deep, 1450);
    const gift = await commerce.product(deep, 0);
    const outcome = await checkOut(commerce, buyer, {
      productIds: [golem, tower, gift],
      codes: [],
      gift: null,
      shownCents: 2449,
    });
    if (outcome.kind !== 'pay') throw new Error(`no payment page: ${JSON.stringify(outcome)}`);
    expect(commerce.pay(outcome.url, 'declined')).toMatch('declined');
    expect(commerce.pay(outcome.url)).toBeNull();
    await commerce.standIn.deliveries.idle();
    expect(commerce.errors).toEqual([]);
    const owned = await commerce.pb.collection('entitlements').getFullList({ sort: 'source' });
    expect(owned.map(({ source }) => source)).toEqual(['free', 'purchase', 'purchase']);
    const order = await commerce.pb.collection('orders').getOne(outcome.orderId);
    expect(order).toMatchObject({ state: 'paid', totalCents: 2449, feePending: true, cardLast4: '4242' });
    // The provider knows its fee some time later, and says so.
    commerce.standIn.simulator.captureFees();
    await commerce.standIn.deliveries.idle();
    const settled = await commerce.pb.collection('orders').getOne(outcome.orderId);
    expect(settled).toMatchObject({ feePending: false, feeCents: 101 });
    expect(
      commerce.standIn.simulator.book
        .all('transfers')
        .map(({ amount }) => amount)
        .sort(),
    ).toEqual([1305, 899].sort());
    expect(await fulfil(commerce, String(order['sessionId']))).toBe('fulfilled');
    expect(commerce.standIn.simulator.book.all('transfers')).toHaveLength(2);
    // Each seller is notified of their own lines once, in whatever way and however often the payment is reported.
    const notices = await commerce.pb.collection('notifications').getFullList({ sort: 'title' });
    expect(notices.map(({ title, kind, mail }) => [title, kind, mail])).toEqual([
      ['You sold Product 1 for $9.99', 'sale-made', 'daily'],
      ['You sold Product 2 for $14.50', 'sale-made', 'daily'],
    ]);
  });

  it('the fee of the provider, which comes later, changes nothing in the seller’s sale: the marketplace bears it', async () => {
    const buyer = await commerce.person('fee');
    const store = await commerce.store('fee');
    const outcome = await checkOut(commerce, buyer, {
      productIds: [await commerce.product(store, 2000)],
      codes: [],
      gift: null,
      shownCents: 2000,
    });
    if (outcome.kind !== 'pay') throw new Error(`no payment page: ${JSON.stringify(outcome)}`);
    commerce.pay(outcome.url);
    await commerce.standIn.deliveries.idle();
    const order = () => commerce.pb.collection('orders').getOne(outcome.orderId);
    const sale = async () => (await allSales(commerce.pb, store))[0];
    const ledger = async (account: string) => {
      const rows = await commerce.pb
        .collection('ledger')
        .getFullList({ filter: commerce.pb.filter('order = {:id}', { id: outcome.orderId }) });
      return rows
        .filter((row) => row['account'] === account)
        .reduce((sum, row) => sum + row['amountCents'], 0);
    };
    const before = await sale();
    expect(before).toMatchObject({ paidCents: 2000, commissionCents: 200, netCents: 1800 });
    expect([(await order())['feePending'], await ledger('hall')]).toEqual([true, 200]);
    commerce.standIn.simulator.captureFees();
    await commerce.standIn.deliveries.idle();
    expect(await order()).toMatchObject({ feePending: false, feeCents: 88 });
    expect(await ledger('hall')).toBe(200 - 88);
    expect(await sale()).toEqual(before);
  });

  it('takes the rate agreed with a seller instead of the rate of their plan, and stores it on the line', async () => {
    const buyer = await commerce.person('orin');
    const favoured = await commerce.store('favoured', { plan: 'pro' });
    const account = await commerce.pb
      .collection('business_accounts')
      .getFirstListItem(commerce.pb.filter('store = {:favoured}', { favoured }));
    await commerce.pb.collection('business_accounts').update(account.id, { commissionPercent: '0' });
    const outcome = await checkOut(commerce, buyer, {
      productIds: [await commerce.product(favoured, 1000)],
      codes: [],
      gift: null,
      shownCents: 1000,
    });
    if (outcome.kind !== 'pay') throw new Error(`no payment page: ${JSON.stringify(outcome)}`);
    const order = outcome.orderId;
    const line = await commerce.pb
      .collection('order_lines')
      .getFirstListItem(commerce.pb.filter('order = {:order}', { order }));
    expect(line).toMatchObject({ commissionPercent: 0, commissionCents: 0, netCents: 1000 });
  });
});
