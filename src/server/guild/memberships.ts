import type PocketBase from 'pocketbase';
import {
  type MembershipSnapshot,
  membershipOfUser,
  type StoredMember,
  saveMembershipIfUnchanged,
} from '../../data/guild/guild-members.ts';
import { paymentsOfSubscription, type StoredGuildPayment } from '../../data/guild/guild-payments.ts';
import { type StoredTier, tiersOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildById, type StoredGuild } from '../../data/guild/guilds.ts';
import {
  customerOfUser,
  endMembershipCheckout,
  pricesOfGuild,
  type TierPrice,
} from '../../data/guild/membership-checkouts.ts';
import { periodsOfMember } from '../../data/guild/membership-periods.ts';
import { userById } from '../../data/identity/accounts.ts';
import { commissionOfStore } from '../../data/payments/business-accounts.ts';
import {
  type MembershipInvoice,
  type MembershipStatus,
  type MembershipSubscription,
  membershipStatus,
  withMonthsBehind,
} from '../../domain/guild/membership-status.ts';
import type { PaymentSnapshot } from '../adapters/stripe/subscription-invoices.ts';
import type { SubscriptionSnapshot } from '../adapters/stripe/subscription-payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { keyedMutex } from '../kernel/keyed-mutex.ts';
import { undoneAbroad } from './membership-abroad.ts';
import { bookInvoices, givenBackOf, type InvoiceSnapshot } from './membership-invoices.ts';
import { notifyMember } from './membership-notifications.ts';

/** Keeps memberships in sync with the payment provider. */

/** Metadata that distinguishes guild subscriptions from sellers' plans. */
const KIND = 'guild-tier';
const TRIES = 8;
/** Webhook events about one membership arrive in parallel; they are handled one after the other. */
const withLock = keyedMutex();

/** The metadata of a guild subscription, which identifies its member. */
export function subscriptionTags(of: { guildId: string; userId: string; checkoutId: string }) {
  return { kind: KIND, guild: of.guildId, user: of.userId, joining: of.checkoutId };
}

/** Whether a subscription is a guild membership. */
export function isMembership(subscription: Pick<SubscriptionSnapshot, 'of'>): boolean {
  return subscription.of['kind'] === KIND;
}

/** A subscription to include in a sync, and the payments whose refunds or disputes may have changed. */
export interface SubscriptionHint {
  id: string;
  customerId: string;
  changedPayments?: { paymentId: string } | 'all';
}

/**
 * Syncs a membership with the provider: its status, paid months and grants, refunds and disputes. Idempotent and safe to
 * run concurrently: only the provider's current data count.
 * @param hint the subscription an event is about; null for the stored one.
 * @returns null where there is no membership, or nobody any more whose it could be.
 * @throws PaymentsUnavailable if the provider cannot be reached.
 */
export async function syncMembership(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
  hint: SubscriptionHint | null = null,
): Promise<StoredMember | null> {
  const { userId, guildId } = whose;
  return withLock(`${guildId}:${userId}`, async () => {
    const guild = await guildById(commerce.pb, guildId);
    if (!guild) throw new Error(`a subscription is for the guild ${guildId}, which does not exist`);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      // Read before the request to the provider: if the row changes meanwhile, our data may be stale.
      const stored = await membershipOfUser(commerce.pb, userId, guildId);
      if (!stored && !(await userById(commerce.pb, userId))) return null;
      if (!(await syncOnce(commerce, { guild, userId, stored }, hint))) continue;
      const member = await membershipOfUser(commerce.pb, userId, guildId);
      if (member) await notifyMember(commerce, guild, member);
      return member;
    }
    throw new Error(`the membership of ${userId} in ${guildId} changes faster than it can be synced`);
  });
}

interface MembershipOwner {
  guild: StoredGuild;
  userId: string;
  stored: StoredMember | null;
}

/** One attempt; returns false if it has to be repeated, because the row changed or a subscription was ended. */
async function syncOnce(
  commerce: CommerceContext,
  { guild, userId, stored }: MembershipOwner,
  hint: SubscriptionHint | null,
): Promise<boolean> {
  const { pb, payments } = commerce;
  const subscriptions = await subscriptionsOf(commerce, { guild, userId, stored }, hint);
  const { current, duplicates } = pickSubscription(subscriptions, stored);
  for (const { id } of duplicates) {
    commerce.onError(new Error(`${userId} joined the guild ${guild.id} twice; ${id} was undone`));
    await payments.undoSubscription(id);
  }
  if (duplicates.length > 0) return false;
  if (!current) return true;
  const lookup = await priceLookup(pb, guild.id);
  const toBook = [current, ...subscriptions.filter(({ id }) => id === hint?.id && id !== current.id)];
  const invoices = await Promise.all(
    toBook.map(({ id }) => invoiceSnapshots(commerce, id, lookup, hint?.changedPayments)),
  );
  const isNew = current.id !== stored?.subscriptionId;
  if (isNew && (await undoneAbroad(commerce, guild, current, invoices[0] ?? []))) return false;
  const saved = await saveStatus(commerce, { guild, userId, stored }, current, invoices[0] ?? [], lookup);
  if (saved === 'again') return false;
  if (saved === null) return true;
  await syncCommission(commerce, guild, current);
  const owner = { guild, memberId: saved.memberId, userId };
  for (const [place, subscription] of toBook.entries())
    if (!(await bookInvoices(commerce, owner, subscription, invoices[place] ?? [], saved.billing)))
      return false;
  for (const { of, id } of toBook)
    if (of['joining'] !== undefined && id !== stored?.subscriptionId)
      await endMembershipCheckout(pb, of['joining'], 'done', commerce.now());
  return true;
}

/** Updates the commission of a subscription for its future payments. */
async function syncCommission(
  { pb, payments }: CommerceContext,
  { storeId }: StoredGuild,
  { id, feePercent, endedAt }: SubscriptionSnapshot,
): Promise<void> {
  if (endedAt !== null || feePercent === null) return;
  const rate = await commissionOfStore(pb, storeId);
  if (rate && rate.percent !== feePercent)
    await payments.setCommission(id, rate.percent, `guild-commission:${id}:${rate.percent}:${rate.seen}`);
}

/** The user's subscriptions for this guild. Two open windows may have created two customers. */
async function subscriptionsOf(
  commerce: CommerceContext,
  { guild, userId, stored }: MembershipOwner,
  hint: { customerId: string } | null,
): Promise<SubscriptionSnapshot[]> {
  const known = [stored?.customerId, hint?.customerId, await customerOfUser(commerce.pb, userId)];
  const customers = [...new Set(known.filter((id) => id !== undefined && id !== ''))] as string[];
  const all = await Promise.all(customers.map((id) => commerce.payments.subscriptionsOf(id)));
  return all
    .flat()
    .filter(
      (subscription) =>
        isMembership(subscription) &&
        subscription.of['guild'] === guild.id &&
        subscription.of['user'] === userId &&
        subscription.status !== 'incomplete' &&
        subscription.status !== 'abandoned',
    );
}

/** The valid subscription: the stored one while it is alive, else the oldest alive, else the one that began last. */
function pickSubscription(subscriptions: readonly SubscriptionSnapshot[], stored: StoredMember | null) {
  const byAge = [...subscriptions].sort((a, b) => a.beganAt - b.beganAt || a.id.localeCompare(b.id));
  const alive = byAge.filter(({ endedAt }) => endedAt === null);
  const current = alive.find(({ id }) => id === stored?.subscriptionId) ?? alive[0] ?? byAge.at(-1) ?? null;
  return { current, duplicates: alive.filter((subscription) => subscription !== current) };
}

interface PriceLookup {
  tiers: ReadonlyMap<string, StoredTier>;
  prices: ReadonlyMap<string, TierPrice>;
}

/** What a guild's invoices can be about. */
export async function priceLookup(pb: PocketBase, guildId: string): Promise<PriceLookup> {
  const [tiers, prices] = await Promise.all([tiersOfGuild(pb, guildId), pricesOfGuild(pb, guildId)]);
  return { tiers: new Map(tiers.map((tier) => [tier.id, tier])), prices };
}

/** The invoices of a subscription. Stored payments are read again only if they may have changed. */
export async function invoiceSnapshots(
  { pb, payments }: CommerceContext,
  subscriptionId: string,
  lookup: PriceLookup,
  changed: SubscriptionHint['changedPayments'],
): Promise<InvoiceSnapshot[]> {
  const [invoices, stored] = await Promise.all([
    payments.invoicesOfSubscription(subscriptionId),
    paymentsOfSubscription(pb, subscriptionId),
  ]);
  const storedBy = new Map(stored.map((payment) => [payment.paymentId, payment]));
  const booked = changed === 'all' ? new Map<string, PaymentSnapshot>() : bookedPayments(stored);
  if (changed && changed !== 'all') booked.delete(changed.paymentId);
  return Promise.all(
    invoices.map(async (invoice): Promise<InvoiceSnapshot> => {
      const { paymentId } = invoice;
      const before = paymentId === null ? undefined : booked.get(paymentId);
      const payment = before ?? (paymentId === null ? null : await payments.paymentSnapshot(paymentId));
      const isReversed =
        payment !== null &&
        (givenBackOf(payment) >= payment.chargedCents || payment.disputes.includes('open'));
      const lines = invoice.lines.map((line) => ({ ...line, tier: billedTier(lookup, line.priceId) }));
      return {
        stripeInvoice: invoice,
        payment,
        isBooked: before !== undefined,
        seen: (paymentId === null ? undefined : storedBy.get(paymentId)) ?? null,
        invoice: { ...invoice, lines, isReversed },
      };
    }),
  );
}

function bookedPayments(stored: readonly StoredGuildPayment[]): Map<string, PaymentSnapshot> {
  return new Map(
    stored.map(({ paymentId, state, paidCents, commissionCents, sentCents, movements, ...back }) => [
      paymentId,
      {
        chargedCents: paidCents,
        feeCents: commissionCents,
        seller: { cents: sentCents, movements },
        refundedCents: back.refundedCents - back.lostCents,
        lostCents: back.lostCents,
        disputes: state === 'disputed' ? (['open'] as const) : [],
      },
    ]),
  );
}

function billedTier(
  { tiers, prices }: PriceLookup,
  priceId: string,
): MembershipInvoice['lines'][number]['tier'] {
  const price = prices.get(priceId);
  const tier = price && tiers.get(price.tierId);
  return tier ? { id: tier.id, cents: price.cents, position: tier.position } : null;
}

/** A subscription with its tier; null if its price is no price of this guild's tiers. */
export function membershipSubscriptionOf(
  subscription: SubscriptionSnapshot,
  lookup: PriceLookup,
): MembershipSubscription | null {
  const tier = billedTier(lookup, subscription.priceId);
  return (
    tier && {
      status: subscription.status === 'abandoned' ? 'ended' : subscription.status,
      beganAt: subscription.beganAt,
      periodEnd: subscription.periodEnd,
      endsAtPeriodEnd: subscription.endsAtPeriodEnd,
      pausedUntil: subscription.pausedUntil,
      tier,
      billing: subscription.interval === 'year' ? 'annual' : 'monthly',
    }
  );
}

/** Stores the membership's status; null if the user is no member, 'again' if the sync has to be repeated. */
async function saveStatus(
  commerce: CommerceContext,
  { guild, userId, stored }: MembershipOwner,
  subscription: SubscriptionSnapshot,
  invoices: readonly InvoiceSnapshot[],
  lookup: PriceLookup,
): Promise<'again' | null | { memberId: string; billing: MembershipSubscription }> {
  const billing = membershipSubscriptionOf(subscription, lookup);
  if (!billing)
    throw new Error(
      `${subscription.id} is billed at ${subscription.priceId}, which is no price of ${guild.id}`,
    );
  const now: MembershipStatus | null = membershipStatus(
    billing,
    invoices.map(({ invoice }) => invoice),
    stored?.state === 'banned',
    commerce.now(),
  );
  if (!now) return null;
  const isOver = now.state === 'lapsed' || now.state === 'banned';
  if (isOver && subscription.endedAt === null) {
    // A lapsed or banned member must not be charged again; rejoining starts a new subscription.
    await commerce.payments.endSubscription(subscription.id);
    return 'again';
  }
  // A newer stay, such as months given after leaving, is not overwritten; the older invoices are only booked.
  if (stored && stored.subscriptionId !== subscription.id && stored.joinedAt > subscription.beganAt)
    return { memberId: stored.id, billing };
  const periods =
    stored && subscription.endedAt !== null ? await periodsOfMember(commerce.pb, stored.id) : [];
  const { hasSubscription, ...status } = withMonthsBehind(now, billing.periodEnd, periods, commerce.now());
  const membership: MembershipSnapshot = {
    guildId: guild.id,
    userId,
    ...status,
    joinedAt: subscription.beganAt,
    customerId: subscription.customerId,
    subscriptionId: hasSubscription ? subscription.id : '',
    subscriptionItemId: hasSubscription ? subscription.itemId : '',
    stripePriceId: hasSubscription ? subscription.priceId : '',
  };
  const isSame =
    stored &&
    Object.entries(membership).every(([field, value]) => stored[field as keyof StoredMember] === value);
  if (isSame) return { memberId: stored.id, billing };
  const { pb } = commerce;
  const written = await saveMembershipIfUnchanged(pb, membership, stored?.seen ?? null, commerce.now());
  return written === null ? 'again' : { memberId: written, billing };
}
