import assert from 'node:assert/strict';
import { paymentLines } from '../../domain/commerce/payment-lines.ts';
import { CHECKOUT_OPEN_MS, PAYMENT_LINES_MAX } from '../../domain/payments/payment.ts';
import { openPayments, PAGE_ID, PaymentsUnavailable } from '../../server/adapters/stripe/payments.ts';
import { type Flow, type FlowContext, Skipped, until } from './tested.ts';

/** Carts: pages, shares of sellers, refunds, disputes, tax. */

const page = (context: FlowContext, name: string, lines: readonly { name: string; payCents: number }[]) => ({
  orderId: `${context.run}-${name}`,
  email: 'mira@example.com',
  lines: lines.map((line) => ({ ...line, picture: null })),
  successUrl: `https://guildhall.example/product-payment-success?session_id=${PAGE_ID}`,
  cancelUrl: 'https://guildhall.example/shopping-cart',
  expiresAt: Date.now() + CHECKOUT_OPEN_MS,
  key: `${context.run}-${name}`,
});

const chargeOf = async ({ stripe }: FlowContext, paymentId: string): Promise<string> => {
  const { latest_charge: charge } = await stripe.paymentIntents.retrieve(paymentId);
  return typeof charge === 'string' ? charge : (charge?.id ?? '');
};

const pages: Flow = {
  name: 'payment page',
  async run(context) {
    const { payments, check } = context;
    const request = page(context, 'page', [{ name: 'Golem', payCents: 999 }]);
    const { id } = await payments.openCheckout(request);
    await check('the same key opens the same page', async () => {
      assert.equal((await payments.openCheckout(request)).id, id);
    });
    await check('an open page is reported as open, unpaid and ours', async () => {
      const found = await payments.checkout(id);
      assert.deepEqual(
        [found?.state, found?.paid, found?.orderId, found?.totalCents, found?.currency],
        ['open', false, request.orderId, 999, 'usd'],
      );
    });
    await check('a page can be closed, and again', async () => {
      assert.equal(await payments.expireCheckout(id), 'expired');
      assert.equal(await payments.expireCheckout(id), 'expired');
    });
    await check('an unknown page is null', async () => {
      assert.equal(await payments.checkout('cs_test_nothing'), null);
    });
  },
};

const twoSellers: Flow = {
  name: 'cart of two sellers',
  async run(context) {
    const { payments, tested, run, check } = context;
    const [first = '', second = ''] = await context.sellers(2);
    const orderId = `${run}-two`;
    const paymentId = await tested.charge({ cents: 4000, orderId, card: 'pays' });
    const chargeId = await chargeOf(context, paymentId);
    const share = (accountId: string, amountCents: number) => ({
      accountId,
      amountCents,
      chargeId,
      orderId,
      key: `${orderId}-${accountId}`,
    });
    await check('each seller gets their share once', async () => {
      const made = await payments.transfer(share(first, 900));
      assert.equal((await payments.transfer(share(first, 900))).id, made.id);
      await payments.transfer(share(second, 2700));
      const reversal = { transferId: made.id, amountCents: 100, key: `${orderId}-back` };
      assert.equal((await payments.reverse(reversal)).id, (await payments.reverse(reversal)).id);
    });
    await check('no more leaves than was paid', async () => {
      await assert.rejects(payments.transfer({ ...share(second, 2700), key: `${orderId}-more` }));
    });
    await check('the balance of a seller is told', async () => {
      const money = await payments.moneyAt(first);
      assert.ok(Number.isInteger(money.pendingCents) && Number.isInteger(money.availableCents));
    });
  },
};

const coupon: Flow = {
  name: 'cart with a coupon',
  async run(context) {
    const { payments, check } = context;
    // The site reckons coupons itself: a line carries what is paid.
    const lines = [
      { name: 'Golem', payCents: 799 },
      { name: 'Tower', payCents: 2000 },
    ];
    await check('the page asks for the reduced prices', async () => {
      const { id } = await payments.openCheckout(page(context, 'coupon', lines));
      assert.equal((await payments.checkout(id))?.totalCents, 2799);
      await payments.expireCheckout(id);
    });
  },
};

const largeCart: Flow = {
  name: 'cart of 200 products',
  async run(context) {
    const { payments, check } = context;
    const products = Array.from({ length: 200 }, (_, at) => ({
      productId: null,
      productName: `Product ${at}`,
      storeId: null,
      storeName: ['Ashgrove', 'Deepdelve', 'Orbital'][at % 3] ?? '',
      picture: '',
      paidCents: 100 + at,
    }));
    await check('one line for each artist takes every cent', async () => {
      const lines = paymentLines(products, PAYMENT_LINES_MAX);
      const { id } = await payments.openCheckout(page(context, 'large', lines));
      const cents = products.reduce((sum, { paidCents }) => sum + paidCents, 0);
      assert.equal((await payments.checkout(id))?.totalCents, cents);
      await payments.expireCheckout(id);
    });
    await check('a line too many is refused', async () => {
      const lines = Array.from({ length: PAYMENT_LINES_MAX + 1 }, (_, at) => ({
        name: `Product ${at}`,
        payCents: 100,
      }));
      await assert.rejects(payments.openCheckout(page(context, 'too-large', lines)), PaymentsUnavailable);
    });
  },
};

const paidPage: Flow = {
  name: 'page paid by a person',
  async run(context) {
    const { payments, tested, check } = context;
    const opened = await payments.openCheckout(page(context, 'paid', [{ name: 'Golem', payCents: 999 }]));
    await tested.payPage(opened, payments);
    await check('it is paid, with its card and payment', async () => {
      const found = await payments.checkout(opened.id);
      assert.deepEqual([found?.state, found?.paid, found?.card?.last4], ['complete', true, '4242']);
      assert.equal(await payments.checkoutOfPayment(found?.paymentId ?? ''), opened.id);
    });
  },
};

const partRefund: Flow = {
  name: 'refund in part',
  async run({ payments, tested, run, check }) {
    const paymentId = await tested.charge({ cents: 1000, orderId: `${run}-refund`, card: 'pays' });
    await check('a part is refunded once under its key, and no more than was paid', async () => {
      const refund = { paymentId, amountCents: 400, lineId: 'line', key: `${run}-part` };
      const first = await payments.refund(refund);
      assert.equal((await payments.refund(refund)).id, first.id);
      assert.equal((await payments.paymentSnapshot(paymentId))?.refundedCents, 400);
      await assert.rejects(payments.refund({ ...refund, amountCents: 700, key: `${run}-too-much` }));
    });
  },
};

const dispute: Flow = {
  name: 'dispute by test card',
  async run({ payments, stripe, tested, run, check }) {
    const paymentId = await tested.charge({ cents: 1000, orderId: `${run}-dispute`, card: 'disputed' });
    await check('it is reported as open, and as lost once it is accepted', async () => {
      const disputes = async () => (await payments.paymentSnapshot(paymentId))?.disputes ?? [];
      await until('the dispute', async () => ((await disputes()).length > 0 ? true : null));
      assert.deepEqual(await disputes(), ['open']);
      const { data } = await stripe.disputes.list({ payment_intent: paymentId });
      await stripe.disputes.close(data[0]?.id ?? '');
      assert.deepEqual(await disputes(), ['lost']);
    });
  },
};

const tax: Flow = {
  name: 'cart with tax on',
  async run(context) {
    const { tested, check } = context;
    const payments = openPayments({ ...tested.settings, automaticTax: true });
    await check('the page says tax as a sum of its own', async () => {
      const request = page(context, 'tax', [{ name: 'Golem', payCents: 999 }]);
      const { id } = await payments.openCheckout(request).catch((reason: unknown) => {
        if (reason instanceof PaymentsUnavailable && /tax/i.test(reason.message))
          throw new Skipped(
            'Stripe Tax is not active in this account: npm run stripe:setup says what is missing',
          );
        throw reason;
      });
      const found = await payments.checkout(id);
      assert.equal((found?.totalCents ?? 0) - (found?.taxCents ?? 0), 999);
      assert.ok(Number.isInteger(found?.taxCents));
      await payments.expireCheckout(id);
    });
  },
};

const events: Flow = {
  name: 'events',
  async run({ payments, began, check }) {
    await check('since the beginning of this run come oldest first', async () => {
      const list = await payments.eventsSince(began - 60_000);
      assert.ok(list.every((event, at) => at === 0 || event.at >= (list[at - 1]?.at ?? 0)));
    });
  },
};

export const CART_FLOWS: readonly Flow[] = [
  pages,
  twoSellers,
  coupon,
  largeCart,
  partRefund,
  dispute,
  tax,
  paidPage,
];
export const EVENT_FLOWS: readonly Flow[] = [events];
