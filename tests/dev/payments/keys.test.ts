import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cart, openTestProvider, paidCart, refusal, type TestProvider } from './test-provider.ts';

let provider: TestProvider;
beforeEach(async () => {
  provider = await openTestProvider();
});
afterEach(async () => {
  vi.useRealTimers();
  await provider.close();
});

describe('an idempotency key', () => {
  it('gives the same answer to a repeat and does nothing more', async () => {
    const { stripe } = provider;
    const key = { idempotencyKey: 'order_1:checkout' };
    const first = await stripe.checkout.sessions.create(cart(), key);
    await stripe.checkout.sessions.expire(first.id);
    const again = await stripe.checkout.sessions.create(cart(), key);
    expect(again.id).toBe(first.id);
    expect(again.status).toBe('open');
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
  });

  it('with other parameters is refused', async () => {
    const { stripe } = provider;
    const key = { idempotencyKey: 'order_1:checkout' };
    await stripe.checkout.sessions.create(cart(), key);
    const changed = stripe.checkout.sessions.create(cart({ client_reference_id: 'order_2' }), key);
    await expect(changed).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
    await expect(stripe.customers.create({}, key)).rejects.toMatchObject({ type: 'StripeIdempotencyError' });
  });

  it('stores a refusal of the execution, not of the validation', async () => {
    const { stripe, standIn } = provider;
    const { charge } = await paidCart(provider);
    const wish = { amount: 900, currency: 'usd', destination: 'acct_ash', source_transaction: charge.id };
    standIn.simulator.setTransfers('acct_ash', 'restricted');
    const key = { idempotencyKey: 'order_1:ash:1' };
    expect((await refusal(stripe.transfers.create(wish, key))).status).toBe(400);
    standIn.simulator.setTransfers('acct_ash', 'active');
    expect(await refusal(stripe.transfers.create(wish, key))).toMatchObject({
      code: 'insufficient_capabilities_for_transfer',
    });
    const misspelt = { ...wish, destination: 'acct_none' };
    const other = { idempotencyKey: 'order_1:ash:2' };
    expect((await refusal(stripe.transfers.create(misspelt, other))).status).toBe(404);
    expect((await stripe.transfers.create(wish, other)).amount).toBe(900);
  });

  it('repeats an error of the provider for a day', async () => {
    const { stripe, standIn } = provider;
    const key = { idempotencyKey: 'order_1:checkout' };
    standIn.faults.set('error', 1);
    expect((await refusal(stripe.checkout.sessions.create(cart(), key))).status).toBe(500);
    expect((await refusal(stripe.checkout.sessions.create(cart(), key))).status).toBe(500);
    expect((await stripe.checkout.sessions.list()).data).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60 * 1000 });
    expect((await stripe.checkout.sessions.create(cart(), key)).status).toBe('open');
  });

  it('expires after a day', async () => {
    const { stripe } = provider;
    const key = { idempotencyKey: 'order_1:checkout' };
    const first = await stripe.checkout.sessions.create(cart(), key);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60 * 1000 });
    expect((await stripe.checkout.sessions.create(cart(), key)).id).not.toBe(first.id);
  });
});

describe('an API with faults', () => {
  it('fails for as many calls as planned, and does nothing', async () => {
    const { stripe, standIn } = provider;
    standIn.faults.set('error', 2);
    expect((await refusal(stripe.checkout.sessions.create(cart()))).status).toBe(500);
    expect((await refusal(stripe.checkout.sessions.list())).status).toBe(500);
    expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  });

  it('executes a request with a lost answer once, also when it is repeated', async () => {
    const { stripe, standIn } = provider;
    standIn.faults.set('lost', 1);
    // The SDK itself retries a closed connection, with the same key.
    const { id } = await stripe.checkout.sessions.create(cart());
    expect((await stripe.checkout.sessions.list()).data.map((session) => session.id)).toEqual([id]);
    expect(standIn.fault).toBe('none');
  });

  it('that is silent lets the client time out, and nothing was executed', async () => {
    const { stripe, standIn } = provider;
    standIn.fault = 'silence';
    const asked = stripe.checkout.sessions.create(cart(), { timeout: 50 });
    await expect(asked).rejects.toMatchObject({ type: 'StripeConnectionError' });
    standIn.fault = 'none';
    expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  });

  it('that is slow answers in the end', async () => {
    const { stripe, standIn } = provider;
    standIn.faults.set('slow', 2, 60);
    const asked = stripe.checkout.sessions.create(cart(), { timeout: 20 });
    await expect(asked).rejects.toMatchObject({ type: 'StripeConnectionError' });
    expect((await stripe.checkout.sessions.create(cart())).status).toBe('open');
  });
});
