import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenTill, openTill, paidCart } from './open-payments.ts';

let till: OpenTill;
beforeEach(async () => {
  till = await openTill({ fundsWaitDays: 2 });
  // Whatever day it is today: nobody is paid out before the test says so.
  till.house.till.passTo('tuesday');
});
afterEach(() => till.close());

const SELLER = { stripeAccount: 'acct_ash' };
const DAY_S = 86_400;

async function sent(amount: number) {
  const { charge } = await paidCart(till);
  return till.stripe.transfers.create({
    amount,
    currency: 'usd',
    destination: 'acct_ash',
    source_transaction: charge.id,
  });
}
const balance = async () => {
  const { available, pending } = await till.stripe.balance.retrieve({}, SELLER);
  return [available[0]?.amount, pending[0]?.amount];
};

describe('money at a seller’s account', () => {
  it('waits two days, leaves on the account’s day, and is in his bank two days later', async () => {
    const { stripe, house } = till;
    await stripe.balanceSettings.update(
      { payments: { payouts: { schedule: { interval: 'weekly', weekly_payout_days: ['monday'] } } } },
      SELLER,
    );
    const transfer = await sent(900);
    expect(await balance()).toEqual([0, 900]);
    const [booking] = (await stripe.balanceTransactions.list({ expand: ['data.source'] }, SELLER)).data;
    expect(booking).toMatchObject({ type: 'payment', net: 900, status: 'pending' });
    expect(booking?.source).toMatchObject({ object: 'charge', source_transfer: transfer.id });
    house.till.passDays(9);
    const [payout] = (await stripe.payouts.list({ expand: ['data.destination'] }, SELLER)).data;
    expect(payout).toMatchObject({ amount: 900, automatic: true, destination: { last4: '6789' } });
    expect(new Date((payout?.created ?? 0) * 1000).getUTCDay()).toBe(1);
    expect((payout?.arrival_date ?? 0) - (payout?.created ?? 0)).toBe(2 * DAY_S);
    house.till.passDays(2);
    expect((await stripe.payouts.list({ status: 'paid' }, SELLER)).data).toHaveLength(1);
    expect(await balance()).toEqual([0, 0]);
    const parts = await stripe.balanceTransactions.list({ payout: payout?.id ?? '' }, SELLER);
    expect(parts.data.map(({ type, net }) => [type, net])).toEqual([
      ['payout', -900],
      ['payment', 900],
    ]);
    expect((await stripe.payouts.list({}, { stripeAccount: 'acct_deep' })).data).toEqual([]);
  });

  it('that is called back before it may leave is called back from what waits', async () => {
    const { stripe } = till;
    const { id } = await sent(900);
    const reversal = await stripe.transfers.createReversal(id, { amount: 400 });
    expect(await balance()).toEqual([0, 500]);
    const [back] = (await stripe.balanceTransactions.list({ expand: ['data.source'] }, SELLER)).data;
    expect(back?.source).toMatchObject({ object: 'refund', source_transfer_reversal: reversal.id });
  });

  it('lies there again when the bank sends it back, once', async () => {
    const { stripe, house } = till;
    await sent(900);
    house.till.passDays(2);
    const { id } = house.till.payOut('acct_ash');
    house.till.bounce(id);
    house.till.bounce(id);
    expect(await balance()).toEqual([900, 0]);
    expect((await stripe.payouts.list({ status: 'failed' }, SELLER)).data).toHaveLength(1);
  });

  it('has a bank account with four digits to show, where it may be paid', async () => {
    const banks = (id: string) => till.stripe.accounts.listExternalAccounts(id, { object: 'bank_account' });
    expect((await banks('acct_ash')).data).toMatchObject([{ last4: '6789', bank_name: 'Stand-in Savings' }]);
    till.house.till.setTransfers('acct_deep', 'restricted');
    expect((await banks('acct_deep')).data).toEqual([]);
  });
});
