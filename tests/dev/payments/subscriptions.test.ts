import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Bought,
  begunWith,
  FAILS_LATER,
  invoicesOf as invoicesOfTest,
  itemOf,
  now as nowOf,
  plans as plansOf,
} from './billing.ts';
import { CARDS, openTestProvider, press, refusal, type TestProvider } from './test-provider.ts';

/** Subscriptions, as the official SDK sees them. */

let provider: TestProvider;
beforeEach(async () => {
  provider = await openTestProvider();
});
afterEach(() => provider.close());

const DAY_S = 86_400;

const joined = (price: string, card = CARDS.pays, more: Bought['more'] = {}) =>
  begunWith(provider, price, { card, more });
const now = (subscription: Stripe.Subscription) => nowOf(provider, subscription);
const invoicesOf = (subscription: Stripe.Subscription) => invoicesOfTest(provider, subscription);
const plans = () => plansOf(provider);

describe('a subscription', () => {
  it('starts at the hosted page: a customer, a paid invoice, a period of a calendar month', async () => {
    const { month } = await plans();
    const begun = await joined(month.id);
    expect(begun).toMatchObject({ status: 'active', metadata: { store: 's1' }, cancel_at_period_end: false });
    const item = itemOf(begun);
    expect(item.price).toMatchObject({ id: month.id, unit_amount: 1500 });
    const months = new Date(item.current_period_start * 1000);
    months.setUTCMonth(months.getUTCMonth() + 1);
    expect(Math.abs(item.current_period_end - months.getTime() / 1000)).toBeLessThan(4 * DAY_S);
    const [invoice] = await invoicesOf(begun);
    expect(invoice).toMatchObject({
      status: 'paid',
      amount_paid: 1500,
      billing_reason: 'subscription_create',
      parent: { subscription_details: { subscription: begun.id, metadata: { store: 's1' } } },
    });
    const page = await fetch(String(invoice?.hosted_invoice_url));
    expect(await page.text()).toContain('$15.00');
  });

  it('does not start with a declined card', async () => {
    const { month } = await plans();
    const { url } = await provider.stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: month.id, quantity: 1 }],
      success_url: 'http://127.0.0.1:4321/done',
    });
    expect((await press(url, CARDS.declined)).status).toBe(402);
    expect((await provider.stripe.subscriptions.list()).data).toEqual([]);
  });

  it('is renewed by the clock every month, and once', async () => {
    const begun = await joined((await plans()).month.id);
    for (let months = 0; months < 3; months++) provider.standIn.simulator.advanceBy('month');
    const invoices = await invoicesOf(begun);
    expect(invoices.map(({ amount_paid, billing_reason }) => [amount_paid, billing_reason])).toEqual([
      [1500, 'subscription_cycle'],
      [1500, 'subscription_cycle'],
      [1500, 'subscription_cycle'],
      [1500, 'subscription_create'],
    ]);
    const after = itemOf(await now(begun));
    expect(after.current_period_start).toBe(invoices[0]?.lines.data[0]?.period.start);
  });

  it('is past due when a payment fails, is retried, and ends after the last retry', async () => {
    const begun = await joined((await plans()).month.id, FAILS_LATER);
    provider.standIn.simulator.advanceBy('month');
    expect((await now(begun)).status).toBe('past_due');
    const [open] = await invoicesOf(begun);
    expect(open).toMatchObject({ status: 'open', amount_due: 1500, amount_paid: 0, attempt_count: 1 });
    provider.standIn.simulator.advanceDays(3);
    expect((await invoicesOf(begun))[0]).toMatchObject({ attempt_count: 2 });
    provider.standIn.simulator.advanceDays(3);
    expect((await now(begun)).status).toBe('past_due');
    provider.standIn.simulator.advanceDays(1);
    expect(await now(begun)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    provider.standIn.simulator.advanceBy('month');
    expect(await invoicesOf(begun)).toHaveLength(2);
  });

  it('recovers when the customer changes the card and pays', async () => {
    const begun = await joined((await plans()).month.id, FAILS_LATER);
    provider.standIn.simulator.advanceBy('month');
    const invoice = (await invoicesOf(begun))[0] as Stripe.Invoice;
    expect(await refusal(provider.stripe.invoices.pay(invoice.id))).toMatchObject({
      status: 402,
      code: 'card_declined',
    });
    const visit = await provider.stripe.billingPortal.sessions.create({
      customer: String(begun.customer),
      return_url: 'http://127.0.0.1:4321/account',
    });
    expect(await (await fetch(visit.url)).text()).toContain('Pay $15.00 now');
    const act = (fields: Record<string, string>) =>
      fetch(visit.url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
    expect((await act({ act: 'card', card: CARDS.pays })).status).toBe(303);
    expect((await act({ act: 'pay', invoice: invoice.id })).status).toBe(303);
    expect((await now(begun)).status).toBe('active');
    provider.standIn.simulator.advanceBy('month');
    expect((await now(begun)).status).toBe('active');
  });

  it('is cancelled with the end of its period, or comes back before', async () => {
    const begun = await joined((await plans()).month.id);
    const { stripe, standIn } = provider;
    await stripe.subscriptions.update(begun.id, { cancel_at_period_end: true });
    expect((await now(begun)).cancel_at).toBe(itemOf(begun).current_period_end);
    await stripe.subscriptions.update(begun.id, { cancel_at_period_end: false });
    standIn.simulator.advanceBy('month');
    expect((await now(begun)).status).toBe('active');
    await stripe.subscriptions.update(begun.id, { cancel_at_period_end: true });
    standIn.simulator.advanceBy('month');
    expect((await now(begun)).status).toBe('canceled');
    expect(await invoicesOf(begun)).toHaveLength(2);
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1);
    expect((await stripe.subscriptions.list()).data).toHaveLength(0);
  });

  it('can be ended at once', async () => {
    const begun = await joined((await plans()).month.id);
    await provider.stripe.subscriptions.cancel(begun.id);
    expect(await now(begun)).toMatchObject({ status: 'canceled' });
    expect(await refusal(provider.stripe.subscriptions.cancel(begun.id))).toMatchObject({ status: 404 });
  });

  it('costs nothing while its collection is paused, and resumes', async () => {
    const begun = await joined((await plans()).month.id);
    const { stripe, standIn } = provider;
    await stripe.subscriptions.update(begun.id, { pause_collection: { behavior: 'void' } });
    standIn.simulator.advanceBy('month');
    expect((await invoicesOf(begun))[0]).toMatchObject({ status: 'void', amount_paid: 0 });
    await stripe.subscriptions.update(begun.id, { pause_collection: '' });
    standIn.simulator.advanceBy('month');
    expect((await invoicesOf(begun))[0]).toMatchObject({ status: 'paid', amount_paid: 1500 });
  });

  it('starts with a free trial, and is invoiced when that ends', async () => {
    const begun = await joined((await plans()).month.id, CARDS.pays, {
      subscription_data: { trial_period_days: 10 },
    });
    expect(begun.status).toBe('trialing');
    expect((await invoicesOf(begun))[0]).toMatchObject({ status: 'paid', amount_paid: 0 });
    provider.standIn.simulator.advanceDays(10);
    expect((await now(begun)).status).toBe('active');
    expect((await invoicesOf(begun))[0]).toMatchObject({ status: 'draft', amount_due: 1500 });
    provider.standIn.simulator.advanceHours(1);
    expect((await invoicesOf(begun))[0]).toMatchObject({ status: 'paid', amount_paid: 1500 });
  });

  it('is charged for a renewal after an hour, in which that is a draft without a number', async () => {
    const { standIn } = provider;
    const begun = await joined((await plans()).month.id);
    const { current_period_end: end } = itemOf(begun);
    standIn.simulator.advanceDays(27);
    while ((await invoicesOf(begun)).length < 2) standIn.simulator.advanceHours(1);
    expect((await invoicesOf(begun))[0]).toMatchObject({ status: 'draft', number: null, created: end });
    standIn.simulator.advanceHours(1);
    const [renewal] = await invoicesOf(begun);
    expect(renewal).toMatchObject({ status: 'paid', automatically_finalizes_at: null });
    expect((renewal?.status_transitions.finalized_at ?? 0) - (renewal?.created ?? 0)).toBe(3600);
  });

  it('that ends while its renewal is a draft is not charged for it', async () => {
    const { standIn, stripe } = provider;
    const begun = await joined((await plans()).month.id);
    standIn.simulator.advanceDays(27);
    while ((await invoicesOf(begun)).length < 2) standIn.simulator.advanceHours(1);
    expect((await invoicesOf(begun))[0]).toMatchObject({
      status: 'draft',
      number: null,
      attempted: false,
    });
    await stripe.subscriptions.cancel(begun.id);
    standIn.simulator.advanceHours(2);
    expect((await invoicesOf(begun))[0]).toMatchObject({ status: 'draft', auto_advance: false });
  });
});
