import { membershipOfUser, type StoredMember } from '../../data/guild/guild-members.ts';
import { type StoredTier, tierOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildById } from '../../data/guild/guilds.ts';
import {
  customerOfUser,
  endMembershipCheckout,
  holdSeat,
  pendingMembershipCheckout,
} from '../../data/guild/membership-checkouts.ts';
import { periodsOfMember } from '../../data/guild/membership-periods.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import {
  higherCents,
  type MemberVerbRefusal,
  memberCents,
  memberVerbRefusal,
  type SkipRefusal,
  skipRefusal,
  type TierChangeRefusal,
  tierChangeRefusal,
  tierChangeWay,
} from '../../domain/guild/member.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { monthOf } from '../../domain/kernel/month.ts';
import type { Invoice } from '../../domain/payments/invoice.ts';
import { paths } from '../../paths.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { withOwnDocuments } from '../payments/subscription-documents.ts';
import { billingWaits } from './membership-billing.ts';
import { expireMembershipCheckout, priceOfTier } from './membership-checkout.ts';
import { syncMembership } from './memberships.ts';

/** Members' changes to their membership. Each one first syncs it with the provider. */

/** The price of a tier change, as shown to the member and charged exactly. */
export interface TierOffer {
  when: 'at-once' | 'with-next-payment';
  /** What is charged at once; 0 for nothing. */
  chargeCents: Cents;
  /** The moment of the proration; null if nothing is charged at once. */
  countedAt: Instant | null;
  /** What each payment costs from then on. */
  priceCents: Cents;
  /** When the next payment is due. */
  nextAt: Instant | null;
}

export type ChangeRefusal =
  | TierChangeRefusal
  | 'charge-changed'
  | 'declined'
  | 'confirm'
  | 'changed-meanwhile';

export const CHANGE_REFUSAL_TEXTS: Record<Exclude<ChangeRefusal, TierChangeRefusal>, string> = {
  'charge-changed': 'The amount has changed since you saw it. Check it again before you confirm.',
  declined: 'Your card was declined and nothing was changed. Change the card and try again.',
  confirm:
    'Your bank wants this payment confirmed, which is not possible here, and nothing was changed. Change to a card that needs no confirmation, or leave the guild and join at the other tier.',
  'changed-meanwhile': 'Your membership has changed in the meantime. Reload the page.',
};

interface Change {
  member: StoredMember;
  from: StoredTier;
  to: StoredTier;
  title: string;
}

/** What a change to another tier costs, and when. @throws PaymentsUnavailable */
export async function tierOffer(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
  tierId: string,
): Promise<TierOffer | ChangeRefusal> {
  const change = await changeOf(commerce, whose, tierId);
  return typeof change === 'string' ? change : offerOf(commerce, change, null);
}

async function changeOf(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
  tierId: string,
): Promise<Change | ChangeRefusal> {
  const { pb } = commerce;
  const member = await syncMembership(commerce, whose);
  if (!member) return 'not-now';
  const [guild, from, to] = await Promise.all([
    guildById(pb, whose.guildId),
    tierOfGuild(pb, whose.guildId, member.tierId),
    tierOfGuild(pb, whose.guildId, tierId),
  ]);
  if (!guild || !from || !to) return 'other-guild';
  // A store that is not open charges nobody.
  if (guild.heldAt !== null) return 'not-now';
  const refusal = tierChangeRefusal(member, to);
  if (refusal) return refusal;
  // Without a subscription there is nothing to change: given months stay in their tier.
  if (member.subscriptionId === '') return 'not-now';
  // The provider prorates from the billed price, so it must be the price that was paid.
  if (member.nextTierId !== null && tierChangeWay(from, to) === 'at-once') return 'change-ahead';
  if (await billingWaits(commerce, member)) return 'billing-ahead';
  return { member, from, to, title: `${guild.name}: ${to.name}` };
}

async function offerOf(
  commerce: CommerceContext,
  { member, from, to, title }: Change,
  countedAt: Instant | null,
): Promise<TierOffer> {
  const priceCents = memberCents(member, to);
  const when = tierChangeWay(from, to);
  const nextAt = member.nextChargeAt;
  if (when === 'with-next-payment') return { when, chargeCents: 0, countedAt: null, priceCents, nextAt };
  const price = { tierId: to.id, billing: member.billing, cents: priceCents };
  const preview = await commerce.payments.previewChange({
    subscriptionId: member.subscriptionId,
    itemId: member.subscriptionItemId,
    priceId: await priceOfTier(commerce, price, title),
    countedAt,
  });
  return { when, chargeCents: preview.chargeCents, countedAt: preview.countedAt, priceCents, nextAt };
}

/** How long an offer is valid, in ms. */
const OFFER_VALID_MS = 3_600_000;

/**
 * Changes the tier. An upgrade happens at once for exactly the shown price, a downgrade with the next payment; the
 * member's own tier cancels a scheduled change. Returns null when done.
 * @param shown the offer the member saw; accepted only if the provider computes the same.
 * @throws PaymentsUnavailable
 */
export async function changeTier(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
  tierId: string,
  shown: Pick<TierOffer, 'when' | 'chargeCents' | 'countedAt' | 'priceCents'>,
): Promise<ChangeRefusal | null> {
  const { payments } = commerce;
  const change = await changeOf(commerce, whose, tierId);
  if (typeof change === 'string') return change;
  const now = await offerOf(commerce, change, null);
  const age = (now.countedAt ?? 0) - (shown.countedAt ?? 0);
  if (age < 0 || age > OFFER_VALID_MS) return 'charge-changed';
  const offer = age === 0 ? now : await offerOf(commerce, change, shown.countedAt);
  const isSame = (['when', 'priceCents', 'chargeCents'] as const).every(
    (part) => offer[part] === shown[part],
  );
  if (!isSame) return 'charge-changed';
  const { member, to, title } = change;
  const price = { tierId: to.id, billing: member.billing, cents: offer.priceCents };
  const at = {
    subscriptionId: member.subscriptionId,
    itemId: member.subscriptionItemId,
    priceId: await priceOfTier(commerce, price, title),
  };
  if (offer.when === 'with-next-payment')
    await payments.changeLater({ ...at, key: `guild-tier-later:${member.id}:${at.priceId}:${member.seen}` });
  else {
    const refusal = await upgradeTo(commerce, change, at, shown.countedAt);
    if (refusal) return refusal;
  }
  await syncMembership(commerce, whose);
  return null;
}

/** Upgrades at once, holding a seat in the higher tier meanwhile. */
async function upgradeTo(
  commerce: CommerceContext,
  { member, to }: Change,
  at: { subscriptionId: string; itemId: string; priceId: string },
  countedAt: Instant | null,
): Promise<ChangeRefusal | null> {
  const { pb, payments } = commerce;
  const { userId, guildId, billing, priceCents } = member;
  const before = await pendingMembershipCheckout(pb, userId, guildId);
  if (before) await expireMembershipCheckout(commerce, before);
  const id = newRecordId();
  const now = commerce.now();
  const held = await holdSeat(
    pb,
    {
      id,
      guildId,
      tierId: to.id,
      userId,
      billing,
      priceCents,
      trialDays: 0,
      expiresAt: now + SEAT_HELD_MS,
      checkoutKey: '',
    },
    to,
    now,
  );
  if (held) return held === 'sold-out' ? 'sold-out' : 'changed-meanwhile';
  // A double click is one change; after the card was changed it is a new attempt.
  const key = `guild-tier:${member.id}:${to.id}:${countedAt ?? 0}:${member.seen}`;
  try {
    const outcome = await payments.changeNow({ ...at, countedAt, key });
    return outcome === 'changed' ? null : outcome;
  } finally {
    await endMembershipCheckout(pb, id, 'expired', commerce.now());
  }
}

/** A seat held for an upgrade expires after this, in ms, if the process crashes. */
const SEAT_HELD_MS = 2 * 60_000;

/** Cancels a membership at the end of the paid period or of the trial, or resumes it. Returns null when done. @throws PaymentsUnavailable */
export async function setMembershipEnding(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
  isEnding: boolean,
): Promise<MemberVerbRefusal | null> {
  const member = await syncMembership(commerce, whose);
  if (!member || member.subscriptionId === '') return 'not-now';
  // Already done.
  const goesOn = member.state === 'active' || member.state === 'trialing';
  if ((member.state === 'cancelling') === isEnding && (isEnding || goesOn)) return null;
  const refusal = memberVerbRefusal(member.state, isEnding ? 'cancel' : 'come-back');
  if (refusal) return refusal;
  const key = `guild-ending:${member.id}:${isEnding}:${member.seen}`;
  await commerce.payments.setEnding(member.subscriptionId, isEnding, key);
  await syncMembership(commerce, whose);
  return null;
}

/**
 * Accepts the current, higher price of the member's tier, from the next payment on.
 * @param shownCents the price the member saw; if it differs now, the change is refused.
 * @throws PaymentsUnavailable
 */
export async function acceptPrice(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
  shownCents: Cents,
): Promise<MemberVerbRefusal | 'charge-changed' | null> {
  const member = await syncMembership(commerce, whose);
  if (!member) return 'not-now';
  const [guild, tier] = await Promise.all([
    guildById(commerce.pb, whose.guildId),
    tierOfGuild(commerce.pb, whose.guildId, member.tierId),
  ]);
  const cents = tier && higherCents(member, tier);
  if (!guild || !tier || cents === null) return 'not-now';
  if (cents !== shownCents) return 'charge-changed';
  if (await billingWaits(commerce, member)) return 'not-now';
  const price = { tierId: tier.id, billing: member.billing, cents };
  const priceId = await priceOfTier(commerce, price, `${guild.name}: ${tier.name}`);
  await commerce.payments.changeLater({
    subscriptionId: member.subscriptionId,
    itemId: member.subscriptionItemId,
    priceId,
    key: `guild-price:${member.id}:${priceId}:${member.seen}`,
  });
  await syncMembership(commerce, whose);
  return null;
}

/** How long after a skipped renewal payments resume, in ms: well before the next. */
const SKIP_MS = 86_400_000;

/** Skips the month that begins with the next payment. Returns null when done. @throws PaymentsUnavailable */
export async function skipMonth(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
): Promise<SkipRefusal | null> {
  const member = await syncMembership(commerce, whose);
  if (!member || member.subscriptionId === '' || member.nextChargeAt === null) return 'not-now';
  const subscription = await commerce.payments.subscription(member.subscriptionId);
  if (!subscription || subscription.status === 'trialing') return 'not-now';
  const periods = await periodsOfMember(commerce.pb, member.id);
  const refusal = skipRefusal(member, monthOf(subscription.periodEnd), periods);
  if (refusal) return refusal;
  const key = `guild-skip:${member.id}:${subscription.periodEnd}:${member.seen}`;
  await commerce.payments.pauseUntil(subscription.id, subscription.periodEnd + SKIP_MS, key);
  await syncMembership(commerce, whose);
  return null;
}

/**
 * Pays the open invoice with the stored card. Where the member's bank wants it confirmed, `confirmUrl` leads there.
 * @throws PaymentsUnavailable
 */
export async function payMembership(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
): Promise<'paid' | 'declined' | 'nothing-due' | { confirmUrl: string }> {
  const member = await syncMembership(commerce, whose);
  if (member?.state !== 'past_due') return 'nothing-due';
  const subscription = await commerce.payments.subscription(member.subscriptionId);
  if (subscription?.invoice?.state !== 'open') return 'nothing-due';
  const outcome = await commerce.payments.payInvoice(subscription.invoice.id);
  await syncMembership(commerce, whose);
  return outcome;
}

/** The provider's page for changing the card; null if the user was never billed. @throws PaymentsUnavailable */
export async function membershipPortal(
  commerce: CommerceContext,
  userId: string,
  returnPath: string = paths.account(),
): Promise<string | null> {
  const customerId = await customerOfUser(commerce.pb, userId);
  if (customerId === '') return null;
  return commerce.payments.portalPage({ customerId, returnUrl: commerce.siteUrl + returnPath });
}

/** All invoices of a user's memberships, newest first. @throws PaymentsUnavailable */
export async function membershipInvoices(commerce: CommerceContext, userId: string): Promise<Invoice[]> {
  const customerId = await customerOfUser(commerce.pb, userId);
  if (customerId === '') return [];
  const all = await commerce.payments.invoicesOf(customerId);
  const shown = all.filter(
    ({ state, totalCents }) => state !== 'draft' && state !== 'void' && totalCents !== 0,
  );
  return withOwnDocuments(commerce, userId, shown);
}

/** A user's membership as stored; with `sync` after a sync with the provider. @throws PaymentsUnavailable when syncing. */
export async function myMembership(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
  sync: boolean,
): Promise<StoredMember | null> {
  return sync ? syncMembership(commerce, whose) : membershipOfUser(commerce.pb, whose.userId, whose.guildId);
}
