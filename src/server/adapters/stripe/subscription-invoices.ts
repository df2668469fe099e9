import type Stripe from 'stripe';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { Cents } from '../../../domain/kernel/money.ts';
import { INVOICE_STATES, type Invoice } from '../../../domain/payments/invoice.ts';
import type { DisputeState } from '../../../domain/payments/payment.ts';
import { checkoutState, disputeState, idOf, invoiceOf } from './provider-status.ts';
import type { SubscriptionDoor } from './subscription-payments.ts';

/** The door's part about what was billed for a subscription, and what became of that money. */
export interface SubscriptionInvoices {
  /** Everything billed for a subscription, oldest first; what is still being written is left out. */
  invoicesOfSubscription(subscriptionId: string): Promise<SubscriptionInvoice[]>;
  /** What became of a payment; null where the provider knows none of that id. */
  paymentSnapshot(paymentId: string): Promise<PaymentSnapshot | null>;
  /** The subscription a payment was made for; null where it was for none. */
  subscriptionOfPayment(paymentId: string): Promise<string | null>;
  /** The subscription that began at a hosted page, and how the page stands; null where there is no such page. */
  subscriptionPage(
    sessionId: string,
  ): Promise<{ state: 'open' | 'complete' | 'expired'; subscriptionId: string | null } | null>;
  /** Gives a whole payment back, the seller's part from him and the hall's from the hall. Again it changes nothing. */
  refundShared(paymentId: string, key: string): Promise<void>;
  /** Ends a subscription at once, without giving anything back; what is unpaid is asked for no more. Twice is once. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** Charges nothing for periods that begin before a moment; null charges again. */
  pauseUntil(subscriptionId: string, until: Instant | null): Promise<void>;
}

export interface SubscriptionInvoice extends Invoice {
  /** Whether it began the subscription, renewed it, or settles a change in mid-period. */
  reason: 'first' | 'renewal' | 'change';
  taxCents: Cents;
  /** Whether a card was tried for it. */
  wasTried: boolean;
  /** What was charged for it. */
  paidCents: Cents;
  paidAt: Instant | null;
  paymentId: string | null;
  lines: { priceId: string; cents: Cents; from: Instant; until: Instant; isProration: boolean }[];
}

export interface PaymentSnapshot {
  chargedCents: Cents;
  /** What of it is the hall's. */
  commissionCents: Cents;
  refundedCents: Cents;
  disputes: readonly DisputeState[];
}

export function subscriptionInvoices(door: SubscriptionDoor): SubscriptionInvoices {
  const { stripe, ask, absentAsNull, everything, refusalOf } = door;
  return {
    invoicesOfSubscription: (subscription) =>
      ask(async () => {
        const list = stripe.invoices.list({ subscription, limit: 100, expand: ['data.payments'] });
        return (await everything(list))
          .filter(({ status }) => INVOICE_STATES.some((state) => state === status) && status !== 'draft')
          .toReversed()
          .map(billedOf);
      }),

    paymentSnapshot: (paymentId) =>
      ask(async () => {
        const payment = await absentAsNull(
          stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }),
        );
        const charge = typeof payment?.latest_charge === 'object' ? payment.latest_charge : null;
        if (!charge?.paid) return null;
        const disputes = await everything(stripe.disputes.list({ payment_intent: paymentId, limit: 100 }));
        return {
          chargedCents: charge.amount,
          commissionCents: charge.application_fee_amount ?? 0,
          refundedCents: charge.amount_refunded,
          disputes: disputes.map(({ status }) => disputeState(status)),
        };
      }),

    subscriptionOfPayment: (paymentId) =>
      ask(async () => {
        const { data } = await stripe.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: paymentId },
          limit: 1,
        });
        const invoiceId = idOf(data[0]?.invoice ?? null);
        const invoice = invoiceId === null ? null : await absentAsNull(stripe.invoices.retrieve(invoiceId));
        return idOf(invoice?.parent?.subscription_details?.subscription ?? null);
      }),

    subscriptionPage: (sessionId) =>
      ask(async () => {
        const session = await absentAsNull(stripe.checkout.sessions.retrieve(sessionId));
        if (session?.mode !== 'subscription') return null;
        return { state: checkoutState(session.status), subscriptionId: idOf(session.subscription) };
      }),

    refundShared: (paymentId, key) =>
      ask(async () => {
        try {
          await stripe.refunds.create(
            { payment_intent: paymentId, reverse_transfer: true, refund_application_fee: true },
            { idempotencyKey: key },
          );
        } catch (reason) {
          if (refusalOf(reason) !== 'refunded') throw reason;
        }
      }),

    endSubscription: (id) =>
      ask(async () => {
        const found = await absentAsNull(stripe.subscriptions.retrieve(id));
        if (found?.ended_at === null) await absentAsNull(stripe.subscriptions.cancel(id));
        const { data } = await stripe.invoices.list({ subscription: id, status: 'open', limit: 100 });
        for (const invoice of data) await stripe.invoices.voidInvoice(invoice.id);
      }),

    pauseUntil: (id, until) =>
      ask(async () => {
        await stripe.subscriptions.update(id, {
          pause_collection: until === null ? '' : { behavior: 'void', resumes_at: Math.floor(until / 1000) },
        });
      }),
  };
}

function billedOf(invoice: Stripe.Invoice): SubscriptionInvoice {
  const payments = invoice.payments?.data ?? [];
  const paid = payments.find(({ status }) => status === 'paid');
  const paidAt = invoice.status_transitions.paid_at;
  return {
    ...invoiceOf(invoice),
    reason:
      invoice.billing_reason === 'subscription_create'
        ? 'first'
        : invoice.billing_reason === 'subscription_cycle'
          ? 'renewal'
          : 'change',
    taxCents: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    wasTried: invoice.attempt_count > 0,
    paidCents: invoice.amount_paid,
    paidAt: paidAt === null ? null : paidAt * 1000,
    paymentId: idOf(paid?.payment.payment_intent ?? null),
    lines: invoice.lines.data.map((line) => ({
      priceId: idOf(line.pricing?.price_details?.price ?? null) ?? '',
      cents: line.amount,
      from: line.period.start * 1000,
      until: line.period.end * 1000,
      isProration: line.parent?.subscription_item_details?.proration === true,
    })),
  };
}
