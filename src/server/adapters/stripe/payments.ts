import Stripe from 'stripe';
import type { RefundFact } from '../../../domain/commerce/settlement.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { Cents } from '../../../domain/kernel/money.ts';
import type { EventSubject } from '../../../domain/payments/event-subject.ts';
import { CURRENCY } from '../../../domain/payments/payment.ts';
import type { TaxSettings } from '../../../domain/payments/price-tax.ts';
import { type AccountPayments, accountPayments } from './account-payments.ts';
import { type CheckoutSnapshot, checkoutSnapshot, refundState } from './checkout-snapshot.ts';
import { openStripe } from './client.ts';
import { type DisputeAnswers, disputeAnswers } from './dispute-evidence.ts';
import { type FraudWarnings, fraudWarnings } from './fraud-warnings.ts';
import { atMostOnce, repeatable, withKey } from './idempotency.ts';
import { checkoutState } from './provider-status.ts';
import { paymentRefusalOf } from './refusal.ts';
import { eventSubject, SELLER_EVENTS } from './subscribed-events.ts';
import { type SubscriptionInvoices, subscriptionInvoices } from './subscription-invoices.ts';
import { type SubscriptionPayments, subscriptionPayments } from './subscription-payments.ts';
import { automaticTax, TAX_CODE, type TaxPayments, taxIds, taxPayments } from './tax.ts';
import { type ProviderEvent, signedAt, type ThinEvent, webhookEventOf } from './webhook-event.ts';

export type { CheckoutSnapshot, ProviderEvent };

/** In the address to return to after a payment page: where the provider writes the page's id. */
export const PAGE_ID = '{CHECKOUT_SESSION_ID}';

/** Whether a text can be the id of a payment page, so that nobody makes the site ask for anything else. */
export const isPageId = (text: string): boolean => /^cs_\w{10,200}$/.test(text);

/** The only adapter to the payment provider. Its answers use our own types; Stripe's types end here. */
export interface Payments
  extends AccountPayments,
    SubscriptionPayments,
    SubscriptionInvoices,
    FraudWarnings,
    DisputeAnswers,
    TaxPayments {
  /** Opens a hosted payment page. Idempotent by `key`. */
  openCheckout(checkout: NewCheckout): Promise<{ id: string; url: string }>;
  /** The current snapshot of a payment page; null where there is none with this id. */
  checkout(sessionId: string): Promise<CheckoutSnapshot | null>;
  /** The id of the payment page a payment was made at, or null. */
  checkoutOfPayment(paymentId: string): Promise<string | null>;
  /** Closes an unpaid page; answers its state afterwards. */
  expireCheckout(sessionId: string): Promise<CheckoutSnapshot['state']>;
  transfer(transfer: NewTransfer): Promise<{ id: string }>;
  reverse(reversal: NewReversal): Promise<{ id: string }>;
  refund(refund: NewProviderRefund): Promise<{ id: string; state: RefundFact['state'] }>;
  /**
   * @throws BadSignature when the webhook is not signed by the provider, was altered, or its time is more than 5 minutes
   * before or after now.
   */
  readEvent(body: string, signature: string): ProviderEvent;
  /** Events since an instant, oldest first, to make up for lost webhooks. */
  eventsSince(since: Instant): Promise<ProviderEvent[]>;
  /**
   * How far this machine's clock is ahead of the provider's, in ms, by its newest answer; below 0 where it is behind, null
   * before the first answer. It is exact to some seconds.
   */
  clockAheadMs(): number | null;
  /** The types of events that `eventsSince` does not list: those of sellers' accounts. */
  readonly sellerEvents: readonly string[];
  /** What a stored event is about, by its type and the id of its subject. */
  eventSubject(type: string, id: string): EventSubject;
}

export interface NewCheckout {
  orderId: string;
  email: string;
  lines: { name: string; picture: string | null; payCents: Cents }[];
  successUrl: string;
  cancelUrl: string;
  expiresAt: Instant;
  key: string;
  /** What the provider keeps with the page and tells again: texts of at most 500 characters, at most 48 of them. */
  notes?: Readonly<Record<string, string>>;
}

/** What every movement of money has. */
interface NewMovement {
  amountCents: Cents;
  key: string;
  /** Whether an earlier attempt may have been carried out: the provider is then asked first what it made. By default not. */
  isResumed?: boolean;
}

export interface NewTransfer extends NewMovement {
  accountId: string;
  /** The charge it is taken from; null takes it from the marketplace's balance. */
  chargeId: string | null;
  orderId: string;
}

export interface NewReversal extends NewMovement {
  transferId: string;
}

export interface NewProviderRefund extends NewMovement {
  paymentId: string;
  lineId: string | null;
}

/**
 * The built site contains a second copy of this file, and an error thrown in one copy is caught in the other. So
 * instanceof compares names, not classes.
 */
const hasName = (name: string) => (value: unknown) => value instanceof Error && value.name === name;

/** A webhook that is not signed by the provider, was altered, or is signed for another time. */
export class BadSignature extends Error {
  override name = 'BadSignature';
  static override [Symbol.hasInstance] = hasName('BadSignature');
}

/** The provider refused a request or could not be reached. `temporary` says whether a retry may help. */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable';
  static override [Symbol.hasInstance] = hasName('PaymentsUnavailable');
  readonly temporary: boolean;
  constructor(message: string, temporary: boolean) {
    super(message);
    this.temporary = temporary;
  }
}

/** The tax settings are read at each call: operators change them while the site runs. */
export interface PaymentSettings extends TaxSettings {
  secretKey: string;
  /** The comma-separated secrets of our webhooks: own account, sellers' accounts, thin events of accounts. */
  webhookSecret: string;
  /** The address of a stand-in; null is Stripe itself. */
  apiUrl: string | null;
}

/** The timeout of a call, in ms: buyers wait for the payment page. */
const CALL_TIMEOUT_MS = 3500;
/** Webhooks signed longer ago, or for a later time than this, are refused, in seconds. Source: Stripe's default. */
const SIGNATURE_TOLERANCE_S = 300;

export function openPayments(settings: PaymentSettings): Payments {
  let clockAheadMs: number | null = null;
  const stripe = openStripe(settings, CALL_TIMEOUT_MS, (at) => {
    clockAheadMs = Date.now() - at;
  });
  const call = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (reason) {
      throw reason instanceof Stripe.errors.StripeError ? unavailable(reason) : reason;
    }
  };

  const access = { stripe, call, nullIfMissing, allPages, refusalOf: paymentRefusalOf };
  const secrets = settings.webhookSecret.split(',').map((secret) => secret.trim());

  return {
    ...accountPayments(access),
    ...subscriptionPayments(access, settings),
    ...subscriptionInvoices(access),
    ...fraudWarnings(access),
    ...disputeAnswers(access),
    ...taxPayments(access),

    openCheckout: (checkout) =>
      call(async () => {
        const session = await repeatable(checkout.key, (idempotencyKey) =>
          stripe.checkout.sessions.create(
            {
              mode: 'payment',
              client_reference_id: checkout.orderId,
              customer_email: checkout.email,
              line_items: checkout.lines.map(({ name, picture, payCents }) => ({
                quantity: 1,
                price_data: {
                  currency: CURRENCY,
                  unit_amount: payCents,
                  tax_behavior: settings.taxBehavior,
                  product_data: {
                    name,
                    tax_code: TAX_CODE,
                    ...(picture === null ? {} : { images: [picture] }),
                  },
                },
              })),
              metadata: { ...checkout.notes, order: checkout.orderId },
              payment_intent_data: {
                transfer_group: checkout.orderId,
                metadata: { order: checkout.orderId },
              },
              ...automaticTax(settings.automaticTax),
              ...taxIds(settings.automaticTax),
              expires_at: Math.floor(checkout.expiresAt / 1000),
              success_url: checkout.successUrl,
              cancel_url: checkout.cancelUrl,
            },
            { idempotencyKey },
          ),
        );
        return { id: session.id, url: session.url ?? '' };
      }),

    checkout: (sessionId) =>
      call(async () => {
        const session = await nullIfMissing(
          stripe.checkout.sessions.retrieve(sessionId, {
            expand: ['payment_intent.latest_charge.balance_transaction', 'total_details.breakdown'],
          }),
        );
        if (!session) return null;
        const payment = typeof session.payment_intent === 'object' ? session.payment_intent : null;
        const [refunds, disputes] = payment
          ? await Promise.all([
              allPages(stripe.refunds.list({ payment_intent: payment.id, limit: 100 })),
              allPages(stripe.disputes.list({ payment_intent: payment.id, limit: 100 })),
            ])
          : [[], []];
        return checkoutSnapshot(session, payment, refunds, disputes);
      }),

    checkoutOfPayment: (paymentId) =>
      call(async () => {
        const { data } = await stripe.checkout.sessions.list({ payment_intent: paymentId, limit: 1 });
        return data[0]?.id ?? null;
      }),

    expireCheckout: (sessionId) =>
      call(async () => {
        try {
          return checkoutState((await stripe.checkout.sessions.expire(sessionId)).status);
        } catch (reason) {
          // Only an open page can be closed; for any other the current state is read.
          if (!(reason instanceof Stripe.errors.StripeInvalidRequestError)) throw reason;
          const session = await nullIfMissing(stripe.checkout.sessions.retrieve(sessionId));
          return session ? checkoutState(session.status) : 'expired';
        }
      }),

    transfer: ({ accountId, amountCents, chargeId, orderId, key, isResumed = false }) =>
      call(() =>
        atMostOnce({
          key,
          isResumed,
          run: (idempotencyKey) =>
            stripe.transfers.create(
              {
                amount: amountCents,
                currency: CURRENCY,
                destination: accountId,
                ...(chargeId === null ? {} : { source_transaction: chargeId }),
                transfer_group: orderId,
                metadata: { order: orderId, key },
              },
              { idempotencyKey },
            ),
          made: async () =>
            withKey(await allPages(stripe.transfers.list({ transfer_group: orderId, limit: 100 })), key),
        }),
      ),

    reverse: ({ transferId, amountCents, key, isResumed = false }) =>
      call(() =>
        atMostOnce({
          key,
          isResumed,
          run: (idempotencyKey) =>
            stripe.transfers.createReversal(
              transferId,
              { amount: amountCents, metadata: { key } },
              { idempotencyKey },
            ),
          made: async () =>
            withKey(await allPages(stripe.transfers.listReversals(transferId, { limit: 100 })), key),
        }),
      ),

    refund: ({ paymentId, amountCents, lineId, key, isResumed = false }) =>
      call(async () => {
        const refund = await atMostOnce({
          key,
          isResumed,
          run: (idempotencyKey) =>
            stripe.refunds.create(
              {
                payment_intent: paymentId,
                amount: amountCents,
                metadata: { key, ...(lineId === null ? {} : { line: lineId }) },
              },
              { idempotencyKey },
            ),
          made: async () =>
            withKey(await allPages(stripe.refunds.list({ payment_intent: paymentId, limit: 100 })), key),
        });
        return { id: refund.id, state: refundState(refund.status) };
      }),

    readEvent(body, signature) {
      // The SDK looks at age only: a webhook signed for tomorrow would be accepted until tomorrow.
      if (signedAt(signature) > Date.now() / 1000 + SIGNATURE_TOLERANCE_S)
        throw new BadSignature('the webhook is signed for a time to come');
      let cause: unknown;
      for (const secret of secrets) {
        try {
          if (stripe.webhooks.signature?.verifyHeader(body, signature, secret, SIGNATURE_TOLERANCE_S))
            return webhookEventOf(JSON.parse(body) as Stripe.Event | ThinEvent);
        } catch (reason) {
          cause = reason;
        }
      }
      throw new BadSignature('the webhook is not signed correctly', { cause });
    },

    eventsSince: (since) =>
      call(async () => {
        const list = stripe.events.list({ created: { gte: Math.floor(since / 1000) }, limit: 100 });
        const events = await list.autoPagingToArray({ limit: EVENTS_MAX });
        return events.map(webhookEventOf).reverse();
      }),

    clockAheadMs: () => clockAheadMs,
    sellerEvents: SELLER_EVENTS,
    eventSubject,
  };
}

/** The provider lists the newest event first: what is beyond this is never heard of, however long the site was away. */
const EVENTS_MAX = 10_000;

async function allPages<T>(list: Stripe.ApiListPromise<T>): Promise<T[]> {
  return list.autoPagingToArray({ limit: 1000 });
}

async function nullIfMissing<T>(request: Promise<T>): Promise<T | null> {
  try {
    return await request;
  } catch (reason) {
    if (reason instanceof Stripe.errors.StripeInvalidRequestError && reason.statusCode === 404) return null;
    throw reason;
  }
}

function unavailable(reason: InstanceType<typeof Stripe.errors.StripeError>): PaymentsUnavailable {
  const temporary =
    reason instanceof Stripe.errors.StripeConnectionError ||
    reason instanceof Stripe.errors.StripeAPIError ||
    reason instanceof Stripe.errors.StripeRateLimitError;
  return new PaymentsUnavailable(`${reason.type}: ${reason.message}`, temporary);
}
