import type PocketBase from 'pocketbase';
import type { Billing } from '../../domain/guild/guild.ts';
import type { Tier } from '../../domain/guild/tier.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import type { GuildJoiningsRecord, TierPricesRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** Somebody on his way into a tier: while it is pending it holds a seat. */
export interface MembershipCheckout {
  id: string;
  guildId: string;
  tierId: string;
  userId: string;
  billing: Billing;
  /** What each payment will cost: the price of the moment he asked. */
  priceCents: Cents;
  state: 'pending' | 'done' | 'expired';
  expiresAt: Instant;
  /** What makes the payment page open once; "" where only a seat is held. */
  checkoutKey: string;
  customerId: string;
  /** The payment page; "" until it is known. */
  sessionId: string;
  sessionUrl: string;
}

export type NewMembershipCheckout = Omit<MembershipCheckout, 'state' | 'sessionId' | 'sessionUrl' | 'customerId'>;

/**
 * Writes a joining that holds a seat, as long as the tier still has one and costs what was counted. `pending` where the
 * same person is on the way into the guild already, `sold-out` where the last seat was taken meanwhile.
 * @param tier the tier as it was looked at.
 */
export async function holdSeat(
  pb: PocketBase,
  joining: NewMembershipCheckout,
  tier: Pick<Tier, 'id' | 'guildId' | 'state' | 'monthlyCents' | 'annualCents'>,
  at: Instant,
): Promise<'pending' | 'sold-out' | null> {
  const now = dateOf(at);
  const steps = transaction(pb)
    .exec(
      sql`UPDATE guild_tiers SET members = members WHERE id = {:tier} AND guild = {:guild} AND state = {:state}
        AND monthlyCents = {:monthly} AND annualCents = {:annual} AND (seats = 0 OR seats > members
          + (SELECT count(*) FROM guild_joinings j WHERE j.tier = guild_tiers.id AND j.state = 'pending'))`,
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
      sql`INSERT INTO guild_joinings (id, guild, tier, [[user]], billing, priceCents, state, expiresAt, checkoutKey,
          customerId, sessionId, sessionUrl, created, updated)
        VALUES ({:id}, {:guild}, {:tier}, {:user}, {:billing}, {:price}, 'pending', {:expiresAt}, {:key}, '', '', '',
          {:now}, {:now})`,
      {
        id: joining.id,
        guild: joining.guildId,
        tier: joining.tierId,
        user: joining.userId,
        billing: joining.billing,
        price: joining.priceCents,
        expiresAt: dateOf(joining.expiresAt),
        key: joining.checkoutKey,
        now,
      },
    );
  const refusal = await refusalOf(steps, ['sold-out', 'conflict']);
  return refusal === 'conflict' ? 'pending' : (refusal as 'sold-out' | null);
}

/** Who is on the way into a guild; null where nobody of that id is. */
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

/** The joining of a payment page; null where it is none of ours. */
export async function membershipCheckoutOfSession(pb: PocketBase, sessionId: string): Promise<MembershipCheckout | null> {
  if (sessionId === '') return null;
  return firstCheckout(pb, pb.filter('sessionId = {:sessionId}', { sessionId }));
}

export async function membershipCheckoutById(pb: PocketBase, id: string): Promise<MembershipCheckout | null> {
  if (!isRecordId(id)) return null;
  return firstCheckout(pb, pb.filter('id = {:id}', { id }));
}

/** What the payment provider calls a person; "" where he never paid for a guild. */
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

/** Keeps who is billed and the page that was opened for a joining. */
export async function saveMembershipCheckoutPage(
  pb: PocketBase,
  checkoutId: string,
  page: { customerId: string; sessionId: string; sessionUrl: string },
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE guild_joinings SET customerId = {:customerId}, sessionId = {:sessionId}, sessionUrl = {:sessionUrl},
          updated = {:now} WHERE id = {:id}`,
      { ...page, id: checkoutId, now: dateOf(at) },
    )
    .run();
}

/** Ends a joining, and with it the seat it held. Twice is once. */
export async function endMembershipCheckout(
  pb: PocketBase,
  checkoutId: string,
  how: 'done' | 'expired',
  at: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE guild_joinings SET state = {:how}, updated = {:now} WHERE id = {:id} AND (state = 'pending' OR {:how} = 'done')`,
      { id: checkoutId, how, now: dateOf(at) },
    )
    .run();
}

/** Joinings still pending since a moment, the oldest first. */
export async function pendingMembershipCheckouts(pb: PocketBase, before: Instant, limit: number): Promise<MembershipCheckout[]> {
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
    state: record.state === '' ? 'expired' : record.state,
    expiresAt: instantOf(record.expiresAt) ?? 0,
    checkoutKey: record.checkoutKey,
    customerId: record.customerId,
    sessionId: record.sessionId,
    sessionUrl: record.sessionUrl,
  };
}

/** A price at the provider: for ever one tier, one rhythm and one amount. */
export interface TierPrice {
  priceId: string;
  tierId: string;
  billing: Billing;
  cents: Cents;
}

/** What the provider calls a tier at this price; null where it was never sold so. */
export async function tierPriceId(
  pb: PocketBase,
  { tierId, billing, cents }: Omit<TierPrice, 'priceId'>,
): Promise<string | null> {
  const filter = pb.filter('tier = {:tierId} && billing = {:billing} && cents = {:cents}', {
    tierId,
    billing,
    cents,
  });
  const record = await orNull(pb.collection('tier_prices').getFirstListItem<TierPricesRecord>(filter));
  return record?.priceId ?? null;
}

/** Keeps what the provider calls a price. Twice is once. */
export async function saveTierPrice(pb: PocketBase, price: TierPrice, at: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`INSERT OR IGNORE INTO tier_prices (id, tier, billing, cents, priceId, created)
        VALUES (${NEW_ID_SQL}, {:tierId}, {:billing}, {:cents}, {:priceId}, {:now})`,
      { ...price, now: dateOf(at) },
    )
    .run();
}

/** The prices a guild's tiers were ever sold at, by the provider's id. */
export async function pricesOfGuild(pb: PocketBase, guildId: string): Promise<Map<string, TierPrice>> {
  const records = await pb.collection('tier_prices').getFullList<TierPricesRecord>({
    filter: pb.filter('tier.guild = {:guildId}', { guildId }),
  });
  return new Map(
    records.map(({ priceId, tier, billing, cents }) => [
      priceId,
      {
        priceId,
        tierId: tier,
        billing: billing === 'annual' ? ('annual' as const) : ('monthly' as const),
        cents,
      },
    ]),
  );
}
