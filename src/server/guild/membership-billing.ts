import type { StoredMember } from '../../data/guild/guild-members.ts';
import { tierOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildById } from '../../data/guild/guilds.ts';
import { pricesOfGuild } from '../../data/guild/membership-checkouts.ts';
import type { Billing } from '../../domain/guild/guild.ts';
import { type BillingChangeRefusal, billingChange } from '../../domain/guild/member.ts';
import type { MembershipView } from '../../domain/guild/membership-view.ts';
import type { Tier } from '../../domain/guild/tier.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { priceOfTier } from './membership-checkout.ts';
import { syncMembership } from './memberships.ts';

/** How a member goes over from paying each month to paying each year, or back: always with his next payment. */

/** What the subscription is billed from the next payment on, where that is another rhythm; else null. */
export async function billingAhead(
  { pb }: Pick<CommerceContext, 'pb'>,
  member: Pick<StoredMember, 'guildId' | 'billing' | 'stripePriceId'>,
): Promise<{ billing: Billing; cents: Cents } | null> {
  if (member.stripePriceId === '') return null;
  const price = (await pricesOfGuild(pb, member.guildId)).get(member.stripePriceId);
  return price && price.billing !== member.billing ? { billing: price.billing, cents: price.cents } : null;
}

/**
 * Whether the provider waits with the next payment because of a change of rhythm, also one that was called off again: a
 * step to a higher tier would cost nothing there meanwhile.
 */
export async function billingWaits(
  { payments }: Pick<CommerceContext, 'payments'>,
  member: Pick<StoredMember, 'subscriptionId'>,
): Promise<boolean> {
  const truth = await payments.subscription(member.subscriptionId);
  return truth?.status === 'trialing';
}

/**
 * Goes over to another rhythm with the next payment; nothing is charged now. Null where it is done.
 * @param shownCents what he saw that each payment costs then; another price is asked about again.
 * @throws PaymentsUnavailable
 */
export async function changeBilling(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
  to: Billing,
  shownCents: Cents,
): Promise<BillingChangeRefusal | 'charge-changed' | null> {
  const { pb, payments } = commerce;
  const member = await syncMembership(commerce, whose);
  if (!member) return 'not-now';
  const [guild, tier, ahead] = await Promise.all([
    guildById(pb, whose.guildId),
    tierOfGuild(pb, whose.guildId, member.tierId),
    billingAhead(commerce, member),
  ]);
  if (!guild || !tier) return 'not-now';
  const change = billingChange({ ...member, nextBilling: ahead?.billing ?? null }, tier, guild.billings, to);
  if ('refusal' in change) return change.refusal;
  if (change.priceCents !== shownCents) return 'charge-changed';
  const truth = await payments.subscription(member.subscriptionId);
  if (!truth) return 'not-now';
  if (truth.pausedUntil !== null) return 'skip-ahead';
  const price = { tierId: tier.id, billing: to, cents: change.priceCents };
  await payments.changeAtEnd({
    subscriptionId: truth.id,
    itemId: truth.itemId,
    priceId: await priceOfTier(commerce, price, `${guild.name}: ${tier.name}`),
    paidUntil: truth.periodEnd,
    // Pressed twice it is one change.
    key: `guild-billing:${member.id}:${to}:${truth.periodEnd}:${member.seen}`,
  });
  await syncMembership(commerce, whose);
  return null;
}

/** What a member reads about how he pays from the next payment on, and what else he may choose. */
export function billingOptions(
  member: StoredMember,
  tier: Pick<Tier, 'monthlyCents' | 'annualCents'>,
  offered: readonly Billing[],
  next: { billing: Billing; cents: Cents } | null,
): MembershipView['paying'] {
  const to = (next?.billing ?? member.billing) === 'annual' ? 'monthly' : 'annual';
  const change = billingChange({ ...member, nextBilling: next?.billing ?? null }, tier, offered, to);
  return { next, choice: 'refusal' in change ? null : { billing: to, cents: change.priceCents } };
}
