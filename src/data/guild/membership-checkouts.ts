import type PocketBase from 'pocketbase';
import type { Tier } from '../../domain/guild/tier.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, type QueryParams, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const j = tables.guildJoinings.as('j');
// By its own name, as the rule of its seats is asked in changes of the table, too.
const t = tables.guildTiers.as('guild_tiers');
const r = tables.tierPrices.as('r');

const CHECKOUT = {
  id: j.id,
  guildId: j.guild,
  tierId: j.tier,
  userId: j.user,
  billing: j.billing,
  /** What each payment will cost: the price at the time of the request. */
  priceCents: j.priceCents,
  /** The days of its free trial; 0 for none. */
  trialDays: j.trialDays,
  state: j.state,
  expiresAt: j.expiresAt,
  /** Idempotency key of the payment page; "" when only a seat is held. */
  checkoutKey: j.checkoutKey,
  customerId: j.customerId,
  /** The payment page's id; "" until it is known. */
  sessionId: j.sessionId,
  sessionUrl: j.sessionUrl,
};
const CHECKOUT_ROW = shape(CHECKOUT);
const CUSTOMER = shape({ id: j.customerId });
const TIER = shape({ id: t.id });
const PRICE = {
  priceId: r.priceId,
  tierId: r.tier,
  billing: r.billing,
  cents: r.cents,
  /** Whether it contains its tax. */
  withTax: r.withTax,
};
const PRICE_ROW = shape(PRICE);

/** A user's checkout for a tier. While it is pending it holds a seat. */
export type MembershipCheckout = RowOf<typeof CHECKOUT>;

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
    select(TIER, sql`SELECT ${TIER} FROM guild_tiers WHERE id = {:tierId} AND NOT ${HAS_SEAT}`, { tierId }),
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
  return firstCheckout(pb, sql`j.[[user]] = {:userId} AND j.guild = {:guildId} AND j.state = 'pending'`, {
    userId,
    guildId,
  });
}

/** The checkout of a payment page; null if it is not ours. */
export async function membershipCheckoutOfSession(
  pb: PocketBase,
  sessionId: string,
): Promise<MembershipCheckout | null> {
  return firstCheckout(pb, sql`j.sessionId = {:sessionId} AND j.sessionId <> ''`, { sessionId });
}

export async function membershipCheckoutById(pb: PocketBase, id: string): Promise<MembershipCheckout | null> {
  if (!isRecordId(id)) return null;
  return firstCheckout(pb, sql`j.id = {:id}`, { id });
}

/** The provider's customer id of a user; "" if they never paid for a guild. */
export async function customerOfUser(pb: PocketBase, userId: string): Promise<string> {
  const customer = await first(
    pb,
    select(
      CUSTOMER,
      sql`SELECT ${CUSTOMER} FROM guild_joinings j WHERE j.[[user]] = {:userId} AND j.customerId <> ''
        ORDER BY j.created, j.id LIMIT 1`,
      { userId },
    ),
  );
  return customer?.id ?? '';
}

async function firstCheckout(
  pb: PocketBase,
  which: Sql,
  params: QueryParams,
): Promise<MembershipCheckout | null> {
  return first(
    pb,
    select(CHECKOUT_ROW, sql`SELECT ${CHECKOUT_ROW} FROM guild_joinings j WHERE ${which} LIMIT 1`, params),
  );
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
  const [checkouts] = await ask(
    pb,
    select(
      CHECKOUT_ROW,
      sql`SELECT ${CHECKOUT_ROW} FROM guild_joinings j INDEXED BY guild_joinings_held
        WHERE j.state = 'pending' AND j.tier > '' AND j.updated < {:before} ORDER BY j.updated LIMIT {:limit}`,
      { before: dateOf(before), limit },
    ),
  );
  return checkouts;
}

/** A price at the provider: one tier, one billing and one amount, with or without tax; it never changes. */
export type TierPrice = RowOf<typeof PRICE>;

/** The provider's price id of a tier at this amount; null if it was never sold at it. */
export async function tierPriceId(
  pb: PocketBase,
  { tierId, billing, cents, withTax }: Omit<TierPrice, 'priceId'>,
): Promise<string | null> {
  const price = await first(
    pb,
    select(
      PRICE_ROW,
      sql`SELECT ${PRICE_ROW} FROM tier_prices r
        WHERE r.tier = {:tierId} AND r.billing = {:billing} AND r.cents = {:cents} AND r.withTax = {:withTax}`,
      { tierId, billing, cents, withTax },
    ),
  );
  return price?.priceId ?? null;
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
  const [prices] = await ask(
    pb,
    select(
      PRICE_ROW,
      sql`SELECT ${PRICE_ROW} FROM guild_tiers t CROSS JOIN tier_prices r ON r.tier = t.id
        WHERE t.guild = {:guildId}`,
      { guildId },
    ),
  );
  return new Map(prices.map((price) => [price.priceId, price]));
}
