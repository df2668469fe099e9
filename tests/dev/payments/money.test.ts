import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CARDS, openTestProvider, paidCart, refusal, type TestProvider } from './test-provider.ts';

let provider: TestProvider;
beforeEach(async () => {
  provider = await openTestProvider();
});
afterEach(() => provider.close());

describe('refunds', () => {
  it('refund parts, never more than is left', async () => {
    const { stripe } = provider;
    const { payment, charge } = await paidCart(provider);
    const part = await stripe.refunds.create({
      payment_intent: payment.id,
      amount: 1500,
      metadata: { line: 'l1' },
    });
    expect(part).toMatchObject({ status: 'succeeded', amount: 1500, charge: charge.id });
    expect(await refusal(stripe.refunds.create({ charge: charge.id, amount: 2501 }))).toMatchObject({
      status: 400,
      code: 'amount_too_large',
      param: 'amount',
    });
    expect((await stripe.refunds.create({ charge: charge.id })).amount).toBe(2500);
    expect(await refusal(stripe.refunds.create({ charge: charge.id }))).toMatchObject({
      code: 'charge_already_refunded',
    });
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ refunded: true, amount_refunded: 4000 });
    expect(await stripe.refunds.retrieve(part.id)).toMatchObject({ metadata: { line: 'l1' } });
    expect((await stripe.refunds.list({ payment_intent: payment.id })).data).toHaveLength(2);
  });

  it('that fail return the money to the marketplace, once', async () => {
    const { stripe, standIn } = provider;
    const { charge } = await paidCart(provider);
    const { id } = await stripe.refunds.create({ charge: charge.id });
    standIn.simulator.failRefund(id);
    standIn.simulator.failRefund(id);
    expect(await stripe.refunds.retrieve(id)).toMatchObject({ status: 'failed' });
    expect(await stripe.charges.retrieve(charge.id)).toMatchObject({ refunded: false, amount_refunded: 0 });
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(4000 - 146);
  });
});

describe('transfers', () => {
  const share = (source_transaction: string, amount: number, destination = 'acct_ash') => ({
    amount,
    currency: 'usd',
    destination,
    source_transaction,
  });

  it('move no more than the charge; reversed amounts are free again', async () => {
    const { stripe } = provider;
    const { charge } = await paidCart(provider);
    const first = await stripe.transfers.create(share(charge.id, 900));
    expect(first).toMatchObject({ transfer_group: 'order_1', source_transaction: charge.id });
    await stripe.transfers.create(share(charge.id, 2700, 'acct_deep'));
    expect(await refusal(stripe.transfers.create(share(charge.id, 401)))).toMatchObject({
      status: 400,
      code: 'transfer_source_balance_parameters_mismatch',
    });
    await stripe.transfers.createReversal(first.id, { amount: 500 });
    expect(await refusal(stripe.transfers.createReversal(first.id, { amount: 401 }))).toMatchObject({
      status: 400,
      param: 'amount',
    });
    await stripe.transfers.createReversal(first.id);
    expect(await stripe.transfers.retrieve(first.id)).toMatchObject({ reversed: true, amount_reversed: 900 });
    const reversals = await stripe.transfers.listReversals(first.id);
    expect(reversals.data.map(({ amount }) => amount)).toEqual([400, 500]);
    await stripe.transfers.create(share(charge.id, 1300));
    expect((await stripe.transfers.list({ transfer_group: 'order_1' })).data).toHaveLength(3);
    expect((await stripe.transfers.list({ destination: 'acct_deep' })).data).toHaveLength(1);
  });

  it('without a source move no more than the marketplace’s balance', async () => {
    const { stripe } = provider;
    await paidCart(provider);
    const wish = { currency: 'usd', destination: 'acct_ash' };
    expect(await refusal(stripe.transfers.create({ ...wish, amount: 3855 }))).toMatchObject({
      code: 'balance_insufficient',
    });
    await stripe.transfers.create({ ...wish, amount: 3854 });
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(0);
  });

  it('are refused to inactive and unknown accounts', async () => {
    const { stripe, standIn } = provider;
    const { charge } = await paidCart(provider);
    standIn.simulator.setTransfers('acct_ash', 'restricted');
    expect(await refusal(stripe.transfers.create(share(charge.id, 1)))).toMatchObject({
      code: 'insufficient_capabilities_for_transfer',
    });
    expect(await refusal(stripe.transfers.create(share(charge.id, 1, 'acct_none')))).toMatchObject({
      param: 'destination',
    });
    expect(await refusal(stripe.transfers.create(share('ch_none', 1, 'acct_deep')))).toMatchObject({
      param: 'source_transaction',
    });
  });

  it('cannot be reversed once the money was paid out', async () => {
    const { stripe, standIn } = provider;
    const { charge } = await paidCart(provider);
    const { id } = await stripe.transfers.create(share(charge.id, 900));
    const seller = { stripeAccount: 'acct_ash' };
    expect((await stripe.balance.retrieve({}, seller)).available[0]?.amount).toBe(900);
    standIn.simulator.payOut('acct_ash');
    expect((await stripe.balance.retrieve({}, seller)).available[0]?.amount).toBe(0);
    expect((await stripe.payouts.list({}, seller)).data).toMatchObject([{ amount: 900, status: 'paid' }]);
    expect((await stripe.payouts.list({}, { stripeAccount: 'acct_deep' })).data).toEqual([]);
    expect(await refusal(stripe.transfers.createReversal(id))).toMatchObject({
      code: 'balance_insufficient',
    });
  });
});

describe('disputes', () => {
  it('opened by a card freeze the payment until they are decided', async () => {
    const { stripe, standIn } = provider;
    const { payment, charge } = await paidCart(provider, CARDS.disputed);
    const [dispute] = (await stripe.disputes.list({ payment_intent: payment.id })).data;
    expect(dispute).toMatchObject({ amount: 4000, charge: charge.id, status: 'needs_response' });
    expect(await refusal(stripe.refunds.create({ charge: charge.id }))).toMatchObject({
      code: 'charge_disputed',
    });
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(-146 - 1500);
    standIn.simulator.closeDispute(dispute?.id ?? '', 'won');
    expect((await stripe.disputes.retrieve(dispute?.id ?? '')).status).toBe('won');
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(4000 - 146 - 1500);
    expect(() => standIn.simulator.closeDispute(dispute?.id ?? '', 'lost')).toThrow('closed already');
    expect(() => standIn.simulator.dispute(charge.id)).toThrow('disputed before');
  });

  it('are about what was not refunded, and are lost when the marketplace accepts them', async () => {
    const { stripe, standIn } = provider;
    const { charge } = await paidCart(provider);
    await stripe.refunds.create({ charge: charge.id, amount: 1000 });
    const { id } = standIn.simulator.dispute(charge.id);
    expect(await stripe.disputes.close(id)).toMatchObject({ amount: 3000, status: 'lost' });
  });
});

describe('the books', () => {
  it('list every entry and add up to the balance', async () => {
    const { stripe } = provider;
    const { charge, booking } = await paidCart(provider);
    const transfer = await stripe.transfers.create({
      amount: 900,
      currency: 'usd',
      destination: 'acct_ash',
      source_transaction: charge.id,
    });
    await stripe.transfers.createReversal(transfer.id, { amount: 100 });
    await stripe.refunds.create({ charge: charge.id, amount: 300 });
    const { data } = await stripe.balanceTransactions.list();
    expect(data.map(({ type, amount, fee, net }) => [type, amount, fee, net])).toEqual([
      ['refund', -300, 0, -300],
      ['transfer_refund', 100, 0, 100],
      ['transfer', -900, 0, -900],
      ['charge', 4000, 146, 3854],
    ]);
    const sum = data.reduce((whole, { net }) => whole + net, 0);
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(sum);
    expect((await stripe.balanceTransactions.retrieve(booking.id)).source).toBe(charge.id);
  });
});
