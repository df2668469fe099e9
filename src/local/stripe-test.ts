import assert from 'node:assert/strict';
import Stripe from 'stripe';
import { openPayments } from '../server/payments.ts';

/**
 * `npm run test:stripe` (opt-in): asks real Stripe, in test mode and with a key of your own, what the tests ask the
 * stand-in. It holds our one door to what Stripe says today. Nothing is charged; the objects stay in your test account.
 */
const key = process.env['STRIPE_SECRET_KEY'] ?? '';
const SECRET = 'whsec_of_this_run';

async function replay(): Promise<void> {
  if (!key.startsWith('sk_test_') || key === 'sk_test_local')
    throw new Error(
      'Set STRIPE_SECRET_KEY to a test key of your own (sk_test_…); this makes objects in its account.',
    );
  const payments = openPayments({ secretKey: key, webhookSecret: SECRET, apiUrl: null, automaticTax: false });
  const stripe = new Stripe(key);
  const began = Date.now();
  let passed = 0;
  const check = async (what: string, work: () => Promise<void>) => {
    await work();
    passed++;
    console.log(`  ok  ${what}`);
  };
  const checkout = {
    orderId: `drill${Date.now()}`,
    email: 'mira@example.com',
    lines: [{ name: 'Golem', picture: null, payCents: 999 }],
    successUrl: 'https://guildhall.example/product-payment-success?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://guildhall.example/shopping-cart',
    expiresAt: Date.now() + 31 * 60_000,
    key: crypto.randomUUID(),
  };
  const session = await payments.openCheckout(checkout);
  await check('the same key opens the same page', async () => {
    assert.equal((await payments.openCheckout(checkout)).id, session.id);
  });
  await check('an open page is told as open, unpaid and ours', async () => {
    const truth = await payments.checkout(session.id);
    assert.deepEqual(
      [truth?.state, truth?.paid, truth?.orderId, truth?.subtotalCents, truth?.currency],
      ['open', false, checkout.orderId, 999, 'usd'],
    );
  });
  await check('a page can be closed, and again', async () => {
    assert.equal(await payments.expireCheckout(session.id), 'expired');
    assert.equal(await payments.expireCheckout(session.id), 'expired');
  });
  await check('an unknown page is null', async () => {
    assert.equal(await payments.checkout('cs_test_nothing'), null);
  });
  const payment = await stripe.paymentIntents.create({
    amount: 1000,
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: true,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  await check('a part is refunded once under its key, and no more than was paid', async () => {
    const refund = { paymentId: payment.id, amountCents: 400, lineId: 'line', key: crypto.randomUUID() };
    const first = await payments.refund(refund);
    assert.equal((await payments.refund(refund)).id, first.id);
    await assert.rejects(payments.refund({ ...refund, amountCents: 700, key: crypto.randomUUID() }));
  });
  await check('events since the beginning of this run come oldest first', async () => {
    const events = await payments.eventsSince(began - 60_000);
    assert.ok(events.every((event, at) => at === 0 || event.at >= (events[at - 1]?.at ?? 0)));
  });
  console.log(`${passed} passed, 0 failed, 0 skipped`);
}

replay().catch((reason: unknown) => {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exit(1);
});
