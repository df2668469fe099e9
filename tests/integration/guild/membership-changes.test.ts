import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { periodsOfMember } from '../../../src/data/guild/membership-periods.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { testCard } from '../../../src/dev/payments/cards.ts';
import { emptyMonthText, endText, membershipStatusText } from '../../../src/domain/guild/membership-view.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { giveMonths, refundLastPayment, setMemberBan } from '../../../src/server/guild/member-admin.ts';
import { changeBilling } from '../../../src/server/guild/membership-billing.ts';
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
} from '../../../src/server/guild/membership-changes.ts';
import { joinGuild } from '../../../src/server/guild/membership-checkout.ts';
import { myMembershipView } from '../../../src/server/guild/my-memberships.ts';
import { ownerOf } from '../../dashboard-states.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import {
  CARDS,
  CENTS,
  daysPass,
  entryBundle,
  joined,
  later,
  newUser,
  type PaidGuild,
  type Person,
  pageOf,
  paidGuild,
  payPage,
  release,
  snapshotOf,
} from './guild-commerce.ts';

let commerce: TestCommerce;
let guild: PaidGuild;

beforeEach(async () => {
  commerce = await openTestCommerce();
});
afterEach(() => commerce.close());
afterEach(async () => {
  commerce.standIn.fault = 'none';
  await commerce.standIn.deliveries.idle();
  expect(commerce.errors.splice(0)).toEqual([]);
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});

const whose = (person: Person) => ({ userId: person.id, guildId: guild.id });
const memberOf = async (person: Person) => {
  const member = await membershipOfUser(commerce.pb, person.id, guild.id);
  return member ?? expect.fail('no member');
};
const stateOf = async (person: Person) => (await memberOf(person)).state;

async function anOffer(person: Person, tier: keyof typeof CENTS): Promise<TierOffer> {
  const offer = await tierOffer(commerce, whose(person), guild.tiers[tier]);
  if (typeof offer === 'string') throw new Error(offer);
  return offer;
}

describe('a member', () => {
  beforeEach(async () => {
    guild = await paidGuild(commerce);
    await entryBundle(commerce, guild);
    await release(commerce, guild, 'low');
    await release(commerce, guild, 'high');
  });

  it('upgrades in mid-month for exactly the shown price, and gets the higher tier’s releases at once', async () => {
    const person = await joined(commerce, guild);
    expect((await snapshotOf(commerce, guild, person)).grants).toHaveLength(2);
    await daysPass(commerce, 10);
    const offer = await anOffer(person, 'high');
    expect(offer).toMatchObject({ when: 'at-once', priceCents: CENTS.high });
    expect(offer.chargeCents).toBeGreaterThan(0);
    expect(offer.chargeCents).toBeLessThan(800);
    const less = { ...offer, chargeCents: offer.chargeCents - 1 };
    expect(await changeTier(commerce, whose(person), guild.tiers.high, less)).toBe('charge-changed');
    expect(await changeTier(commerce, whose(person), guild.tiers.high, offer)).toBeNull();
    const { tier, months, grants, payments } = await snapshotOf(commerce, guild, person);
    expect(tier).toBe(guild.tiers.high);
    expect(months).toHaveLength(1);
    expect(grants).toHaveLength(3);
    const commission = Math.round(offer.chargeCents / 10);
    expect(payments).toContain(
      `raise paid ${offer.chargeCents} ${commission} ${offer.chargeCents - commission} 0`,
    );
    await daysPass(commerce, 25);
    expect((await snapshotOf(commerce, guild, person)).months.at(-1)).toContain('paid 1600');
    expect((await memberOf(person)).priceCents).toBe(1600);
  });

  it('who pays yearly upgrades all remaining months, and a refund of the upgrade revokes only that', async () => {
    const person = await joined(commerce, guild, { billing: 'annual' });
    later(commerce, 1);
    commerce.standIn.simulator.advanceDays(1);
    const offer = await anOffer(person, 'high');
    expect(await changeTier(commerce, whose(person), guild.tiers.high, offer)).toBeNull();
    const member = await memberOf(person);
    const periods = await periodsOfMember(commerce.pb, member.id);
    expect(periods).toHaveLength(12);
    expect(periods.map(({ upgrade }) => upgrade?.tierId)).toEqual(Array(12).fill(guild.tiers.high));
    expect(periods.reduce((sum, { paidCents }) => sum + paidCents, 0)).toBe(8000);
    expect((await snapshotOf(commerce, guild, person)).grants).toHaveLength(3);
    expect(await refundLastPayment(commerce, guild.id, member.id)).toBeNull();
    const after = await snapshotOf(commerce, guild, person);
    expect(after.grants.filter((one) => one.endsWith('true'))).toHaveLength(2);
    expect(after.months.every((month) => month.includes(' paid ') && month.endsWith('true'))).toBe(true);
    expect(after.tier).toBe(guild.tiers.low);
  });

  it('pays the current commission from the next payment on', async () => {
    const person = await joined(commerce, guild);
    const { id } = await commerce.pb
      .collection('business_accounts')
      .getFirstListItem(commerce.pb.filter('store = {:id}', { id: guild.storeId }));
    await commerce.pb.collection('business_accounts').update(id, { plan: 'pro' });
    // Synced by the reconciler once a day.
    await daysPass(commerce, 2);
    await reconcile(commerce);
    await daysPass(commerce, 30);
    const { payments } = await snapshotOf(commerce, guild, person);
    await commerce.pb.collection('business_accounts').update(id, { plan: 'free' });
    expect(payments).toEqual(['first paid 800 80 720 0', 'renewal paid 800 40 760 0']);
  });

  it('changes to yearly billing from the next payment on, can cancel that, and cannot change the tier meanwhile', async () => {
    const person = await joined(commerce, guild);
    const paying = async () => (await myMembershipView(commerce, person.id, guild.id))?.paying;
    expect(await paying()).toEqual({ next: null, choice: { billing: 'annual', cents: 8000 } });
    expect(await changeBilling(commerce, whose(person), 'annual', 7000)).toBe('charge-changed');
    expect(await changeBilling(commerce, whose(person), 'monthly', 800)).toBe('same-billing');
    expect(await changeBilling(commerce, whose(person), 'annual', 8000)).toBeNull();
    expect(await changeBilling(commerce, whose(person), 'annual', 8000)).toBe('same-billing');
    await commerce.standIn.deliveries.idle();
    expect(await memberOf(person)).toMatchObject({ state: 'active', billing: 'monthly', priceCents: 800 });
    expect(await paying()).toEqual({
      next: { billing: 'annual', cents: 8000 },
      choice: { billing: 'monthly', cents: 800 },
    });
    expect(await tierOffer(commerce, whose(person), guild.tiers.high)).toBe('billing-ahead');
    expect(await skipMonth(commerce, whose(person))).toBe('not-now');
    expect(await changeBilling(commerce, whose(person), 'monthly', 800)).toBeNull();
    expect(await paying()).toMatchObject({ next: null });
    // An upgrade would cost nothing at the provider until the next payment.
    expect(await tierOffer(commerce, whose(person), guild.tiers.high)).toBe('billing-ahead');
    expect(await changeBilling(commerce, whose(person), 'annual', 8000)).toBeNull();
    await daysPass(commerce, 32);
    const { state, months, payments } = await snapshotOf(commerce, guild, person);
    expect(state).toBe('active');
    expect(months).toHaveLength(13);
    expect(payments.map((one) => one.split(' ').slice(0, 3).join(' '))).toEqual([
      'first paid 800',
      'renewal paid 8000',
    ]);
    expect(await memberOf(person)).toMatchObject({ billing: 'annual', priceCents: 8000 });
    expect(await paying()).toEqual({ next: null, choice: { billing: 'monthly', cents: 800 } });
    expect(await changeBilling(commerce, whose(person), 'monthly', 800)).toBeNull();
    await daysPass(commerce, 20);
    expect(await memberOf(person)).toMatchObject({ state: 'active', billing: 'annual' });
    expect(await tierOffer(commerce, whose(person), guild.tiers.high)).toBe('billing-ahead');
    expect((await snapshotOf(commerce, guild, person)).payments).toHaveLength(2);
  });

  it('downgrades with the next payment, can stay after all at the own price, and cannot upgrade meanwhile', async () => {
    const person = await joined(commerce, guild, { tier: 'high' });
    await commerce.pb.collection('guild_tiers').update(guild.tiers.high, { monthlyCents: 2000 });
    const down = await anOffer(person, 'low');
    expect(down).toMatchObject({ when: 'with-next-payment', chargeCents: 0, priceCents: 800 });
    expect(await changeTier(commerce, whose(person), guild.tiers.low, down)).toBeNull();
    expect(await memberOf(person)).toMatchObject({ tierId: guild.tiers.high, nextTierId: guild.tiers.low });
    expect(await tierOffer(commerce, whose(person), guild.tiers.merchant)).toBe('change-ahead');
    const stay = await anOffer(person, 'high');
    expect(stay).toMatchObject({ chargeCents: 0, priceCents: 1600 });
    expect(await changeTier(commerce, whose(person), guild.tiers.high, stay)).toBeNull();
    expect(await memberOf(person)).toMatchObject({ nextTierId: null, priceCents: 1600 });
    await changeTier(commerce, whose(person), guild.tiers.low, await anOffer(person, 'low'));
    await commerce.pb.collection('guild_tiers').update(guild.tiers.high, { monthlyCents: CENTS.high });
    await daysPass(commerce, 32);
    expect(await memberOf(person)).toMatchObject({
      tierId: guild.tiers.low,
      nextTierId: null,
      priceCents: 800,
    });
  });

  it('keeps the own price when the tier gets dearer, and pays the new one only after accepting it', async () => {
    const [keeps, takes] = [await joined(commerce, guild), await joined(commerce, guild)];
    await commerce.pb.collection('guild_tiers').update(guild.tiers.low, { monthlyCents: 900 });
    expect(await acceptPrice(commerce, whose(takes), 850)).toBe('charge-changed');
    expect(await acceptPrice(commerce, whose(takes), 900)).toBeNull();
    expect((await memberOf(takes)).priceCents).toBe(800);
    await daysPass(commerce, 32);
    await commerce.pb.collection('guild_tiers').update(guild.tiers.low, { monthlyCents: CENTS.low });
    expect([(await memberOf(keeps)).priceCents, (await memberOf(takes)).priceCents]).toEqual([800, 900]);
    expect(await acceptPrice(commerce, whose(keeps), 800)).toBe('not-now');
  });

  it('whose card is declined stays in the tier, and holds no seat', async () => {
    const person = await joined(commerce, guild, { card: 'later' });
    const offer = await anOffer(person, 'high');
    expect(await changeTier(commerce, whose(person), guild.tiers.high, offer)).toBe('declined');
    expect((await memberOf(person)).tierId).toBe(guild.tiers.low);
    const held = await commerce.pb.collection('guild_joinings').getFullList({ filter: "state = 'pending'" });
    expect(held).toHaveLength(0);
  });

  it('skips a month: nothing is charged or granted, the streak continues, and the next month is paid', async () => {
    const person = await joined(commerce, guild);
    expect(await skipMonth(commerce, whose(person))).toBeNull();
    expect(await skipMonth(commerce, whose(person))).toBe('month-covered');
    await daysPass(commerce, 32);
    expect((await snapshotOf(commerce, guild, person)).months.map((month) => month.split(' ')[1])).toEqual([
      'paid',
      'skipped',
    ]);
    expect(await stateOf(person)).toBe('active');
    await daysPass(commerce, 31);
    const { months } = await snapshotOf(commerce, guild, person);
    expect(months.map((month) => month.split(' ')[1])).toEqual(['paid', 'skipped', 'paid']);
    expect(await memberOf(person)).toMatchObject({ streak: 2, months: 2 });
  });

  it('leaves after a skip on the date that the question names', async () => {
    const person = await joined(commerce, guild);
    const view = async () => {
      const found = await myMembershipView(commerce, person.id, guild.id);
      if (!found) throw new Error('the membership is gone');
      return found;
    };
    await skipMonth(commerce, whose(person));
    const asked = await view();
    expect(asked.months.map(({ kind, isAhead }) => emptyMonthText({ kind, isAhead }))).toContain(
      'You pay nothing for this month and do not receive its releases.',
    );
    await setMembershipEnding(commerce, whose(person), true);
    const answered = await view();
    expect(endText(answered.member)).toBe(endText(asked.member));
    expect(membershipStatusText(answered.member)).toContain(endText(asked.member));
    const subscription = await commerce.payments.subscription((await memberOf(person)).subscriptionId);
    expect(answered.member.endsAt).toBe(subscription?.periodEnd);
  });

  it('cancels, resumes, leaves at the end of the paid period, and rejoins without a second bundle', async () => {
    const person = await joined(commerce, guild);
    const before = await snapshotOf(commerce, guild, person);
    expect(await setMembershipEnding(commerce, whose(person), true)).toBeNull();
    expect(await setMembershipEnding(commerce, whose(person), true)).toBeNull();
    expect(await stateOf(person)).toBe('cancelling');
    expect(await setMembershipEnding(commerce, whose(person), false)).toBeNull();
    expect(await stateOf(person)).toBe('active');
    expect(await setMembershipEnding(commerce, whose(person), true)).toBeNull();
    await daysPass(commerce, 32);
    expect(await stateOf(person)).toBe('left');
    expect((await snapshotOf(commerce, guild, person)).entitlements).toEqual(before.entitlements);
    expect(payPage(commerce, await pageOf(commerce, guild, person))).toBeNull();
    await commerce.standIn.deliveries.idle();
    const after = await snapshotOf(commerce, guild, person);
    expect(after.state).toBe('active');
    expect(after.months).toHaveLength(2);
    expect(after.grants.filter((one) => one.startsWith('entry_bundle'))).toHaveLength(1);
    expect(await membershipPortal(commerce, person.id)).toContain('/portal/');
    expect((await membershipInvoices(commerce, person.id)).map(({ totalCents }) => totalCents)).toEqual([
      800, 800,
    ]);
  });

  it('whose payment fails stays for seven days, can pay meanwhile, and lapses after that', async () => {
    const person = await joined(commerce, guild, { card: 'later' });
    await daysPass(commerce, 32);
    expect(await stateOf(person)).toBe('past_due');
    expect(await payMembership(commerce, whose(person))).toBe('declined');
    const { customerId } = await memberOf(person);
    commerce.standIn.simulator.saveCard(customerId, testCard(CARDS.pays) ?? expect.fail('no card'));
    expect(await payMembership(commerce, whose(person))).toBe('paid');
    expect(await stateOf(person)).toBe('active');
    commerce.standIn.simulator.saveCard(customerId, testCard(CARDS.later) ?? expect.fail('no card'));
    await daysPass(commerce, 31);
    expect(await stateOf(person)).toBe('past_due');
    later(commerce, 8);
    await reconcile(commerce);
    expect(await stateOf(person)).toBe('lapsed');
    expect(await payMembership(commerce, whose(person))).toBe('nothing-due');
    expect((await snapshotOf(commerce, guild, person)).months).toHaveLength(2);
    commerce.standIn.simulator.advanceDays(8);
    await commerce.standIn.deliveries.idle();
    expect(await stateOf(person)).toBe('lapsed');
  });
});

describe('a seller', () => {
  beforeEach(async () => {
    guild = await paidGuild(commerce);
    await entryBundle(commerce, guild);
    await release(commerce, guild, 'low');
  });

  it('gives months to a non-member, once; the membership ends with them', async () => {
    const person = await newUser(commerce);
    const gift = { userId: person.id, tierId: guild.tiers.low, months: 2 };
    expect(await giveMonths(commerce, guild.id, gift, { id: 'gift:a', kind: 'gift' })).toBeNull();
    expect(await giveMonths(commerce, guild.id, gift, { id: 'gift:a', kind: 'gift' })).toBe('given-already');
    const { state, months, grants } = await snapshotOf(commerce, guild, person);
    expect([state, months.length]).toEqual(['active', 2]);
    expect(grants.filter((one) => one.startsWith('release'))).toHaveLength(1);
    later(commerce, 70);
    await reconcile(commerce);
    expect(await stateOf(person)).toBe('left');
  });

  it('bans a member, who is not charged again, keeps everything, and cannot join until the ban is lifted', async () => {
    const person = await joined(commerce, guild);
    const before = await snapshotOf(commerce, guild, person);
    const member = await memberOf(person);
    const by = await ownerOf(commerce.pb, guild.storeId);
    expect(await setMemberBan(commerce, guild.id, member.id, true, by)).toBeNull();
    expect((await commerce.payments.subscription(member.subscriptionId))?.status).toBe('ended');
    const request = { guildId: guild.id, tierId: guild.tiers.low, billing: 'monthly' as const };
    expect(await joinGuild(commerce, person, { ...request, shownCents: 800 })).toMatchObject({
      refusal: 'banned',
    });
    expect((await snapshotOf(commerce, guild, person)).entitlements).toEqual(before.entitlements);
    expect(await setMemberBan(commerce, guild.id, member.id, false, by)).toBeNull();
    expect(await pageOf(commerce, guild, person)).toContain('/pay/');
  });

  it('refunds the last payment: seller and marketplace their shares, and only its grants are revoked', async () => {
    const person = await joined(commerce, guild);
    const member = await memberOf(person);
    expect(await refundLastPayment(commerce, guild.id, 'no-such-member')).toBe('no-such-member');
    expect(await refundLastPayment(commerce, guild.id, member.id)).toBeNull();
    expect(await refundLastPayment(commerce, guild.id, member.id)).toBe('nothing-paid');
    const { grants, months, payments } = await snapshotOf(commerce, guild, person);
    expect(grants.every((one) => one.endsWith('false'))).toBe(true);
    expect(months[0]).toContain('refunded');
    expect(payments).toEqual(['first refunded 800 80 720 800']);
  });
});
