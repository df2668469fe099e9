import {
  type MembershipSnapshot,
  membershipOfUser,
  type StoredMember,
  saveMembershipIfUnchanged,
} from '../../data/guild/guild-members.ts';
import { paymentsOfSubscription } from '../../data/guild/guild-payments.ts';
import { type StoredTier, tiersOfGuild } from '../../data/guild/guild-tiers.ts';
import { guildById, type StoredGuild } from '../../data/guild/guilds.ts';
import {
  customerOfUser,
  endMembershipCheckout,
  pricesOfGuild,
  type TierPrice,
} from '../../data/guild/membership-checkouts.ts';
import { commissionPercents } from '../../data/payments/business-accounts.ts';
import type { MembershipPaymentStatus as Standing } from '../../domain/guild/member.ts';
import {
  type MembershipInvoice,
  type MembershipStatus,
  type MembershipSubscription,
  membershipStatus,
} from '../../domain/guild/membership-status.ts';
import type { PaymentSnapshot } from '../adapters/stripe/subscription-invoices.ts';
import type { SubscriptionSnapshot } from '../adapters/stripe/subscription-payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { keyedMutex } from '../kernel/keyed-mutex.ts';
import { bookInvoices, type InvoiceSnapshot } from './membership-invoices.ts';
import { notifyMember } from './membership-notifications.ts';

/** How a membership is kept equal to what the payment provider says. */

/** What tells a guild's subscriptions from a seller's plan at the provider. */
const KIND = 'guild-tier';
const TRIES = 8;
/** Events about one membership arrive four at a time; they are handled one after the other. */
const withLock = keyedMutex();

/** What a subscription for a guild carries, so that it is known whose it is by itself. */
export function subscriptionTags(of: { guildId: string; userId: string; checkoutId: string }) {
  return { kind: KIND, guild: of.guildId, user: of.userId, joining: of.checkoutId };
}

/** Whether the provider speaks of a membership in a guild. */
function isMembership(truth: Pick<SubscriptionSnapshot, 'of'>): boolean {
  return truth.of['kind'] === KIND;
}

/** What was heard of: a subscription, and the payment whose money moved, or all of them. */
export interface SubscriptionHint {
  id: string;
  customerId: string;
  changedPayments?: { paymentId: string } | 'all';
}

/**
 * Makes a membership equal to what the provider says now: where he stands, the months he paid for and what they bring,
 * and what became of that money. Any number of times, at once, whatever it was heard by: only what stands now counts.
 * @param knocked the subscription that was heard of; where nothing was, the one that is kept.
 * @throws PaymentsUnavailable where the provider cannot be asked.
 */
export async function syncMembership(
  commerce: CommerceContext,
  whose: { userId: string; guildId: string },
  knocked: SubscriptionHint | null = null,
): Promise<StoredMember | null> {
  const { userId, guildId } = whose;
  return withLock(`${guildId}:${userId}`, async () => {
    const guild = await guildById(commerce.pb, guildId);
    if (!guild) throw new Error(`a subscription is for the guild ${guildId}, which is not there`);
    for (let turn = 0; turn < TRIES; turn++) {
      // Read before the provider is asked: where somebody wrote meanwhile, his news may be newer.
      const file = await membershipOfUser(commerce.pb, userId, guildId);
      if (!(await syncOnce(commerce, { guild, userId, file }, knocked))) continue;
      const member = await membershipOfUser(commerce.pb, userId, guildId);
      if (member) await notifyMember(commerce, guild, member);
      return member;
    }
    throw new Error(`the membership of ${userId} in ${guildId} changes faster than it can be asked about`);
  });
}

/** What the provider knocked about, if it is a membership: whose it is stands in it. */
export async function syncMemberSubscription(
  commerce: CommerceContext,
  truth: SubscriptionSnapshot,
  money?: NonNullable<SubscriptionHint['changedPayments']>,
): Promise<StoredMember | null> {
  const { user: userId, guild: guildId } = truth.of;
  if (!isMembership(truth) || userId === undefined || guildId === undefined) return null;
  const { id, customerId } = truth;
  return syncMembership(
    commerce,
    { userId, guildId },
    { id, customerId, ...(money && { changedPayments: money }) },
  );
}

interface Whose {
  guild: StoredGuild;
  userId: string;
  file: StoredMember | null;
}

/** One look at the provider; false where somebody wrote meanwhile or something was ended, and it is to be asked again. */
async function syncOnce(
  commerce: CommerceContext,
  { guild, userId, file }: Whose,
  knocked: SubscriptionHint | null,
): Promise<boolean> {
  const { pb, payments } = commerce;
  const told = await subscriptionsOf(commerce, { guild, userId, file }, knocked);
  const { stands, tooMany } = standing(told, file);
  for (const { id } of tooMany) {
    commerce.onError(new Error(`${userId} joined the guild ${guild.id} twice; ${id} was undone`));
    await payments.undoSubscription(id);
  }
  if (tooMany.length > 0) return false;
  if (!stands) return true;
  const [tiers, prices] = await Promise.all([tiersOfGuild(pb, guild.id), pricesOfGuild(pb, guild.id)]);
  const words = { tiers: new Map(tiers.map((tier) => [tier.id, tier])), prices };
  const asked = [stands, ...told.filter(({ id }) => id === knocked?.id && id !== stands.id)];
  const bills = await Promise.all(
    asked.map(({ id }) => invoiceSnapshots(commerce, id, words, knocked?.changedPayments)),
  );
  const kept = await keep(commerce, { guild, userId, file }, stands, bills[0] ?? [], words);
  if (kept === 'again') return false;
  if (kept === null) return true;
  await syncCommission(commerce, guild, stands);
  for (const [place, truth] of asked.entries())
    await bookInvoices(commerce, { guild, memberId: kept.memberId }, truth, bills[place] ?? [], kept.told);
  for (const { of, id } of asked)
    if (of['joining'] !== undefined && id !== file?.subscriptionId)
      await endMembershipCheckout(pb, of['joining'], 'done', commerce.now());
  return true;
}

/** A commission that was changed since holds for the payments still to come. */
async function syncCommission(
  { pb, payments }: CommerceContext,
  { storeId }: StoredGuild,
  { id, feePercent, endedAt }: SubscriptionSnapshot,
): Promise<void> {
  if (endedAt !== null || feePercent === null) return;
  const percent = (await commissionPercents(pb, [storeId])).get(storeId);
  if (percent !== undefined && percent !== feePercent) await payments.setCommission(id, percent);
}

/** Everything the provider knows of this person's in this guild. Two windows may have made him two customers. */
async function subscriptionsOf(
  commerce: CommerceContext,
  { guild, userId, file }: Whose,
  knocked: { customerId: string } | null,
): Promise<SubscriptionSnapshot[]> {
  const known = [file?.customerId, knocked?.customerId, await customerOfUser(commerce.pb, userId)];
  const customers = [...new Set(known.filter((id) => id !== undefined && id !== ''))] as string[];
  const all = await Promise.all(customers.map((id) => commerce.payments.subscriptionsOf(id)));
  return all
    .flat()
    .filter(
      (truth) =>
        isMembership(truth) &&
        truth.of['guild'] === guild.id &&
        truth.of['user'] === userId &&
        truth.status !== 'incomplete' &&
        truth.status !== 'incomplete_expired',
    );
}

/** The one that stands: the kept one while it lives, else the oldest that lives, else the one that began last. */
function standing(told: readonly SubscriptionSnapshot[], file: StoredMember | null) {
  const byAge = [...told].sort((a, b) => a.beganAt - b.beganAt || a.id.localeCompare(b.id));
  const alive = byAge.filter(({ endedAt }) => endedAt === null);
  const stands = alive.find(({ id }) => id === file?.subscriptionId) ?? alive[0] ?? byAge.at(-1) ?? null;
  return { stands, tooMany: alive.filter((truth) => truth !== stands) };
}

interface Words {
  tiers: ReadonlyMap<string, StoredTier>;
  prices: ReadonlyMap<string, TierPrice>;
}

/** What was billed. Of money that was booked before it is only asked where it is said to have moved. */
async function invoiceSnapshots(
  { pb, payments }: CommerceContext,
  subscriptionId: string,
  words: Words,
  moved: SubscriptionHint['changedPayments'],
): Promise<InvoiceSnapshot[]> {
  const [invoices, booked] = await Promise.all([
    payments.invoicesOfSubscription(subscriptionId),
    moved === 'all' ? new Map<string, PaymentSnapshot>() : bookedMoney(pb, subscriptionId),
  ]);
  if (moved && moved !== 'all') booked.delete(moved.paymentId);
  return Promise.all(
    invoices.map(async (invoice): Promise<InvoiceSnapshot> => {
      const { paymentId } = invoice;
      const before = paymentId === null ? undefined : booked.get(paymentId);
      const money = before ?? (paymentId === null ? null : await payments.paymentSnapshot(paymentId));
      const isGivenBack =
        money !== null &&
        (money.refundedCents >= money.chargedCents || money.disputes.some((state) => state !== 'won'));
      const lines = invoice.lines.map((line) => ({ ...line, tier: billedTier(words, line.priceId) }));
      return {
        stripeInvoice: invoice,
        payment: money,
        isBooked: before !== undefined,
        invoice: { ...invoice, lines, isGivenBack },
      };
    }),
  );
}

async function bookedMoney(
  pb: CommerceContext['pb'],
  subscriptionId: string,
): Promise<Map<string, PaymentSnapshot>> {
  const booked = await paymentsOfSubscription(pb, subscriptionId);
  return new Map(
    booked.map(({ paymentId, state, paidCents, commissionCents, refundedCents }) => [
      paymentId,
      {
        chargedCents: paidCents,
        commissionCents,
        refundedCents,
        disputes: state === 'disputed' ? (['open'] as const) : [],
      },
    ]),
  );
}

function billedTier({ tiers, prices }: Words, priceId: string): MembershipInvoice['lines'][number]['tier'] {
  const price = prices.get(priceId);
  const tier = price && tiers.get(price.tierId);
  return tier ? { id: tier.id, cents: price.cents, position: tier.position } : null;
}

/** The provider's words in the guild's. Null where it is billed for what no tier of this guild ever cost. */
function membershipSubscriptionOf(truth: SubscriptionSnapshot, words: Words): MembershipSubscription | null {
  const tier = billedTier(words, truth.priceId);
  return (
    tier && {
      status: STATUS[truth.status] ?? 'ended',
      beganAt: truth.beganAt,
      periodEnd: truth.periodEnd,
      endsAtPeriodEnd: truth.endsAtPeriodEnd,
      pausedUntil: truth.pausedUntil,
      tier,
      billing: truth.interval === 'year' ? 'annual' : 'monthly',
    }
  );
}

const STATUS: Partial<Record<string, Standing['status']>> = {
  incomplete: 'incomplete',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  unpaid: 'unpaid',
  paused: 'paused',
};

/** Writes where he stands; null where he is no member, "again" where it is to be asked anew. */
async function keep(
  commerce: CommerceContext,
  { guild, userId, file }: Whose,
  truth: SubscriptionSnapshot,
  bills: readonly InvoiceSnapshot[],
  words: Words,
): Promise<'again' | null | { memberId: string; told: MembershipSubscription }> {
  const told = membershipSubscriptionOf(truth, words);
  if (!told) throw new Error(`${truth.id} is billed at ${truth.priceId}, which is no price of ${guild.id}`);
  const now: MembershipStatus | null = membershipStatus(
    told,
    bills.map(({ invoice }) => invoice),
    file?.state === 'banned',
    commerce.now(),
  );
  if (!now) return null;
  const isOver = now.state === 'lapsed' || now.state === 'banned';
  if (isOver && truth.endedAt === null) {
    // Nobody is charged again for what he is out of; who comes back begins anew.
    await commerce.payments.endSubscription(truth.id);
    return 'again';
  }
  // Months that were given to who had left stand in a newer stay; older news are only booked.
  if (file && file.subscriptionId !== truth.id && file.joinedAt > truth.beganAt)
    return { memberId: file.id, told };
  const membership: MembershipSnapshot = {
    guildId: guild.id,
    userId,
    ...now,
    joinedAt: truth.beganAt,
    customerId: truth.customerId,
    subscriptionId: truth.id,
    subscriptionItemId: truth.itemId,
    stripePriceId: truth.priceId,
  };
  const isSame =
    file && Object.entries(membership).every(([part, is]) => file[part as keyof StoredMember] === is);
  if (isSame) return { memberId: file.id, told };
  const { pb } = commerce;
  const written = await saveMembershipIfUnchanged(pb, membership, file?.seen ?? null, commerce.now());
  return written === null ? 'again' : { memberId: written, told };
}
