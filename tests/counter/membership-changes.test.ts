import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { membershipOfUser } from '../../src/data/guild-members.ts';
import { periodsOfMember } from '../../src/data/membership-periods.ts';
import { audit } from '../../src/dev/drill/audit.ts';
import { testCard } from '../../src/dev/payments/cards.ts';
import { changeBilling } from '../../src/server/membership-billing.ts';
import { giveMonths, refundLastPayment, setMemberBan } from '../../src/server/membership-care.ts';
import {
  acceptPrice,
  changeTier,
  membershipInvoices,
  membershipPortal,
  payMembership,
  setMembershipEnding,
  skipMonth,
  type TierOffer,
  tierOffer,
} from '../../src/server/membership-changes.ts';
import { joinGuild } from '../../src/server/membership-joining.ts';
import { ownMembershipView } from '../../src/server/own-memberships.ts';
import { reconcile } from '../../src/server/reconciler.ts';
import { openCounter, type TestCounter } from './counter.ts';
import {
  CARDS,
  CENTS,
  daysPass,
  entryBundle,
  joined,
  later,
  type PaidGuild,
  type Person,
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
});
afterEach(async () => {
  counter.house.fault = 'none';
  await counter.house.deliveries.idle();
  expect(counter.errors.splice(0)).toEqual([]);
  await audit({ pb: counter.pb, till: counter.house.till });
});
afterAll(() => counter.close());

const whose = (person: Person) => ({ userId: person.id, guildId: guild.id });
const fileOf = async (person: Person) => {
  const file = await membershipOfUser(counter.pb, person.id, guild.id);
  return file ?? expect.fail('no member');
};
const stateOf = async (person: Person) => (await fileOf(person)).state;

async function anOffer(person: Person, tier: keyof typeof CENTS): Promise<TierOffer> {
  const offer = await tierOffer(counter, whose(person), guild.tiers[tier]);
  if (typeof offer === 'string') throw new Error(offer);
  return offer;
}

describe('a member', () => {
  beforeAll(async () => {
    guild = await paidGuild(counter);
    await entryBundle(counter, guild);
    await release(counter, guild, 'low');
    await release(counter, guild, 'high');
  });

  it('rises in mid-month for exactly what was shown, and gets what the higher tier has at once', async () => {
    const person = await joined(counter, guild);
    expect((await standingOf(counter, guild, person)).handouts).toHaveLength(2);
    await daysPass(counter, 10);
    const offer = await anOffer(person, 'high');
    expect(offer).toMatchObject({ when: 'at-once', priceCents: CENTS.high });
    expect(offer.chargeCents).toBeGreaterThan(0);
    expect(offer.chargeCents).toBeLessThan(800);
    const less = { ...offer, chargeCents: offer.chargeCents - 1 };
    expect(await changeTier(counter, whose(person), guild.tiers.high, less)).toBe('charge-changed');
    expect(await changeTier(counter, whose(person), guild.tiers.high, offer)).toBeNull();
    const { tier, months, handouts, payments } = await standingOf(counter, guild, person);
    expect(tier).toBe(guild.tiers.high);
    expect(months).toHaveLength(1);
    expect(handouts).toHaveLength(3);
    const commission = Math.round(offer.chargeCents / 10);
    expect(payments).toContain(
      `raise paid ${offer.chargeCents} ${commission} ${offer.chargeCents - commission} 0`,
    );
    await daysPass(counter, 25);
    expect((await standingOf(counter, guild, person)).months.at(-1)).toContain('paid 1600');
    expect((await fileOf(person)).priceCents).toBe(1600);
  });

  it('of the year rises for all the months that are left, and a refund of that takes back only that', async () => {
    // Time has passed since the others were published.
    await release(counter, guild, 'low');
    await release(counter, guild, 'high');
    const person = await joined(counter, guild, { billing: 'annual' });
    later(counter, 1);
    counter.house.till.passDays(1);
    const offer = await anOffer(person, 'high');
    expect(await changeTier(counter, whose(person), guild.tiers.high, offer)).toBeNull();
    const member = await fileOf(person);
    const periods = await periodsOfMember(counter.pb, member.id);
    expect(periods).toHaveLength(12);
    expect(periods.map(({ raise }) => raise?.tierId)).toEqual(Array(12).fill(guild.tiers.high));
    expect(periods.reduce((sum, { paidCents }) => sum + paidCents, 0)).toBe(8000);
    expect((await standingOf(counter, guild, person)).handouts).toHaveLength(3);
    expect(await refundLastPayment(counter, guild.id, member.id)).toBeNull();
    const after = await standingOf(counter, guild, person);
    expect(after.handouts.filter((one) => one.endsWith('true'))).toHaveLength(2);
    expect(after.months.every((month) => month.includes(' paid ') && month.endsWith('true'))).toBe(true);
    expect(after.tier).toBe(guild.tiers.low);
  });

  it('pays the commission of the day from the next payment on, whenever it was changed', async () => {
    const person = await joined(counter, guild);
    const { id } = await counter.pb
      .collection('business_accounts')
      .getFirstListItem(counter.pb.filter('store = {:id}', { id: guild.storeId }));
    await counter.pb.collection('business_accounts').update(id, { plan: 'pro' });
    // Asked about of its own accord once a day.
    await daysPass(counter, 2);
    await reconcile(counter);
    await daysPass(counter, 30);
    const { payments } = await standingOf(counter, guild, person);
    await counter.pb.collection('business_accounts').update(id, { plan: 'free' });
    expect(payments).toEqual(['first paid 800 80 720 0', 'renewal paid 800 40 760 0']);
  });

  it('pays by the year from the next payment on, may call that off, and changes no tier meanwhile', async () => {
    const person = await joined(counter, guild);
    const paying = async () => (await ownMembershipView(counter, person.id, guild.id))?.paying;
    expect(await paying()).toEqual({ next: null, choice: { billing: 'annual', cents: 8000 } });
    expect(await changeBilling(counter, whose(person), 'annual', 7000)).toBe('charge-changed');
    expect(await changeBilling(counter, whose(person), 'monthly', 800)).toBe('same-billing');
    expect(await changeBilling(counter, whose(person), 'annual', 8000)).toBeNull();
    expect(await changeBilling(counter, whose(person), 'annual', 8000)).toBe('same-billing');
    await counter.house.deliveries.idle();
    expect(await fileOf(person)).toMatchObject({ state: 'active', billing: 'monthly', priceCents: 800 });
    expect(await paying()).toEqual({
      next: { billing: 'annual', cents: 8000 },
      choice: { billing: 'monthly', cents: 800 },
    });
    expect(await tierOffer(counter, whose(person), guild.tiers.high)).toBe('billing-ahead');
    expect(await skipMonth(counter, whose(person))).toBe('not-now');
    expect(await changeBilling(counter, whose(person), 'monthly', 800)).toBeNull();
    expect(await paying()).toMatchObject({ next: null });
    // A step up would cost nothing at the provider until the next payment.
    expect(await tierOffer(counter, whose(person), guild.tiers.high)).toBe('billing-ahead');
    expect(await changeBilling(counter, whose(person), 'annual', 8000)).toBeNull();
    await daysPass(counter, 32);
    const { state, months, payments } = await standingOf(counter, guild, person);
    expect(state).toBe('active');
    expect(months).toHaveLength(13);
    expect(payments.map((one) => one.split(' ').slice(0, 3).join(' '))).toEqual([
      'first paid 800',
      'renewal paid 8000',
    ]);
    expect(await fileOf(person)).toMatchObject({ billing: 'annual', priceCents: 8000 });
    expect(await paying()).toEqual({ next: null, choice: { billing: 'monthly', cents: 800 } });
    expect(await changeBilling(counter, whose(person), 'monthly', 800)).toBeNull();
    await daysPass(counter, 20);
    expect(await fileOf(person)).toMatchObject({ state: 'active', billing: 'annual' });
    expect(await tierOffer(counter, whose(person), guild.tiers.high)).toBe('billing-ahead');
    expect((await standingOf(counter, guild, person)).payments).toHaveLength(2);
  });

  it('goes down with the next payment, may stay after all at his own price, and cannot rise meanwhile', async () => {
    const person = await joined(counter, guild, { tier: 'high' });
    await counter.pb.collection('guild_tiers').update(guild.tiers.high, { monthlyCents: 2000 });
    const down = await anOffer(person, 'low');
    expect(down).toMatchObject({ when: 'with-next-payment', chargeCents: 0, priceCents: 800 });
    expect(await changeTier(counter, whose(person), guild.tiers.low, down)).toBeNull();
    expect(await fileOf(person)).toMatchObject({ tierId: guild.tiers.high, nextTierId: guild.tiers.low });
    expect(await tierOffer(counter, whose(person), guild.tiers.merchant)).toBe('change-ahead');
    const stay = await anOffer(person, 'high');
    expect(stay).toMatchObject({ chargeCents: 0, priceCents: 1600 });
    expect(await changeTier(counter, whose(person), guild.tiers.high, stay)).toBeNull();
    expect(await fileOf(person)).toMatchObject({ nextTierId: null, priceCents: 1600 });
    await changeTier(counter, whose(person), guild.tiers.low, await anOffer(person, 'low'));
    await counter.pb.collection('guild_tiers').update(guild.tiers.high, { monthlyCents: CENTS.high });
    await daysPass(counter, 32);
    expect(await fileOf(person)).toMatchObject({
      tierId: guild.tiers.low,
      nextTierId: null,
      priceCents: 800,
    });
  });

  it('keeps his price when it rises, and pays the new one from the next payment on only where he takes it', async () => {
    const [keeps, takes] = [await joined(counter, guild), await joined(counter, guild)];
    await counter.pb.collection('guild_tiers').update(guild.tiers.low, { monthlyCents: 900 });
    expect(await acceptPrice(counter, whose(takes), 850)).toBe('charge-changed');
    expect(await acceptPrice(counter, whose(takes), 900)).toBeNull();
    expect((await fileOf(takes)).priceCents).toBe(800);
    await daysPass(counter, 32);
    await counter.pb.collection('guild_tiers').update(guild.tiers.low, { monthlyCents: CENTS.low });
    expect([(await fileOf(keeps)).priceCents, (await fileOf(takes)).priceCents]).toEqual([800, 900]);
    expect(await acceptPrice(counter, whose(keeps), 800)).toBe('not-now');
  });

  it('whose card is declined stays where he was, and holds no seat', async () => {
    const person = await joined(counter, guild, { card: 'later' });
    const offer = await anOffer(person, 'high');
    expect(await changeTier(counter, whose(person), guild.tiers.high, offer)).toBe('declined');
    expect((await fileOf(person)).tierId).toBe(guild.tiers.low);
    const held = await counter.pb.collection('guild_joinings').getFullList({ filter: "state = 'pending'" });
    expect(held).toHaveLength(0);
  });

  it('skips a month: nothing is charged or given, the row goes on, and the one after is paid', async () => {
    const person = await joined(counter, guild);
    expect(await skipMonth(counter, whose(person))).toBeNull();
    expect(await skipMonth(counter, whose(person))).toBe('month-covered');
    await daysPass(counter, 32);
    expect((await standingOf(counter, guild, person)).months.map((month) => month.split(' ')[1])).toEqual([
      'paid',
      'skipped',
    ]);
    expect(await stateOf(person)).toBe('active');
    await daysPass(counter, 31);
    const { months } = await standingOf(counter, guild, person);
    expect(months.map((month) => month.split(' ')[1])).toEqual(['paid', 'skipped', 'paid']);
    expect(await fileOf(person)).toMatchObject({ streak: 2, months: 2 });
  });

  it('cancels, comes back, leaves with what was paid, and joins again without a second bundle', async () => {
    const person = await joined(counter, guild);
    const before = await standingOf(counter, guild, person);
    expect(await setMembershipEnding(counter, whose(person), true)).toBeNull();
    expect(await setMembershipEnding(counter, whose(person), true)).toBeNull();
    expect(await stateOf(person)).toBe('cancelling');
    expect(await setMembershipEnding(counter, whose(person), false)).toBeNull();
    expect(await stateOf(person)).toBe('active');
    expect(await setMembershipEnding(counter, whose(person), true)).toBeNull();
    await daysPass(counter, 32);
    expect(await stateOf(person)).toBe('left');
    expect((await standingOf(counter, guild, person)).entitlements).toEqual(before.entitlements);
    expect(payPage(counter, await pageOf(counter, guild, person))).toBeNull();
    await counter.house.deliveries.idle();
    const after = await standingOf(counter, guild, person);
    expect(after.state).toBe('active');
    expect(after.months).toHaveLength(2);
    expect(after.handouts.filter((one) => one.startsWith('entry_bundle'))).toHaveLength(1);
    expect(await membershipPortal(counter, person.id)).toContain('/portal/');
    expect((await membershipInvoices(counter, person.id)).map(({ totalCents }) => totalCents)).toEqual([
      800, 800,
    ]);
  });

  it('whose payment fails is kept for seven days, pays within them, and lapses after them', async () => {
    const person = await joined(counter, guild, { card: 'later' });
    await daysPass(counter, 32);
    expect(await stateOf(person)).toBe('past_due');
    expect(await payMembership(counter, whose(person))).toBe('declined');
    const { customerId } = await fileOf(person);
    counter.house.till.keepCard(customerId, testCard(CARDS.pays) ?? expect.fail('no card'));
    expect(await payMembership(counter, whose(person))).toBe('paid');
    expect(await stateOf(person)).toBe('active');
    counter.house.till.keepCard(customerId, testCard(CARDS.later) ?? expect.fail('no card'));
    await daysPass(counter, 31);
    expect(await stateOf(person)).toBe('past_due');
    later(counter, 8);
    await reconcile(counter);
    expect(await stateOf(person)).toBe('lapsed');
    expect(await payMembership(counter, whose(person))).toBe('nothing-due');
    expect((await standingOf(counter, guild, person)).months).toHaveLength(2);
    counter.house.till.passDays(8);
    await counter.house.deliveries.idle();
    expect(await stateOf(person)).toBe('lapsed');
  });
});

describe('a seller', () => {
  beforeAll(async () => {
    guild = await paidGuild(counter);
    await entryBundle(counter, guild);
    await release(counter, guild, 'low');
  });

  it('gives months to somebody who is none, once, who has left when they are over', async () => {
    const person = await somebody(counter);
    const gift = { userId: person.id, tierId: guild.tiers.low, months: 2 };
    expect(await giveMonths(counter, guild.id, gift, 'a')).toBeNull();
    expect(await giveMonths(counter, guild.id, gift, 'a')).toBe('given-already');
    const { state, months, handouts } = await standingOf(counter, guild, person);
    expect([state, months.length]).toEqual(['active', 2]);
    expect(handouts.filter((one) => one.startsWith('release'))).toHaveLength(1);
    later(counter, 70);
    await reconcile(counter);
    expect(await stateOf(person)).toBe('left');
  });

  it('bans a member: he is charged no more, keeps everything, and cannot join until it is lifted', async () => {
    const person = await joined(counter, guild);
    const before = await standingOf(counter, guild, person);
    const member = await fileOf(person);
    expect(await setMemberBan(counter, guild.id, member.id, true)).toBeNull();
    expect((await counter.payments.subscription(member.subscriptionId))?.status).toBe('canceled');
    const asked = {
      guildId: guild.id,
      tierId: guild.tiers.low,
      billing: 'monthly' as const,
      shownCents: 800,
    };
    expect(await joinGuild(counter, person, asked)).toMatchObject({ refusal: 'banned' });
    expect((await standingOf(counter, guild, person)).entitlements).toEqual(before.entitlements);
    expect(await setMemberBan(counter, guild.id, member.id, false)).toBeNull();
    expect(await pageOf(counter, guild, person)).toContain('/pay/');
  });

  it('gives the last payment back: seller and hall theirs, the member what it brought and nothing else', async () => {
    const person = await joined(counter, guild);
    const member = await fileOf(person);
    expect(await refundLastPayment(counter, guild.id, 'no-such-member')).toBe('no-such-member');
    expect(await refundLastPayment(counter, guild.id, member.id)).toBeNull();
    expect(await refundLastPayment(counter, guild.id, member.id)).toBe('nothing-paid');
    const { handouts, months, payments } = await standingOf(counter, guild, person);
    expect(handouts.every((one) => one.endsWith('false'))).toBe(true);
    expect(months[0]).toContain('refunded');
    expect(payments).toEqual(['first refunded 800 80 720 800']);
  });
});
