import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProviderObject } from '../../../src/dev/payments/book.ts';
import { testCard } from '../../../src/dev/payments/cards.ts';
import type { StandInContext } from '../../../src/dev/payments/context.ts';
import { priceOf } from '../../../src/dev/payments/subscriptions/catalogue.ts';
import { createCustomer, saveCard } from '../../../src/dev/payments/subscriptions/customers.ts';
import { changeSubscription } from '../../../src/dev/payments/subscriptions/plan-changes.ts';
import { beginSubscription, itemOf } from '../../../src/dev/payments/subscriptions/subscriptions.ts';
import type { ProviderEvent } from '../../../src/server/adapters/stripe/payments.ts';
import { webhookEventOf } from '../../../src/server/adapters/stripe/webhook-event.ts';
import { receiveEvent } from '../../../src/server/app/payment-events.ts';
import { priceOfTier } from '../../../src/server/guild/membership-checkout.ts';
import { subscriptionTags } from '../../../src/server/guild/memberships.ts';
import { triedOrders } from '../../orders.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import {
  CARDS,
  CENTS,
  daysPass,
  entryBundle,
  newUser,
  type PaidGuild,
  type Person,
  paidGuild,
  release,
  snapshotOf,
} from './guild-commerce.ts';

let commerce: TestCommerce;
let guild: PaidGuild;
let context: StandInContext;
let prices: { low: string; high: string };

beforeAll(async () => {
  commerce = await openTestCommerce();
  commerce.standIn.deliveries.mode = 'drop';
  context = commerce.standIn.simulator.context;
  guild = await paidGuild(commerce);
  await entryBundle(commerce, guild);
  for (const months of [0, 1])
    for (const tier of ['low', 'high'] as const) await release(commerce, guild, tier, months);
  const price = (tier: 'low' | 'high') =>
    priceOfTier(commerce, { tierId: guild.tiers[tier], billing: 'monthly', cents: CENTS[tier] }, tier);
  prices = { low: await price('low'), high: await price('high') };
});
afterAll(() => commerce.close());

interface Subscriber {
  person: Person;
  subscription: ProviderObject;
  customer: ProviderObject;
}
const cardOf = (name: keyof typeof CARDS) => testCard(CARDS[name]) ?? expect.fail('no such card');

/** A user whose subscription began at the provider while no webhook event arrived. */
async function begun(): Promise<Subscriber> {
  const person = await newUser(commerce);
  const customer = createCustomer(context, { email: person.email });
  saveCard(context, customer, cardOf('pays'));
  const subscription = beginSubscription(context, {
    customer,
    price: priceOf(context, prices.low),
    quantity: 1,
    metadata: subscriptionTags({ guildId: guild.id, userId: person.id, checkoutId: '' }),
    trialDays: 0,
    taxed: false,
    destination: guild.account,
    feePercent: 10,
    description: null,
  });
  return { person, subscription, customer };
}

function upgrade({ subscription }: Subscriber): void {
  changeSubscription(context, subscription, {
    items: [{ id: itemOf(subscription).id, price: prices.high }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  });
}

/** The webhook events of the subscription, oldest first. */
function eventsOf({ subscription }: Subscriber): ProviderEvent[] {
  return context.book
    .all('events')
    .map((row) => webhookEventOf(row as unknown as Parameters<typeof webhookEventOf>[0]))
    .filter(({ subject }) => subject?.id === subscription.id)
    .reverse();
}

let delivered = 0;
const deliver = (event: ProviderEvent) =>
  receiveEvent(commerce, { ...event, id: `${event.id}_${++delivered}` });

/** The five types of events, in the order in which they first happen. */
const TYPES = [
  'customer.subscription.created',
  'invoice.paid',
  'customer.subscription.updated',
  'invoice.payment_failed',
  'customer.subscription.deleted',
];

/** Without the ids that differ between users. */
function plain(snapshot: Awaited<ReturnType<typeof snapshotOf>>) {
  return { ...snapshot, months: snapshot.months.map((month) => month.replaceAll(/in_\w+/g, 'in')) };
}

describe('webhook events of a membership', () => {
  let all: { subscriber: Subscriber; order: string[] }[];
  let expected: ReturnType<typeof plain>;

  beforeAll(async () => {
    all = await Promise.all(triedOrders(TYPES).map(async (order) => ({ subscriber: await begun(), order })));
    await daysPass(commerce, 3);
    for (const { subscriber } of all) upgrade(subscriber);
    await daysPass(commerce, 31);
    for (const { subscriber } of all) saveCard(context, subscriber.customer, cardOf('later'));
    await daysPass(commerce, 40);
    const reference = (all[0] ?? expect.fail('nobody')).subscriber;
    for (const event of eventsOf(reference)) await deliver(event);
    expected = plain(await snapshotOf(commerce, guild, reference.person));
  });

  it('in order: a month, an upgraded one, a failed payment, and the membership has lapsed', () => {
    expect(expected.state).toBe('lapsed');
    expect(expected.months.map((month) => month.split(' ').slice(1, 3).join(' '))).toEqual([
      'paid 800',
      'paid 1600',
    ]);
    expect(expected.grants).toHaveLength(5);
  });

  it('in each order, some twice, have the same result', { timeout: 240_000 }, async () => {
    const check = async (
      { subscriber, order }: { subscriber: Subscriber; order: string[] },
      place: number,
    ) => {
      const events = eventsOf(subscriber);
      for (const [turn, type] of order.entries()) {
        const event = events.find((one) => one.type === type) ?? expect.fail(type);
        // One of them arrives twice, concurrently.
        await Promise.all(turn === place % 10 ? [deliver(event), deliver(event)] : [deliver(event)]);
      }
      expect(plain(await snapshotOf(commerce, guild, subscriber.person))).toEqual(expected);
    };
    for (let place = 0; place < all.length; place += 12)
      await Promise.all(all.slice(place, place + 12).map((one, at) => check(one, place + at)));
    expect(commerce.errors).toEqual([]);
  });

  it('late, early and twice while things happen have the same result', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => begun()));
    const next = fc
      .sample(fc.integer({ min: 0, max: 1_000_000 }), { numRuns: 2000, seed: 20261121 })
      .values();
    const random = (sides: number) => (next.next().value ?? 0) % sides;
    const some = async (subscriber: Subscriber) => {
      const events = eventsOf(subscriber);
      for (let turn = random(3); turn > 0; turn--) {
        const event = events[random(events.length)];
        if (event) await deliver(event);
      }
    };
    const [subscriber] = people;
    const steps: (() => Promise<void>)[] = [
      async () => daysPass(commerce, 3),
      async () => {
        for (const one of people) upgrade(one);
      },
      async () => daysPass(commerce, 31),
      async () => {
        for (const { customer } of people) saveCard(context, customer, cardOf('later'));
      },
      async () => daysPass(commerce, 31),
      async () => daysPass(commerce, 9),
    ];
    // The first gets all events as they happen.
    for (const step of steps) {
      await step();
      for (const [place, one] of people.entries())
        if (place === 0) for (const event of eventsOf(one)) await deliver(event);
        else await some(one);
    }
    for (const one of people) for (const event of eventsOf(one).slice(-1)) await deliver(event);
    const expectedResult = plain(
      await snapshotOf(commerce, guild, (subscriber ?? expect.fail('nobody')).person),
    );
    expect(expectedResult.state).toBe('lapsed');
    for (const one of people)
      expect(plain(await snapshotOf(commerce, guild, one.person))).toEqual(expectedResult);
    expect(commerce.errors).toEqual([]);
  });
});
