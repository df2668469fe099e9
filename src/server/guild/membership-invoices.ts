import { saveGuildPayment } from '../../data/guild/guild-payments.ts';
import {
  coverMonths,
  type MemberRef,
  periodsOfMember,
  restorePayment,
  takeBackPayment,
  upgradeMonth,
} from '../../data/guild/membership-periods.ts';
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
import type { PaymentSnapshot, SubscriptionInvoice } from '../adapters/stripe/subscription-invoices.ts';
import type { SubscriptionSnapshot } from '../adapters/stripe/subscription-payments.ts';
import { licenceTexts } from '../catalogue/licence-texts.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';

/** A bill with what the provider says of its money. */
export interface InvoiceSnapshot {
  stripeInvoice: SubscriptionInvoice;
  invoice: MembershipInvoice;
  /** Null where nothing was charged. */
  payment: PaymentSnapshot | null;
  /** Whether that money was booked before and was not asked about again. */
  isBooked: boolean;
}

/** Whose bills they are. */
export interface InvoiceOwner {
  guild: Pick<Guild, 'id' | 'storeId'>;
  memberId: string;
}

/**
 * Books the bills of a subscription: payments, the months they cover, the months they raise, and what was given back.
 * Each payment counts once, however often it is booked, and in whatever order bills are paid and given back.
 */
export async function bookInvoices(
  commerce: CommerceContext,
  { guild, memberId }: InvoiceOwner,
  subscription: Pick<SubscriptionSnapshot, 'id' | 'beganAt' | 'endedAt'>,
  bills: readonly InvoiceSnapshot[],
  told: MembershipSubscription,
): Promise<void> {
  const { pb } = commerce;
  const texts = licenceTexts();
  const member: MemberRef = { id: memberId, guildId: guild.id };
  const periods = await periodsOfMember(pb, memberId);
  const known = new Set(periods.map(({ paymentId }) => paymentId));
  const raised = new Set(periods.map(({ raise }) => raise?.paymentId));
  for (const truth of bills) {
    const months = paidMonthsOfInvoice(truth.invoice, subscription.beganAt);
    const raise = upgradeOfInvoice(truth.invoice);
    const covers = months ?? raise;
    if (!covers) {
      if (truth.invoice.state === 'paid' && truth.stripeInvoice.paidCents > 0)
        commerce.onError(
          new Error(`nobody knows what ${truth.invoice.id} of ${subscription.id} was paid for`),
        );
      continue;
    }
    // What was given back before it ever covered anything brings nothing; what covered something is taken back below.
    const isNew = !known.has(truth.invoice.id);
    if (months && isNew && !known.has(months.id) && !truth.invoice.isGivenBack)
      await coverMonths(pb, member, months, texts, commerce.now());
    if (!truth.isBooked)
      await savePayment(commerce, { guild, memberId }, subscription.id, truth, covers.tierId);
    if (raise && !raised.has(truth.invoice.id) && !truth.invoice.isGivenBack)
      await upgradeMonths(commerce, member, raise);
    if (!truth.isBooked) await syncGrants(commerce, memberId, truth);
  }
  const ahead = subscription.endedAt === null ? skippedMonthAhead(told, subscription.id) : null;
  if (ahead && !known.has(ahead.id)) await coverMonths(pb, member, ahead, texts, commerce.now());
}

async function upgradeMonths(
  commerce: CommerceContext,
  member: MemberRef,
  raise: NonNullable<ReturnType<typeof upgradeOfInvoice>>,
): Promise<void> {
  const { pb } = commerce;
  const periods = await periodsOfMember(pb, member.id);
  for (const [place, month] of upgradedMonths(raise, periods).entries())
    await upgradeMonth(
      pb,
      member,
      { ...month, paidCents: place === 0 ? raise.paidCents : 0 },
      licenceTexts(),
      commerce.now(),
    );
}

async function savePayment(
  commerce: CommerceContext,
  { guild, memberId }: InvoiceOwner,
  subscriptionId: string,
  { stripeInvoice, payment }: InvoiceSnapshot,
  tierId: string,
): Promise<void> {
  if (!payment || stripeInvoice.paidAt === null) return;
  const { chargedCents: paidCents, commissionCents, refundedCents, disputes } = payment;
  const kind: GuildPaymentKind = stripeInvoice.reason === 'change' ? 'raise' : stripeInvoice.reason;
  await saveGuildPayment(
    commerce.pb,
    {
      guildId: guild.id,
      storeId: guild.storeId,
      memberId,
      tierId,
      kind,
      state: guildPaymentState({ paidCents, refundedCents, disputes }),
      paidCents,
      taxCents: stripeInvoice.taxCents,
      commissionCents,
      netCents: paidCents - commissionCents,
      refundedCents,
      paidAt: stripeInvoice.paidAt,
      number: stripeInvoice.number,
      invoiceId: stripeInvoice.id,
      paymentId: stripeInvoice.paymentId ?? '',
      subscriptionId,
    },
    commerce.now(),
  );
}

/** Takes back what a payment brought once it is given back or disputed, and gives it again once the dispute is won. */
async function syncGrants(
  commerce: CommerceContext,
  memberId: string,
  { invoice, payment }: InvoiceSnapshot,
): Promise<void> {
  if (!payment) return;
  const { pb } = commerce;
  const periods = await periodsOfMember(pb, memberId);
  const isDisputed = payment.disputes.some((state) => state !== 'won');
  for (const id of upgradePaymentIds(invoice.id)) {
    const standing = periods.map((period) => isPaidBy(period, id)).filter((word) => word !== null);
    if (invoice.isGivenBack && standing.includes(true))
      await takeBackPayment(pb, id, isDisputed ? 'dispute' : 'refund', licenceTexts(), commerce.now());
    if (!invoice.isGivenBack && standing.includes(false) && payment.disputes.length > 0)
      await restorePayment(pb, id, licenceTexts(), commerce.now());
  }
}

/** Whether a payment speaks for a month still; null where it never did. */
function isPaidBy(period: MembershipPeriod, paymentId: string): boolean | null {
  if (period.paymentId === paymentId) return period.kind !== 'refunded';
  if (period.raise?.paymentId === paymentId) return !period.raise.refunded;
  return null;
}
