import { createHash } from 'node:crypto';
import { storeOfOwner } from '../../data/catalogue/stores.ts';
import { wasMemberOf } from '../../data/guild/free-trials.ts';
import { membershipOfUser, type StoredMember } from '../../data/guild/guild-members.ts';
import { type StoredTier, tierOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildById, type StoredGuild } from '../../data/guild/guilds.ts';
import {
  beginMembershipCheckoutAttempt,
  customerOfUser,
  endMembershipCheckout,
  expireUnchangedCheckout,
  holdSeat,
  isFull,
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
import { settingNow } from '../../data/kernel/site-settings.ts';
import { accountOfStore, commissionPercents } from '../../data/payments/business-accounts.ts';
import { saveWaiver } from '../../data/payments/consents.ts';
import { trialDaysFor } from '../../domain/guild/free-trial.ts';
import { type Billing, guildStateAt } from '../../domain/guild/guild.ts';
import { type JoinRefusal, joinRefusal, memberIsIn } from '../../domain/guild/member.ts';
import { joinPriceCents } from '../../domain/guild/tier.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { CHECKOUT_OPEN_MS, CURRENCY, isRepeatableAttempt } from '../../domain/payments/payment.ts';
import { SALE_COUNTRIES, zoneRefusal } from '../../domain/payments/sale-countries.ts';
import { paths } from '../../paths.ts';
import { PAGE_ID } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { syncMemberSubscription } from './member-subscriptions.ts';
import { subscriptionTags, syncMembership } from './memberships.ts';

/** How a user joins a guild: a seat is held, a payment page is opened, and the provider confirms the subscription. */

/** The payment page, or why there is none: a rule refuses, people of their country may not buy, or the price or the trial has changed. */
export type JoinOutcome =
  | { kind: 'pay'; url: string }
  | { kind: 'refused'; refusal: JoinRefusal | 'seller-not-payable' | 'changed-meanwhile' }
  | { kind: 'abroad'; sentence: string }
  | { kind: 'changed'; priceCents: Cents; trialDays: number };

export interface JoinRequest {
  guildId: string;
  tierId: string;
  billing: Billing;
  /** The price of each payment as the user saw it. */
  shownCents: Cents;
  /** The days of the free trial as the user saw them; 0 or absent for none. */
  shownTrialDays?: number;
  /** The time zone of the browser, by which countries are refused; "" or absent where no page said it. */
  timeZone?: string;
  /** The version of the waiver of the right of withdrawal that they ticked; null or absent for none. */
  waiver?: string | null;
}

/** Each step of another request for the same guild takes one; ending what another one began gives them back. */
const TRIES = 6;

/**
 * Opens the hosted payment page of a new membership at the price, and with the free trial, the user saw. A second click
 * returns the same page; another tier or price closes it first, so that nobody pays twice. Each request begins one checkout
 * at most, and one whose checkout was ended by another gives way: of several at once, exactly one is left to pay at.
 * @throws PaymentsUnavailable if the provider cannot be reached; nothing is charged then.
 */
export async function joinGuild(
  commerce: CommerceContext,
  user: { id: string; email: string; username: string },
  request: JoinRequest,
): Promise<JoinOutcome> {
  const { pb } = commerce;
  const refused = (refusal: Extract<JoinOutcome, { kind: 'refused' }>['refusal']): JoinOutcome => ({
    kind: 'refused',
    refusal,
  });
  const abroad = zoneRefusal(await settingNow(pb, SALE_COUNTRIES), request.timeZone ?? '');
  if (abroad) return { kind: 'abroad', sentence: abroad };
  let begun: string | null = null;
  for (let tries = TRIES; tries > 0; tries--) {
    const now = commerce.now();
    const [guild, tier, own, member, open, wasMember] = await Promise.all([
      guildById(pb, request.guildId),
      tierOfGuild(pb, request.guildId, request.tierId),
      storeOfOwner(pb, user.id),
      membershipOfUser(pb, user.id, request.guildId),
      pendingMembershipCheckout(pb, user.id, request.guildId),
      wasMemberOf(pb, { userId: user.id, guildId: request.guildId }),
    ]);
    if (!guild || !tier) return refused('guild-not-open');
    const { billing } = request;
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
    const trialDays = trialDaysFor(tier, wasMember);
    const { shownCents, shownTrialDays = 0 } = request;
    if (open) {
      const isSame = open.tierId === tier.id && open.billing === billing && open.checkoutKey !== '';
      const isAsShown = open.priceCents === shownCents && open.trialDays === shownTrialDays;
      if (isSame && isAsShown && now < open.expiresAt - 60_000) {
        if (request.waiver) await saveWaiver(pb, { joining: open.id }, request.waiver, now);
        const page = await openMembershipCheckoutPage(commerce, open, guild, tier, user);
        if (page === 'not-payable') return refused('seller-not-payable');
        if (page !== 'over') return { kind: 'pay', url: page.url };
        continue;
      }
    }
    if (begun !== null && open?.id !== begun) return refused('changed-meanwhile');
    // All that can refuse it is asked before another page is closed, or none would be left.
    if (priceCents !== shownCents || trialDays !== shownTrialDays)
      return { kind: 'changed', priceCents, trialDays };
    if (!(await isPayable(commerce, guild.storeId))) return refused('seller-not-payable');
    if (open) {
      if (open.tierId !== tier.id && (await isFull(pb, tier.id))) return refused('sold-out');
      if ((await expireMembershipCheckout(commerce, open)) === 'joined') return refused('already-in');
      tries = TRIES + 1;
      continue;
    }
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
        trialDays,
        expiresAt: now + CHECKOUT_OPEN_MS,
        checkoutKey: newAttemptKey(id),
      },
      tier,
      now,
    );
    if (held === null) begun = id;
    if (held === 'already-in') return refused('already-in');
    if (held === 'sold-out') {
      const current = await tierOfGuild(pb, guild.id, tier.id);
      const hasSamePrices =
        current && current.monthlyCents === tier.monthlyCents && current.annualCents === tier.annualCents;
      if (hasSamePrices) return refused(current.state === tier.state ? 'sold-out' : 'changed-meanwhile');
    }
  }
  return refused('changed-meanwhile');
}

async function isPayable(commerce: CommerceContext, storeId: string): Promise<boolean> {
  const account = await accountOfStore(commerce.pb, storeId);
  return account !== null && account.stripeAccountId !== '' && account.account.state === 'active';
}

/**
 * Opens the payment page of a checkout that has none. Repeated at once it finds the page of a lost answer; later it is a new
 * attempt with a key and a moment of expiry of its own. `not-payable` if the seller cannot be paid; `over` if the checkout
 * ended or changed meanwhile: no page of this attempt is left open then, so that nobody has two to pay at.
 */
async function openMembershipCheckoutPage(
  commerce: CommerceContext,
  checkout: MembershipCheckout,
  guild: Pick<StoredGuild, 'id' | 'storeId' | 'name'>,
  tier: Pick<StoredTier, 'id' | 'name'>,
  user: { id: string; email: string; username: string },
): Promise<{ id: string; url: string } | 'not-payable' | 'over'> {
  if (checkout.sessionUrl !== '') return { id: checkout.sessionId, url: checkout.sessionUrl };
  const { pb, payments, siteUrl } = commerce;
  const account = await accountOfStore(pb, guild.storeId);
  const feePercent = (await commissionPercents(pb, [guild.storeId])).get(guild.storeId);
  if (!account || account.stripeAccountId === '' || feePercent === undefined) return 'not-payable';
  const { billing, priceCents: cents } = checkout;
  const [customerId, priceId] = await Promise.all([
    checkout.customerId || memberCustomer(commerce, user),
    priceOfTier(commerce, { tierId: tier.id, billing, cents }, `${guild.name}: ${tier.name}`),
  ]);
  const now = commerce.now();
  const { id, checkoutKey, expiresAt } = checkout;
  const attempt = isRepeatableAttempt(expiresAt, now)
    ? { key: checkoutKey, expiresAt }
    : { key: newAttemptKey(id), expiresAt: now + CHECKOUT_OPEN_MS };
  if (!(await beginMembershipCheckoutAttempt(pb, { id, seen: checkoutKey, customerId, ...attempt }, now)))
    return 'over';
  const page = await payments.openSubscriptionPage({
    customerId,
    priceId,
    of: subscriptionTags({ guildId: guild.id, userId: user.id, checkoutId: checkout.id }),
    seller: { accountId: account.stripeAccountId, feePercent },
    trialDays: checkout.trialDays,
    successUrl: `${siteUrl}${paths.subscriptionPaymentSuccess()}?session_id=${PAGE_ID}`,
    cancelUrl: siteUrl + paths.storeGuild(guild.storeId),
    ...attempt,
  });
  if (await saveMembershipCheckoutPage(pb, { id, key: attempt.key, page }, commerce.now())) return page;
  if ((await payments.expireCheckout(page.id)) === 'complete')
    await completeCheckout(commerce, { ...checkout, customerId }, page.id);
  return 'over';
}

/** The key of a new attempt to open the page of a checkout. */
const newAttemptKey = (checkoutId: string) => `guild:${checkoutId}:checkout:${newRecordId()}`;

/** The user's customer at the provider, one for all memberships; created if missing. */
async function memberCustomer(
  commerce: CommerceContext,
  user: { id: string; email: string; username: string },
): Promise<string> {
  const known = await customerOfUser(commerce.pb, user.id);
  if (known !== '') return known;
  const hash = createHash('sha256')
    .update(JSON.stringify([user.email, user.username]))
    .digest('hex')
    .slice(0, 16);
  return commerce.payments.openCustomer({
    email: user.email,
    name: user.username,
    of: { user: user.id },
    key: `member-customer:${user.id}:${hash}`,
  });
}

/** The provider's price id of a tier at this amount; created if missing. Members keep the price they joined at. */
export async function priceOfTier(
  commerce: CommerceContext,
  amount: Omit<TierPrice, 'priceId' | 'withTax'>,
  title: string,
): Promise<string> {
  const price = { ...amount, withTax: commerce.payments.taxBehavior() === 'inclusive' };
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
 * Expires a checkout: closes its page, then frees the seat. If the page was already paid, completes it instead. A page that
 * is not stored is known to nobody; the request that is opening it closes it when it finds the checkout over.
 */
export async function expireMembershipCheckout(
  commerce: CommerceContext,
  { id }: Pick<MembershipCheckout, 'id'>,
): Promise<'expired' | 'joined'> {
  const { pb, payments } = commerce;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const checkout = await membershipCheckoutById(pb, id);
    if (checkout?.state !== 'pending') return checkout?.state === 'done' ? 'joined' : 'expired';
    const { sessionId } = checkout;
    if (sessionId !== '' && (await payments.expireCheckout(sessionId)) === 'complete') {
      await completeCheckout(commerce, checkout, sessionId);
      return 'joined';
    }
    const seen = { id, customerId: checkout.customerId, sessionId };
    if (await expireUnchangedCheckout(pb, seen, commerce.now())) return 'expired';
  }
  throw new Error(`the membership checkout ${id} changed during each of ${TRIES} attempts to end it`);
}

async function completeCheckout(
  commerce: CommerceContext,
  checkout: MembershipCheckout,
  sessionId: string,
): Promise<void> {
  const page = await commerce.payments.subscriptionPage(sessionId);
  if (!page?.subscriptionId) return;
  await syncPaid(commerce, checkout, page.subscriptionId);
  await endMembershipCheckout(commerce.pb, checkout.id, 'done', commerce.now());
}

/** Syncs what a page has brought. Where its person has deleted their account meanwhile, it is ended and refunded. */
async function syncPaid(
  commerce: CommerceContext,
  { userId, guildId, customerId }: MembershipCheckout,
  subscriptionId: string,
): Promise<StoredMember | null> {
  if (userId !== '') return syncMembership(commerce, { userId, guildId }, { id: subscriptionId, customerId });
  const subscription = await commerce.payments.subscription(subscriptionId);
  if (subscription) await syncMemberSubscription(commerce, subscription);
  return null;
}

/** Syncs a checkout after its page was left and returns its state. */
export async function syncMembershipCheckout(
  commerce: CommerceContext,
  sessionId: string,
): Promise<{ state: 'active' | 'waiting' | 'expired' | 'unknown'; checkout: MembershipCheckout | null }> {
  const checkout = await membershipCheckoutOfSession(commerce.pb, sessionId);
  if (!checkout) return { state: 'unknown', checkout };
  const page = await commerce.payments.subscriptionPage(sessionId);
  if (page?.state === 'expired') {
    await endMembershipCheckout(commerce.pb, checkout.id, 'expired', commerce.now());
    return { state: 'expired', checkout };
  }
  if (!page?.subscriptionId) return { state: 'waiting', checkout };
  const member = await syncPaid(commerce, checkout, page.subscriptionId);
  if (checkout.state === 'pending')
    await endMembershipCheckout(commerce.pb, checkout.id, 'done', commerce.now());
  return { state: member && memberIsIn(member.state) ? 'active' : 'waiting', checkout };
}

/** Younger checkouts are left to the webhook and the success page, in ms. */
const STALE_AFTER_MS = 2 * 60_000;

/** Expires checkouts whose page is over, and completes those that were paid although no webhook event arrived. */
export async function syncStaleMembershipCheckouts(commerce: CommerceContext): Promise<void> {
  const now = commerce.now();
  for (const checkout of await pendingMembershipCheckouts(commerce.pb, now - STALE_AFTER_MS, 200))
    await syncOrExpire(commerce, checkout).catch(commerce.onError);
}

async function syncOrExpire(commerce: CommerceContext, checkout: MembershipCheckout): Promise<void> {
  if (commerce.now() >= checkout.expiresAt) return void (await expireMembershipCheckout(commerce, checkout));
  if (checkout.sessionId !== '') await syncMembershipCheckout(commerce, checkout.sessionId);
}
