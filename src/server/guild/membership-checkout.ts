import { createHash } from 'node:crypto';
import { storeOfOwner } from '../../data/catalogue/stores.ts';
import { membershipOfUser } from '../../data/guild/guild-members.ts';
import { type StoredTier, tierOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildById, type StoredGuild } from '../../data/guild/guilds.ts';
import {
  customerOfUser,
  endMembershipCheckout,
  holdSeat,
  type MembershipCheckout,
  membershipCheckoutById,
  membershipCheckoutOfSession,
  pendingMembershipCheckout,
  pendingMembershipCheckouts,
  saveMembershipCheckoutPage,
  saveTierPrice,
  type TierPrice,
  tierPriceId,
} from '../../data/guild/membership-checkouts.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import { accountOfStore, commissionPercents } from '../../data/payments/business-accounts.ts';
import { type Billing, guildStateAt } from '../../domain/guild/guild.ts';
import { type JoinRefusal, joinRefusal, memberIsIn } from '../../domain/guild/member.ts';
import { joinPriceCents } from '../../domain/guild/tier.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { CHECKOUT_OPEN_MS, CURRENCY } from '../../domain/payments/payment.ts';
import { paths } from '../../paths.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { subscriptionTags, syncMembership } from './memberships.ts';

/** How somebody comes into a guild: a seat is held, a page opened, and the provider says when he is in. */

/** Why somebody is not taken to the payment page: a rule, or the price is not what he saw. */
export type JoinOutcome =
  | { kind: 'pay'; url: string }
  | { kind: 'refused'; refusal: JoinRefusal | 'seller-not-payable' | 'changed-meanwhile' }
  | { kind: 'changed'; priceCents: Cents };

export interface JoinRequest {
  guildId: string;
  tierId: string;
  billing: Billing;
  /** What he saw that each payment costs. */
  shownCents: Cents;
}

const TRIES = 4;

/**
 * Takes somebody to the hosted page where his membership begins, at the price he saw. A second click finds the page of
 * the first; another tier or price closes it first, so that nobody pays twice.
 * @throws PaymentsUnavailable where the provider cannot be reached; nothing was charged then.
 */
export async function joinGuild(
  commerce: CommerceContext,
  user: { id: string; email: string; username: string },
  asked: JoinRequest,
): Promise<JoinOutcome> {
  const { pb } = commerce;
  const refused = (refusal: Extract<JoinOutcome, { kind: 'refused' }>['refusal']): JoinOutcome => ({
    kind: 'refused',
    refusal,
  });
  for (let turn = 0; turn < TRIES; turn++) {
    const now = commerce.now();
    const [guild, tier, own, member, open] = await Promise.all([
      guildById(pb, asked.guildId),
      tierOfGuild(pb, asked.guildId, asked.tierId),
      storeOfOwner(pb, user.id),
      membershipOfUser(pb, user.id, asked.guildId),
      pendingMembershipCheckout(pb, user.id, asked.guildId),
    ]);
    if (!guild || !tier) return refused('guild-not-open');
    const { billing } = asked;
    const refusal = joinRefusal({
      guild: { ...guild, state: guildStateAt(guild, now) },
      tier,
      billing,
      ownsStore: own?.id === guild.storeId,
      member,
    });
    if (refusal) return refused(refusal);
    const priceCents = joinPriceCents(tier, billing, now);
    if (priceCents === null) return refused('no-such-billing');
    if (open) {
      const isSame = open.tierId === tier.id && open.billing === billing && open.checkoutKey !== '';
      if (isSame && open.priceCents === asked.shownCents && now < open.expiresAt - 60_000) {
        const url = await openMembershipCheckoutPage(commerce, open, guild, tier, user);
        if (url !== null) return { kind: 'pay', url };
        return refused('seller-not-payable');
      }
      if ((await expireMembershipCheckout(commerce, open)) === 'joined') return refused('already-in');
      continue;
    }
    if (priceCents !== asked.shownCents) return { kind: 'changed', priceCents };
    if (!(await isPayable(commerce, guild.storeId))) return refused('seller-not-payable');
    const id = newRecordId();
    const held = await holdSeat(
      pb,
      {
        id,
        guildId: guild.id,
        tierId: tier.id,
        userId: user.id,
        billing,
        priceCents,
        expiresAt: now + CHECKOUT_OPEN_MS,
        checkoutKey: `guild:${id}:checkout`,
      },
      tier,
      now,
    );
    if (held === 'sold-out') {
      const anew = await tierOfGuild(pb, guild.id, tier.id);
      const isAsItWas =
        anew && anew.monthlyCents === tier.monthlyCents && anew.annualCents === tier.annualCents;
      if (isAsItWas) return refused(anew.state === tier.state ? 'sold-out' : 'changed-meanwhile');
    }
  }
  return refused('changed-meanwhile');
}

async function isPayable(commerce: CommerceContext, storeId: string): Promise<boolean> {
  const account = await accountOfStore(commerce.pb, storeId);
  return account !== null && account.stripeAccountId !== '' && account.account.state === 'active';
}

/** Opens the page of a joining, or finds the one its key opened before. Null where its seller cannot be paid. */
async function openMembershipCheckoutPage(
  commerce: CommerceContext,
  joining: MembershipCheckout,
  guild: Pick<StoredGuild, 'id' | 'storeId' | 'name'>,
  tier: Pick<StoredTier, 'id' | 'name'>,
  user: { id: string; email: string; username: string },
): Promise<string | null> {
  if (joining.sessionUrl !== '') return joining.sessionUrl;
  const { pb, payments, siteUrl } = commerce;
  const account = await accountOfStore(pb, guild.storeId);
  const feePercent = (await commissionPercents(pb, [guild.storeId])).get(guild.storeId);
  if (!account || account.stripeAccountId === '' || feePercent === undefined) return null;
  const { billing, priceCents: cents } = joining;
  const [customerId, priceId] = await Promise.all([
    joining.customerId || memberCustomer(commerce, user),
    priceOfTier(commerce, { tierId: tier.id, billing, cents }, `${guild.name}: ${tier.name}`),
  ]);
  // Before the page is opened, so that it is found again where this is cut short.
  const kept = { customerId, sessionId: '', sessionUrl: '' };
  if (joining.customerId === '') await saveMembershipCheckoutPage(pb, joining.id, kept, commerce.now());
  const page = await payments.openSubscriptionPage({
    customerId,
    priceId,
    of: subscriptionTags({ guildId: guild.id, userId: user.id, checkoutId: joining.id }),
    seller: { accountId: account.stripeAccountId, feePercent },
    successUrl: `${siteUrl}${paths.subscriptionPaymentSuccess()}?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: siteUrl + paths.storeGuild(guild.storeId),
    expiresAt: joining.expiresAt,
    key: joining.checkoutKey,
  });
  await saveMembershipCheckoutPage(
    pb,
    joining.id,
    { ...kept, sessionId: page.id, sessionUrl: page.url },
    commerce.now(),
  );
  return page.url;
}

/** Whom the provider bills: one for everything this person pays for. */
async function memberCustomer(
  commerce: CommerceContext,
  user: { id: string; email: string; username: string },
): Promise<string> {
  const known = await customerOfUser(commerce.pb, user.id);
  if (known !== '') return known;
  const words = createHash('sha256')
    .update(JSON.stringify([user.email, user.username]))
    .digest('hex')
    .slice(0, 16);
  return commerce.payments.openCustomer({
    email: user.email,
    name: user.username,
    of: { user: user.id },
    key: `member-customer:${user.id}:${words}`,
  });
}

/** The provider's price of a tier at this amount. Another amount is another price; members keep the one they came at. */
export async function priceOfTier(
  commerce: CommerceContext,
  price: Omit<TierPrice, 'priceId'>,
  title: string,
): Promise<string> {
  const known = await tierPriceId(commerce.pb, price);
  if (known !== null) return known;
  const { tierId, billing, cents } = price;
  const priceId = await commerce.payments.recurringPrice({
    name: `guild-tier-${tierId}-${billing}-${cents}-${CURRENCY}`,
    title,
    cents,
    interval: billing === 'annual' ? 'year' : 'month',
  });
  await saveTierPrice(commerce.pb, { ...price, priceId }, commerce.now());
  return priceId;
}

/**
 * Ends a joining: closes its page, then frees the seat. Where the page turns out to be paid he is in. One without a known
 * page may have one whose answer was lost: its key finds it.
 */
export async function expireMembershipCheckout(
  commerce: CommerceContext,
  joining: MembershipCheckout,
): Promise<'expired' | 'joined'> {
  const { pb, payments } = commerce;
  const sessionId = joining.sessionId || (await lostSessionId(commerce, joining));
  if (sessionId !== '' && (await payments.expireCheckout(sessionId)) === 'complete') {
    await completeCheckout(commerce, joining, sessionId);
    return 'joined';
  }
  await endMembershipCheckout(pb, joining.id, 'expired', commerce.now());
  return 'expired';
}

async function lostSessionId(commerce: CommerceContext, joining: MembershipCheckout): Promise<string> {
  if (joining.checkoutKey === '') return '';
  const { pb } = commerce;
  const [guild, tier] = await Promise.all([
    guildById(pb, joining.guildId),
    tierOfGuild(pb, joining.guildId, joining.tierId),
  ]);
  // A page is only opened for somebody who is known to the provider; without one there is nothing to find.
  if (!guild || !tier || (await customerOfUser(pb, joining.userId)) === '') return '';
  try {
    const user = { id: joining.userId, email: '', username: '' };
    await openMembershipCheckoutPage(commerce, joining, guild, tier, user);
    return (await membershipCheckoutById(pb, joining.id))?.sessionId ?? '';
  } catch (reason) {
    if (reason instanceof PaymentsUnavailable && !reason.temporary) return '';
    throw reason;
  }
}

async function completeCheckout(
  commerce: CommerceContext,
  joining: MembershipCheckout,
  sessionId: string,
): Promise<void> {
  const page = await commerce.payments.subscriptionPage(sessionId);
  if (!page?.subscriptionId) return;
  const { userId, guildId, customerId } = joining;
  await syncMembership(commerce, { userId, guildId }, { id: page.subscriptionId, customerId });
  await endMembershipCheckout(commerce.pb, joining.id, 'done', commerce.now());
}

/** Where a joining stands whose page was left; followed on the way. */
export async function syncMembershipCheckout(
  commerce: CommerceContext,
  sessionId: string,
): Promise<{ state: 'active' | 'waiting' | 'expired' | 'unknown'; joining: MembershipCheckout | null }> {
  const joining = await membershipCheckoutOfSession(commerce.pb, sessionId);
  if (!joining) return { state: 'unknown', joining };
  const page = await commerce.payments.subscriptionPage(sessionId);
  if (page?.state === 'expired') {
    await endMembershipCheckout(commerce.pb, joining.id, 'expired', commerce.now());
    return { state: 'expired', joining };
  }
  if (!page?.subscriptionId) return { state: 'waiting', joining };
  const { userId, guildId, customerId } = joining;
  const file = await syncMembership(commerce, { userId, guildId }, { id: page.subscriptionId, customerId });
  if (joining.state === 'pending')
    await endMembershipCheckout(commerce.pb, joining.id, 'done', commerce.now());
  return { state: file && memberIsIn(file.state) ? 'active' : 'waiting', joining };
}

/** Joinings younger than this are left to webhook and success page, in ms. */
const LEFT_ALONE_MS = 2 * 60_000;

/** Ends joinings whose page is over, and takes in whoever paid without our hearing of it. */
export async function syncStaleMembershipCheckouts(commerce: CommerceContext): Promise<void> {
  const now = commerce.now();
  for (const joining of await pendingMembershipCheckouts(commerce.pb, now - LEFT_ALONE_MS, 200))
    await leadOn(commerce, joining).catch(commerce.onError);
}

async function leadOn(commerce: CommerceContext, joining: MembershipCheckout): Promise<void> {
  if (commerce.now() >= joining.expiresAt) return void (await expireMembershipCheckout(commerce, joining));
  if (joining.sessionId !== '') await syncMembershipCheckout(commerce, joining.sessionId);
}
