import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOut } from '../../src/server/checkout.ts';
import { fulfil } from '../../src/server/fulfilment.ts';
import { openCounter, type TestCounter } from './counter.ts';

let counter: TestCounter;
beforeAll(async () => {
  counter = await openCounter();
});
afterAll(() => counter.close());

describe('a checkout', () => {
  it('is paid once, divided to the cent, and owned for good', async () => {
    const buyer = await counter.person('mira');
    const ash = await counter.store('ash');
    const deep = await counter.store('deep');
    const golem = await counter.product(ash, 999);
    const tower = await counter.product(deep, 1450);
    const gift = await counter.product(deep, 0);
    const outcome = await checkOut(counter, buyer, {
      productIds: [golem, tower, gift],
      codes: [],
      gift: null,
      shownCents: 2449,
    });
    if (outcome.kind !== 'pay') throw new Error(`no payment page: ${JSON.stringify(outcome)}`);
    expect(counter.pay(outcome.url, 'declined')).toMatch('declined');
    expect(counter.pay(outcome.url)).toBeNull();
    await counter.house.deliveries.idle();
    expect(counter.errors).toEqual([]);
    const owned = await counter.pb.collection('entitlements').getFullList({ sort: 'source' });
    expect(owned.map(({ source }) => source)).toEqual(['free', 'purchase', 'purchase']);
    const order = await counter.pb.collection('orders').getOne(outcome.orderId);
    expect(order).toMatchObject({ state: 'paid', totalCents: 2449, feeCents: 101, cardLast4: '4242' });
    expect(
      counter.house.till.book
        .all('transfers')
        .map(({ amount }) => amount)
        .sort(),
    ).toEqual([1305, 899].sort());
    expect(await fulfil(counter, String(order['sessionId']))).toBe('fulfilled');
    expect(counter.house.till.book.all('transfers')).toHaveLength(2);
    // Each seller is told of his own, once, whatever brought the news and however often.
    const told = await counter.pb.collection('notifications').getFullList({ sort: 'title' });
    expect(told.map(({ title, kind, mail }) => [title, kind, mail])).toEqual([
      ['You sold Product 1 for $9.99', 'sale-made', 'daily'],
      ['You sold Product 2 for $14.50', 'sale-made', 'daily'],
    ]);
  });

  it('takes the rate agreed with a seller instead of his plan’s, and writes it on the line', async () => {
    const buyer = await counter.person('orin');
    const favoured = await counter.store('favoured', { plan: 'pro' });
    const account = await counter.pb
      .collection('business_accounts')
      .getFirstListItem(counter.pb.filter('store = {:favoured}', { favoured }));
    await counter.pb.collection('business_accounts').update(account.id, { commissionPercent: '0' });
    const outcome = await checkOut(counter, buyer, {
      productIds: [await counter.product(favoured, 1000)],
      codes: [],
      gift: null,
      shownCents: 1000,
    });
    if (outcome.kind !== 'pay') throw new Error(`no payment page: ${JSON.stringify(outcome)}`);
    const order = outcome.orderId;
    const line = await counter.pb
      .collection('order_lines')
      .getFirstListItem(counter.pb.filter('order = {:order}', { order }));
    expect(line).toMatchObject({ commissionPercent: 0, commissionCents: 0, netCents: 1000 });
  });
});
