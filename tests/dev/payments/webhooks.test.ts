import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CARDS,
  cart,
  openTestProvider,
  paidCart,
  press,
  SECRET,
  type TestProvider,
} from './test-provider.ts';

let provider: TestProvider;
beforeEach(async () => {
  provider = await openTestProvider();
});
afterEach(() => provider.close());

const PAID = ['payment_intent.succeeded', 'charge.succeeded', 'checkout.session.completed'];

describe('a webhook', () => {
  it('has a signature that the SDK accepts; an altered one is refused', async () => {
    const { received, stripe } = provider;
    const { session } = await paidCart(provider);
    await received.heard(3);
    expect(received.types().sort()).toEqual(PAID.toSorted());
    const paid = received.list.find(({ body }) => body.includes('checkout.session.completed'));
    const { body = '', signature = '' } = paid ?? {};
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

  it('is retried until it is accepted', async () => {
    const { received, standIn, stripe } = provider;
    received.answers = [500, 404, 302];
    await stripe.customers.create({ email: 'mira@guildhall.test' });
    const heard = await received.heard(4);
    expect(new Set(heard.map(({ body }) => JSON.parse(body).id)).size).toBe(1);
    await standIn.deliveries.idle();
    expect(standIn.deliveries.list).toMatchObject([{ state: 'delivered', tries: 4, status: 200 }]);
    const { data } = await stripe.events.list({ type: 'customer.created' });
    expect(data).toMatchObject([{ pending_webhooks: 0 }]);
  });

  it('is given up after twelve tries, and can be sent again by hand', async () => {
    const { received, standIn, stripe } = provider;
    received.answers = Array.from({ length: 12 }, () => 500);
    await stripe.customers.create({});
    await received.heard(12);
    await standIn.deliveries.idle();
    const [delivery] = standIn.deliveries.list;
    expect(delivery).toMatchObject({ state: 'given up', tries: 12 });
    expect(await standIn.deliveries.send(delivery?.id ?? '')).toBe(true);
    expect(standIn.deliveries.list).toMatchObject([{ state: 'delivered' }]);
    expect(await standIn.deliveries.send('wd_none')).toBe(false);
  });

  it('that was lost is still among the events', async () => {
    const { received, standIn, stripe } = provider;
    standIn.deliveries.mode = 'drop';
    const { session } = await paidCart(provider);
    await standIn.deliveries.idle();
    expect(received.list).toEqual([]);
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
    provider.standIn.deliveries.mode = 'hold';
    await paidCart(provider, CARDS.disputed);
    await provider.standIn.deliveries.idle();
    expect(provider.received.list).toEqual([]);
    return provider.standIn.deliveries.list.map(({ type }) => type);
  };

  it('are released in reverse order, once', async () => {
    const types = await held();
    expect(types.slice(0, 3)).toEqual(PAID);
    const { deliveries } = provider.standIn;
    await deliveries.release({ reversed: true });
    expect(provider.received.types()).toEqual(types.toReversed());
    await deliveries.release();
    expect(provider.received.list).toHaveLength(types.length);
  });

  it('are released twice, in rounds', async () => {
    const types = await held();
    await provider.standIn.deliveries.release({ copies: 2 });
    expect(provider.received.types()).toEqual([...types, ...types]);
    const ids = provider.received.list.map(({ body }) => JSON.parse(body).id);
    expect(new Set(ids).size).toBe(types.length);
  });

  it('that come three days late are signed for now', async () => {
    const types = await held();
    const { deliveries, simulator } = provider.standIn;
    simulator.advanceDays(3);
    await deliveries.release({ reversed: true, copies: 2 });
    // The SDK refuses signatures that are older than five minutes.
    expect(provider.received.types().slice(-types.length).sort()).toEqual(types.toSorted());
  });

  it('are sent one by one, without dropped ones', async () => {
    const types = await held();
    const { deliveries } = provider.standIn;
    const [first, second] = deliveries.list;
    expect(deliveries.drop(first?.id ?? '')).toBe(true);
    await deliveries.send(second?.id ?? '');
    await deliveries.release({ order: [1, 0] });
    expect(provider.received.types()).toEqual([types[1], types[3], types[2]]);
    expect(deliveries.list.map(({ state }) => state).slice(0, 3)).toEqual([
      'dropped',
      'delivered',
      'delivered',
    ]);
  });
});

describe('other listeners', () => {
  it('receive sellers’ payouts, which the marketplace’s own does not', async () => {
    const { received } = provider;
    const other = await openTestProvider({
      sellerWebhook: { url: `${received.url}/sellers`, secret: SECRET },
    });
    const { charge } = await paidCart(other);
    await other.stripe.transfers.create({
      amount: 900,
      currency: 'usd',
      destination: 'acct_ash',
      source_transaction: charge.id,
    });
    other.standIn.simulator.payOut('acct_ash');
    await received.heard(2);
    expect(received.list.map(({ path }) => path)).toEqual(['/sellers', '/sellers']);
    expect(received.types().sort()).toEqual(['payout.created', 'payout.paid']);
    expect(JSON.parse(received.list[0]?.body ?? '')).toMatchObject({ account: 'acct_ash' });
    await other.standIn.deliveries.idle();
    expect(other.received.types()).not.toContain('payout.paid');
    const own = await other.stripe.events.list({ limit: 100 });
    expect(own.data.map(({ type }) => type)).not.toContain('payout.paid');
    const theirs = await other.stripe.events.list({}, { stripeAccount: 'acct_ash' });
    expect(theirs.data).toHaveLength(2);
    await other.close();
  });

  it('an abandoned page is reported as expired', async () => {
    const { stripe, received } = provider;
    const { id, url } = await stripe.checkout.sessions.create(cart());
    await press(url, CARDS.declined);
    await stripe.checkout.sessions.expire(id);
    await received.heard(3);
    expect(received.types().sort()).toEqual([
      'charge.failed',
      'checkout.session.expired',
      'payment_intent.payment_failed',
    ]);
  });
});
