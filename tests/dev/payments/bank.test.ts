import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestProvider, paidCart, refusal, type TestProvider } from './test-provider.ts';

let provider: TestProvider;
beforeEach(async () => {
  provider = await openTestProvider({ fundsWaitDays: 2 });
  // Independent of today's weekday: no payout before the test advances the clock.
  provider.standIn.simulator.advanceTo('tuesday');
});
afterEach(() => provider.close());

const SELLER = { stripeAccount: 'acct_ash' };
const DAY_S = 86_400;

async function sent(amount: number) {
  const { charge } = await paidCart(provider);
  return provider.stripe.transfers.create({
    amount,
    currency: 'usd',
    destination: 'acct_ash',
    source_transaction: charge.id,
  });
}
const balance = async () => {
  const { available, pending } = await provider.stripe.balance.retrieve({}, SELLER);
  return [available[0]?.amount, pending[0]?.amount];
};

describe('the balance of a seller’s account', () => {
  it('is pending for two days, paid out on the account’s weekday, and arrives two days later', async () => {
    const { stripe, standIn } = provider;
    await stripe.balanceSettings.update(
      { payments: { payouts: { schedule: { interval: 'weekly', weekly_payout_days: ['monday'] } } } },
      SELLER,
    );
    const transfer = await sent(900);
    expect(await balance()).toEqual([0, 900]);
    const [booking] = (await stripe.balanceTransactions.list({ expand: ['data.source'] }, SELLER)).data;
    expect(booking).toMatchObject({ type: 'payment', net: 900, status: 'pending' });
    expect(booking?.source).toMatchObject({ object: 'charge', source_transfer: transfer.id });
    standIn.simulator.advanceDays(9);
    const [payout] = (await stripe.payouts.list({ expand: ['data.destination'] }, SELLER)).data;
    expect(payout).toMatchObject({ amount: 900, automatic: true, destination: { last4: '6789' } });
    expect(new Date((payout?.created ?? 0) * 1000).getUTCDay()).toBe(1);
    expect((payout?.arrival_date ?? 0) - (payout?.created ?? 0)).toBe(2 * DAY_S);
    standIn.simulator.advanceDays(2);
    expect((await stripe.payouts.list({ status: 'paid' }, SELLER)).data).toHaveLength(1);
    expect(await balance()).toEqual([0, 0]);
    const parts = await stripe.balanceTransactions.list({ payout: payout?.id ?? '' }, SELLER);
    expect(parts.data.map(({ type, net }) => [type, net])).toEqual([
      ['payout', -900],
      ['payment', 900],
    ]);
    expect((await stripe.payouts.list({}, { stripeAccount: 'acct_deep' })).data).toEqual([]);
  });

  it('is reversed from the pending part where it is still pending', async () => {
    const { stripe } = provider;
    const { id } = await sent(900);
    const reversal = await stripe.transfers.createReversal(id, { amount: 400 });
    expect(await balance()).toEqual([0, 500]);
    const [back] = (await stripe.balanceTransactions.list({ expand: ['data.source'] }, SELLER)).data;
    expect(back?.source).toMatchObject({ object: 'refund', source_transfer_reversal: reversal.id });
  });

  it('is restored when the bank returns a payout, once', async () => {
    const { stripe, standIn } = provider;
    await sent(900);
    standIn.simulator.advanceDays(2);
    const { id } = standIn.simulator.payOut('acct_ash');
    standIn.simulator.bounce(id);
    standIn.simulator.bounce(id);
    expect(await balance()).toEqual([900, 0]);
    expect((await stripe.payouts.list({ status: 'failed' }, SELLER)).data).toHaveLength(1);
  });

  it('stays after a failed payout until the seller names another bank account', async () => {
    const { stripe, standIn } = provider;
    await sent(900);
    standIn.simulator.advanceDays(2);
    standIn.simulator.bounce(standIn.simulator.payOut('acct_ash').id);
    const [bank] = (await stripe.accounts.listExternalAccounts('acct_ash', { object: 'bank_account' })).data;
    expect(bank).toMatchObject({ status: 'errored' });
    standIn.simulator.advanceDays(14);
    expect(() => standIn.simulator.payOut('acct_ash')).toThrow('cannot be used');
    expect((await stripe.payouts.list({}, SELLER)).data).toHaveLength(1);
    standIn.simulator.renewBank('acct_ash');
    standIn.simulator.advanceDays(7);
    expect((await stripe.payouts.list({}, SELLER)).data).toMatchObject([
      { amount: 900 },
      { status: 'failed' },
    ]);
  });

  it('may be negative: nothing is paid out, and the next transfer fills it first', async () => {
    const { stripe, standIn } = provider;
    standIn.simulator.debit('acct_ash', 500);
    expect(await balance()).toEqual([-500, 0]);
    await sent(900);
    standIn.simulator.advanceDays(9);
    expect((await stripe.payouts.list({}, SELLER)).data).toMatchObject([{ amount: 400 }]);
  });

  it('gets nothing in the middle of a month in which the account is rejected', async () => {
    const { stripe, standIn } = provider;
    await sent(900);
    standIn.simulator.setTransfers('acct_ash', 'rejected');
    expect(await refusal(sent(100))).toMatchObject({ code: 'insufficient_capabilities_for_transfer' });
    standIn.simulator.advanceDays(9);
    expect((await stripe.payouts.list({}, SELLER)).data).toEqual([]);
  });

  it('has a bank account with its last four digits where it is active', async () => {
    const banks = (id: string) =>
      provider.stripe.accounts.listExternalAccounts(id, { object: 'bank_account' });
    expect((await banks('acct_ash')).data).toMatchObject([{ last4: '6789', bank_name: 'Stand-in Savings' }]);
    provider.standIn.simulator.setTransfers('acct_deep', 'restricted');
    expect((await banks('acct_deep')).data).toEqual([]);
  });
});

describe('the balance of the marketplace', () => {
  it('lends no money that is still pending to transfers without source_transaction', async () => {
    const { stripe, standIn } = provider;
    const { booking } = await paidCart(provider);
    expect(booking.status).toBe('pending');
    const own = { amount: 900, currency: 'usd', destination: 'acct_ash' };
    expect(await refusal(stripe.transfers.create(own))).toMatchObject({ code: 'balance_insufficient' });
    const { available, pending } = await stripe.balance.retrieve();
    expect([available[0]?.amount, pending[0]?.amount]).toEqual([0, 3854]);
    standIn.simulator.advanceDays(2);
    expect((await stripe.transfers.create(own)).amount).toBe(900);
    expect((await stripe.balance.retrieve()).available[0]?.amount).toBe(2954);
  });
});
