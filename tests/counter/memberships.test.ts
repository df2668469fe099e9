import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { membershipOfUser } from '../../src/data/guild-members.ts';
import { audit } from '../../src/dev/drill/audit.ts';
import { joinGuild } from '../../src/server/membership-joining.ts';
import { membershipReturn } from '../../src/server/membership-return.ts';
import { subscriptionTags } from '../../src/server/memberships.ts';
import { hearEvent } from '../../src/server/payment-events.ts';
import { knockOf } from '../../src/server/provider-event.ts';
import { reconcile } from '../../src/server/reconciler.ts';
import { openCounter, type TestCounter } from './counter.ts';
import {
  daysPass,
  entryBundle,
  joined,
  type PaidGuild,
  pageOf,
  paidGuild,
  payPage,
  release,
  somebody,
  standingOf,
} from './guild-counter.ts';

let counter: TestCounter;
let guild: PaidGuild;

beforeAll(async () => {
  counter = await openCounter();
  guild = await paidGuild(counter);
  await release(counter, guild);
  await entryBundle(counter, guild);
});
afterEach(async () => {
  counter.house.fault = 'none';
  counter.house.deliveries.mode = 'send';
  await counter.house.deliveries.idle();
  expect(counter.errors).toEqual([]);
  await audit({ pb: counter.pb, till: counter.house.till });
});
afterAll(() => counter.close());

const sessionOf = (url: string) => url.split('/').at(-1) ?? '';

describe('joining a guild', () => {
  it('brings the entry bundle and the release of the month, and pays seller and hall to the cent', async () => {
    const person = await joined(counter, guild);
    const { state, tier, months, handouts, entitlements, payments } = await standingOf(
      counter,
      guild,
      person,
    );
    expect([state, tier]).toEqual(['active', guild.tiers.low]);
    expect(months).toHaveLength(1);
    expect(months[0]).toContain('paid 800');
    expect(handouts).toHaveLength(2);
    expect(entitlements).toHaveLength(2);
    expect(payments).toEqual(['first paid 800 80 720 0']);
  });

  it('is known on the success page before any webhook, without a login', async () => {
    counter.house.deliveries.mode = 'drop';
    const person = await somebody(counter);
    const url = await pageOf(counter, guild, person, 'high');
    expect(await membershipReturn(counter, sessionOf(url))).toMatchObject({ state: 'waiting', received: [] });
    expect(payPage(counter, url)).toBeNull();
    expect(await membershipReturn(counter, sessionOf(url))).toMatchObject({
      state: 'active',
      guild: { id: guild.id, tierName: 'high' },
      received: expect.arrayContaining([{ kind: 'entry_bundle', name: 'Welcome box', products: 1 }]),
    });
    expect(await membershipReturn(counter, 'cs_test_nobodysession')).toMatchObject({ state: 'unknown' });
  });

  it('of which every webhook was lost is known to the reconciler', async () => {
    counter.house.deliveries.mode = 'drop';
    const person = await somebody(counter);
    payPage(counter, await pageOf(counter, guild, person));
    expect((await standingOf(counter, guild, person)).state).toBeNull();
    await reconcile(counter);
    expect((await standingOf(counter, guild, person)).state).toBe('active');
  });

  it('a second click finds the page of the first; another tier closes it', async () => {
    const person = await somebody(counter);
    const first = await pageOf(counter, guild, person);
    expect(await pageOf(counter, guild, person)).toBe(first);
    const second = await pageOf(counter, guild, person, 'high');
    expect(second).not.toBe(first);
    expect(payPage(counter, first)).not.toBeNull();
    expect(payPage(counter, second)).toBeNull();
    await counter.house.deliveries.idle();
    const again = {
      guildId: guild.id,
      tierId: guild.tiers.low,
      billing: 'monthly' as const,
      shownCents: 800,
    };
    expect(await joinGuild(counter, person, again)).toEqual({ kind: 'refused', refusal: 'already-in' });
  });

  it('asks again where the price is another than was shown', async () => {
    const person = await somebody(counter);
    const asked = {
      guildId: guild.id,
      tierId: guild.tiers.low,
      billing: 'monthly' as const,
      shownCents: 799,
    };
    expect(await joinGuild(counter, person, asked)).toEqual({ kind: 'changed', priceCents: 800 });
    expect(await membershipOfUser(counter.pb, person.id, guild.id)).toBeNull();
  });

  it('a seat is taken once by two at once, and free again when the page is let go', async () => {
    await counter.pb.collection('guild_tiers').update(guild.tiers.merchant, { seats: 1 });
    const [one, two] = [await somebody(counter), await somebody(counter)];
    const asked = {
      guildId: guild.id,
      tierId: guild.tiers.merchant,
      billing: 'monthly' as const,
      shownCents: 2400,
    };
    const outcomes = await Promise.all([one, two].map((person) => joinGuild(counter, person, asked)));
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(['pay', 'refused']);
    expect(outcomes).toContainEqual({ kind: 'refused', refusal: 'sold-out' });
    const winner = outcomes[0]?.kind === 'pay' ? one : two;
    expect(
      (await joinGuild(counter, winner, { ...asked, tierId: guild.tiers.low, shownCents: 800 })).kind,
    ).toBe('pay');
    expect((await joinGuild(counter, winner === one ? two : one, asked)).kind).toBe('pay');
  });
});

describe('the provider’s news', () => {
  it('by webhook, success page and reconciler at once makes one member, one month, one of each thing', async () => {
    counter.house.deliveries.mode = 'hold';
    const person = await somebody(counter);
    const url = await pageOf(counter, guild, person);
    payPage(counter, url);
    await Promise.all([
      counter.house.deliveries.release({ copies: 2 }),
      membershipReturn(counter, sessionOf(url)),
      membershipReturn(counter, sessionOf(url)),
      reconcile(counter),
    ]);
    await counter.house.deliveries.idle();
    const { months, handouts, entitlements, payments } = await standingOf(counter, guild, person);
    expect([months.length, handouts.length, entitlements.length, payments.length]).toEqual([1, 2, 2, 1]);
  });

  it('of a refund made in its dashboard takes back that payment’s things only, also where it is heard first', async () => {
    const person = await joined(counter, guild);
    const chargeOf = (at: number) => {
      const all = counter.house.till.book.all('charges').filter((row) => row['customer'] === customer);
      return all[at]?.id ?? expect.fail('no charge');
    };
    const member = await membershipOfUser(counter.pb, person.id, guild.id);
    const customer = member?.customerId;
    await release(counter, guild, 'low', 1);
    counter.house.deliveries.mode = 'drop';
    await daysPass(counter, 32);
    counter.house.till.refund({
      charge: chargeOf(0),
      reverse_transfer: 'true',
      refund_application_fee: 'true',
    });
    const refunded = counter.house.till.book.all('events').find((row) => row['type'] === 'charge.refunded');
    const knock = knockOf((refunded ?? expect.fail('no event')) as unknown as Parameters<typeof knockOf>[0]);
    await hearEvent(counter, knock);
    const first = await standingOf(counter, guild, person);
    expect(first.months.map((month) => month.split(' ')[1])).toEqual(['paid']);
    expect(first.payments).toEqual(['first paid 800 80 720 0', 'renewal refunded 800 80 720 800']);
    counter.house.till.refund({ charge: chargeOf(1), amount: '100', reverse_transfer: 'true' });
    await reconcile(counter);
    const after = await standingOf(counter, guild, person);
    expect(after.payments).toContain('first paid 800 80 720 100');
    expect(after.handouts.every((one) => one.endsWith('true'))).toBe(true);
    counter.house.till.refund({ charge: chargeOf(1), reverse_transfer: 'true' });
    await reconcile(counter);
    const end = await standingOf(counter, guild, person);
    expect(end.handouts.every((one) => one.endsWith('false'))).toBe(true);
    expect(end.state).toBe('active');
  });

  it('of a dispute holds back what the payment brought until it is won', async () => {
    const person = await joined(counter, guild, { tier: 'high' });
    const member = await membershipOfUser(counter.pb, person.id, guild.id);
    const charge = counter.house.till.book
      .all('charges')
      .find((row) => row['customer'] === member?.customerId);
    const dispute = counter.house.till.dispute(charge?.id ?? '');
    await counter.house.deliveries.idle();
    const held = await standingOf(counter, guild, person);
    expect(held.entitlements.length).toBeGreaterThan(0);
    expect(held.entitlements.every((one) => one.endsWith('false'))).toBe(true);
    counter.house.till.closeDispute(dispute.id, 'won');
    await counter.house.deliveries.idle();
    const won = await standingOf(counter, guild, person);
    expect(won.entitlements.every((one) => one.endsWith('true'))).toBe(true);
    expect(won.payments).toEqual(['first paid 1600 160 1440 0']);
  });

  it('two subscriptions for one guild leave one: the other is undone, its money given back by seller and hall', async () => {
    const person = await joined(counter, guild);
    const member = await membershipOfUser(counter.pb, person.id, guild.id);
    const page = await counter.payments.openSubscriptionPage({
      customerId: member?.customerId ?? '',
      priceId: member?.stripePriceId ?? '',
      of: subscriptionTags({ guildId: guild.id, userId: person.id, joiningId: '' }),
      seller: { accountId: guild.account, feePercent: 10 },
      successUrl: 'http://127.0.0.1:4321/a',
      cancelUrl: 'http://127.0.0.1:4321/b',
      expiresAt: null,
      key: `second:${person.id}`,
    });
    payPage(counter, page.url);
    await counter.house.deliveries.idle();
    expect(counter.errors.splice(0).map(String).join()).toContain('joined the guild');
    const { months, payments } = await standingOf(counter, guild, person);
    expect(months).toHaveLength(1);
    expect(payments).toEqual(['first paid 800 80 720 0', 'first refunded 800 80 720 800']);
    const charges = counter.house.till.book
      .all('charges')
      .filter((row) => row['customer'] === member?.customerId);
    expect(charges.map((row) => row['amount_refunded'])).toEqual([800, 0]);
  });

  it('billed at what no tier costs, or without a signature, grants nothing', async () => {
    const person = await somebody(counter);
    const customerId = await counter.payments.openCustomer({
      email: person.email,
      name: 'x',
      of: {},
      key: person.id,
    });
    const cheap = { name: 'cheap', title: 'x', cents: 50, interval: 'month' as const };
    const page = await counter.payments.openSubscriptionPage({
      customerId,
      priceId: await counter.payments.recurringPrice(cheap),
      of: subscriptionTags({ guildId: guild.id, userId: person.id, joiningId: '' }),
      seller: null,
      successUrl: 'http://127.0.0.1:4321/a',
      cancelUrl: 'http://127.0.0.1:4321/b',
      expiresAt: null,
      key: `cheap:${person.id}`,
    });
    payPage(counter, page.url);
    await counter.house.deliveries.idle();
    expect(counter.errors.splice(0).map(String).join()).toContain('is no price of');
    expect((await standingOf(counter, guild, person)).state).toBeNull();
    expect(() => counter.payments.readEvent('{}', 't=1,v1=ab')).toThrow('not signed');
  });
});
