import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TEST_CARDS } from '../../../src/dev/payments/cards.ts';
import { begunWith, plans } from './billing.ts';
import { CARDS, cart, openTestProvider, paidCart, press, type TestProvider } from './test-provider.ts';

let provider: TestProvider;
beforeEach(async () => {
  provider = await openTestProvider();
});
afterEach(() => provider.close());

const SECURE = '4000000000003220';
const DEBIT = { pays: '000123456789', fails: '000111111116' };

const open = () => provider.stripe.checkout.sessions.create(cart());
const now = (id: string) =>
  provider.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent.latest_charge'] });
const paymentOf = async (id: string) => (await now(id)).payment_intent as Stripe.PaymentIntent;
const answer = (url: string | null, card: string, authentication: string) =>
  fetch(url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ card, authentication }),
    redirect: 'manual',
  });
const paymentsOf = async () => (await provider.stripe.paymentIntents.list()).data;

describe('a card with 3-D Secure', () => {
  it('is charged only once the buyer has passed the question of the bank', async () => {
    const { id, url } = await open();
    const asked = await press(url, SECURE);
    expect([asked.status, (await asked.text()).includes('Yes, complete the payment')]).toEqual([200, true]);
    expect((await paymentsOf())[0]).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'redirect_to_url' },
    });
    expect((await now(id)).status).toBe('open');
    expect((await answer(url, SECURE, 'passed')).status).toBe(303);
    expect((await paymentOf(id)).latest_charge).toMatchObject({
      payment_method_details: { card: { three_d_secure: { result: 'authenticated' } } },
    });
  });

  it('is not charged when the buyer fails it, and another card pays', async () => {
    const { id, url } = await open();
    await press(url, SECURE);
    const failed = await answer(url, SECURE, 'failed');
    expect([failed.status, (await failed.text()).includes('We are unable to authenticate')]).toEqual([
      402,
      true,
    ]);
    expect((await paymentsOf())[0]).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure' },
      next_action: null,
    });
    await press(url, CARDS.pays);
    expect((await now(id)).payment_status).toBe('paid');
  });

  it('may be declined after it was passed', async () => {
    const { url } = await open();
    expect((await answer(url, '4000008400001629', 'passed')).status).toBe(402);
    expect((await paymentsOf())[0]?.last_payment_error?.decline_code).toBe('generic_decline');
  });

  it('begins a subscription, which a card that asks every time cannot renew', async () => {
    const { month } = await plans(provider);
    const { stripe, standIn } = provider;
    const begun = await begunWith(provider, month.id, { card: CARDS.pays });
    const always = TEST_CARDS.find(({ outcome }) => outcome === 'challenged always');
    if (always) standIn.simulator.saveCard(String(begun.customer), always);
    standIn.simulator.advanceBy('month');
    expect((await stripe.subscriptions.retrieve(begun.id)).status).toBe('past_due');
    const [payment] = await paymentsOf();
    expect(payment?.last_payment_error?.decline_code).toBe('authentication_required');
  });
});

describe('a declined card', () => {
  it.each(TEST_CARDS.filter(({ outcome }) => outcome === 'declined'))(
    '$number says why: $decline.code $decline.decline_code',
    async ({ number, decline }) => {
      const { id, url } = await open();
      const refused = await press(url, number);
      expect([refused.status, (await refused.text()).includes('Nothing was charged.')]).toEqual([402, true]);
      const { code, decline_code } = (await paymentsOf())[0]?.last_payment_error ?? {};
      expect([code, decline_code ?? null]).toEqual([decline?.code, decline?.decline_code]);
      expect((await now(id)).status).toBe('open');
      await provider.standIn.deliveries.idle();
      expect(provider.received.types().slice(-2)).toEqual(['charge.failed', 'payment_intent.payment_failed']);
    },
  );
});

it('a declined card leaves a failed charge, which moves no money', async () => {
  const { stripe } = provider;
  const { id, url } = await open();
  await press(url, CARDS.declined);
  await press(url, '4100000000000019');
  await press(url, CARDS.pays);
  const payment = await paymentOf(id);
  const charges = await stripe.charges.list({ payment_intent: payment.id });
  expect(charges.data).toMatchObject([
    { id: (payment.latest_charge as Stripe.Charge).id, status: 'succeeded', failure_code: null },
    { status: 'failed', paid: false, captured: false, outcome: { type: 'blocked', risk_level: 'highest' } },
    { status: 'failed', failure_code: 'card_declined', outcome: { reason: 'generic_decline' } },
  ]);
  const [, , first] = charges.data;
  await expect(stripe.refunds.create({ charge: first?.id ?? '' })).rejects.toThrow('No such charge');
  expect((await stripe.balanceTransactions.list()).data.map(({ source }) => source)).toEqual([
    charges.data[0]?.id,
  ]);
});

describe('a bank debit', () => {
  const buy = async (card: string) => {
    const { id, url } = await open();
    expect((await press(url, card)).status).toBe(303);
    expect(await now(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect(await paymentOf(id)).toMatchObject({ status: 'processing', latest_charge: { status: 'pending' } });
    return id;
  };

  it('completes the page, and pays days later', async () => {
    const id = await buy(DEBIT.pays);
    provider.standIn.simulator.advanceDays(3);
    expect((await now(id)).payment_status).toBe('unpaid');
    provider.standIn.simulator.advanceDays(1);
    expect((await now(id)).payment_status).toBe('paid');
    expect((await paymentOf(id)).latest_charge).toMatchObject({ paid: true });
    await provider.standIn.deliveries.idle();
    expect(provider.received.types()).toContain('checkout.session.async_payment_succeeded');
  });

  it('may fail days later, and leaves nothing behind', async () => {
    const id = await buy(DEBIT.fails);
    provider.standIn.simulator.advanceDays(4);
    expect(await now(id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' });
    expect(await paymentOf(id)).toMatchObject({
      status: 'requires_payment_method',
      latest_charge: { status: 'failed', failure_code: 'no_account' },
    });
    expect((await provider.stripe.balanceTransactions.list()).data).toEqual([]);
    await provider.standIn.deliveries.idle();
    expect(provider.received.types()).toContain('checkout.session.async_payment_failed');
  });

  it('cannot be refunded while it is pending', async () => {
    const id = await buy(DEBIT.pays);
    const { id: payment } = await paymentOf(id);
    await expect(provider.stripe.refunds.create({ payment_intent: payment })).rejects.toThrow(
      'successful charge',
    );
  });
});

describe('a dispute', () => {
  it('asks for evidence, which is sent once, and is decided by the bank', async () => {
    const { charge } = await paidCart(provider, '4000000000002685');
    const { stripe, standIn } = provider;
    const [opened] = (await stripe.disputes.list({ charge: charge.id })).data;
    expect(opened).toMatchObject({ status: 'needs_response', reason: 'product_not_received' });
    const id = opened?.id ?? '';
    const drafted = { evidence: { product_description: 'A golem.' }, submit: false };
    expect(await stripe.disputes.update(id, drafted)).toMatchObject({ status: 'needs_response' });
    expect(
      await stripe.disputes.update(id, { evidence: { access_activity_log: 'Downloaded.' } }),
    ).toMatchObject({
      status: 'under_review',
      evidence: { product_description: 'A golem.', access_activity_log: 'Downloaded.' },
      evidence_details: { has_evidence: true, submission_count: 1 },
    });
    await expect(stripe.disputes.update(id, {})).rejects.toThrow('asks for no evidence');
    standIn.simulator.advanceDays(20);
    expect(standIn.simulator.closeDispute(id, 'won')).toMatchObject({ status: 'won' });
  });

  it('that nobody answers in time is lost', async () => {
    const { charge } = await paidCart(provider, CARDS.disputed);
    provider.standIn.simulator.advanceDays(8);
    const [open] = (await provider.stripe.disputes.list({ charge: charge.id })).data;
    expect(open?.status).toBe('needs_response');
    provider.standIn.simulator.advanceDays(1);
    const [lost] = (await provider.stripe.disputes.list({ charge: charge.id })).data;
    expect(lost).toMatchObject({ status: 'lost', evidence_details: { past_due: true } });
  });
});

describe('a list that a page carries', () => {
  it('ends after ten entries and says that there are more', async () => {
    const { stripe } = provider;
    const [line] = cart().line_items ?? [];
    const many = cart({ line_items: Array.from({ length: 23 }, () => line ?? {}) });
    const { id } = await stripe.checkout.sessions.create(many);
    const { line_items: carried } = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] });
    expect([carried?.data.length, carried?.has_more]).toEqual([10, true]);
    const all = await stripe.checkout.sessions
      .listLineItems(id, { limit: 5 })
      .autoPagingToArray({ limit: 100 });
    expect(new Set(all.map((item) => item.id)).size).toBe(23);
  });
});

describe('a warning of fraud', () => {
  it('names the payment, and takes no money', async () => {
    const { charge, payment } = await paidCart(provider, '4000000000005423');
    const { data } = await provider.stripe.radar.earlyFraudWarnings.list({ charge: charge.id });
    expect(data).toMatchObject([{ actionable: true, charge: charge.id, payment_intent: payment.id }]);
    expect((await provider.stripe.disputes.list()).data).toEqual([]);
    await provider.standIn.deliveries.idle();
    expect(provider.received.types()).toContain('radar.early_fraud_warning.created');
  });
});
