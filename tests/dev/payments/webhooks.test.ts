import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CARDS, cart, type OpenTill, openTill, paidCart, press, SECRET } from './open-payments.ts';

let till: OpenTill;
beforeEach(async () => {
  till = await openTill();
});
afterEach(() => till.close());

const PAID = ['payment_intent.succeeded', 'charge.succeeded', 'checkout.session.completed'];

describe('a webhook', () => {
  it('is signed so that the SDK believes it, and anything changed is not believed', async () => {
    const { knocks, stripe } = till;
    const { session } = await paidCart(till);
    await knocks.heard(3);
    expect(knocks.types().sort()).toEqual(PAID.toSorted());
    const knock = knocks.list.find(({ body }) => body.includes('checkout.session.completed'));
    const { body = '', signature = '' } = knock ?? {};
    const event = stripe.webhooks.constructEvent(body, signature, SECRET);
    expect(event.id).toMatch(/^evt_/);
    expect(event).toMatchObject({ object: 'event', livemode: false, api_version: Stripe.API_VERSION });
    expect(Math.abs(event.created - Date.now() / 1000)).toBeLessThan(60);
    expect(event.data.object).toMatchObject({ id: session.id, payment_status: 'paid' });
    const believed = (text: string, secret: string) => () =>
      stripe.webhooks.constructEvent(text, signature, secret);
    expect(believed(body.replace('4000', '4001'), SECRET)).toThrow('signature');
    expect(believed(body, 'whsec_other')).toThrow('signature');
  });

  it('is tried again until it is heard', async () => {
    const { knocks, house, stripe } = till;
    knocks.answers = [500, 404, 302];
    await stripe.customers.create({ email: 'mira@guildhall.test' });
    const heard = await knocks.heard(4);
    expect(new Set(heard.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
    await house.deliveries.idle();
    expect(house.deliveries.list).toMatchObject([{ state: 'delivered', tries: 4, status: 200 }]);
    const { data } = await stripe.events.list({ type: 'customer.created' });
    expect(data).toMatchObject([{ pending_webhooks: 0 }]);
  });

  it('is given up after twelve tries, and can be sent again by hand', async () => {
    const { knocks, house, stripe } = till;
    knocks.answers = Array.from({ length: 12 }, () => 500);
    await stripe.customers.create({});
    await knocks.heard(12);
    await house.deliveries.idle();
    const [delivery] = house.deliveries.list;
    expect(delivery).toMatchObject({ state: 'given up', tries: 12 });
    expect(await house.deliveries.send(delivery?.id ?? '')).toBe(true);
    expect(house.deliveries.list).toMatchObject([{ state: 'delivered' }]);
    expect(await house.deliveries.send('wd_none')).toBe(false);
  });

  it('that was lost is still among the events', async () => {
    const { knocks, house, stripe } = till;
    house.deliveries.mode = 'drop';
    const { session } = await paidCart(till);
    await house.deliveries.idle();
    expect(knocks.list).toEqual([]);
    const { data } = await stripe.events.list({ created: { gte: session.created }, types: PAID });
    expect(data.map(({ type }) => type)).toEqual(PAID.toReversed());
    const [completed] = data;
    expect(await stripe.events.retrieve(completed?.id ?? '')).toEqual(
      expect.objectContaining({ id: completed?.id, type: 'checkout.session.completed' }),
    );
  });
});

describe('held webhooks', () => {
  const held = async (): Promise<string[]> => {
    till.house.deliveries.mode = 'hold';
    await paidCart(till, CARDS.disputed);
    await till.house.deliveries.idle();
    expect(till.knocks.list).toEqual([]);
    return till.house.deliveries.list.map(({ type }) => type);
  };

  it('come in turned order, and once only', async () => {
    const types = await held();
    expect(types.slice(0, 3)).toEqual(PAID);
    const { deliveries } = till.house;
    await deliveries.release({ reversed: true });
    expect(till.knocks.types()).toEqual(types.toReversed());
    await deliveries.release();
    expect(till.knocks.list).toHaveLength(types.length);
  });

  it('come twice, round after round', async () => {
    const types = await held();
    await till.house.deliveries.release({ copies: 2 });
    expect(till.knocks.types()).toEqual([...types, ...types]);
    const ids = till.knocks.list.map(({ body }) => JSON.parse(body).id);
    expect(new Set(ids).size).toBe(types.length);
  });

  it('come one by one, and those dropped do not come', async () => {
    const types = await held();
    const { deliveries } = till.house;
    const [first, second] = deliveries.list;
    expect(deliveries.drop(first?.id ?? '')).toBe(true);
    await deliveries.send(second?.id ?? '');
    await deliveries.release({ order: [1, 0] });
    expect(till.knocks.types()).toEqual([types[1], types[3], types[2]]);
    expect(deliveries.list.map(({ state }) => state).slice(0, 3)).toEqual([
      'dropped',
      'delivered',
      'delivered',
    ]);
  });
});

describe('other listeners', () => {
  it('hear of sellers’ payouts, which the hall’s own do not', async () => {
    const { knocks } = till;
    const other = await openTill({ sellerWebhook: { url: `${knocks.url}/sellers`, secret: SECRET } });
    const { charge } = await paidCart(other);
    await other.stripe.transfers.create({
      amount: 900,
      currency: 'usd',
      destination: 'acct_ash',
      source_transaction: charge.id,
    });
    other.house.till.payOut('acct_ash');
    await knocks.heard(2);
    expect(knocks.list.map(({ path }) => path)).toEqual(['/sellers', '/sellers']);
    expect(knocks.types().sort()).toEqual(['payout.created', 'payout.paid']);
    expect(JSON.parse(knocks.list[0]?.body ?? '')).toMatchObject({ account: 'acct_ash' });
    await other.house.deliveries.idle();
    expect(other.knocks.types()).not.toContain('payout.paid');
    const own = await other.stripe.events.list({ limit: 100 });
    expect(own.data.map(({ type }) => type)).not.toContain('payout.paid');
    const theirs = await other.stripe.events.list({}, { stripeAccount: 'acct_ash' });
    expect(theirs.data).toHaveLength(2);
    await other.close();
  });

  it('an abandoned page is told of as such', async () => {
    const { stripe, knocks } = till;
    const { id, url } = await stripe.checkout.sessions.create(cart());
    await press(url, CARDS.declined);
    await stripe.checkout.sessions.expire(id);
    await knocks.heard(2);
    expect(knocks.types().sort()).toEqual(['checkout.session.expired', 'payment_intent.payment_failed']);
  });
});
