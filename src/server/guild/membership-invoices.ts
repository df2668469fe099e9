import {
  billsToInvoice,
  guildPaymentByPayment,
  recordPartRefusal,
  recordSellerPart,
  type SeenGuildPayment,
  saveGuildPayment,
} from '../../data/guild/guild-payments.ts';
import {
  coverMonths,
  type MemberRef,
  periodsOfMember,
  restorePayment,
  revokePayment,
  upgradeMonth,
} from '../../data/guild/membership-periods.ts';
import { addressOfUser } from '../../data/identity/addressees.ts';
import type { Guild } from '../../domain/guild/guild.ts';
import { type GuildPaymentKind, guildPaymentState } from '../../domain/guild/guild-payment.ts';
import type { MembershipPeriod } from '../../domain/guild/membership-period.ts';
import {
  type MembershipInvoice,
  type MembershipSubscription,
  paidMonthsOfInvoice,
  skippedMonthAhead,
  upgradedMonths,
  upgradeOfInvoice,
  upgradePaymentIds,
} from '../../domain/guild/membership-status.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { incomeOfPayment, sharesOfPayment } from '../../domain/payments/income.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import type { PaymentSnapshot, SubscriptionInvoice } from '../adapters/stripe/subscription-invoices.ts';
import type { SubscriptionSnapshot } from '../adapters/stripe/subscription-payments.ts';
import { licenceTexts } from '../catalogue/licence-texts.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { issueDocuments } from '../payments/subscription-documents.ts';

/** An invoice with the provider's data about its payment. */
export interface InvoiceSnapshot {
  stripeInvoice: SubscriptionInvoice;
  invoice: MembershipInvoice;
  /** Null if nothing was charged. */
  payment: PaymentSnapshot | null;
  /** Whether the payment was stored before and not read again. */
  isBooked: boolean;
  /** The stored payment as it was before the provider was asked; null where there was none. */
  seen: SeenGuildPayment | null;
}

/** Whose invoices they are. */
export interface InvoiceOwner {
  guild: Pick<Guild, 'id' | 'storeId'>;
  memberId: string;
  userId: string;
}

/**
 * Books the invoices of a subscription: payments, paid months, upgrades, and refunds. Idempotent, in any order of
 * payments and refunds. False where another site has booked something of a payment since it was read: it has to be read again.
 */
export async function bookInvoices(
  commerce: CommerceContext,
  { guild, memberId, userId }: InvoiceOwner,
  subscription: Pick<SubscriptionSnapshot, 'id' | 'beganAt' | 'endedAt'>,
  snapshots: readonly InvoiceSnapshot[],
  billing: MembershipSubscription,
): Promise<boolean> {
  const { pb } = commerce;
  const texts = licenceTexts();
  const member: MemberRef = { id: memberId, guildId: guild.id };
  const periods = await periodsOfMember(pb, memberId);
  const known = new Set(periods.map(({ paymentId }) => paymentId));
  const upgraded = new Set(periods.map((period) => period.upgrade?.paymentId));
  for (const snapshot of snapshots) {
    const months = paidMonthsOfInvoice(snapshot.invoice, subscription.beganAt);
    const upgrade = upgradeOfInvoice(snapshot.invoice);
    const covers = months ?? upgrade;
    if (!covers) {
      if (snapshot.invoice.state === 'paid' && snapshot.stripeInvoice.paidCents > 0)
        commerce.onError(
          new Error(`unknown purpose of the paid invoice ${snapshot.invoice.id} of ${subscription.id}`),
        );
      continue;
    }
    // An invoice refunded before it was booked brings no grants; refunds of booked ones are synced below.
    const isNew = !known.has(snapshot.invoice.id);
    if (months && isNew && !known.has(months.id) && !snapshot.invoice.isReversed)
      await coverMonths(pb, member, months, texts, commerce.now());
    if (!snapshot.isBooked) {
      const owner = { guild, memberId, userId };
      if (!(await savePayment(commerce, owner, subscription.id, snapshot, covers.tierId))) return false;
    }
    if (upgrade && !upgraded.has(snapshot.invoice.id) && !snapshot.invoice.isReversed)
      await upgradeMonths(commerce, member, upgrade);
    if (!snapshot.isBooked) await syncGrants(commerce, memberId, snapshot);
    if (!snapshot.isBooked) await evenOut(commerce, snapshot);
  }
  await issueInvoices(commerce, { userId, subscriptionId: subscription.id }, snapshots);
  const ahead = subscription.endedAt === null ? skippedMonthAhead(billing, subscription.id) : null;
  if (ahead && !known.has(ahead.id)) await coverMonths(pb, member, ahead, texts, commerce.now());
  return true;
}

/** Invoices of the paid bills, and credit notes of what was given back of those that were read again. */
async function issueInvoices(
  commerce: CommerceContext,
  { userId, subscriptionId }: { userId: string; subscriptionId: string },
  snapshots: readonly InvoiceSnapshot[],
): Promise<void> {
  const wanted = await billsToInvoice(commerce.pb, subscriptionId);
  const bills = snapshots
    .filter(({ stripeInvoice }) => wanted.has(stripeInvoice.id))
    .map(({ stripeInvoice, payment, isBooked }) => ({
      invoice: stripeInvoice,
      backCents: payment === null || isBooked ? null : payment.refundedCents + payment.lostCents,
    }));
  if (bills.length === 0) return;
  const email = await addressOfUser(commerce.pb, userId);
  await issueDocuments(commerce, { subscriptionId, payerId: userId, email }, bills);
}

async function upgradeMonths(
  commerce: CommerceContext,
  member: MemberRef,
  upgrade: NonNullable<ReturnType<typeof upgradeOfInvoice>>,
): Promise<void> {
  const { pb } = commerce;
  const periods = await periodsOfMember(pb, member.id);
  for (const [place, month] of upgradedMonths(upgrade, periods).entries())
    await upgradeMonth(
      pb,
      member,
      { ...month, paidCents: place === 0 ? upgrade.paidCents : 0 },
      licenceTexts(),
      commerce.now(),
    );
}

/** False where the stored payment is not as it was seen. */
async function savePayment(
  commerce: CommerceContext,
  { guild, memberId }: InvoiceOwner,
  subscriptionId: string,
  { stripeInvoice, payment, seen }: InvoiceSnapshot,
  tierId: string,
): Promise<boolean> {
  if (!payment || stripeInvoice.paidAt === null) return true;
  const { chargedCents: paidCents, disputes, seller } = payment;
  const refundedCents = givenBackOf(payment);
  const shares = sharesOfPayment({ ...payment, paidCents, invoicedTaxCents: stripeInvoice.taxCents });
  const dueCents = dueOf({ stripeInvoice, payment });
  const kind: GuildPaymentKind = stripeInvoice.reason === 'change' ? 'raise' : stripeInvoice.reason;
  return saveGuildPayment(
    commerce.pb,
    {
      guildId: guild.id,
      storeId: guild.storeId,
      memberId,
      tierId,
      kind,
      state: guildPaymentState({ paidCents, refundedCents, disputes }),
      paidCents,
      ...shares,
      refundedCents,
      lostCents: Math.min(payment.lostCents, refundedCents),
      paidAt: stripeInvoice.paidAt,
      number: stripeInvoice.number,
      invoiceId: stripeInvoice.id,
      paymentId: stripeInvoice.paymentId ?? '',
      subscriptionId,
      dueCents,
      sentCents: seller?.cents ?? dueCents,
      movements: seller?.movements ?? [],
    },
    seen,
    commerce.now(),
  );
}

/** What was given back of a payment: by refunds, and by banks in lost disputes. */
export function givenBackOf(
  payment: Pick<PaymentSnapshot, 'chargedCents' | 'refundedCents' | 'lostCents'>,
): Cents {
  return Math.min(payment.chargedCents, payment.refundedCents + payment.lostCents);
}

/** What the seller should have of a payment now: their part of the price less what was given back; nothing while it is disputed. */
function dueOf({
  stripeInvoice,
  payment,
}: {
  stripeInvoice: Pick<SubscriptionInvoice, 'taxCents'>;
  payment: PaymentSnapshot;
}): Cents {
  const { chargedCents: paidCents, disputes } = payment;
  const refundedCents = givenBackOf(payment);
  const shares = sharesOfPayment({ ...payment, paidCents, invoicedTaxCents: stripeInvoice.taxCents });
  const isDisputed = disputes.includes('open');
  return incomeOfPayment({ ...shares, paidCents, refundedCents, isDisputed }).yoursCents;
}

/**
 * Moves money until the seller has their part of a payment: tax and disputed money are taken back, and money whose dispute
 * was won is sent again. What the seller's balance does not cover becomes a debt: later shares pay it, and the reconciler
 * tries again, since a member's next payment may cover it.
 */
async function evenOut(
  commerce: CommerceContext,
  { stripeInvoice, payment }: InvoiceSnapshot,
): Promise<void> {
  const { paymentId } = stripeInvoice;
  if (!payment?.seller || paymentId === null) return;
  const stored = await guildPaymentByPayment(commerce.pb, paymentId);
  if (!stored || payment.seller.cents === stored.dueCents) return;
  const { dueCents, partRefusals } = stored;
  // A refund under way has taken it back; its end is synced.
  if (payment.seller.cents < dueCents && stored.refundKey) return;
  try {
    const part = await commerce.payments.setSellerPart(paymentId, dueCents, partRefusals);
    if (part) await recordSellerPart(commerce.pb, paymentId, part, commerce.now());
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    // A debt is known and in the books; that it is still one is no news.
    if (!stored.isDebt || reason.temporary) commerce.onError(reason);
    if (!reason.temporary) await recordPartRefusal(commerce.pb, paymentId, commerce.now());
  }
}

/** Revokes what a payment brought while it is disputed and once all of it is given back; a dispute that is won restores it. */
async function syncGrants(
  commerce: CommerceContext,
  memberId: string,
  { invoice, payment }: InvoiceSnapshot,
): Promise<void> {
  if (!payment) return;
  const { pb } = commerce;
  const periods = await periodsOfMember(pb, memberId);
  const isDisputed = payment.disputes.includes('open') || payment.lostCents > 0;
  for (const id of upgradePaymentIds(invoice.id)) {
    const isCovered = periods.map((period) => isPaidBy(period, id)).filter((state) => state !== null);
    if (invoice.isReversed && isCovered.includes(true))
      await revokePayment(pb, id, isDisputed ? 'dispute' : 'refund', licenceTexts(), commerce.now());
    if (!invoice.isReversed && isCovered.includes(false) && payment.disputes.length > 0)
      await restorePayment(pb, id, licenceTexts(), commerce.now());
  }
}

/** Whether a payment still covers a month; null if it never did. */
function isPaidBy(period: MembershipPeriod, paymentId: string): boolean | null {
  if (period.paymentId === paymentId) return period.kind !== 'refunded';
  if (period.upgrade?.paymentId === paymentId) return !period.upgrade.refunded;
  return null;
}
