import type PocketBase from 'pocketbase';
import type { Billing } from '../../domain/guild/guild.ts';
import type { Tier } from '../../domain/guild/tier.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { ask, query } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import type { GuildJoiningsRecord, TierPricesRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** A user's checkout for a tier. While it is pending it holds a seat. */
export interface MembershipCheckout {
  id: string;
  guildId: string;
  tierId: string;
  userId: string;
  billing: Billing;
  /** What each payment will cost: the price at the time of the request. */
  priceCents: Cents;
  /** The days of its free trial; 0 for none. */
  trialDays: number;
  state: 'pending' | 'done' | 'expired';
  expiresAt: Instant;
  /** Idempotency key of the payment page; "" when only a seat is held. */
  checkoutKey: string;
  customerId: string;
  /** The payment page's id; "" until it is known. */
  sessionId: string;
  sessionUrl: string;
}

export type NewMembershipCheckout = Omit<
  MembershipCheckout,
  'state' | 'sessionId' | 'sessionUrl' | 'customerId'
>;

/** Whether a row of `guild_tiers` has a seat that is not taken by members and by those who are about to pay. */
const HAS_SEAT = sql`(seats = 0 OR seats > members
  + (SELECT count(*) FROM guild_joinings j WHERE j.tier = guild_tiers.id AND j.state = 'pending'))`;

/** Whether nobody can join a tier, because its seats are taken by members and by those who are about to pay. */
export async function isFull(pb: PocketBase, tierId: string): Promise<boolean> {
  const [rows] = await ask(
    pb,
    query<{ id: string }>(
      sql`SELECT id FROM guild_tiers WHERE id = {:tierId} AND NOT ${HAS_SEAT}`,
      { tierId },
      ['id'],
    ),
  );
  return rows.length > 0;
}

/**
 * Stores a checkout that holds a seat, if the tier still has one at the same price. Returns `pending` if the user already
 * has a pending checkout for the guild, `sold-out` if the last seat was taken or the tier has changed, and `already-in` if
 * it would open a payment page for somebody who became a member meanwhile.
 * @param tier the tier as it was read.
 */
export async function holdSeat(
  pb: PocketBase,
  checkout: NewMembershipCheckout,
  tier: Pick<Tier, 'id' | 'guildId' | 'state' | 'monthlyCents' | 'annualCents'>,
  at: Instant,
): Promise<'pending' | 'sold-out' | 'already-in' | null> {
  const now = dateOf(at);
  const steps = transaction(pb)
    .exec(
      sql`UPDATE guild_tiers SET members = members WHERE id = {:tier} AND guild = {:guild} AND state = {:state}
        AND monthlyCents = {:monthly} AND annualCents = {:annual} AND ${HAS_SEAT}`,
      {
        tier: tier.id,
        guild: tier.guildId,
        state: tier.state,
        monthly: tier.monthlyCents,
        annual: tier.annualCents ?? 0,
      },
      { expect: 1, else: 'sold-out' },
    )
    .exec(
      sql`INSERT INTO guild_joinings (id, guild, tier, [[user]], billing, priceCents, trialDays, state, expiresAt,
          checkoutKey, customerId, sessionId, sessionUrl, created, updated)
        SELECT {:id}, {:guild}, {:tier}, {:user}, {:billing}, {:price}, {:trialDays}, 'pending', {:expiresAt}, {:key}, '', '', '',
          {:now}, {:now}
        WHERE {:key} = '' OR NOT EXISTS (SELECT 1 FROM guild_members m WHERE m.guild = {:guild} AND m.[[user]] = {:user}
          AND m.state IN ('trialing', 'active', 'past_due', 'cancelling'))`,
      {
        id: checkout.id,
        guild: checkout.guildId,
        tier: checkout.tierId,
        user: checkout.userId,
        billing: checkout.billing,
        price: checkout.priceCents,
        trialDays: checkout.trialDays,
        expiresAt: dateOf(checkout.expiresAt),
        key: checkout.checkoutKey,
        now,
      },
      { expect: 1, else: 'already-in' },
    );
  const refusal = await refusalOf(steps, ['sold-out', 'already-in', 'conflict']);
  return refusal === 'conflict' ? 'pending' : (refusal as 'sold-out' | 'already-in' | null);
}

/** A user's pending checkout for a guild; null for none. */
export async function pendingMembershipCheckout(
  pb: PocketBase,
  userId: string,
  guildId: string,
): Promise<MembershipCheckout | null> {
  return firstCheckout(
    pb,
    pb.filter("user = {:userId} && guild = {:guildId} && state = 'pending'", { userId, guildId }),
  );
}

/** The checkout of a payment page; null if it is not ours. */
export async function membershipCheckoutOfSession(
  pb: PocketBase,
  sessionId: string,
): Promise<MembershipCheckout | null> {
  if (sessionId === '') return null;
  return firstCheckout(pb, pb.filter('sessionId = {:sessionId}', { sessionId }));
}

export async function membershipCheckoutById(pb: PocketBase, id: string): Promise<MembershipCheckout | null> {
  if (!isRecordId(id)) return null;
  return firstCheckout(pb, pb.filter('id = {:id}', { id }));
}

/** The provider's customer id of a user; "" if they never paid for a guild. */
export async function customerOfUser(pb: PocketBase, userId: string): Promise<string> {
  const record = await orNull(
    pb
      .collection('guild_joinings')
      .getFirstListItem<GuildJoiningsRecord>(pb.filter("user = {:userId} && customerId != ''", { userId }), {
        sort: 'created,id',
      }),
  );
  return record?.customerId ?? '';
}

async function firstCheckout(pb: PocketBase, filter: string): Promise<MembershipCheckout | null> {
  const record = await orNull(pb.collection('guild_joinings').getFirstListItem<GuildJoiningsRecord>(filter));
  return record && checkoutOf(record);
}

/**
 * Stores an attempt to open the page of a pending checkout, with its customer, before the provider is asked.
 * @param attempt.seen the key as it was read; the same as `key` where the attempt is repeated.
 * @returns false if the checkout is over, has a page, or another attempt took its place.
 */
export async function beginMembershipCheckoutAttempt(
  pb: PocketBase,
  attempt: { id: string; seen: string; key: string; expiresAt: Instant; customerId: string },
  at: Instant,
): Promise<boolean> {
  const { expiresAt, ...values } = attempt;
  const steps = transaction(pb).exec(
    sql`UPDATE guild_joinings SET checkoutKey = {:key}, expiresAt = {:expires}, customerId = {:customerId},
        updated = {:now} WHERE id = {:id} AND state = 'pending' AND sessionId = '' AND checkoutKey = {:seen}`,
    { ...values, expires: dateOf(expiresAt), now: dateOf(at) },
    { expect: 1, else: 'changed' },
  );
  return (await refusalOf(steps, ['changed'])) === null;
}

/** Stores the page that an attempt opened. False if the checkout is over, or another attempt took its place. */
export async function saveMembershipCheckoutPage(
  pb: PocketBase,
  { id, key, page }: { id: string; key: string; page: { id: string; url: string } },
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE guild_joinings SET sessionId = {:session}, sessionUrl = {:url}, updated = {:now}
      WHERE id = {:id} AND state = 'pending' AND checkoutKey = {:key} AND sessionId IN ('', {:session})`,
    { id, key, session: page.id, url: page.url, now: dateOf(at) },
    { expect: 1, else: 'over' },
  );
  return (await refusalOf(steps, ['over'])) === null;
}

/**
 * Expires a pending checkout whose page is closed, or was never opened, and frees its seat. False if it changed since it
 * was read: a page may be opening.
 */
export async function expireUnchangedCheckout(
  pb: PocketBase,
  { id, customerId, sessionId }: Pick<MembershipCheckout, 'id' | 'customerId' | 'sessionId'>,
  at: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE guild_joinings SET state = 'expired', updated = {:now} WHERE id = {:id} AND state = 'pending'
      AND sessionId = {:sessionId} AND ({:sessionId} <> '' OR customerId = {:customerId})`,
    { id, customerId, sessionId, now: dateOf(at) },
    { expect: 1, else: 'changed' },
  );
  return (await refusalOf(steps, ['changed'])) === null;
}

/** Ends a checkout and frees its seat. Idempotent. */
export async function endMembershipCheckout(
  pb: PocketBase,
  checkoutId: string,
  outcome: 'done' | 'expired',
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE guild_joinings SET state = {:outcome}, updated = {:now} WHERE id = {:id} AND (state = 'pending' OR {:outcome} = 'done')`,
      { id: checkoutId, outcome, now: dateOf(at) },
    )
    .run();
}

/** Pending checkouts not updated since `before`, oldest first. */
export async function pendingMembershipCheckouts(
  pb: PocketBase,
  before: Instant,
  limit: number,
): Promise<MembershipCheckout[]> {
  const list = await pb.collection('guild_joinings').getList<GuildJoiningsRecord>(1, limit, {
    filter: pb.filter("state = 'pending' && updated < {:before}", { before: dateOf(before) }),
    sort: 'updated',
    skipTotal: true,
  });
  return list.items.map(checkoutOf);
}

function checkoutOf(record: GuildJoiningsRecord): MembershipCheckout {
  return {
    id: record.id,
    guildId: record.guild,
    tierId: record.tier,
    userId: record.user,
    billing: record.billing === 'annual' ? 'annual' : 'monthly',
    priceCents: record.priceCents,
    trialDays: record.trialDays,
    state: record.state === '' ? 'expired' : record.state,
    expiresAt: instantOf(record.expiresAt) ?? 0,
    checkoutKey: record.checkoutKey,
    customerId: record.customerId,
    sessionId: record.sessionId,
    sessionUrl: record.sessionUrl,
  };
}

/** A price at the provider: one tier, one billing and one amount, with or without tax; it never changes. */
export interface TierPrice {
  priceId: string;
  tierId: string;
  billing: Billing;
  cents: Cents;
  /** Whether it contains its tax. */
  withTax: boolean;
}

/** The provider's price id of a tier at this amount; null if it was never sold at it. */
export async function tierPriceId(
  pb: PocketBase,
  { tierId, billing, cents, withTax }: Omit<TierPrice, 'priceId'>,
): Promise<string | null> {
  const filter = pb.filter(
    'tier = {:tierId} && billing = {:billing} && cents = {:cents} && withTax = {:withTax}',
    { tierId, billing, cents, withTax },
  );
  const record = await orNull(pb.collection('tier_prices').getFirstListItem<TierPricesRecord>(filter));
  return record?.priceId ?? null;
}

/** Stores the provider's price id. Idempotent. */
export async function saveTierPrice(pb: PocketBase, price: TierPrice, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`INSERT OR IGNORE INTO tier_prices (id, tier, billing, cents, withTax, priceId, created)
        VALUES (${NEW_ID_SQL}, {:tierId}, {:billing}, {:cents}, {:withTax}, {:priceId}, {:now})`,
      { ...price, now: dateOf(at) },
    )
    .run();
}

/** All prices a guild's tiers were ever sold at, by the provider's price id. */
export async function pricesOfGuild(pb: PocketBase, guildId: string): Promise<Map<string, TierPrice>> {
  const records = await pb.collection('tier_prices').getFullList<TierPricesRecord>({
    filter: pb.filter('tier.guild = {:guildId}', { guildId }),
  });
  return new Map(
    records.map(({ priceId, tier, billing, cents, withTax }) => [
      priceId,
      {
        priceId,
        tierId: tier,
        billing: billing === 'annual' ? ('annual' as const) : ('monthly' as const),
        cents,
        withTax,
      },
    ]),
  );
}
