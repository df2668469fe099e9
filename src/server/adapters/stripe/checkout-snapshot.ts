import type Stripe from 'stripe';
import type { BuyerFacts } from '../../../domain/commerce/order-invoice.ts';
import type { RefundFact } from '../../../domain/commerce/settlement.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { Cents } from '../../../domain/kernel/money.ts';
import type { DisputeFact } from '../../../domain/payments/payment.ts';
import { checkoutState, disputeState } from './provider-status.ts';

/** A dispute as the provider says it now. */
export interface DisputeSnapshot extends DisputeFact {
  reason: string;
  /** Until when the bank takes evidence; null where it takes none. */
  dueAt: Instant | null;
  /** Whether evidence was handed in. */
  isAnswered: boolean;
}

/** A payment page with its payment, refunds and disputes. */
export interface CheckoutSnapshot {
  id: string;
  orderId: string | null;
  /** The address that was given at the payment; "" where none is known. */
  email: string;
  /** What was kept with the page when it was opened. */
  notes: Readonly<Record<string, string>>;
  state: 'open' | 'complete' | 'expired';
  paid: boolean;
  currency: string;
  /** What is charged, tax included. */
  totalCents: Cents;
  /** The tax in it, whether the prices contain it or it was added. */
  taxCents: Cents;
  paymentId: string | null;
  chargeId: string | null;
  /** The provider's fee; null until it is known, within an hour of the payment. */
  feeCents: Cents | null;
  card: { brand: string; last4: string } | null;
  /** What the buyer said of themselves on the page, and the tax that follows from it. */
  buyer: BuyerFacts;
  /** Oldest first. */
  refunds: (RefundFact & { key: string | null })[];
  disputes: DisputeSnapshot[];
}

/** What a payment page says of its payment, refunds and disputes. */
export function checkoutSnapshot(
  session: Stripe.Checkout.Session,
  payment: Stripe.PaymentIntent | null,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): CheckoutSnapshot {
  const charge = typeof payment?.latest_charge === 'object' ? payment.latest_charge : null;
  const transaction = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null;
  const card = charge?.payment_method_details?.card;
  return {
    id: session.id,
    orderId: session.client_reference_id ?? session.metadata?.['order'] ?? null,
    email: session.customer_details?.email ?? session.customer_email ?? '',
    notes: session.metadata ?? {},
    // A bank debit that failed days later: nobody can pay at this page any more.
    state: hasFailed(session, payment) ? 'expired' : checkoutState(session.status),
    paid: session.payment_status !== 'unpaid',
    currency: session.currency ?? '',
    totalCents: session.amount_total ?? 0,
    taxCents: session.total_details?.amount_tax ?? 0,
    paymentId: payment?.id ?? null,
    chargeId: charge?.id ?? null,
    feeCents: transaction?.fee ?? null,
    card: card?.last4 ? { brand: card.brand ?? 'card', last4: card.last4 } : null,
    buyer: buyerFacts(session),
    // The provider lists the newest first and counts whole seconds; its order decides within one second.
    refunds: refunds
      .toReversed()
      .sort((a, b) => a.created - b.created)
      .map((refund) => ({
        id: refund.id,
        lineId: refund.metadata?.['line'] ?? null,
        key: refund.metadata?.['key'] ?? null,
        amountCents: refund.amount,
        state: refundState(refund.status),
      })),
    disputes: disputes.map(({ id, status, amount, reason, evidence_details: details }) => ({
      id,
      state: disputeState(status),
      amountCents: amount,
      reason,
      // 0 where the bank takes no answer.
      dueAt: details.due_by ? details.due_by * 1000 : null,
      isAnswered: details.submission_count > 0 || status === 'under_review',
    })),
  };
}

/** The tax of one country can have several parts, such as those of a state and a county; they add up to one rate. */
function buyerFacts({
  customer_details: details,
  total_details: totals,
}: Stripe.Checkout.Session): BuyerFacts {
  const { address } = details ?? {};
  const taxes = totals?.breakdown?.taxes ?? [];
  const rates = new Map(taxes.map(({ rate }) => [rate.id, rate.effective_percentage ?? rate.percentage]));
  return {
    name: details?.business_name ?? details?.name ?? '',
    address: addressLines(address),
    country: address?.country ?? '',
    vatId: details?.tax_ids?.find(({ value }) => value)?.value ?? '',
    taxPercent: taxes.length === 0 ? null : [...rates.values()].reduce((sum, percent) => sum + percent, 0),
    reverseCharge: taxes.some(({ taxability_reason: reason }) => reason === 'reverse_charge'),
  };
}

/** An address line by line, without the country. */
export function addressLines(address: Stripe.Address | null | undefined): string[] {
  return [
    address?.line1,
    address?.line2,
    [address?.postal_code, address?.city].filter(Boolean).join(' '),
    address?.state,
  ].filter((line): line is string => Boolean(line));
}

function hasFailed(session: Stripe.Checkout.Session, payment: Stripe.PaymentIntent | null): boolean {
  const isOver = payment?.status === 'requires_payment_method' || payment?.status === 'canceled';
  return session.status === 'complete' && session.payment_status === 'unpaid' && isOver;
}

/** The state of a refund. */
export function refundState(status: string | null): RefundFact['state'] {
  if (status === 'failed' || status === 'canceled') return 'failed';
  return status === 'succeeded' ? 'done' : 'pending';
}
