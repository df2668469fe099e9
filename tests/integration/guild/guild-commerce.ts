import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { periodsOfMember } from '../../../src/data/guild/membership-periods.ts';
import { testCard } from '../../../src/dev/payments/cards.ts';
import { DAY_S } from '../../../src/dev/payments/clock.ts';
import { weekdayOf } from '../../../src/dev/payments/sellers/bank.ts';
import { instantMonthsLater, monthOf } from '../../../src/domain/kernel/month.ts';
import { joinGuild } from '../../../src/server/guild/membership-checkout.ts';
import type { TestCommerce } from '../commerce/commerce.ts';

/** A live guild whose members pay, with tiers low ($8), high ($16) and merchant ($24), each including the lower ones. */
export interface PaidGuild {
  id: string;
  storeId: string;
  account: string;
  tiers: { low: string; high: string; merchant: string };
}
export type Person = { id: string; email: string; username: string };

export const CENTS = { low: 800, high: 1600, merchant: 2400 } as const;
export const CARDS = {
  pays: '4242424242424242',
  later: '4000000000000341',
  asks: '4000002760003184',
} as const;

let made = 0;

export async function paidGuild(commerce: TestCommerce, more: object = {}): Promise<PaidGuild> {
  const slug = `guild${++made}`;
  const storeId = await commerce.store(slug);
  payOutOnYesterdaysWeekday(commerce, `acct_${slug}`);
  const row = async (collection: string, data: object) =>
    (await commerce.pb.collection(collection).create({ ...data })).id;
  const id = await row('guilds', {
    store: storeId,
    name: `Guild ${made}`,
    state: 'live',
    grantRule: 'one_per_payment',
    billings: ['monthly', 'annual'],
    welcome: 'Welcome in, take a seat.',
    ...more,
  });
  const tier = (name: keyof typeof CENTS, position: number) =>
    row('guild_tiers', {
      guild: id,
      name,
      position,
      licence: name === 'merchant' ? 'merchant' : 'personal',
      includesLower: true,
      state: 'public',
      monthlyCents: CENTS[name],
      annualCents: CENTS[name] * 10,
      benefits: [],
    });
  const tiers = {
    low: await tier('low', 0),
    high: await tier('high', 1),
    merchant: await tier('merchant', 2),
  };
  return { id, storeId, account: `acct_${slug}`, tiers };
}

/**
 * A payout takes what a refund needs, and leaves on a weekday. By that of yesterday the tests meet the same payouts on
 * whatever day they run; on Mondays, as by default, those that refund 32 days later failed when they ran on a Thursday.
 */
function payOutOnYesterdaysWeekday({ standIn }: TestCommerce, id: string): void {
  const { book } = standIn.simulator;
  const account = book.find('accounts', id);
  if (!account) throw new Error(`no account ${id}`);
  book.change(account, { payout_day: weekdayOf(Date.now() / 1000 - DAY_S) });
}

/** A published release for a tier, by default of the current month. */
export async function release(
  commerce: TestCommerce,
  guild: PaidGuild,
  tier: keyof typeof CENTS = 'low',
  monthsAhead = 0,
): Promise<string> {
  const { pb } = commerce;
  const at = instantMonthsLater(commerce.now(), monthsAhead);
  const { id } = await pb.collection('releases').create({
    guild: guild.id,
    title: `${monthOf(at)} ${tier}`,
    month: monthOf(at),
    state: 'published',
    publishedAt: new Date(commerce.now() - 86_400_000).toISOString(),
  });
  const product = await commerce.product(guild.storeId, 500);
  await pb.collection('release_products').create({ release: id, product });
  await pb.collection('release_tiers').create({ release: id, tier: guild.tiers[tier] });
  return id;
}

export async function entryBundle(commerce: TestCommerce, guild: PaidGuild): Promise<string> {
  const { pb } = commerce;
  const { id } = await pb.collection('entry_bundles').create({
    guild: guild.id,
    name: 'Welcome box',
    state: 'active',
    minPaidPeriods: 1,
    startedAt: new Date(0).toISOString(),
  });
  const product = await commerce.product(guild.storeId, 500);
  await pb.collection('entry_bundle_products').create({ bundle: id, product });
  await pb.collection('entry_bundle_tiers').create({ bundle: id, tier: guild.tiers.low });
  return id;
}

export async function newUser(commerce: TestCommerce): Promise<Person> {
  const username = `member${++made}`;
  return { ...(await commerce.person(username)), username };
}

/** Opens the payment page of a new membership and returns its address. */
export async function pageOf(
  commerce: TestCommerce,
  guild: PaidGuild,
  person: Person,
  tier: keyof typeof CENTS = 'low',
  billing: 'monthly' | 'annual' = 'monthly',
  shownTrialDays = 0,
): Promise<string> {
  // Payment pages use the real clock.
  const gone = ahead.get(commerce) ?? 0;
  commerce.later(-gone);
  const begun = await joinGuild(commerce, person, {
    guildId: guild.id,
    tierId: guild.tiers[tier],
    billing,
    shownCents: billing === 'annual' ? CENTS[tier] * 10 : CENTS[tier],
    shownTrialDays,
  });
  commerce.later(gone);
  if (begun.kind !== 'pay') throw new Error(JSON.stringify(begun));
  return begun.url;
}

export function payPage(
  commerce: TestCommerce,
  url: string,
  card: keyof typeof CARDS = 'pays',
): string | null {
  const known = testCard(CARDS[card]);
  if (!known) throw new Error('no such card');
  return commerce.standIn.simulator.pay(url.split('/').at(-1) ?? '', known);
}

/** A new member whose payment was synced by webhook events. */
export async function joined(
  commerce: TestCommerce,
  guild: PaidGuild,
  how: {
    tier?: keyof typeof CENTS;
    billing?: 'monthly' | 'annual';
    card?: keyof typeof CARDS;
    trialDays?: number;
  } = {},
): Promise<Person> {
  const person = await newUser(commerce);
  const url = await pageOf(commerce, guild, person, how.tier, how.billing, how.trialDays);
  const refusal = payPage(commerce, url, how.card);
  if (refusal) throw new Error(refusal);
  await commerce.standIn.deliveries.settled();
  return person;
}

/** How far the context's clock was moved forward, in ms. */
const ahead = new WeakMap<TestCommerce, number>();

/** Lets time pass in the app, but not at the provider. */
export function later(commerce: TestCommerce, days: number): void {
  commerce.later(days * 86_400_000);
  ahead.set(commerce, (ahead.get(commerce) ?? 0) + days * 86_400_000);
}

/** Lets time pass in the app and at the provider, and waits for the webhook events. Renewals that begin are charged. */
export async function daysPass(commerce: TestCommerce, days: number): Promise<void> {
  await timePasses(commerce, days);
  const invoices = commerce.standIn.simulator.book.all('invoices');
  if (invoices.some((row) => typeof row['automatically_finalizes_at'] === 'number'))
    await hourPasses(commerce);
}

/** Lets an hour pass in the app and at the provider: renewals are drafts for one. */
export async function hourPasses(commerce: TestCommerce): Promise<void> {
  later(commerce, 1 / 24);
  commerce.standIn.simulator.advanceHours(1);
  await commerce.standIn.deliveries.settled();
}

/** Lets days pass without the hour after a renewal has begun. */
export async function timePasses(commerce: TestCommerce, days: number): Promise<void> {
  later(commerce, days);
  commerce.standIn.simulator.advanceDays(days);
  await commerce.standIn.deliveries.settled();
}

/** Everything stored about a user in a guild, without ids and timestamps, for comparisons. */
export async function snapshotOf(commerce: TestCommerce, guild: PaidGuild, person: Person) {
  const { pb } = commerce;
  const member = await membershipOfUser(pb, person.id, guild.id);
  const rows = (collection: string, filter: string, params: object) =>
    pb.collection(collection).getFullList({ filter: pb.filter(filter, { ...params }) });
  const months = member ? await periodsOfMember(pb, member.id) : [];
  const [grants, entitlements, payments] = await Promise.all([
    rows('guild_handouts', 'member = {:id}', { id: member?.id ?? '' }),
    rows('entitlements', 'user = {:id}', { id: person.id }),
    rows('guild_payments', 'member = {:id}', { id: member?.id ?? '' }),
  ]);
  return {
    state: member?.state ?? null,
    tier: member?.tierId ?? null,
    months: months.map(({ month, kind, paidCents, paymentId, upgrade }) =>
      [month, kind, paidCents, paymentId, upgrade?.paymentId ?? '', upgrade?.refunded ?? false].join(' '),
    ),
    grants: grants.map((row) => [row['kind'], row['what'], row['revokedAt'] === ''].join(' ')).sort(),
    entitlements: entitlements.map((row) => [row['product'], row['revokedAt'] === ''].join(' ')).sort(),
    payments: payments
      .map((row) =>
        [
          row['kind'],
          row['state'],
          row['paidCents'],
          row['commissionCents'],
          row['netCents'],
          row['refundedCents'],
        ].join(' '),
      )
      .sort(),
  };
}
