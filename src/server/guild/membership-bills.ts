import { keepGuildPayment } from '../../data/guild/guild-payments.ts';
import {
  coverMonths,
  type MemberRef,
  periodsOfMember,
  raiseMonth,
  restorePayment,
  takeBackPayment,
} from '../../data/guild/membership-periods.ts';
import type { Guild } from '../../domain/guild/guild.ts';
import { type GuildPaymentKind, guildPaymentState } from '../../domain/guild/guild-payment.ts';
import type { MembershipPeriod } from '../../domain/guild/membership-period.ts';
import {
  type BillTold,
  monthAhead,
  monthsOfBill,
  raisedMonths,
  raiseIds,
  raiseOfBill,
  type SubscriptionTold,
} from '../../domain/guild/membership-truth.ts';
import type { PaymentSnapshot, SubscriptionInvoice } from '../adapters/stripe/subscription-invoices.ts';
import type { SubscriptionSnapshot } from '../adapters/stripe/subscription-payments.ts';
import { licenceTexts } from '../catalogue/licence-texts.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';

/** A bill with what the provider says of its money. */
export interface InvoiceSnapshot {
  invoice: SubscriptionInvoice;
  bill: BillTold;
  /** Null where nothing was charged. */
  money: PaymentSnapshot | null;
  /** Whether that money was booked before and was not asked about again. */
  isBooked: boolean;
}

/** Whose bills they are. */
export interface Billed {
  guild: Pick<Guild, 'id' | 'storeId'>;
  memberId: string;
}

/**
 * Books the bills of a subscription: payments, the months they cover, the months they raise, and what was given back.
 * Each payment counts once, however often it is booked, and in whatever order bills are paid and given back.
 */
export async function bookBills(
  commerce: CommerceContext,
  { guild, memberId }: Billed,
  subscription: Pick<SubscriptionSnapshot, 'id' | 'beganAt' | 'endedAt'>,
  bills: readonly InvoiceSnapshot[],
  told: SubscriptionTold,
): Promise<void> {
  const { pb } = commerce;
  const texts = licenceTexts();
  const member: MemberRef = { id: memberId, guildId: guild.id };
  const periods = await periodsOfMember(pb, memberId);
  const known = new Set(periods.map(({ paymentId }) => paymentId));
  const raised = new Set(periods.map(({ raise }) => raise?.paymentId));
  for (const truth of bills) {
    const months = monthsOfBill(truth.bill, subscription.beganAt);
    const raise = raiseOfBill(truth.bill);
    const covers = months ?? raise;
    if (!covers) {
      if (truth.bill.state === 'paid' && truth.invoice.paidCents > 0)
        commerce.onError(new Error(`nobody knows what ${truth.bill.id} of ${subscription.id} was paid for`));
      continue;
    }
    // What was given back before it ever covered anything brings nothing; what covered something is taken back below.
    const isNew = !known.has(truth.bill.id);
    if (months && isNew && !known.has(months.id) && !truth.bill.isGivenBack)
      await coverMonths(pb, member, months, texts, commerce.now());
    if (!truth.isBooked)
      await keepMoney(commerce, { guild, memberId }, subscription.id, truth, covers.tierId);
    if (raise && !raised.has(truth.bill.id) && !truth.bill.isGivenBack)
      await raiseMonths(commerce, member, raise);
    if (!truth.isBooked) await followGivenBack(commerce, memberId, truth);
  }
  const ahead = subscription.endedAt === null ? monthAhead(told, subscription.id) : null;
  if (ahead && !known.has(ahead.id)) await coverMonths(pb, member, ahead, texts, commerce.now());
}

async function raiseMonths(
  commerce: CommerceContext,
  member: MemberRef,
  raise: NonNullable<ReturnType<typeof raiseOfBill>>,
): Promise<void> {
  const { pb } = commerce;
  const periods = await periodsOfMember(pb, member.id);
  for (const [place, month] of raisedMonths(raise, periods).entries())
    await raiseMonth(
      pb,
      member,
      { ...month, paidCents: place === 0 ? raise.paidCents : 0 },
      licenceTexts(),
      commerce.now(),
    );
}

async function keepMoney(
  commerce: CommerceContext,
  { guild, memberId }: Billed,
  subscriptionId: string,
  { invoice, money }: InvoiceSnapshot,
  tierId: string,
): Promise<void> {
  if (!money || invoice.paidAt === null) return;
  const { chargedCents: paidCents, commissionCents, refundedCents, disputes } = money;
  const kind: GuildPaymentKind = invoice.reason === 'change' ? 'raise' : invoice.reason;
  await keepGuildPayment(
    commerce.pb,
    {
      guildId: guild.id,
      storeId: guild.storeId,
      memberId,
      tierId,
      kind,
      state: guildPaymentState({ paidCents, refundedCents, disputes }),
      paidCents,
      taxCents: invoice.taxCents,
      commissionCents,
      netCents: paidCents - commissionCents,
      refundedCents,
      paidAt: invoice.paidAt,
      number: invoice.number,
      invoiceId: invoice.id,
      paymentId: invoice.paymentId ?? '',
      subscriptionId,
    },
    commerce.now(),
  );
}

/** Takes back what a payment brought once it is given back or disputed, and gives it again once the dispute is won. */
async function followGivenBack(
  commerce: CommerceContext,
  memberId: string,
  { bill, money }: InvoiceSnapshot,
): Promise<void> {
  if (!money) return;
  const { pb } = commerce;
  const periods = await periodsOfMember(pb, memberId);
  const isDisputed = money.disputes.some((state) => state !== 'won');
  for (const id of raiseIds(bill.id)) {
    const standing = periods.map((period) => isStanding(period, id)).filter((word) => word !== null);
    if (bill.isGivenBack && standing.includes(true))
      await takeBackPayment(pb, id, isDisputed ? 'dispute' : 'refund', licenceTexts(), commerce.now());
    if (!bill.isGivenBack && standing.includes(false) && money.disputes.length > 0)
      await restorePayment(pb, id, licenceTexts(), commerce.now());
  }
}

/** Whether a payment speaks for a month still; null where it never did. */
function isStanding(period: MembershipPeriod, paymentId: string): boolean | null {
  if (period.paymentId === paymentId) return period.kind !== 'refunded';
  if (period.raise?.paymentId === paymentId) return !period.raise.refunded;
  return null;
}
