import Stripe from 'stripe';
import type { RefundFact } from '../../../domain/commerce/settlement.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { Cents } from '../../../domain/kernel/money.ts';
import { CURRENCY, type DisputeState } from '../../../domain/payments/payment.ts';
import { type AccountPayments, accountPayments } from './account-payments.ts';
import { checkoutState, disputeState } from './provider-status.ts';
import { type SubscriptionInvoices, subscriptionInvoices } from './subscription-invoices.ts';
import {
  type SubscriptionDoor,
  type SubscriptionPayments,
  subscriptionPayments,
} from './subscription-payments.ts';
import { type ThinEvent, type WebhookEvent, webhookEventOf } from './webhook-event.ts';

export type { WebhookEvent };

/** The one door to the payment provider. What it answers is in our words; its own shapes end here. */
export interface Payments extends AccountPayments, SubscriptionPayments, SubscriptionInvoices {
  /** Opens a hosted payment page. The same key always gives the same page. */
  openCheckout(checkout: NewCheckout): Promise<{ id: string; url: string }>;
  /** What the provider says about a payment page now; null where it knows none of that id. */
  checkout(sessionId: string): Promise<CheckoutSnapshot | null>;
  /** The payment page a payment came from. */
  checkoutOfPayment(paymentId: string): Promise<string | null>;
  /** Closes a page that was not paid; answers what it has become. */
  expireCheckout(sessionId: string): Promise<CheckoutSnapshot['state']>;
  transfer(transfer: NewTransfer): Promise<{ id: string }>;
  reverse(reversal: { transferId: string; amountCents: Cents; key: string }): Promise<{ id: string }>;
  refund(refund: NewRefund): Promise<{ id: string; state: RefundFact['state'] }>;
  /** @throws BadSignature when the knock is not the provider's, is older than 5 minutes, or was changed on its way. */
  readEvent(body: string, signature: string): WebhookEvent;
  /** Events since an instant, oldest first: what a lost webhook would have told. */
  eventsSince(since: Instant): Promise<WebhookEvent[]>;
}

export interface NewCheckout {
  orderId: string;
  email: string;
  lines: { name: string; picture: string | null; payCents: Cents }[];
  successUrl: string;
  cancelUrl: string;
  expiresAt: Instant;
  key: string;
}

/** A payment page and everything that became of its money. */
export interface CheckoutSnapshot {
  id: string;
  orderId: string | null;
  state: 'open' | 'complete' | 'expired';
  paid: boolean;
  currency: string;
  /** Without tax. */
  subtotalCents: Cents;
  taxCents: Cents;
  paymentId: string | null;
  chargeId: string | null;
  feeCents: Cents;
  card: { brand: string; last4: string } | null;
  /** Oldest first. */
  refunds: (RefundFact & { key: string | null })[];
  disputes: { id: string; state: DisputeState; amountCents: Cents; reason: string }[];
}

export interface NewTransfer {
  accountId: string;
  amountCents: Cents;
  /** The payment it is taken from; null takes it from what lies at the hall's own account. */
  chargeId: string | null;
  orderId: string;
  key: string;
}

export interface NewRefund {
  paymentId: string;
  amountCents: Cents;
  lineId: string | null;
  key: string;
}

/**
 * The built site has a copy of this file of its own, and an error thrown in one copy is caught in the other: it is known
 * by its name, not by its class.
 */
const called = (name: string) => (value: unknown) => value instanceof Error && value.name === name;

/** A webhook that is not the provider's, too old, or changed on its way. */
export class BadSignature extends Error {
  override name = 'BadSignature';
  static override [Symbol.hasInstance] = called('BadSignature');
}

/** The provider refused or could not be reached. `temporary` says whether trying again may help. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable';
  static override [Symbol.hasInstance] = called('PaymentsUnavailable');
  readonly temporary: boolean;
  constructor(message: string, temporary: boolean) {
    super(message);
    this.temporary = temporary;
  }
}

export interface PaymentSettings {
  secretKey: string;
  /** One for each of the hall's webhooks, with commas between: its own, sellers' accounts, accounts in the thin form. */
  webhookSecret: string;
  /** Where a stand-in answers; null is Stripe itself. */
  apiUrl: string | null;
  automaticTax: boolean;
}

/** A buyer waits no longer than this for the payment page to open, tries included, in ms. */
const PATIENCE_MS = 3500;
/** Webhooks older than this are refused, in seconds. Source: Stripe's own default. */
const SIGNATURE_TOLERANCE_S = 300;

export function openPayments(settings: PaymentSettings): Payments {
  const at = settings.apiUrl === null ? null : new URL(settings.apiUrl);
  const stripe = new Stripe(settings.secretKey, {
    maxNetworkRetries: 1,
    timeout: PATIENCE_MS,
    telemetry: false,
    ...(at && {
      host: at.hostname,
      port: Number(at.port || (at.protocol === 'https:' ? 443 : 80)),
      protocol: at.protocol === 'https:' ? 'https' : 'http',
    }),
  });
  const ask = async <T>(call: () => Promise<T>): Promise<T> => {
    try {
      return await call();
    } catch (reason) {
      throw reason instanceof Stripe.errors.StripeError ? unavailable(reason) : reason;
    }
  };

  const door = { stripe, ask, absentAsNull, everything, refusalOf };
  const secrets = settings.webhookSecret.split(',').map((secret) => secret.trim());

  return {
    ...accountPayments(door),
    ...subscriptionPayments(door, settings.automaticTax),
    ...subscriptionInvoices(door),

    openCheckout: (checkout) =>
      ask(async () => {
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: checkout.orderId,
            customer_email: checkout.email,
            line_items: checkout.lines.map(({ name, picture, payCents }) => ({
              quantity: 1,
              price_data: {
                currency: CURRENCY,
                unit_amount: payCents,
                product_data: { name, ...(picture === null ? {} : { images: [picture] }) },
              },
            })),
            metadata: { order: checkout.orderId },
            payment_intent_data: {
              transfer_group: checkout.orderId,
              metadata: { order: checkout.orderId },
            },
            ...(settings.automaticTax ? { automatic_tax: { enabled: true } } : {}),
            expires_at: Math.floor(checkout.expiresAt / 1000),
            success_url: checkout.successUrl,
            cancel_url: checkout.cancelUrl,
          },
          { idempotencyKey: checkout.key },
        );
        return { id: session.id, url: session.url ?? '' };
      }),

    checkout: (sessionId) =>
      ask(async () => {
        const session = await absentAsNull(
          stripe.checkout.sessions.retrieve(sessionId, {
            expand: ['payment_intent.latest_charge.balance_transaction'],
          }),
        );
        if (!session) return null;
        const payment = typeof session.payment_intent === 'object' ? session.payment_intent : null;
        const [refunds, disputes] = payment
          ? await Promise.all([
              everything(stripe.refunds.list({ payment_intent: payment.id, limit: 100 })),
              everything(stripe.disputes.list({ payment_intent: payment.id, limit: 100 })),
            ])
          : [[], []];
        return truthOf(session, payment, refunds, disputes);
      }),

    checkoutOfPayment: (paymentId) =>
      ask(async () => {
        const { data } = await stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1 });
        return data[0]?.id ?? null;
      }),

    expireCheckout: (sessionId) =>
      ask(async () => {
        try {
          return checkoutState((await stripe.checkout.sessions.expire(sessionId)).status);
        } catch (reason) {
          // Only an open page can be closed; one that is paid or gone says what it is.
          if (!(reason instanceof Stripe.errors.StripeInvalidRequestError)) throw reason;
          const session = await absentAsNull(stripe.checkout.sessions.retrieve(sessionId));
          return session ? checkoutState(session.status) : 'expired';
        }
      }),

    transfer: ({ accountId, amountCents, chargeId, orderId, key }) =>
      ask(() =>
        stripe.transfers.create(
          {
            amount: amountCents,
            currency: CURRENCY,
            destination: accountId,
            ...(chargeId === null ? {} : { source_transaction: chargeId }),
            transfer_group: orderId,
            metadata: { order: orderId },
          },
          { idempotencyKey: key },
        ),
      ),

    reverse: ({ transferId, amountCents, key }) =>
      ask(() =>
        stripe.transfers.createReversal(transferId, { amount: amountCents }, { idempotencyKey: key }),
      ),

    refund: ({ paymentId, amountCents, lineId, key }) =>
      ask(async () => {
        const refund = await stripe.refunds.create(
          {
            payment_intent: paymentId,
            amount: amountCents,
            metadata: { key, ...(lineId === null ? {} : { line: lineId }) },
          },
          { idempotencyKey: key },
        );
        return { id: refund.id, state: refundState(refund.status) };
      }),

    readEvent(body, signature) {
      let wrong: unknown;
      for (const secret of secrets) {
        try {
          if (stripe.webhooks.signature?.verifyHeader(body, signature, secret, SIGNATURE_TOLERANCE_S))
            return webhookEventOf(JSON.parse(body) as Stripe.Event | ThinEvent);
        } catch (reason) {
          wrong = reason;
        }
      }
      throw new BadSignature('the webhook is not signed as it should be', { cause: wrong });
    },

    eventsSince: (since) =>
      ask(async () => {
        const events = await everything(
          stripe.events.list({ created: { gte: Math.floor(since / 1000) }, limit: 100 }),
        );
        return events.map(webhookEventOf).reverse();
      }),
  };
}

/** All pages of a list; more than 1 000 entries are not asked for. */
async function everything<T>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  return list.autoPagingToArray({ limit: 1000 });
}

async function absentAsNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (reason) {
    if (reason instanceof Stripe.errors.StripeInvalidRequestError && reason.statusCode === 404) return null;
    throw reason;
  }
}

function truthOf(
  session: Stripe.Checkout.Session,
  payment: Stripe.PaymentIntent | null,
  refunds: Stripe.Refund[],
  disputes: Stripe.Dispute[],
): CheckoutSnapshot {
  const charge = typeof payment?.latest_charge === 'object' ? payment.latest_charge : null;
  const booking = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null;
  const card = charge?.payment_method_details?.card;
  return {
    id: session.id,
    orderId: session.client_reference_id ?? session.metadata?.['order'] ?? null,
    state: checkoutState(session.status),
    paid: session.payment_status !== 'unpaid',
    currency: session.currency ?? '',
    subtotalCents: session.amount_subtotal ?? 0,
    taxCents: session.total_details?.amount_tax ?? 0,
    paymentId: payment?.id ?? null,
    chargeId: charge?.id ?? null,
    feeCents: booking?.fee ?? 0,
    card: card?.last4 ? { brand: card.brand ?? 'card', last4: card.last4 } : null,
    // The provider lists the newest first and counts whole seconds; within one second its order is all there is.
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
    disputes: disputes.map(({ id, status, amount, reason }) => ({
      id,
      state: disputeState(status),
      amountCents: amount,
      reason,
    })),
  };
}

function refundState(status: string | null): RefundFact['state'] {
  if (status === 'failed' || status === 'canceled') return 'failed';
  return status === 'succeeded' ? 'done' : 'pending';
}

function refusalOf(reason: unknown): ReturnType<SubscriptionDoor['refusalOf']> {
  if (reason instanceof Stripe.errors.StripeCardError) return 'card';
  if (reason instanceof Stripe.errors.StripeError && reason.code === 'charge_already_refunded')
    return 'refunded';
  return reason instanceof Stripe.errors.StripeInvalidRequestError ? 'request' : null;
}

function unavailable(reason: InstanceType<typeof Stripe.errors.StripeError>): PaymentsUnavailable {
  const temporary =
    reason instanceof Stripe.errors.StripeConnectionError ||
    reason instanceof Stripe.errors.StripeAPIError ||
    reason instanceof Stripe.errors.StripeRateLimitError;
  return new PaymentsUnavailable(`${reason.type}: ${reason.message}`, temporary);
}
