import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  CARDS,
  cart,
  openTestProvider,
  paidCart,
  press,
  refusal,
  type TestProvider,
} from './test-provider.ts';

let provider: TestProvider;
beforeEach(async () => {
  provider = await openTestProvider({ taxPercent: 20 });
});
afterEach(async () => {
  vi.useRealTimers();
  await provider.close();
});

/** A taxed cart of prices that contain the tax or not, in cents. */
const taxed = (behavior: 'exclusive' | 'inclusive', ...prices: number[]) =>
  cart({
    automatic_tax: { enabled: true },
    line_items: prices.map((unit_amount) => ({
      quantity: 1,
      price_data: {
        currency: 'usd',
        unit_amount,
        tax_behavior: behavior,
        product_data: { name: 'Model', tax_code: 'txcd_10000000' },
      },
    })),
  });

describe('a payment page', () => {
  it('is opened, declined once, paid, and then has its payment, charge and fee', async () => {
    const { stripe } = provider;
    const opened = await stripe.checkout.sessions.create(cart());
    expect(opened).toMatchObject({ status: 'open', payment_status: 'unpaid', amount_total: 4000 });
    const declined = await press(opened.url, CARDS.declined);
    expect(declined.status).toBe(402);
    expect(await declined.text()).toContain('Your card was declined.');
    const paid = await press(opened.url, CARDS.pays);
    expect(paid.headers.get('location')).toBe(`http://127.0.0.1:4321/paid?session_id=${opened.id}`);
    const session = await stripe.checkout.sessions.retrieve(opened.id, {
      expand: ['payment_intent.latest_charge.balance_transaction', 'line_items'],
    });
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      client_reference_id: 'order_1',
      metadata: { order: 'order_1' },
      payment_intent: {
        status: 'succeeded',
        amount_received: 4000,
        transfer_group: 'order_1',
        metadata: { order: 'order_1' },
        latest_charge: {
          paid: true,
          transfer_group: 'order_1',
          payment_method_details: { card: { brand: 'visa', last4: '4242' } },
          balance_transaction: null,
        },
      },
    });
    provider.standIn.simulator.captureFees();
    const { data } = await stripe.charges.list({ expand: ['data.balance_transaction'] });
    expect(data[0]?.balance_transaction).toMatchObject({ amount: 4000, fee: 146, net: 3854 });
    expect(session.line_items?.data.map(({ amount_total }) => amount_total)).toEqual([1000, 3000]);
    expect(session).not.toHaveProperty('payment_data');
    const tries = (await stripe.charges.list()).data.map(({ status }) => status);
    expect(tries).toEqual(['succeeded', 'failed']);
  });

  it('is paid once by a double click', async () => {
    const { stripe } = provider;
    const { url } = await stripe.checkout.sessions.create(cart());
    const answers = await Promise.all([press(url, CARDS.pays), press(url, CARDS.pays)]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect((await stripe.charges.list()).data).toHaveLength(1);
    expect(await (await fetch(url ?? '')).text()).toContain('This is paid already');
  });

  it('is found by its payment, and by paging', async () => {
    const { stripe } = provider;
    const { session, payment } = await paidCart(provider);
    for (let made = 0; made < 4; made++) await stripe.checkout.sessions.create(cart());
    const found = await stripe.checkout.sessions.list({ payment_intent: payment.id });
    expect(found.data.map(({ id }) => id)).toEqual([session.id]);
    const all = await stripe.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(5);
    expect(all.at(-1)?.id).toBe(session.id);
    const before = await stripe.checkout.sessions.list({ ending_before: session.id, limit: 2 });
    expect(before.data.map(({ id }) => id)).toEqual(all.slice(2, 4).map(({ id }) => id));
  });

  it('expires on request, and by time', async () => {
    const { stripe } = provider;
    const [told, late] = [
      await stripe.checkout.sessions.create(cart()),
      await stripe.checkout.sessions.create(cart({ expires_at: Math.floor(Date.now() / 1000) + 1800 })),
    ];
    expect((await stripe.checkout.sessions.expire(told.id)).status).toBe('expired');
    expect((await refusal(stripe.checkout.sessions.expire(told.id))).status).toBe(400);
    const tooLate = await press(`${provider.standIn.url}/c/pay/${told.id}`, CARDS.pays);
    expect([tooLate.status, (await tooLate.text()).includes('has expired')]).toEqual([402, true]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1_801_000 });
    expect((await stripe.checkout.sessions.list({ status: 'expired' })).data.map(({ id }) => id)).toEqual([
      late.id,
      told.id,
    ]);
    expect((await stripe.charges.list()).data).toEqual([]);
  });

  it('adds tax on request, separate from the subtotal', async () => {
    const { stripe } = provider;
    const opened = await stripe.checkout.sessions.create(taxed('exclusive', 2003, 1997));
    expect(opened).toMatchObject({
      amount_total: 4000,
      total_details: { amount_tax: 0 },
      automatic_tax: { enabled: true, liability: { type: 'self' }, status: 'requires_location_inputs' },
    });
    await press(opened.url, CARDS.pays);
    const session = await stripe.checkout.sessions.retrieve(opened.id, { expand: ['line_items'] });
    expect(session).toMatchObject({
      amount_subtotal: 4000,
      amount_total: 4800,
      total_details: { amount_tax: 800 },
      automatic_tax: { enabled: true, liability: { type: 'self' }, status: 'complete' },
    });
    expect(session.line_items?.data).toMatchObject([
      { amount_subtotal: 2003, amount_tax: 401, amount_total: 2404 },
      { amount_subtotal: 1997, amount_tax: 399, amount_total: 2396 },
    ]);
  });

  it('contains the tax where prices are inclusive, and rounds it for each line', async () => {
    const { stripe } = provider;
    for (const [country, amount_tax] of [
      ['DE', 334],
      // 202.99… each.
      ['FI', 406],
      ['US', 0],
    ] as const) {
      const { id, url } = await stripe.checkout.sessions.create(taxed('inclusive', 999, 999));
      expect(await (await fetch(url ?? '')).text()).toContain('Finland: $19.98, $4.06 of it tax');
      await press(url, CARDS.pays, { country });
      expect(await stripe.checkout.sessions.retrieve(id)).toMatchObject({
        ...{ amount_subtotal: 1998, amount_total: 1998, total_details: { amount_tax } },
        ...{ payment_status: 'paid', customer_details: { address: { country } } },
      });
    }
  });

  it('charges the tax of the country that was chosen last', async () => {
    const { stripe } = provider;
    const { url } = await stripe.checkout.sessions.create(taxed('exclusive', 1000));
    await press(url, CARDS.declined, { country: 'FI' });
    await press(url, CARDS.pays, { country: 'US' });
    const { data } = await stripe.charges.list();
    expect(data.map(({ amount, status }) => [amount, status])).toEqual([
      [1000, 'succeeded'],
      [1255, 'failed'],
    ]);
  });

  it('keeps the country of a customer for the tax of later invoices, and refuses one whom nobody asks', async () => {
    const { stripe } = provider;
    const { id: customer } = await stripe.customers.create({ email: 'mira@guildhall.test' });
    const product = await stripe.products.create({ name: 'Guild' });
    const { id: price } = await stripe.prices.create({
      ...{ currency: 'usd', unit_amount: 1000, recurring: { interval: 'month' } },
      ...{ product: product.id, tax_behavior: 'inclusive' },
    });
    const page = {
      mode: 'subscription' as const,
      customer,
      line_items: [{ price, quantity: 1 }],
      automatic_tax: { enabled: true },
      success_url: 'https://guildhall.test/done',
    };
    expect(await refusal(stripe.checkout.sessions.create(page))).toMatchObject({
      status: 400,
      code: 'customer_tax_location_invalid',
    });
    const { url } = await stripe.checkout.sessions.create({ ...page, customer_update: { address: 'auto' } });
    await press(url, CARDS.pays, { country: 'FI' });
    provider.standIn.simulator.advanceBy('month');
    const { data } = await stripe.invoices.list({ customer });
    expect(data.map(({ total, total_taxes }) => [total, total_taxes?.[0]?.amount])).toEqual([
      [1000, 203],
      [1000, 203],
    ]);
  });

  it('refuses tax for prices that do not say whether they contain it', async () => {
    const { stripe } = provider;
    const wish = stripe.checkout.sessions.create(cart({ automatic_tax: { enabled: true } }));
    expect(await refusal(wish)).toMatchObject({ status: 400, param: 'line_items[0]' });
  });

  it('belongs to a customer where one is named', async () => {
    const { stripe } = provider;
    const customer = await stripe.customers.create({
      email: 'mira@guildhall.test',
      metadata: { user: 'u1' },
    });
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ metadata: { user: 'u1' } });
    expect((await stripe.customers.list({ email: 'mira@guildhall.test' })).data).toHaveLength(1);
    const { customer_email: _, ...rest } = cart();
    const session = await stripe.checkout.sessions.create({ ...rest, customer: customer.id });
    expect(session).toMatchObject({
      customer: customer.id,
      customer_details: { email: 'mira@guildhall.test' },
    });
    const both = await refusal(stripe.checkout.sessions.create(cart({ customer: customer.id })));
    expect(both).toMatchObject({ status: 400, param: 'customer' });
  });
});

describe('the API', () => {
  it.each([
    ['a page with nothing on it', { line_items: [] }, 'line_items', 400],
    ['a wish it does not model', { locale: 'de' }, 'locale', 400],
    ['an address that is none', { success_url: 'javascript:alert(1)' }, 'success_url', 400],
    ['too short a time', { expires_at: Math.floor(Date.now() / 1000) + 60 }, 'expires_at', 400],
    ['a customer there is not', { customer: 'cus_none', customer_email: undefined }, 'customer', 404],
  ] as const)('refuses %s and names the field', async (_, more, param, status) => {
    const wish = { ...cart(), ...more } as Parameters<typeof provider.stripe.checkout.sessions.create>[0];
    expect(await refusal(provider.stripe.checkout.sessions.create(wish))).toMatchObject({ status, param });
  });

  it('refuses unknown objects, filters, expansions, cursors and addresses', async () => {
    const { stripe } = provider;
    await paidCart(provider);
    expect(await refusal(stripe.charges.retrieve('ch_none'))).toMatchObject({
      status: 404,
      code: 'resource_missing',
    });
    expect(await refusal(stripe.coupons.list())).toMatchObject({ status: 404 });
    expect((await refusal(stripe.coupons.list())).message).toContain('/v1/coupons');
    expect(await refusal(stripe.charges.list({ customer: '', limit: 101 }))).toMatchObject({
      param: 'limit',
    });
    expect(await refusal(stripe.refunds.list({ starting_after: 're_none' }))).toMatchObject({
      param: 'starting_after',
    });
    expect(await refusal(stripe.charges.list({ expand: ['data.invoice'] }))).toMatchObject({ status: 400 });
    expect(await refusal(stripe.transfers.list({ created: 'soon' as never }))).toMatchObject({
      param: 'created',
    });
    const nobody = await fetch(`${provider.standIn.url}/v1/charges`);
    expect([nobody.status, Object.keys((await nobody.json()) as object)]).toEqual([401, ['error']]);
  });
});
