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
import { billingWaits } from './membership-billing.ts';
import { expireMembershipCheckout, priceOfTier } from './membership-checkout.ts';
import { syncMembership } from './memberships.ts';

/** How a member changes his membership. Each verb asks the provider first how it stands. */

/** What another tier costs: shown first, charged exactly so. */
export interface TierOffer {
  when: 'at-once' | 'with-next-payment';
  /** What is charged at once; 0 where nothing is. */
  chargeCents: Cents;
  /** The moment it was counted for; null where nothing is charged at once. */
  countedAt: Instant | null;
  /** What each payment costs from then on. */
  priceCents: Cents;
  /** When the next payment is due. */
  nextAt: Instant | null;
}

export type ChangeRefusal = TierChangeRefusal | 'charge-changed' | 'declined' | 'changed-meanwhile';

export const CHANGE_REFUSAL_TEXTS: Record<Exclude<ChangeRefusal, TierChangeRefusal>, string> = {
  'charge-changed': 'What is charged has changed since you saw it. Look again before you confirm.',
  declined: 'Your card was declined, and nothing was changed. Change the card and try again.',
  'changed-meanwhile': 'Your membership changed meanwhile. Load the page anew.',
};

interface Change {
  member: StoredMember;
  from: StoredTier;
  to: StoredTier;
  title: string;
}

/** What going over to another tier charges, and when. @throws PaymentsUnavailable */
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
  const refusal = tierChangeRefusal(member, to);
  if (refusal) return refusal;
  // Who pays nothing has nothing to change at the provider: months given are given in the tier they are given in.
  if (member.subscriptionId === '') return 'not-now';
  // The difference is counted from what the subscription is billed; it must be what he has paid.
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

/** An offer stands so long, in ms. */
const OFFER_STANDS_MS = 3_600_000;

/**
 * Goes over to another tier. A higher one at once, for exactly what was shown; a lower one with the next payment; his own
 * calls off what is ahead. Null where it is done.
 * @param shown what he saw; believed only where the provider counts the same.
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
  if (age < 0 || age > OFFER_STANDS_MS) return 'charge-changed';
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
  if (offer.when === 'with-next-payment') await payments.changeLater(at);
  else {
    const refusal = await upgradeTo(commerce, change, at, shown.countedAt);
    if (refusal) return refusal;
  }
  await syncMembership(commerce, whose);
  return null;
}

/** Goes over to a higher tier at once, holding a seat of it meanwhile. */
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
      expiresAt: now + SEAT_HELD_MS,
      checkoutKey: '',
    },
    to,
    now,
  );
  if (held) return held === 'pending' ? 'changed-meanwhile' : 'sold-out';
  // Pressed twice it is one change; after a card was changed it is another try.
  const key = `guild-tier:${member.id}:${to.id}:${countedAt ?? 0}:${member.seen}`;
  try {
    const outcome = await payments.changeNow({ ...at, countedAt, key });
    return outcome === 'declined' ? 'declined' : null;
  } finally {
    await endMembershipCheckout(pb, id, 'expired', commerce.now());
  }
}

/** A seat held for a change of tier is free again after this, in ms, should the process have ended in between. */
const SEAT_HELD_MS = 2 * 60_000;

/** Lets a membership end with what is paid, or go on after all. Null where it is done. @throws PaymentsUnavailable */
export async function setMembershipEnding(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
  isEnding: boolean,
): Promise<MemberVerbRefusal | null> {
  const member = await syncMembership(commerce, whose);
  if (!member || member.subscriptionId === '') return 'not-now';
  // Asked twice it is done.
  if ((member.state === 'cancelling') === isEnding && (isEnding || member.state === 'active')) return null;
  const refusal = memberVerbRefusal(member.state, isEnding ? 'cancel' : 'come-back');
  if (refusal) return refusal;
  await commerce.payments.setEnding(member.subscriptionId, isEnding);
  await syncMembership(commerce, whose);
  return null;
}

/**
 * Takes the price of the day, where a member pays less and wants to pay that. It is charged from the next payment on.
 * @param shownCents what he saw; another price is asked about again.
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
  await commerce.payments.changeLater({
    subscriptionId: member.subscriptionId,
    itemId: member.subscriptionItemId,
    priceId: await priceOfTier(commerce, price, `${guild.name}: ${tier.name}`),
  });
  await syncMembership(commerce, whose);
  return null;
}

/** A pause for one renewal ends so long after it, in ms, well before the next. */
const SKIP_MS = 86_400_000;

/** Skips the month that begins with the next payment. Null where it is done. @throws PaymentsUnavailable */
export async function skipMonth(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
): Promise<SkipRefusal | null> {
  const member = await syncMembership(commerce, whose);
  if (!member || member.subscriptionId === '' || member.nextChargeAt === null) return 'not-now';
  const truth = await commerce.payments.subscription(member.subscriptionId);
  if (!truth || truth.status === 'trialing') return 'not-now';
  const periods = await periodsOfMember(commerce.pb, member.id);
  const refusal = skipRefusal(member, monthOf(truth.periodEnd), periods);
  if (refusal) return refusal;
  await commerce.payments.pauseUntil(truth.id, truth.periodEnd + SKIP_MS);
  await syncMembership(commerce, whose);
  return null;
}

/** Pays what is open with the card that is there. @throws PaymentsUnavailable */
export async function payMembership(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
): Promise<'paid' | 'declined' | 'nothing-due'> {
  const member = await syncMembership(commerce, whose);
  if (member?.state !== 'past_due') return 'nothing-due';
  const truth = await commerce.payments.subscription(member.subscriptionId);
  if (truth?.invoice?.state !== 'open') return 'nothing-due';
  const outcome = await commerce.payments.payInvoice(truth.invoice.id);
  await syncMembership(commerce, whose);
  return outcome;
}

/** The provider's page where the card is changed; null where nobody was ever billed. @throws PaymentsUnavailable */
export async function membershipPortal(
  commerce: CommerceContext,
  userId: string,
  returnPath: string = paths.account(),
): Promise<string | null> {
  const customerId = await customerOfUser(commerce.pb, userId);
  if (customerId === '') return null;
  return commerce.payments.portalPage({ customerId, returnUrl: commerce.siteUrl + returnPath });
}

/** Every invoice of a person's memberships, the newest first; empty where there are none. @throws PaymentsUnavailable */
export async function membershipInvoices(commerce: CommerceContext, userId: string): Promise<Invoice[]> {
  const customerId = await customerOfUser(commerce.pb, userId);
  if (customerId === '') return [];
  const all = await commerce.payments.invoicesOf(customerId);
  return all.filter(({ state, totalCents }) => state !== 'draft' && state !== 'void' && totalCents !== 0);
}

/** A membership as it stands; with `ask` by the provider's word. @throws PaymentsUnavailable when asking. */
export async function myMembership(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
  ask: boolean,
): Promise<StoredMember | null> {
  return ask ? syncMembership(commerce, whose) : membershipOfUser(commerce.pb, whose.userId, whose.guildId);
}
