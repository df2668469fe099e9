import assert from 'node:assert/strict';
import { PaymentsUnavailable } from '../../server/adapters/stripe/payments.ts';
import { type Flow, type FlowContext, RETURN_URL, Skipped } from './tested.ts';

/** Subscriptions: seller plans and guild months, upgrades, failed renewals. */

const price = ({ payments }: FlowContext, cents: number, interval: 'month' | 'year') =>
  payments.recurringPrice({
    name: `drill-${interval}-${cents}`,
    title: 'Guildhall drill',
    cents,
    interval,
  });

/** Gives a customer a card, which further payments use. */
async function giveCard({ stripe }: FlowContext, customerId: string, token: string): Promise<void> {
  const card = await stripe.paymentMethods.attach(token, { customer: customerId });
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: card.id } });
}

/** Starts a subscription at the API, as its payment page would. */
async function begun(
  context: FlowContext,
  of: string,
  priceId: string,
  more: { customerId?: string; seller?: string } = {},
) {
  const { payments, stripe, run } = context;
  const name = `${run}-${of}`;
  const customerId =
    more.customerId ??
    (await payments.openCustomer({
      email: 'mira@example.com',
      name: 'Drill',
      of: { store: name },
      key: name,
    }));
  await giveCard(context, customerId, 'pm_card_visa');
  const { id } = await stripe.subscriptions.create({
    customer: customerId,
    items: [{ price: priceId }],
    metadata: { kind: 'drill', store: name },
    ...(more.seller === undefined
      ? {}
      : { transfer_data: { destination: more.seller }, application_fee_percent: 10 }),
  });
  const now = async () => {
    const found = await payments.subscription(id);
    assert.ok(found);
    return found;
  };
  return { id, customerId, name, now };
}

const plan: Flow = {
  name: 'plan',
  async run(context) {
    const { payments, check } = context;
    const [monthly, annual] = [await price(context, 1500, 'month'), await price(context, 15_000, 'year')];
    await check('a price is found again under its name', async () => {
      assert.equal(await price(context, 1500, 'month'), monthly);
    });
    const { id, customerId, name, now } = await begun(context, 'plan', monthly);
    await check('a page for it opens and closes', async () => {
      const page = await payments.openSubscriptionPage({
        customerId,
        priceId: monthly,
        of: { kind: 'drill', store: name },
        seller: null,
        expiresAt: null,
        key: `${name}-page`,
        successUrl: RETURN_URL,
        cancelUrl: RETURN_URL,
      });
      assert.ok(page.url.startsWith('http'));
      assert.equal((await payments.subscriptionPage(page.id))?.state, 'open');
      assert.equal(await payments.expireCheckout(page.id), 'expired');
    });
    const { itemId, periodEnd } = await now();
    await check('it is reported with its price, period and paid invoice', async () => {
      const { status, priceCents, interval, invoice, ...found } = await now();
      assert.deepEqual([status, priceCents, interval, invoice?.state], ['active', 1500, 'month', 'paid']);
      assert.deepEqual([found.of['store'], periodEnd > Date.now()], [name, true]);
      assert.equal((await payments.subscriptionsOf(customerId)).length, 1);
    });
    const change = { subscriptionId: id, itemId, priceId: annual };
    await check('a change costs what its preview said', async () => {
      const preview = await payments.previewChange({ ...change, countedAt: null });
      const { countedAt } = preview;
      assert.equal(await payments.changeNow({ ...change, countedAt, key: `${name}-now` }), 'changed');
      assert.equal((await payments.invoicesOf(customerId))[0]?.totalCents, preview.chargeCents);
    });
    await check('going back waits until what is paid is used up', async () => {
      const { periodEnd: paidUntil } = await now();
      await payments.changeAtEnd({ ...change, priceId: monthly, paidUntil, key: `${name}-end` });
      const { status, periodEnd: end, interval } = await now();
      assert.deepEqual([status, end, interval], ['trialing', paidUntil, 'month']);
    });
    await check('it is cancelled at the end of the period, resumed, and cancelled', async () => {
      await payments.setEnding(id, true, `${name}-cancel`);
      assert.equal((await now()).endsAtPeriodEnd, true);
      await payments.setEnding(id, false, `${name}-resume`);
      await payments.undoSubscription(id);
      assert.equal((await now()).status, 'ended');
    });
  },
};

const portal: Flow = {
  name: 'customer portal',
  async run({ payments, run, check }) {
    const key = `${run}-portal`;
    const customerId = await payments.openCustomer({ email: 'mira@example.com', name: 'Drill', of: {}, key });
    await check('a customer gets a link to it', async () => {
      const url = await payments
        .portalPage({ customerId, returnUrl: RETURN_URL })
        .catch((reason: unknown) => {
          if (reason instanceof PaymentsUnavailable && /configuration/i.test(reason.message))
            throw new Skipped('the account has no customer portal yet: npm run stripe:setup makes it');
          throw reason;
        });
      assert.ok(url.startsWith('http'));
    });
  },
};

const guildMonth: Flow = {
  name: 'guild month and upgrade',
  async run(context) {
    const { payments, check } = context;
    const [seller = ''] = await context.sellers(1);
    const [low, high] = [await price(context, 800, 'month'), await price(context, 1500, 'month')];
    const { id, now, customerId } = await begun(context, 'guild', low, { seller });
    await check('the month is paid to the seller less the commission', async () => {
      assert.equal((await now()).feePercent, 10);
      const [first] = await payments.invoicesOfSubscription(id);
      assert.deepEqual([first?.reason, first?.paidCents], ['first', 800]);
      const payment = await payments.paymentSnapshot(first?.paymentId ?? '');
      assert.deepEqual([payment?.chargedCents, payment?.feeCents, payment?.seller?.cents], [800, 80, 720]);
      assert.equal(await payments.subscriptionOfPayment(first?.paymentId ?? ''), id);
    });
    const { itemId } = await now();
    await check('an upgrade charges the difference at once', async () => {
      const change = { subscriptionId: id, itemId, priceId: high };
      const { countedAt, chargeCents } = await payments.previewChange({ ...change, countedAt: null });
      const key = `${customerId}-upgrade`;
      assert.equal(await payments.changeNow({ ...change, countedAt, key }), 'changed');
      const last = (await payments.invoicesOfSubscription(id)).at(-1);
      assert.deepEqual([last?.reason, last?.paidCents], ['change', chargeCents]);
    });
    await check('pausing, another commission and a refund of it all are taken', async () => {
      await payments.pauseUntil(id, Date.now() + 40 * 86_400_000, `${customerId}-pause`);
      assert.notEqual((await now()).pausedUntil, null);
      await payments.pauseUntil(id, null, `${customerId}-resume`);
      await payments.setCommission(id, 5, `${customerId}-commission`);
      assert.equal((await now()).feePercent, 5);
      const [first] = await payments.invoicesOfSubscription(id);
      await payments.refundShared(first?.paymentId ?? '', `${customerId}-refund`, Date.now());
      await payments.refundShared(first?.paymentId ?? '', `${customerId}-refund-again`, Date.now());
      assert.equal((await payments.paymentSnapshot(first?.paymentId ?? ''))?.refundedCents, 800);
      await payments.endSubscription(id);
      assert.notEqual((await now()).endedAt, null);
    });
  },
};

const failedRenewal: Flow = {
  name: 'failed renewal by test clock',
  async run(context) {
    const { payments, tested, run, check } = context;
    const monthly = await price(context, 1500, 'month');
    const clock = await tested.customerWithClock(`${run}-renewal`);
    const { id, now } = await begun(context, 'renewal', monthly, { customerId: clock.customerId });
    await giveCard(context, clock.customerId, 'pm_card_chargeCustomerFail');
    await clock.passMonth();
    await check('the subscription is past due and its invoice open', async () => {
      const { status, invoice } = await now();
      assert.deepEqual([status, invoice?.state], ['past_due', 'open']);
    });
    await check('a second attempt is declined, and with another card it is paid', async () => {
      const invoiceId = (await now()).invoice?.id ?? '';
      assert.equal(await payments.payInvoice(invoiceId), 'declined');
      await giveCard(context, clock.customerId, 'pm_card_visa');
      assert.equal(await payments.payInvoice(invoiceId), 'paid');
      assert.equal((await now()).status, 'active');
      await payments.endSubscription(id);
    });
  },
};

export const SUBSCRIPTION_FLOWS: readonly Flow[] = [plan, portal, guildMonth, failedRenewal];
