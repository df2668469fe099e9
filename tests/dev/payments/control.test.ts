import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CARDS, cart, openTestProvider, paidCart, press, type TestProvider } from './test-provider.ts';

let folder: string;
let stateFile: string;
let provider: TestProvider;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guildhall-payments-'));
  stateFile = join(folder, 'below', 'payments.json');
  provider = await openTestProvider({ stateFile });
});
afterEach(async () => {
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
});

const again = async () => {
  await provider.close();
  provider = await openTestProvider({ stateFile, port: 0 });
};

describe('a restart of the stand-in', () => {
  it('keeps money, open pages, keys and accounts', async () => {
    const key = { idempotencyKey: 'order_2:checkout' };
    const open = await provider.stripe.checkout.sessions.create(cart(), key);
    const { session, charge } = await paidCart(provider);
    await again();
    const { stripe } = provider;
    expect(await stripe.checkout.sessions.retrieve(session.id)).toEqual(
      expect.objectContaining({
        payment_status: 'paid',
        payment_intent: expect.any(String),
      }),
    );
    expect((await stripe.checkout.sessions.create(cart(), key)).id).toBe(open.id);
    expect((await stripe.refunds.create({ charge: charge.id })).amount).toBe(4000);
    expect((await stripe.v2.core.accounts.retrieve('acct_deep')).display_name).toBe('Deepdelve');
    const paid = await press(`${provider.standIn.url}/c/pay/${open.id}`, CARDS.pays);
    expect(paid.status).toBe(303);
  });

  it('continues webhooks without an answer, and keeps held ones', async () => {
    provider.received.answers = Array.from({ length: 8 }, () => 503);
    await provider.stripe.customers.create({ email: 'a@guildhall.test' });
    await provider.received.heard(1);
    provider.standIn.deliveries.mode = 'hold';
    await provider.stripe.customers.create({ email: 'b@guildhall.test' });
    await again();
    await provider.received.heard(1);
    await provider.standIn.deliveries.idle();
    expect(provider.standIn.deliveries.list.map(({ state }) => state)).toEqual(['delivered', 'held']);
    await provider.standIn.deliveries.release();
    expect(provider.received.types()).toEqual(['customer.created', 'customer.created']);
  });

  it('leaves a complete file, and reports a corrupt one', async () => {
    await paidCart(provider);
    await provider.standIn.close();
    expect(readdirSync(join(folder, 'below'))).toEqual(['payments.json']);
    expect(() => JSON.parse(readFileSync(stateFile, 'utf8'))).not.toThrow();
    const spoilt = join(folder, 'spoilt.json');
    writeFileSync(spoilt, '{"shelves":');
    await expect(openTestProvider({ stateFile: spoilt })).rejects.toThrow(`${spoilt} cannot be read`);
  });
});

/** Runs a control as a test in another process does. */
const runControl = async (path: string, fields: object = {}) => {
  const answer = await fetch(`${provider.standIn.url}/control/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

describe('the controls', () => {
  it('refund, fail, dispute and decide as if in the dashboard', async () => {
    const { charge } = await paidCart(provider);
    const { body: refund } = await runControl(`refund/${charge.id}`, { amount: 1500 });
    expect(refund).toMatchObject({ object: 'refund', amount: 1500 });
    expect((await runControl(`refund/${charge.id}`, { amount: 2501 })).status).toBe(400);
    expect((await runControl(`fail/${String(refund['id'])}`)).body).toMatchObject({ status: 'failed' });
    const { body: dispute } = await runControl(`dispute/${charge.id}`);
    expect((await runControl(`lost/${String(dispute['id'])}`)).body).toMatchObject({ status: 'lost' });
    expect((await runControl('restrict/acct_ash')).body).toMatchObject({ transfers: 'restricted' });
    expect(await runControl('refund/ch_none')).toMatchObject({ status: 404 });
    expect(await runControl('nonsense')).toMatchObject({ status: 404 });
  });

  it('hold webhooks, release them reversed and twice, and show their state', async () => {
    await runControl('webhooks/hold');
    await paidCart(provider);
    const state = async () =>
      (await (await fetch(`${provider.standIn.url}/control/state`)).json()) as {
        webhooks: string;
        deliveries: { id: string; state: string }[];
      };
    const before = await state();
    expect(before.webhooks).toBe('hold');
    const [newest] = before.deliveries;
    await runControl(`drop/${newest?.id}`);
    await runControl('release', { reversed: true, copies: 2 });
    const reversed = ['checkout.session.completed', 'charge.succeeded', 'payment_intent.succeeded'];
    expect(provider.received.types()).toEqual([...reversed, ...reversed]);
    expect((await state()).deliveries.map((delivery) => delivery.state)).toEqual([
      'dropped',
      'delivered',
      'delivered',
      'delivered',
    ]);
    expect((await runControl('webhooks/never')).status).toBe(400);
  });

  it('make the API fail for a call', async () => {
    await runControl('fault/error', { calls: 1 });
    await expect(provider.stripe.charges.list()).rejects.toMatchObject({ statusCode: 500 });
    expect((await provider.stripe.charges.list()).data).toEqual([]);
  });

  it('refuse requests from other sites', async () => {
    const { charge } = await paidCart(provider);
    const answer = await fetch(`${provider.standIn.url}/control/refund/${charge.id}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
    expect((await provider.stripe.refunds.list()).data).toEqual([]);
  });
});

describe('the pages', () => {
  const seen = async (address: string) => {
    const answer = await fetch(address, { headers: { accept: 'text/html' } });
    return {
      status: answer.status,
      policy: answer.headers.get('content-security-policy') ?? '',
      html: await answer.text(),
    };
  };

  it('escape names, and link only back to the shop', async () => {
    const { url } = await provider.stripe.checkout.sessions.create(
      cart({
        success_url: 'https://shop.test/paid?s={CHECKOUT_SESSION_ID}',
        cancel_url: 'https://shop.test/cart',
      }),
    );
    const { html, policy } = await seen(url ?? '');
    expect(html).toContain('Tower &#38; &#60;b&#62;moat');
    expect(html).not.toContain('<b>moat');
    expect(html).toContain('href="https://shop.test/cart"');
    expect(policy).toMatch(/form-action 'self' https:\/\/shop\.test;/);
  });

  it('keep the chosen card when it is declined', async () => {
    const { url } = await provider.stripe.checkout.sessions.create(cart());
    const html = await (await press(url, CARDS.declined)).text();
    expect(html).toMatch(new RegExp(`value="${CARDS.declined}" checked`));
    expect(html).toMatch(/role="alert">Your card was declined/);
    expect(await (await press(url, '1')).text()).toContain('Choose one of the test cards.');
  });

  it('list everything that happened, with controls', async () => {
    const { session, charge } = await paidCart(provider, CARDS.disputed);
    await provider.standIn.deliveries.idle();
    const { html } = await seen(provider.standIn.url);
    for (const word of [session.id, charge.id, 'needs_response', 'charge.dispute.created', 'Ashgrove'])
      expect(html).toContain(word);
    expect(html).not.toContain(`/control/refund/${charge.id}`);
    const back = await fetch(`${provider.standIn.url}/control/webhooks/hold`, {
      method: 'POST',
      redirect: 'manual',
    });
    expect([back.status, back.headers.get('location')]).toEqual([303, '/']);
  });

  it('say what was not found', async () => {
    expect(await seen(`${provider.standIn.url}/c/pay/cs_none`)).toMatchObject({ status: 404 });
    const { status, html } = await seen(`${provider.standIn.url}/etc/passwd`);
    expect([status, html.includes('Not found.')]).toEqual([404, true]);
  });
});
