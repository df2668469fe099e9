import type Stripe from 'stripe';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { Cents } from '../../../domain/kernel/money.ts';
import type { Invoice } from '../../../domain/payments/invoice.ts';
import {
  type PriceTax,
  priceTaxOf,
  type TaxBehavior,
  type TaxSettings,
} from '../../../domain/payments/price-tax.ts';
import type { StripeAccess } from './account-payments.ts';
import { repeatable } from './idempotency.ts';
import { openPortalVisits } from './portal-configuration.ts';
import { idOf, invoiceOf, isConfirmCode } from './provider-status.ts';
import { lookupKey, priceParams, type RecurringPrice } from './recurring-price.ts';
import { membershipParts } from './seller-part.ts';
import { type SubscriptionSnapshot, subscriptionSnapshot, type Tags } from './subscription-snapshot.ts';
import { automaticTax, taxIds } from './tax.ts';

/** Subscriptions: seller plans, sold by the marketplace, and guild tiers, sold by sellers. */
export interface SubscriptionPayments {
  /** Whether new prices contain their tax. */
  taxBehavior(): TaxBehavior;
  /** What shown prices say about tax. */
  priceTax(): PriceTax;
  /** Creates a customer and answers the id. Idempotent by `key`. */
  openCustomer(customer: { email: string; name: string; of: Tags; key: string }): Promise<string>;
  /** The id of the price with this name, created where there is none. Prices never change: a new amount needs a new name. */
  recurringPrice(price: RecurringPrice): Promise<string>;
  /** Opens a hosted page where a subscription begins. Idempotent by `key`. */
  openSubscriptionPage(page: NewSubscriptionPage): Promise<{ id: string; url: string }>;
  /** The current snapshot of a subscription; null where there is none with this id. */
  subscription(id: string): Promise<SubscriptionSnapshot | null>;
  /** All subscriptions of a customer, ended ones too, newest first. */
  subscriptionsOf(customerId: string): Promise<SubscriptionSnapshot[]>;
  /** What a switch to another price would charge at once, computed for `countedAt`, by default for now. */
  previewChange(change: PriceChange & { countedAt: Instant | null }): Promise<ChangePreview>;
  /**
   * Switches the price at once and charges the difference. A declined card changes nothing, and neither does one whose bank
   * wants the payment confirmed, which is possible only on a page of the provider.
   */
  changeNow(
    change: PriceChange & { countedAt: Instant | null; key: string },
  ): Promise<'changed' | 'declined' | 'confirm'>;
  /** Switches to another price of the same rhythm with the next payment; nothing is charged before. */
  changeLater(change: PriceChange & { key: string }): Promise<void>;
  /** Switches the price at the end of the paid period; nothing is charged before. */
  changeAtEnd(change: PriceChange & { paidUntil: Instant; key: string }): Promise<void>;
  /**
   * Cancels at the end of the paid period, or takes that back.
   * @param key the same for repeats of one wish, so that a request that arrives late does not undo a later one
   */
  setEnding(subscriptionId: string, isEnding: boolean, key: string): Promise<void>;
  /**
   * Sets the commission from the next payment on.
   * @param key the same for repeats of one wish, as in `setEnding`
   */
  setCommission(subscriptionId: string, feePercent: number, key: string): Promise<void>;
  /** Ends a subscription that should not exist and refunds its last payment. Idempotent. */
  undoSubscription(subscriptionId: string): Promise<void>;
  /** A link to the provider's page where a customer changes their card, cancels, and sees their payments. */
  portalPage(visit: { customerId: string; returnUrl: string }): Promise<string>;
  /** A customer's invoices, newest first, at most a hundred. */
  invoicesOf(customerId: string): Promise<Invoice[]>;
  /** Retries the payment of an open invoice. `confirmUrl` is where its payer confirms it with their bank. */
  payInvoice(invoiceId: string): Promise<'paid' | 'declined' | { confirmUrl: string }>;
  /** The page where the newest, open invoice of a subscription is to be confirmed with the payer's bank; null for none. */
  pageToConfirm(subscriptionId: string): Promise<string | null>;
}

export type { SubscriptionSnapshot, Tags };
export interface NewSubscriptionPage {
  customerId: string;
  priceId: string;
  /** What it is for, stored as metadata of the subscription. */
  of: Tags;
  /** The seller it is paid to and the commission on it; null where the marketplace is the seller. */
  seller: { accountId: string; feePercent: number } | null;
  /** Days before the first charge; absent or 0 for none. The card is asked for all the same. */
  trialDays?: number;
  successUrl: string;
  cancelUrl: string;
  /** When the page expires, at least half an hour from now; null is the provider's default, a day. */
  expiresAt: Instant | null;
  key: string;
}
interface PriceChange {
  subscriptionId: string;
  itemId: string;
  priceId: string;
}
export interface ChangePreview {
  /** What is charged at once, with tax. */
  chargeCents: Cents;
  countedAt: Instant | null;
}
/**
 * StripeAccess with the classification of refusals: a declined card, a payment that its bank wants confirmed, an invalid
 * request, already refunded; null for others.
 */
export interface SubscriptionAccess extends StripeAccess {
  refusalOf(reason: unknown): 'card' | 'confirm' | 'request' | 'refunded' | null;
}

export function subscriptionPayments(access: SubscriptionAccess, settings: TaxSettings) {
  const { stripe, call, nullIfMissing, allPages, refusalOf } = access;
  const { refundWhole } = membershipParts(access);
  const visitPortal = openPortalVisits(stripe);
  const declinedOr = (reason: unknown): 'declined' | 'confirm' => {
    const refusal = refusalOf(reason);
    if (refusal === 'card') return 'declined';
    if (refusal === 'confirm') return 'confirm';
    throw reason;
  };
  const retrieve = (id: string) =>
    nullIfMissing(stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }));
  /** Changes a subscription to a state that is named: executed twice it changes nothing more. */
  const update = (id: string, change: Stripe.SubscriptionUpdateParams, key: string) =>
    repeatable(key, (idempotencyKey) => stripe.subscriptions.update(id, change, { idempotencyKey }));
  const payments: SubscriptionPayments = {
    taxBehavior: () => settings.taxBehavior,
    priceTax: () => priceTaxOf(settings),

    openCustomer: ({ email, name, of, key }) =>
      call(async () => {
        const customer = await repeatable(key, (idempotencyKey) =>
          stripe.customers.create({ email, name, metadata: of }, { idempotencyKey }),
        );
        return customer.id;
      }),

    recurringPrice: (price) =>
      call(async () => {
        const { taxBehavior } = settings;
        const key = lookupKey(price, taxBehavior);
        const { data } = await stripe.prices.list({ lookup_keys: [key], active: true, limit: 1 });
        const [found] = data;
        if (found) {
          // Prices made before taxes were known do not say whether they contain them; that can be set once.
          if (found.tax_behavior === 'unspecified')
            await stripe.prices.update(found.id, { tax_behavior: taxBehavior });
          return found.id;
        }
        const { id } = await repeatable(`price:${key}`, (idempotencyKey) =>
          stripe.prices.create(priceParams(price, taxBehavior), { idempotencyKey }),
        );
        return id;
      }),

    openSubscriptionPage: (page) =>
      call(async () => {
        const session = await repeatable(page.key, (idempotencyKey) =>
          stripe.checkout.sessions.create(
            {
              mode: 'subscription',
              customer: page.customerId,
              line_items: [{ price: page.priceId, quantity: 1 }],
              metadata: page.of,
              subscription_data: {
                metadata: page.of,
                ...(page.seller && {
                  transfer_data: { destination: page.seller.accountId },
                  application_fee_percent: page.seller.feePercent,
                }),
                ...(page.trialDays && { trial_period_days: page.trialDays }),
              },
              ...automaticTax(settings.automaticTax),
              ...taxIds(settings.automaticTax),
              ...(settings.automaticTax ? { customer_update: { address: 'auto', name: 'auto' } } : {}),
              ...(page.expiresAt === null ? {} : { expires_at: Math.floor(page.expiresAt / 1000) }),
              success_url: page.successUrl,
              cancel_url: page.cancelUrl,
            },
            { idempotencyKey },
          ),
        );
        return { id: session.id, url: session.url ?? '' };
      }),

    subscription: (id) =>
      call(async () => {
        const found = await retrieve(id);
        return found && subscriptionSnapshot(found);
      }),

    subscriptionsOf: (customer) =>
      call(async () => {
        const list = stripe.subscriptions.list({
          customer,
          status: 'all',
          limit: 100,
          expand: ['data.latest_invoice'],
        });
        return ((await nullIfMissing(allPages(list))) ?? []).map(subscriptionSnapshot);
      }),

    previewChange: ({ subscriptionId, itemId, priceId, countedAt }) =>
      call(async () => {
        const preview = await stripe.invoices.createPreview({
          subscription: subscriptionId,
          subscription_details: {
            items: [{ id: itemId, price: priceId }],
            proration_behavior: 'always_invoice',
            ...(countedAt === null ? {} : { proration_date: Math.floor(countedAt / 1000) }),
          },
        });
        const part = preview.lines.data.find(
          ({ parent }) => parent?.subscription_item_details?.proration === true,
        );
        return { chargeCents: preview.amount_due, countedAt: part ? part.period.start * 1000 : null };
      }),

    changeNow: ({ subscriptionId, itemId, priceId, countedAt, key }) =>
      call(async () => {
        const change: Stripe.SubscriptionUpdateParams = {
          items: [{ id: itemId, price: priceId }],
          proration_behavior: 'always_invoice',
          payment_behavior: 'error_if_incomplete',
          ...(countedAt === null ? {} : { proration_date: Math.floor(countedAt / 1000) }),
        };
        try {
          // Executed a second time it changes nothing: the price is the same, so there is nothing to prorate.
          await update(subscriptionId, change, key);
          return 'changed';
        } catch (reason) {
          return declinedOr(reason);
        }
      }),

    changeLater: ({ subscriptionId, itemId, priceId, key }) =>
      call(async () => {
        const items = [{ id: itemId, price: priceId }];
        await update(subscriptionId, { items, proration_behavior: 'none' }, key);
      }),

    changeAtEnd: ({ subscriptionId, itemId, priceId, paidUntil, key }) =>
      call(async () => {
        const items = [{ id: itemId, price: priceId }];
        // Another rhythm would be charged at once; with a trial it is charged when the trial ends.
        const trial = { trial_end: Math.floor(paidUntil / 1000) };
        await update(subscriptionId, { items, proration_behavior: 'none', ...trial }, key);
      }),

    setEnding: (subscriptionId, isEnding, key) =>
      call(async () => {
        await update(subscriptionId, { cancel_at_period_end: isEnding }, key);
      }),

    setCommission: (subscriptionId, feePercent, key) =>
      call(async () => {
        await update(subscriptionId, { application_fee_percent: feePercent }, key);
      }),

    undoSubscription: (id) =>
      call(async () => {
        const found = await nullIfMissing(stripe.subscriptions.retrieve(id));
        if (!found) return;
        // Refund first: while the subscription is live, a retry after an interruption finds it again.
        await refundLastPayment(found);
        if (found.ended_at === null) await nullIfMissing(stripe.subscriptions.cancel(id));
      }),

    portalPage: ({ customerId, returnUrl }) =>
      call(async () => (await visitPortal(customerId, returnUrl)).url),

    invoicesOf: (customer) =>
      call(async () => (await stripe.invoices.list({ customer, limit: 100 })).data.map(invoiceOf)),

    payInvoice: (id) =>
      call(async () => {
        try {
          const { status } = await stripe.invoices.pay(id);
          return status === 'paid' ? 'paid' : 'declined';
        } catch (reason) {
          if (refusalOf(reason) === 'request' && (await isPaid(id))) return 'paid';
          if (declinedOr(reason) === 'declined') return 'declined';
          const { hosted_invoice_url: page } = await stripe.invoices.retrieve(id);
          return page ? { confirmUrl: page } : 'declined';
        }
      }),

    pageToConfirm: (id) =>
      call(async () => {
        const found = await retrieve(id);
        const invoice = found && typeof found.latest_invoice === 'object' ? found.latest_invoice : null;
        if (invoice?.status !== 'open') return null;
        const { data } = await stripe.invoicePayments.list({ invoice: invoice.id, status: 'open', limit: 1 });
        const paymentId = idOf(data[0]?.payment.payment_intent ?? null);
        const payment = paymentId === null ? null : await stripe.paymentIntents.retrieve(paymentId);
        const isAsked =
          payment?.status === 'requires_action' || isConfirmCode(payment?.last_payment_error?.code);
        return isAsked ? (invoice.hosted_invoice_url ?? null) : null;
      }),
  };
  const refundLastPayment = async ({ id, latest_invoice }: Stripe.Subscription) => {
    const invoice = idOf(latest_invoice);
    if (invoice === null) return;
    const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid', limit: 1 });
    const payment = idOf(data[0]?.payment.payment_intent ?? null);
    if (payment !== null) await refundWhole(payment, `undo:${id}`, Date.now());
  };
  const isPaid = async (id: string) => (await stripe.invoices.retrieve(id)).status === 'paid';
  return payments;
}
