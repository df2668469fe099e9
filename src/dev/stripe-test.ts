import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Stripe from 'stripe';
import { openPayments, type Payments } from '../server/adapters/stripe/payments.ts';
import { RECORDING_FILE, readRecording } from './payments/shapes/recording.ts';
import { compareWithSpec, type OpenApi } from './payments/shapes/spec.ts';

/**
 * `npm run test:stripe` (opt-in): sends real Stripe, in test mode and with your own key, what the tests send the stand-in.
 * It compares our adapter with today's Stripe. Nothing is charged; the objects stay in your test account.
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
  await check('an open page is reported as open, unpaid and ours', async () => {
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
  await checkPlan(check, payments, stripe);
  await check('events since the beginning of this run come oldest first', async () => {
    const events = await payments.eventsSince(began - 60_000);
    assert.ok(events.every((event, at) => at === 0 || event.at >= (events[at - 1]?.at ?? 0)));
  });
  console.log(`${passed} passed, 0 failed, 0 skipped`);
}

type Check = (what: string, work: () => Promise<void>) => Promise<void>;

/** A plan's life cycle at the API: priced, started, previewed, changed, ended. Test cards only; nothing is charged. */
async function checkPlan(check: Check, payments: Payments, stripe: Stripe): Promise<void> {
  const run = `drill${Date.now()}`;
  const price = (cents: number, interval: 'month' | 'year') => ({
    name: `drill-pro-${interval}-${cents}`,
    title: 'Guildhall drill',
    cents,
    interval,
  });
  const [monthly, annual] = await Promise.all([
    payments.recurringPrice(price(1500, 'month')),
    payments.recurringPrice(price(15_000, 'year')),
  ]);
  await check('a price is found again under its name', async () => {
    assert.equal(await payments.recurringPrice(price(1500, 'month')), monthly);
  });
  const customerId = await payments.openCustomer({
    email: 'mira@example.com',
    name: 'Drill',
    of: { store: run },
    key: run,
  });
  const card = await stripe.paymentMethods.attach('pm_card_visa', { customer: customerId });
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: card.id } });
  const of = { kind: 'drill', store: run };
  const page = { customerId, priceId: monthly, of, seller: null, expiresAt: null, key: `${run}-page` };
  const urls = { successUrl: 'https://guildhall.example/a', cancelUrl: 'https://guildhall.example/b' };
  await check('a page for a subscription opens and closes', async () => {
    const { id, url } = await payments.openSubscriptionPage({ ...page, ...urls });
    assert.ok(url.startsWith('https://'));
    assert.equal(await payments.expireCheckout(id), 'expired');
  });
  const { id } = await stripe.subscriptions.create({
    customer: customerId,
    items: [{ price: monthly }],
    metadata: of,
  });
  const now = async () => {
    const truth = await payments.subscription(id);
    assert.ok(truth);
    return truth;
  };
  const { itemId, periodEnd } = await now();
  await check('a subscription is reported with its price, period and paid invoice', async () => {
    const { status, priceCents, interval, invoice, ...truth } = await now();
    assert.deepEqual([status, priceCents, interval, invoice?.state], ['active', 1500, 'month', 'paid']);
    assert.deepEqual([truth.of['store'], periodEnd > Date.now()], [run, true]);
    assert.deepEqual((await payments.subscriptionsOf(customerId)).length, 1);
  });
  const change = { subscriptionId: id, itemId, priceId: annual };
  await check('a change costs what its preview said', async () => {
    const preview = await payments.previewChange({ ...change, countedAt: null });
    const { countedAt } = preview;
    assert.equal(await payments.changeNow({ ...change, countedAt, key: `${run}-now` }), 'changed');
    assert.equal((await payments.invoicesOf(customerId))[0]?.totalCents, preview.chargeCents);
  });
  await check('going back waits until what is paid is used up', async () => {
    const { periodEnd: paidUntil } = await now();
    await payments.changeAtEnd({ ...change, priceId: monthly, paidUntil, key: `${run}-end` });
    const { status, periodEnd: end, interval } = await now();
    assert.deepEqual([status, end, interval], ['trialing', paidUntil, 'month']);
  });
  await check('it is cancelled at the end of the period, resumed, and cancelled', async () => {
    await payments.setEnding(id, true);
    assert.equal((await now()).endsAtPeriodEnd, true);
    await payments.setEnding(id, false);
    await payments.undoSubscription(id);
    assert.equal((await now()).status, 'canceled');
  });
}

/** `npm run test:stripe -- spec <file>`: compares what `npm test` recorded with Stripe's OpenAPI document, without a key. */
function compareRecording(file: string, recording: string): void {
  const spec = JSON.parse(readFileSync(file, 'utf8')) as OpenApi;
  const { compared, unknown, differences } = compareWithSpec(spec, readRecording(recording));
  for (const one of unknown) console.log(`  not in the document: ${one}`);
  for (const one of differences) console.log(`  differs: ${one}`);
  console.log(`${compared} kinds of calls compared, ${differences.length} differences`);
  process.exitCode = differences.length > 0 || compared === 0 ? 1 : 0;
}

async function run([task, file, recording = RECORDING_FILE]: readonly string[]): Promise<void> {
  if (task !== 'spec') return replay();
  if (file === undefined)
    throw new Error('Name the document: npm run test:stripe -- spec path/to/spec3.json');
  compareRecording(file, recording);
}

run(process.argv.slice(2)).catch((reason: unknown) => {
  console.error(reason instanceof Error ? reason.message : reason);
  process.exit(1);
});
