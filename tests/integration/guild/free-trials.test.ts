import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { membershipStatusText } from '../../../src/domain/guild/membership-view.ts';
import { dayText } from '../../../src/domain/kernel/instant.ts';
import { instantMonthsLater, monthOf } from '../../../src/domain/kernel/month.ts';
import { openCancelLinks } from '../../../src/server/account/cancel-links.ts';
import { cancelRenewal, remindOfRenewals, renewalOfLink } from '../../../src/server/account/renewals.ts';
import { giveMonths } from '../../../src/server/guild/member-admin.ts';
import { changeBilling } from '../../../src/server/guild/membership-billing.ts';
import { setMembershipEnding, tierOffer } from '../../../src/server/guild/membership-changes.ts';
import { joinGuild } from '../../../src/server/guild/membership-checkout.ts';
import { membershipReturn } from '../../../src/server/guild/membership-return.ts';
import { myMembershipView } from '../../../src/server/guild/my-memberships.ts';
import { openTestCommerce, type TestCommerce } from '../commerce/commerce.ts';
import {
  CENTS,
  daysPass,
  entryBundle,
  joined,
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
const links = openCancelLinks('a secret of this installation');

beforeEach(async () => {
  commerce = await openTestCommerce();
  guild = await paidGuild(commerce);
  const trials = { low: 14, high: 7, merchant: 30 };
  for (const tier of ['low', 'high', 'merchant'] as const)
    await commerce.pb.collection('guild_tiers').update(guild.tiers[tier], { trialDays: trials[tier] });
  await entryBundle(commerce, guild);
});
afterEach(() => commerce.close());
afterEach(async () => {
  await commerce.standIn.deliveries.idle();
  expect(commerce.errors.splice(0)).toEqual([]);
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});

const whose = (person: Person) => ({ userId: person.id, guildId: guild.id });
const memberOf = async (person: Person) =>
  (await membershipOfUser(commerce.pb, person.id, guild.id)) ?? expect.fail('no member');
const viewOf = async (person: Person) =>
  (await myMembershipView(commerce, person.id, guild.id)) ?? expect.fail('no member');
const mailsTo = async ({ email }: Person, kind: string) =>
  commerce.pb.collection('mails').getFullList<{ subject: string; body: string }>({
    filter: commerce.pb.filter("to = {:email} && kind = {:kind} && mailKey !~ 'bill:%'", { email, kind }),
    sort: 'created,id',
  });
/** A mail's text without its line breaks. */
const flat = (body = '') => body.replace(/\s+/g, ' ');
const ask = (person: Person, shownTrialDays: number, tier: keyof typeof CENTS = 'low') =>
  joinGuild(commerce, person, {
    guildId: guild.id,
    tierId: guild.tiers[tier],
    billing: 'monthly',
    shownCents: CENTS[tier],
    shownTrialDays,
  });
/** What the seller and the marketplace have of a person's payments, and what the person has. */
const holdings = async (person: Person) => {
  const { state, payments, grants, entitlements } = await snapshotOf(commerce, guild, person);
  return { state, payments, grants: grants.length, entitlements: entitlements.length };
};

describe('a free trial', () => {
  // First of all, because payment pages use the real clock.
  it('is one, also from two windows at once, and is offered after months that were given', async () => {
    const person = await newUser(commerce);
    const { tiers } = guild;
    expect(
      await giveMonths(
        commerce,
        guild.id,
        { userId: person.id, tierId: tiers.low, months: 1 },
        { id: 'gift:a', kind: 'gift' },
      ),
    ).toBeNull();
    const joinedAt = new Date(commerce.now() - 40 * 86_400_000).toISOString();
    const { id } = await memberOf(person);
    await commerce.pb.collection('guild_members').update(id, { state: 'left', joinedAt });
    const [one, two] = await Promise.all([ask(person, 14), ask(person, 14)]);
    const other = await ask(person, 7, 'high');
    expect([one.kind, two.kind, other.kind]).toEqual(['pay', 'pay', 'pay']);
    const urls = [one, two, other].flatMap((outcome) => (outcome.kind === 'pay' ? [outcome.url] : []));
    const paid = urls.filter((url) => payPage(commerce, url) === null);
    expect(paid).toEqual(urls.slice(2));
    await commerce.standIn.deliveries.idle();
    expect((await memberOf(person)).state).toBe('trialing');
    const subscriptions = commerce.standIn.simulator.book
      .all('subscriptions')
      .filter((row) => JSON.stringify(row['metadata']).includes(person.id));
    expect(subscriptions).toHaveLength(1);
  });

  it('costs nothing until its day, is spoken of before, and then brings the models of the paid month once', async () => {
    const person = await newUser(commerce);
    const url = await pageOf(commerce, guild, person, 'low', 'monthly', 14);
    expect(payPage(commerce, url)).toBeNull();
    await commerce.standIn.deliveries.idle();
    const { nextChargeAt, joinedAt } = await memberOf(person);
    expect((nextChargeAt ?? 0) - joinedAt).toBe(14 * 86_400_000);
    const firstAt = nextChargeAt ?? 0;
    // What is out now for the month of the first charge is promised; nothing of this month unless it is the same.
    const ahead = monthOf(firstAt) === monthOf(commerce.now()) ? 0 : 1;
    await release(commerce, guild, 'low', ahead);
    await release(commerce, guild, 'low', ahead - 1);
    expect(await membershipReturn(commerce, url.split('/').at(-1) ?? '')).toMatchObject({
      state: 'active',
      received: [],
      trialUntil: firstAt,
    });
    expect(await holdings(person)).toEqual({ state: 'trialing', payments: [], grants: 0, entitlements: 0 });
    const view = await viewOf(person);
    expect(membershipStatusText(view.member)).toBe(
      `You are on a free trial. The first payment, $8.00, is due on ${dayText(firstAt)}. Models are yours from that payment on.`,
    );
    expect(view.coming.map(({ month }) => month)).toEqual([monthOf(firstAt)]);
    const [welcome] = await mailsTo(person, 'guild');
    expect(flat(welcome?.body)).toContain(
      `until ${dayText(firstAt)}. On that day the first payment is due: $8.00 a month`,
    );
    // A higher tier would cost nothing until the first payment.
    expect(await tierOffer(commerce, whose(person), guild.tiers.high)).toBe('not-now');
    expect(await changeBilling(commerce, whose(person), 'annual', 8000)).toBe('not-now');

    await daysPass(commerce, 10);
    await remindOfRenewals(commerce, links);
    expect(await mailsTo(person, 'renewal')).toEqual([]);
    await daysPass(commerce, 2);
    await Promise.all([remindOfRenewals(commerce, links), remindOfRenewals(commerce, links)]);
    const [mail, ...more] = await mailsTo(person, 'renewal');
    expect(more).toEqual([]);
    expect(mail?.subject).toContain(`ends on ${dayText(firstAt)}`);
    expect(flat(mail?.body)).toContain(`ends on ${dayText(firstAt)}. On that day $8.00 is charged`);

    await daysPass(commerce, 3);
    expect(await holdings(person)).toEqual({
      state: 'active',
      payments: ['renewal paid 800 80 720 0'],
      // The entry bundle, and the release of the month that was paid.
      grants: 2,
      entitlements: 2,
    });
    const { months } = await snapshotOf(commerce, guild, person);
    expect(months.map((line) => line.split(' ').slice(1, 3).join(' '))).toEqual(['trial 0', 'paid 800']);
    // A change of billing is a trial at the provider, and none here.
    expect(await changeBilling(commerce, whose(person), 'annual', 8000)).toBeNull();
    expect(await memberOf(person)).toMatchObject({ state: 'active', billing: 'monthly' });
    expect(await tierOffer(commerce, whose(person), guild.tiers.high)).toBe('billing-ahead');
    expect(await remindOfRenewals(commerce, links)).toBeUndefined();
    expect(await mailsTo(person, 'renewal')).toHaveLength(1);
  });

  it('that is cancelled runs to its end and leaves nothing behind, and there is no second one', async () => {
    const person = await joined(commerce, guild, { tier: 'high', trialDays: 7 });
    expect(await setMembershipEnding(commerce, whose(person), true)).toBeNull();
    expect(await setMembershipEnding(commerce, whose(person), false)).toBeNull();
    expect(await setMembershipEnding(commerce, whose(person), false)).toBeNull();
    expect((await memberOf(person)).state).toBe('trialing');
    await daysPass(commerce, 5);
    await remindOfRenewals(commerce, links);
    const [mail] = await mailsTo(person, 'renewal');
    const token = /cancel-membership\/(\S+)/.exec(mail?.body ?? '')?.[1] ?? '';
    const found = (await renewalOfLink(commerce, links, token)) ?? expect.fail('no link');
    expect(await cancelRenewal(commerce, found)).toBe(true);
    const { member } = await viewOf(person);
    expect(membershipStatusText(member)).toBe(
      `Your free trial ends on ${dayText(found.renewsAt)}. Nothing is charged.`,
    );
    expect(await ask(person, 7)).toEqual({ kind: 'refused', refusal: 'already-in' });
    await daysPass(commerce, 3);
    expect(await holdings(person)).toEqual({ state: 'left', payments: [], grants: 0, entitlements: 0 });
    expect(await ask(person, 7, 'high')).toEqual({ kind: 'changed', priceCents: 1600, trialDays: 0 });
    expect(await ask(person, 14, 'low')).toEqual({ kind: 'changed', priceCents: 800, trialDays: 0 });
    expect(payPage(commerce, await pageOf(commerce, guild, person, 'low'))).toBeNull();
    await commerce.standIn.deliveries.idle();
    expect(await holdings(person)).toMatchObject({ state: 'active', payments: ['first paid 800 80 720 0'] });
  });

  it('whose first charge fails takes the way of every failed payment', async () => {
    const person = await joined(commerce, guild, { tier: 'high', trialDays: 7, card: 'later' });
    expect((await memberOf(person)).state).toBe('trialing');
    await daysPass(commerce, 7);
    expect((await memberOf(person)).state).toBe('past_due');
    expect(await mailsTo(person, 'dunning')).toHaveLength(1);
    await daysPass(commerce, 8);
    expect(await holdings(person)).toEqual({ state: 'lapsed', payments: [], grants: 0, entitlements: 0 });
    expect(instantMonthsLater((await memberOf(person)).joinedAt, 1)).toBeGreaterThan(commerce.now());
  });
});
