import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Row } from '../../../src/dev/payments/book.ts';
import { testCard } from '../../../src/dev/payments/cards.ts';
import type { Desk } from '../../../src/dev/payments/desk.ts';
import { priceOf } from '../../../src/dev/payments/subscriptions/catalogue.ts';
import { createCustomer, keepCard } from '../../../src/dev/payments/subscriptions/customers.ts';
import { changeSubscription } from '../../../src/dev/payments/subscriptions/plan-changes.ts';
import { beginSubscription, itemOf } from '../../../src/dev/payments/subscriptions/subscriptions.ts';
import type { WebhookEvent } from '../../../src/server/adapters/stripe/payments.ts';
import { webhookEventOf } from '../../../src/server/adapters/stripe/webhook-event.ts';
import { receiveEvent } from '../../../src/server/app/payment-events.ts';
import { priceOfTier } from '../../../src/server/guild/membership-checkout.ts';
import { subscriptionTags } from '../../../src/server/guild/memberships.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import {
  CARDS,
  CENTS,
  daysPass,
  entryBundle,
  type PaidGuild,
  type Person,
  paidGuild,
  release,
  somebody,
  standingOf,
} from './guild-commerce.ts';

let commerce: TestCommerce;
let guild: PaidGuild;
let desk: Desk;
let prices: { low: string; high: string };

beforeAll(async () => {
  commerce = await openTestCommerce();
  commerce.standIn.deliveries.mode = 'drop';
  desk = commerce.standIn.simulator.desk;
  guild = await paidGuild(commerce);
  await entryBundle(commerce, guild);
  for (const months of [0, 1])
    for (const tier of ['low', 'high'] as const) await release(commerce, guild, tier, months);
  const price = (tier: 'low' | 'high') =>
    priceOfTier(commerce, { tierId: guild.tiers[tier], billing: 'monthly', cents: CENTS[tier] }, tier);
  prices = { low: await price('low'), high: await price('high') };
});
afterAll(() => commerce.close());

interface Told {
  person: Person;
  subscription: Row;
  customer: Row;
}
const cardOf = (name: keyof typeof CARDS) => testCard(CARDS[name]) ?? expect.fail('no such card');

/** Somebody whose subscription began at the provider, of which nobody here has heard. */
async function begun(): Promise<Told> {
  const person = await somebody(commerce);
  const customer = createCustomer(desk, { email: person.email });
  keepCard(desk, customer, cardOf('pays'));
  const subscription = beginSubscription(desk, {
    customer,
    price: priceOf(desk, prices.low),
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

function rise({ subscription }: Told): void {
  changeSubscription(desk, subscription, {
    items: [{ id: itemOf(subscription).id, price: prices.high }],
    proration_behavior: 'always_invoice',
    payment_behavior: 'error_if_incomplete',
  });
}

/** What the provider would have knocked about, oldest first. */
function knocksAbout({ subscription }: Told): WebhookEvent[] {
  return desk.book
    .all('events')
    .map((row) => webhookEventOf(row as unknown as Parameters<typeof webhookEventOf>[0]))
    .filter(({ subscriptionId }) => subscriptionId === subscription.id)
    .reverse();
}

let heard = 0;
const hear = (knock: WebhookEvent) => receiveEvent(commerce, { ...knock, id: `${knock.id}_${++heard}` });

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, at) =>
    permutations(items.filter((_, place) => place !== at)).map((rest) => [item, ...rest]),
  );
}

/** The five sorts of news, once each, in the order they first happened. */
const SORTS = [
  'customer.subscription.created',
  'invoice.paid',
  'customer.subscription.updated',
  'invoice.payment_failed',
  'customer.subscription.deleted',
];

/** Without what tells one person's papers from another's. */
function plain(standing: Awaited<ReturnType<typeof standingOf>>) {
  return { ...standing, months: standing.months.map((month) => month.replaceAll(/in_\w+/g, 'in')) };
}

describe('news of a membership', () => {
  let all: { told: Told; order: string[] }[];
  let expected: ReturnType<typeof plain>;

  beforeAll(async () => {
    all = await Promise.all(permutations(SORTS).map(async (order) => ({ told: await begun(), order })));
    await daysPass(commerce, 3);
    for (const { told } of all) rise(told);
    await daysPass(commerce, 31);
    for (const { told } of all) keepCard(desk, told.customer, cardOf('later'));
    await daysPass(commerce, 40);
    const reference = (all[0] ?? expect.fail('nobody')).told;
    for (const knock of knocksAbout(reference)) await hear(knock);
    expected = plain(await standingOf(commerce, guild, reference.person));
  });

  it('as it comes: a month, a raised one, a payment that failed, and he has lapsed', () => {
    expect(expected.state).toBe('lapsed');
    expect(expected.months.map((month) => month.split(' ').slice(1, 3).join(' '))).toEqual([
      'paid 800',
      'paid 1600',
    ]);
    expect(expected.handouts).toHaveLength(5);
  });

  it.each(SORTS)(
    'beginning with %s, in each of 24 orders, some doubled, comes to the same end',
    async (sort) => {
      const some = all.filter(({ order }) => order[0] === sort);
      expect(some).toHaveLength(24);
      const check = async ({ told, order }: { told: Told; order: string[] }, place: number) => {
        const knocks = knocksAbout(told);
        for (const [turn, type] of order.entries()) {
          const knock = knocks.find((one) => one.type === type) ?? expect.fail(type);
          // One of them comes twice, at once.
          await Promise.all(turn === place % 10 ? [hear(knock), hear(knock)] : [hear(knock)]);
        }
        expect(plain(await standingOf(commerce, guild, told.person))).toEqual(expected);
      };
      for (let place = 0; place < some.length; place += 12)
        await Promise.all(some.slice(place, place + 12).map((one, at) => check(one, place + at)));
      expect(commerce.errors).toEqual([]);
    },
  );

  it('late, early and doubled while things happen comes to the same end', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => begun()));
    const next = fc
      .sample(fc.integer({ min: 0, max: 1_000_000 }), { numRuns: 2000, seed: 20261121 })
      .values();
    const dice = (sides: number) => (next.next().value ?? 0) % sides;
    const some = async (told: Told) => {
      const knocks = knocksAbout(told);
      for (let turn = dice(3); turn > 0; turn--) {
        const knock = knocks[dice(knocks.length)];
        if (knock) await hear(knock);
      }
    };
    const [told] = people;
    const steps: (() => Promise<void>)[] = [
      async () => daysPass(commerce, 3),
      async () => {
        for (const one of people) rise(one);
      },
      async () => daysPass(commerce, 31),
      async () => {
        for (const { customer } of people) keepCard(desk, customer, cardOf('later'));
      },
      async () => daysPass(commerce, 31),
      async () => daysPass(commerce, 9),
    ];
    // The first hears of everything as it happens.
    for (const step of steps) {
      await step();
      for (const [place, one] of people.entries())
        if (place === 0) for (const knock of knocksAbout(one)) await hear(knock);
        else await some(one);
    }
    for (const one of people) for (const knock of knocksAbout(one).slice(-1)) await hear(knock);
    const asHeard = plain(await standingOf(commerce, guild, (told ?? expect.fail('nobody')).person));
    expect(asHeard.state).toBe('lapsed');
    for (const one of people) expect(plain(await standingOf(commerce, guild, one.person))).toEqual(asHeard);
    expect(commerce.errors).toEqual([]);
  });
});
