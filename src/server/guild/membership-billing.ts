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

/** Changes between monthly and yearly billing, always with the next payment. */

/** The scheduled change of billing; null for none. */
export async function billingAhead(
  { pb }: Pick<CommerceContext, 'pb'>,
  member: Pick<StoredMember, 'guildId' | 'billing' | 'stripePriceId'>,
): Promise<{ billing: Billing; cents: Cents } | null> {
  if (member.stripePriceId === '') return null;
  const price = (await pricesOfGuild(pb, member.guildId)).get(member.stripePriceId);
  return price && price.billing !== member.billing ? { billing: price.billing, cents: price.cents } : null;
}

/**
 * Whether the subscription is in the provider's trial status because of a change of billing, even a cancelled one: an
 * upgrade would cost nothing there until the next payment. Members on a free trial are refused before: they change nothing.
 */
export async function billingWaits(
  { payments }: Pick<CommerceContext, 'payments'>,
  member: Pick<StoredMember, 'subscriptionId'>,
): Promise<boolean> {
  const subscription = await payments.subscription(member.subscriptionId);
  return subscription?.status === 'trialing';
}

/**
 * Changes the billing with the next payment; nothing is charged now. Returns null when done.
 * @param shownCents the price the member saw; if it differs now, the change is refused.
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
  const subscription = await payments.subscription(member.subscriptionId);
  if (!subscription) return 'not-now';
  if (subscription.pausedUntil !== null) return 'skip-ahead';
  const price = { tierId: tier.id, billing: to, cents: change.priceCents };
  await payments.changeAtEnd({
    subscriptionId: subscription.id,
    itemId: subscription.itemId,
    priceId: await priceOfTier(commerce, price, `${guild.name}: ${tier.name}`),
    paidUntil: subscription.periodEnd,
    // A double click is one change.
    key: `guild-billing:${member.id}:${to}:${subscription.periodEnd}:${member.seen}`,
  });
  await syncMembership(commerce, whose);
  return null;
}

/** The scheduled billing of a member and the other billing they may choose. */
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
