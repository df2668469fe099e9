import type Stripe from 'stripe';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { Cents } from '../../../domain/kernel/money.ts';
import { INVOICE_STATES, type Invoice } from '../../../domain/payments/invoice.ts';
import type { DisputeState } from '../../../domain/payments/payment.ts';
import type { Bill } from '../../../domain/payments/subscription-documents.ts';
import { addressLines } from './checkout-snapshot.ts';
import { repeatable } from './idempotency.ts';
import { checkoutState, disputeState, idOf, invoiceOf } from './provider-status.ts';
import { CHARGE_WITH_PART, chargeTransfers, type MembershipPart, membershipParts } from './seller-part.ts';
import type { SubscriptionAccess } from './subscription-payments.ts';

/** The invoices of subscriptions and their payments. */
export interface SubscriptionInvoices {
  /** The invoices of a subscription, oldest first, without drafts. */
  invoicesOfSubscription(subscriptionId: string): Promise<SubscriptionInvoice[]>;
  /** The rate of a bill's tax in percent, all its parts together; null for a bill without tax. Asked once for each rate. */
  taxPercentOf(bill: Pick<SubscriptionInvoice, 'taxRateIds'>): Promise<number | null>;
  /** The current snapshot of a payment; null where nothing was charged. */
  paymentSnapshot(paymentId: string): Promise<PaymentSnapshot | null>;
  /** The id of the subscription a payment was made for, or null. */
  subscriptionOfPayment(paymentId: string): Promise<string | null>;
  /** The state of a hosted page and the subscription that began there; null where there is no such page. */
  subscriptionPage(
    sessionId: string,
  ): Promise<{ state: 'open' | 'complete' | 'expired'; subscriptionId: string | null } | null>;
  /** Refunds a whole payment, from the seller's balance and from the commission. Idempotent. */
  refundShared(paymentId: string, key: string, now: Instant): Promise<void>;
  /**
   * Moves money between marketplace and seller until the seller has this much of a payment. Idempotent.
   * @param refusals how often the provider refused to do so, which is not temporary: only then it is asked anew
   * @returns what the seller has then; null where the payment is not for a seller
   */
  setSellerPart(paymentId: string, cents: Cents, refusals: number): Promise<MembershipPart | null>;
  /** Ends a subscription at once without a refund and voids its open invoices. Idempotent. */
  endSubscription(subscriptionId: string): Promise<void>;
  /** Voids the open invoices of a subscription, so that nothing of them is charged any more. Idempotent. */
  voidOpenInvoices(subscriptionId: string): Promise<void>;
  /**
   * Charges nothing for periods that begin before `until`, `Infinity` for until further notice; null resumes.
   * @param key the same for repeats of one wish, so that a request that arrives late does not undo a later one
   */
  pauseUntil(subscriptionId: string, until: Instant | null, key: string): Promise<void>;
}

export interface SubscriptionInvoice extends Invoice {
  /** Whether it starts the subscription, renews it, or settles a change within a period. */
  reason: 'first' | 'renewal' | 'change';
  taxCents: Cents;
  /** What it says about buyer, prices and tax; null until it is paid. */
  bill: Bill | null;
  /** The provider's ids of the rates of its tax. */
  taxRateIds: string[];
  /** Whether a payment was attempted. */
  wasTried: boolean;
  /** The amount charged. */
  paidCents: Cents;
  paidAt: Instant | null;
  paymentId: string | null;
  lines: { priceId: string; cents: Cents; from: Instant; until: Instant; isProration: boolean }[];
}

export interface PaymentSnapshot {
  chargedCents: Cents;
  /** What the marketplace took of it, tax included. */
  feeCents: Cents;
  /** What the seller's account holds of it; null where the marketplace is the seller. */
  seller: MembershipPart | null;
  refundedCents: Cents;
  /** What banks took back in disputes that were lost. */
  lostCents: Cents;
  disputes: readonly DisputeState[];
}

export function subscriptionInvoices(access: SubscriptionAccess): SubscriptionInvoices {
  const { stripe, call, nullIfMissing, allPages } = access;
  const { setSellerPart, refundWhole } = membershipParts(access);
  // The percentage of a rate never changes at the provider.
  const percents = new Map<string, number>();
  const voidOpen = async (subscription: string): Promise<void> => {
    const { data } = await stripe.invoices.list({ subscription, status: 'open', limit: 100 });
    for (const invoice of data) await stripe.invoices.voidInvoice(invoice.id);
  };
  return {
    invoicesOfSubscription: (subscription) =>
      call(async () => {
        const list = stripe.invoices.list({ subscription, limit: 100, expand: ['data.payments'] });
        return (await allPages(list))
          .filter(({ status }) => INVOICE_STATES.some((state) => state === status) && status !== 'draft')
          .toReversed()
          .map(subscriptionInvoiceOf);
      }),

    taxPercentOf: ({ taxRateIds }) =>
      call(async () => {
        for (const id of taxRateIds) {
          if (percents.has(id)) continue;
          const rate = await stripe.taxRates.retrieve(id);
          percents.set(id, rate.effective_percentage ?? rate.percentage);
        }
        return taxRateIds.length === 0
          ? null
          : taxRateIds.reduce((sum, id) => sum + (percents.get(id) ?? 0), 0);
      }),

    paymentSnapshot: (paymentId) =>
      call(async () => {
        const payment = await nullIfMissing(
          stripe.paymentIntents.retrieve(paymentId, { expand: [...CHARGE_WITH_PART] }),
        );
        const charge = typeof payment?.latest_charge === 'object' ? payment.latest_charge : null;
        if (!charge?.paid) return null;
        const disputes = await allPages(stripe.disputes.list({ payment_intent: paymentId, limit: 100 }));
        const hasChanged = disputes.length > 0 || charge.amount_refunded > 0;
        return {
          chargedCents: charge.amount,
          feeCents: charge.application_fee_amount ?? 0,
          seller: (await chargeTransfers(access, paymentId, charge, hasChanged))?.part ?? null,
          refundedCents: charge.amount_refunded,
          lostCents: disputes
            .filter(({ status }) => disputeState(status) === 'lost')
            .reduce((sum, { amount }) => sum + amount, 0),
          disputes: disputes.map(({ status }) => disputeState(status)),
        };
      }),

    subscriptionOfPayment: (paymentId) =>
      call(async () => {
        const { data } = await stripe.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: paymentId },
          limit: 1,
        });
        const invoiceId = idOf(data[0]?.invoice ?? null);
        const invoice = invoiceId === null ? null : await nullIfMissing(stripe.invoices.retrieve(invoiceId));
        return idOf(invoice?.parent?.subscription_details?.subscription ?? null);
      }),

    subscriptionPage: (sessionId) =>
      call(async () => {
        const session = await nullIfMissing(stripe.checkout.sessions.retrieve(sessionId));
        if (session?.mode !== 'subscription') return null;
        return { state: checkoutState(session.status), subscriptionId: idOf(session.subscription) };
      }),

    refundShared: (paymentId, key, now) => call(() => refundWhole(paymentId, key, now)),

    setSellerPart: (paymentId, cents, refusals) => call(() => setSellerPart(paymentId, cents, `${refusals}`)),

    endSubscription: (id) =>
      call(async () => {
        const found = await nullIfMissing(stripe.subscriptions.retrieve(id));
        if (found?.ended_at === null) await nullIfMissing(stripe.subscriptions.cancel(id));
        await voidOpen(id);
      }),

    voidOpenInvoices: (id) => call(() => voidOpen(id)),

    pauseUntil: (id, until, key) =>
      call(async () => {
        const pause: Stripe.SubscriptionUpdateParams = {
          pause_collection:
            until === null
              ? ''
              : {
                  behavior: 'void',
                  ...(Number.isFinite(until) ? { resumes_at: Math.floor(until / 1000) } : {}),
                },
        };
        await repeatable(key, (idempotencyKey) => stripe.subscriptions.update(id, pause, { idempotencyKey }));
      }),
  };
}

function subscriptionInvoiceOf(invoice: Stripe.Invoice): SubscriptionInvoice {
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
    bill: paidAt === null ? null : billOf(invoice, paidAt * 1000),
    taxRateIds: [
      ...new Set((invoice.total_taxes ?? []).flatMap((tax) => tax.tax_rate_details?.tax_rate ?? [])),
    ],
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

/** A paid invoice as it is to be invoiced by us. An amount contains the taxes that are inclusive; others are added to it. */
function billOf(invoice: Stripe.Invoice, paidAt: Instant): Bill {
  const { customer_address: address } = invoice;
  return {
    id: invoice.id,
    number: invoice.number ?? '',
    paidAt,
    lines: invoice.lines.data.map((line) => {
      const taxes = line.taxes ?? [];
      const sum = (behavior: string | null) =>
        taxes
          .filter(({ tax_behavior }) => behavior === null || tax_behavior === behavior)
          .reduce((whole, { amount }) => whole + amount, 0);
      return {
        text: line.description ?? '',
        from: line.period.start * 1000,
        until: line.period.end * 1000,
        netCents: line.amount - sum('inclusive'),
        taxCents: sum(null),
      };
    }),
    buyer: {
      name: invoice.customer_name ?? '',
      email: invoice.customer_email ?? '',
      address: addressLines(address),
      country: address?.country ?? '',
      vatId: invoice.customer_tax_ids?.find(({ value }) => value)?.value ?? '',
    },
    reverseCharge: (invoice.total_taxes ?? []).some(
      ({ taxability_reason: reason }) => reason === 'reverse_charge',
    ),
  };
}
