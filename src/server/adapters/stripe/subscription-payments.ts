import type Stripe from 'stripe';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { Cents } from '../../../domain/kernel/money.ts';
import type { Invoice } from '../../../domain/payments/invoice.ts';
import { CURRENCY } from '../../../domain/payments/payment.ts';
import type { Door } from './account-payments.ts';
import { idOf, invoiceOf } from './provider-status.ts';

/** The door's part about what is paid again and again: seller plans by the hall, guild tiers for their sellers. */
export interface SubscriptionPayments {
  /** Somebody to bill. The same key always gives the same one. */
  openCustomer(customer: { email: string; name: string; of: Tags; key: string }): Promise<string>;
  /** A price by the name it is found under; made where there is none. A price never changes: a new amount, a new name. */
  recurringPrice(price: RecurringPrice): Promise<string>;
  /** Opens a hosted page where a subscription begins. The same key always gives the same page. */
  openSubscriptionPage(page: NewSubscriptionPage): Promise<{ id: string; url: string }>;
  /** What the provider says about one now; null where it knows none of that id. */
  subscription(id: string): Promise<SubscriptionSnapshot | null>;
  /** All of a customer's, whatever became of them, newest first. */
  subscriptionsOf(customerId: string): Promise<SubscriptionSnapshot[]>;
  /** What going over to another price at once would cost, counted for a moment, by default for now. */
  previewChange(change: PriceChange & { countedAt: Instant | null }): Promise<ChangePreview>;
  /** Goes over at once and charges the difference; a card that is declined changes nothing. */
  changeNow(
    change: PriceChange & { countedAt: Instant | null; key: string },
  ): Promise<'changed' | 'declined'>;
  /** Goes over to another price of the same rhythm with the next payment; nothing is charged before. */
  changeLater(change: PriceChange): Promise<void>;
  /** Goes over when what is paid is used up; nothing is charged before. */
  changeAtEnd(change: PriceChange & { paidUntil: Instant; key: string }): Promise<void>;
  /** Lets it end with what is paid, or go on after all. */
  setEnding(subscriptionId: string, isEnding: boolean): Promise<void>;
  /** Takes another percent for the hall from its next payment on. */
  setCommission(subscriptionId: string, feePercent: number): Promise<void>;
  /** Ends it at once and gives back its last payment: for one that should never have begun. Any number of times. */
  undoSubscription(subscriptionId: string): Promise<void>;
  /** A way to the provider's page where a customer changes his card, cancels, and sees what he paid. */
  portalPage(visit: { customerId: string; returnUrl: string }): Promise<string>;
  /** A customer's invoices, newest first, at most a hundred. */
  invoicesOf(customerId: string): Promise<Invoice[]>;
  /** Tries an open invoice once more. */
  payInvoice(invoiceId: string): Promise<'paid' | 'declined'>;
}

export type Tags = Record<string, string>;
export interface RecurringPrice {
  /** Tells one price from another, amount and rhythm included. */
  name: string;
  title: string;
  cents: Cents;
  interval: 'month' | 'year';
}
export interface NewSubscriptionPage {
  customerId: string;
  priceId: string;
  /** What it is for; stays with the subscription. */
  of: Tags;
  /** For whom it is, and what percent of it is the hall's; null where it is the hall's own. */
  seller: { accountId: string; feePercent: number } | null;
  successUrl: string;
  cancelUrl: string;
  /** When the page closes by itself, at least half an hour from now; null leaves it to the provider, a day. */
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
/** A subscription as it is now. */
export interface SubscriptionSnapshot {
  id: string;
  customerId: string;
  of: Tags;
  status: Stripe.Subscription.Status;
  itemId: string;
  priceId: string;
  priceCents: Cents;
  interval: 'month' | 'year';
  beganAt: Instant;
  periodStart: Instant;
  periodEnd: Instant;
  endsAtPeriodEnd: boolean;
  endedAt: Instant | null;
  /** Periods that begin before this are not charged; null where nothing is paused. */
  pausedUntil: Instant | null;
  /** What percent of a payment is the hall's; null where it is the hall's own. */
  feePercent: number | null;
  /** The newest one. */
  invoice: Invoice | null;
}

/**
 * What the door lends besides: whether it was the card that was refused, what was asked, or that it was given back
 * already; null for all else.
 */
export interface SubscriptionDoor extends Door {
  refusalOf(reason: unknown): 'card' | 'request' | 'refunded' | null;
}

export function subscriptionPayments(door: SubscriptionDoor, automaticTax: boolean) {
  const { stripe, ask, absentAsNull, everything, refusalOf } = door;
  const declinedOr = (reason: unknown): 'declined' => {
    if (refusalOf(reason) === 'card') return 'declined';
    throw reason;
  };
  const retrieve = (id: string) =>
    absentAsNull(stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] }));
  const payments: SubscriptionPayments = {
    openCustomer: ({ email, name, of, key }) =>
      ask(
        async () =>
          (await stripe.customers.create({ email, name, metadata: of }, { idempotencyKey: key })).id,
      ),

    recurringPrice: ({ name, title, cents, interval }) =>
      ask(async () => {
        const { data } = await stripe.prices.list({ lookup_keys: [name], active: true, limit: 1 });
        if (data[0]) return data[0].id;
        const price = await stripe.prices.create(
          {
            currency: CURRENCY,
            unit_amount: cents,
            recurring: { interval },
            lookup_key: name,
            product_data: { name: title },
          },
          { idempotencyKey: `price:${name}` },
        );
        return price.id;
      }),

    openSubscriptionPage: (page) =>
      ask(async () => {
        const session = await stripe.checkout.sessions.create(
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
            },
            ...(automaticTax
              ? { automatic_tax: { enabled: true }, customer_update: { address: 'auto' } }
              : {}),
            ...(page.expiresAt === null ? {} : { expires_at: Math.floor(page.expiresAt / 1000) }),
            success_url: page.successUrl,
            cancel_url: page.cancelUrl,
          },
          { idempotencyKey: page.key },
        );
        return { id: session.id, url: session.url ?? '' };
      }),

    subscription: (id) =>
      ask(async () => {
        const found = await retrieve(id);
        return found && truthOf(found);
      }),

    subscriptionsOf: (customer) =>
      ask(async () => {
        const list = stripe.subscriptions.list({
          customer,
          status: 'all',
          limit: 100,
          expand: ['data.latest_invoice'],
        });
        return ((await absentAsNull(everything(list))) ?? []).map(truthOf);
      }),

    previewChange: ({ subscriptionId, itemId, priceId, countedAt }) =>
      ask(async () => {
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
      ask(async () => {
        try {
          await stripe.subscriptions.update(
            subscriptionId,
            {
              items: [{ id: itemId, price: priceId }],
              proration_behavior: 'always_invoice',
              payment_behavior: 'error_if_incomplete',
              ...(countedAt === null ? {} : { proration_date: Math.floor(countedAt / 1000) }),
            },
            { idempotencyKey: key },
          );
          return 'changed';
        } catch (reason) {
          return declinedOr(reason);
        }
      }),

    changeLater: ({ subscriptionId, itemId, priceId }) =>
      ask(async () => {
        await stripe.subscriptions.update(subscriptionId, {
          items: [{ id: itemId, price: priceId }],
          proration_behavior: 'none',
        });
      }),

    changeAtEnd: ({ subscriptionId, itemId, priceId, paidUntil, key }) =>
      ask(async () => {
        // Another rhythm would be charged at once; as a trial it is charged when that ends.
        await stripe.subscriptions.update(
          subscriptionId,
          {
            items: [{ id: itemId, price: priceId }],
            proration_behavior: 'none',
            trial_end: Math.floor(paidUntil / 1000),
          },
          { idempotencyKey: key },
        );
      }),

    setEnding: (subscriptionId, isEnding) =>
      ask(async () => {
        await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: isEnding });
      }),

    setCommission: (subscriptionId, feePercent) =>
      ask(async () => {
        await stripe.subscriptions.update(subscriptionId, { application_fee_percent: feePercent });
      }),

    undoSubscription: (id) =>
      ask(async () => {
        const found = await absentAsNull(stripe.subscriptions.retrieve(id));
        if (!found) return;
        // Money first: while it lives it is found again by whoever goes on where this was cut short.
        await giveBackLast(found);
        if (found.ended_at === null) await absentAsNull(stripe.subscriptions.cancel(id));
      }),

    portalPage: ({ customerId, returnUrl }) =>
      ask(
        async () =>
          (await stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl })).url,
      ),

    invoicesOf: (customer) =>
      ask(async () => (await stripe.invoices.list({ customer, limit: 100 })).data.map(invoiceOf)),

    payInvoice: (id) =>
      ask(async () => {
        try {
          const { status } = await stripe.invoices.pay(id);
          return status === 'paid' ? 'paid' : 'declined';
        } catch (reason) {
          if (refusalOf(reason) === 'request' && (await isPaid(id))) return 'paid';
          return declinedOr(reason);
        }
      }),
  };
  const giveBackLast = async ({ id, latest_invoice, transfer_data }: Stripe.Subscription) => {
    const invoice = idOf(latest_invoice);
    if (invoice === null) return;
    const { data } = await stripe.invoicePayments.list({ invoice, status: 'paid', limit: 1 });
    const payment = idOf(data[0]?.payment.payment_intent ?? null);
    if (payment === null) return;
    const shared = transfer_data ? { reverse_transfer: true, refund_application_fee: true } : {};
    try {
      await stripe.refunds.create({ payment_intent: payment, ...shared }, { idempotencyKey: `undo:${id}` });
    } catch (reason) {
      if (refusalOf(reason) !== 'refunded') throw reason;
    }
  };
  const isPaid = async (id: string) => (await stripe.invoices.retrieve(id)).status === 'paid';
  return payments;
}

function truthOf(subscription: Stripe.Subscription): SubscriptionSnapshot {
  const [item] = subscription.items.data;
  const invoice = typeof subscription.latest_invoice === 'object' ? subscription.latest_invoice : null;
  return {
    id: subscription.id,
    customerId: idOf(subscription.customer) ?? '',
    of: subscription.metadata,
    status: subscription.status,
    itemId: item?.id ?? '',
    priceId: item?.price.id ?? '',
    priceCents: item?.price.unit_amount ?? 0,
    interval: item?.price.recurring?.interval === 'year' ? 'year' : 'month',
    beganAt: subscription.created * 1000,
    periodStart: (item?.current_period_start ?? 0) * 1000,
    periodEnd: (item?.current_period_end ?? 0) * 1000,
    endsAtPeriodEnd: subscription.cancel_at_period_end || subscription.cancel_at !== null,
    endedAt: subscription.ended_at === null ? null : subscription.ended_at * 1000,
    pausedUntil: pausedUntil(subscription),
    feePercent: subscription.application_fee_percent,
    invoice: invoice && invoiceOf(invoice),
  };
}

function pausedUntil({ pause_collection: pause }: Stripe.Subscription): Instant | null {
  if (!pause) return null;
  return pause.resumes_at === null ? Number.POSITIVE_INFINITY : pause.resumes_at * 1000;
}
