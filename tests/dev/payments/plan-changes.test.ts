import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Bought, begunWith, FAILS_LATER, invoicesOf, itemOf, now, plans } from './billing.ts';
import { openTestProvider, refusal, type TestProvider } from './test-provider.ts';

/** Changes within a period, subscriptions for sellers, and their webhooks. */

let provider: TestProvider;
beforeEach(async () => {
  provider = await openTestProvider();
});
afterEach(() => provider.close());

const joined = (price: string, bought: Bought = {}) => begunWith(provider, price, bought);

describe('a change of price', () => {
  it('costs exactly what the preview said, to the second', async () => {
    const { month, dear } = await plans(provider);
    const begun = await joined(month.id);
    const item = itemOf(begun);
    const { current_period_start: from, current_period_end: to } = item;
    provider.standIn.simulator.advanceDays(10);
    // A time at which proration has to round.
    const at = from + 10 * 86_400 + 4_321;
    const items = [{ id: item.id, price: dear.id }];
    const wish = { items, proration_behavior: 'always_invoice' as const, proration_date: at };
    const shown = await provider.stripe.invoices.createPreview({
      subscription: begun.id,
      subscription_details: wish,
    });
    const part = (cents: number) => Math.round((cents * (to - at)) / (to - from));
    expect(shown.lines.data.map(({ amount }) => amount)).toEqual([-part(1500), part(4500)]);
    expect(shown.amount_due).toBe(part(4500) - part(1500));
    await provider.stripe.subscriptions.update(begun.id, {
      ...wish,
      payment_behavior: 'error_if_incomplete',
    });
    expect((await invoicesOf(provider, begun))[0]).toMatchObject({
      billing_reason: 'subscription_update',
      amount_paid: shown.amount_due,
    });
    expect(itemOf(await now(provider, begun))).toMatchObject({
      current_period_end: to,
      price: { id: dear.id },
    });
  });

  it('changes nothing where the card is declined with error_if_incomplete', async () => {
    const { month, dear } = await plans(provider);
    const begun = await joined(month.id, { card: FAILS_LATER });
    const refused = await refusal(
      provider.stripe.subscriptions.update(begun.id, {
        items: [{ id: itemOf(begun).id, price: dear.id }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'error_if_incomplete',
      }),
    );
    expect(refused).toMatchObject({ status: 402, code: 'card_declined' });
    expect(itemOf(await now(provider, begun)).price.id).toBe(month.id);
    expect(await invoicesOf(provider, begun)).toHaveLength(1);
  });

  it('without proration costs nothing now and the new price from the next period on', async () => {
    const { month, dear } = await plans(provider);
    const begun = await joined(dear.id);
    await provider.stripe.subscriptions.update(begun.id, {
      items: [{ id: itemOf(begun).id, price: month.id }],
      proration_behavior: 'none',
    });
    expect(await invoicesOf(provider, begun)).toHaveLength(1);
    provider.standIn.simulator.advanceBy('month');
    expect((await invoicesOf(provider, begun))[0]).toMatchObject({ amount_paid: 1500 });
  });

  it('to annual starts a year at once, less the unused part of the month', async () => {
    const { month, year } = await plans(provider);
    const begun = await joined(month.id);
    provider.standIn.simulator.advanceDays(5);
    await provider.stripe.subscriptions.update(begun.id, {
      items: [{ id: itemOf(begun).id, price: year.id }],
      proration_behavior: 'always_invoice',
    });
    const [invoice] = await invoicesOf(provider, begun);
    const lines = invoice?.lines.data.map(({ amount }) => amount) ?? [];
    expect(lines[1]).toBe(15_000);
    expect(invoice?.amount_paid).toBe(15_000 + (lines[0] ?? 0));
    const after = itemOf(await now(provider, begun));
    expect(after.current_period_end - after.current_period_start).toBeGreaterThanOrEqual(365 * 86_400);
  });

  it('can wait for the end of the paid period, as a trial of the new price', async () => {
    const { month, year } = await plans(provider);
    const begun = await joined(year.id);
    const { id, current_period_end: end } = itemOf(begun);
    const changed = await provider.stripe.subscriptions.update(begun.id, {
      items: [{ id, price: month.id }],
      trial_end: end,
      proration_behavior: 'none',
    });
    expect(changed.status).toBe('trialing');
    expect(itemOf(changed).current_period_end).toBe(end);
    expect((await invoicesOf(provider, begun))[0]).toMatchObject({ amount_paid: 0 });
    provider.standIn.simulator.advanceBy('year');
    expect((await invoicesOf(provider, begun))[0]).toMatchObject({ amount_paid: 1500 });
    expect((await now(provider, begun)).status).toBe('active');
  });

  it('with a negative total is credited to the next invoice', async () => {
    const { month, year } = await plans(provider);
    const begun = await joined(year.id);
    await provider.stripe.subscriptions.update(begun.id, {
      items: [{ id: itemOf(begun).id, price: month.id }],
      proration_behavior: 'always_invoice',
    });
    const [invoice] = await invoicesOf(provider, begun);
    expect(invoice).toMatchObject({ status: 'paid', amount_due: 0 });
    const customer = (await provider.stripe.customers.retrieve(String(begun.customer))) as Stripe.Customer;
    expect(customer.balance).toBe(invoice?.total);
    provider.standIn.simulator.advanceBy('month');
    const [next] = await invoicesOf(provider, begun);
    expect(next).toMatchObject({ amount_due: 0, total: 1500, starting_balance: customer.balance });
  });
});

describe('a subscription for a seller', () => {
  const forSeller = {
    subscription_data: { transfer_data: { destination: 'acct_ash' }, application_fee_percent: 10 },
  };
  const balanceOf = async () =>
    (await provider.stripe.balance.retrieve({}, { stripeAccount: 'acct_ash' })).available[0]?.amount;

  it('transfers every payment to the seller, less the commission', async () => {
    const begun = await joined((await plans(provider)).month.id, { more: forSeller });
    expect(await balanceOf()).toBe(1350);
    provider.standIn.simulator.advanceBy('month');
    expect((await invoicesOf(provider, begun))[0]?.amount_paid).toBe(1500);
    const fees = await provider.stripe.applicationFees.list();
    expect(fees.data.map(({ amount }) => amount)).toEqual([150, 150]);
  });

  it('is refunded from the seller’s share and the commission', async () => {
    const begun = await joined((await plans(provider)).month.id, { more: forSeller });
    const { latest_invoice: invoice } = await now(provider, begun);
    const [payment] = (invoice as Stripe.Invoice).payments?.data ?? [];
    await provider.stripe.refunds.create({
      payment_intent: String(payment?.payment.payment_intent),
      reverse_transfer: true,
      refund_application_fee: true,
    });
    expect(await balanceOf()).toBe(0);
    const listed = await provider.stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: String(payment?.payment.payment_intent) },
    });
    expect(listed.data[0]?.invoice).toBe(begun.latest_invoice);
  });

  it('is past due while the seller cannot be paid', async () => {
    const begun = await joined((await plans(provider)).month.id, { more: forSeller });
    provider.standIn.simulator.setTransfers('acct_ash', 'restricted');
    provider.standIn.simulator.advanceBy('month');
    expect((await now(provider, begun)).status).toBe('past_due');
    provider.standIn.simulator.setTransfers('acct_ash', 'active');
    provider.standIn.simulator.advanceDays(3);
    expect((await now(provider, begun)).status).toBe('active');
  });
});

describe('webhooks', () => {
  it('report start, upcoming invoices, failures and end in the provider’s format', async () => {
    const begun = await joined((await plans(provider)).month.id, { card: FAILS_LATER });
    provider.standIn.simulator.advanceBy('month');
    provider.standIn.simulator.advanceDays(7);
    await provider.standIn.deliveries.idle();
    const about = provider.received.list.map(({ body }) => JSON.parse(body) as Stripe.Event);
    const types = about.map(({ type }) => type);
    for (const type of [
      'customer.subscription.created',
      'customer.subscription.updated',
      'customer.subscription.deleted',
      'invoice.created',
      'invoice.paid',
      'invoice.upcoming',
      'invoice.payment_failed',
      'checkout.session.completed',
    ])
      expect(types).toContain(type);
    const paid = about.find(({ type }) => type === 'invoice.paid')?.data.object as Stripe.Invoice;
    expect(paid.parent?.subscription_details?.subscription).toBe(begun.id);
    const created = about.find(({ type }) => type === 'customer.subscription.created');
    const item = itemOf(created?.data.object as Stripe.Subscription);
    expect(item.current_period_end).toBe(itemOf(begun).current_period_end);
  });

  it('are held, released in any order, and sent again', async () => {
    const { deliveries } = provider.standIn;
    deliveries.mode = 'hold';
    await joined((await plans(provider)).month.id);
    const held = deliveries.list.length;
    await deliveries.release({ reversed: true, copies: 2 });
    expect(provider.received.list).toHaveLength(2 * held);
    expect(provider.received.types()[0]).toBe('checkout.session.completed');
  });
});
