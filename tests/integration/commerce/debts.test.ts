import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { transfersOf } from '../../../src/data/commerce/seller-transfers.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { sellerMoney } from '../../../src/server/commerce/payouts.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { settle } from '../../../src/server/commerce/settlement.ts';
import { joined, type PaidGuild, paidGuild } from '../guild/guild-commerce.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
let buyer: { id: string; email: string };
let stores = 0;
let store = { id: '', account: '' };

beforeEach(async () => {
  commerce = await openTestCommerce();
  commerce.standIn.deliveries.mode = 'drop';
  buyer = await commerce.person('mira');
  // The operator's own commission, which pays for what no payment has room for.
  await newStore();
  await sold(100_000);
});
afterEach(() => commerce.close());
afterEach(async () => {
  expect(commerce.errors.filter((error) => !/enough funds/.test(String(error)))).toEqual([]);
  commerce.errors.length = 0;
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});

async function newStore(): Promise<void> {
  const name = `debtor${++stores}`;
  store = { id: await commerce.store(name), account: `acct_${name}` };
}

/** A sale that is paid and whose share is sent: 90 % of the price. */
async function sold(priceCents: number): Promise<string> {
  const outcome = await checkOut(commerce, buyer, {
    productIds: [await commerce.product(store.id, priceCents)],
    codes: [],
    gift: null,
    shownCents: priceCents,
  });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  commerce.pay(outcome.url);
  await fulfil(commerce, outcome.url.split('/').at(-1) ?? '');
  await settle(commerce, outcome.orderId);
  return outcome.orderId;
}
const bankTakesAll = () => void commerce.standIn.simulator.payOut(store.account);
const refund = async (orderId: string, amountCents: number | null = null) => {
  const wish = { orderId, lineId: null, amountCents, reason: '' };
  expect(await refundOrder(commerce, { by: 'operator' }, wish)).toBeNull();
};
const share = async (orderId: string) => {
  const { pb } = commerce;
  const row = await pb
    .collection('seller_shares')
    .getFirstListItem(pb.filter('order = {:orderId}', { orderId }));
  return [row['shareCents'], row['sentCents'], row['state']];
};
const chargeOf = (orderId: string) =>
  commerce.standIn.simulator.book.all('charges').find((row) => row['transfer_group'] === orderId)?.id ?? '';
const atProvider = () => {
  const own = commerce.standIn.simulator.book
    .all('transfers')
    .filter((row) => row['destination'] === store.account);
  return own.reduce((sum, row) => sum + Number(row['amount']) - Number(row['amount_reversed']), 0);
};

describe('a refund after the money left', () => {
  it('is a debt that the next sales pay, the rest of them is sent', async () => {
    await newStore();
    const first = await sold(1000);
    expect(await share(first)).toEqual([900, 900, 'sent']);
    bankTakesAll();
    await refund(first);
    expect(await share(first)).toEqual([0, 900, 'debt']);
    const second = await sold(500);
    expect(await share(second)).toEqual([450, 450, 'sent']);
    expect(await share(first)).toEqual([0, 450, 'debt']);
    expect(atProvider()).toBe(900);
    const third = await sold(2000);
    expect(await share(first)).toEqual([0, 0, 'returned']);
    expect(await share(third)).toEqual([1800, 1800, 'sent']);
    expect(atProvider()).toBe(900 + 1350);
  });

  it('is not asked of the provider again once it is a debt, however often the order is looked at', async () => {
    await newStore();
    const order = await sold(1000);
    bankTakesAll();
    await refund(order);
    const movements = () => transfersOf(commerce.pb, order, store.id);
    const before = await movements();
    expect(before.map(({ kind, state }) => [kind, state])).toEqual([
      ['transfer', 'done'],
      ['reversal', 'failed'],
    ]);
    for (let time = 0; time < 2; time++) await settle(commerce, order);
    expect(await movements()).toEqual(before);
    expect(await share(order)).toEqual([0, 900, 'debt']);
  });

  it('of a sale that paid a debt is a debt again', async () => {
    await newStore();
    const first = await sold(1000);
    bankTakesAll();
    await refund(first);
    const second = await sold(2000);
    expect(atProvider()).toBe(900 + 900);
    // 900 of its share lie at the provider and come back; 900 paid the debt and do not.
    await refund(second);
    expect(await share(second)).toEqual([0, 900, 'debt']);
    expect(await share(first)).toEqual([0, 0, 'returned']);
    const third = await sold(2000);
    expect(await share(second)).toEqual([0, 0, 'returned']);
    expect(await share(third)).toEqual([1800, 1800, 'sent']);
  });

  it('that failed gives back what later sales paid for it', async () => {
    await newStore();
    const first = await sold(1000);
    bankTakesAll();
    await refund(first);
    await sold(2000);
    const made = commerce.standIn.simulator.book
      .all('refunds')
      .find((row) => row['charge'] === chargeOf(first));
    commerce.standIn.simulator.failRefund(made?.id ?? '');
    await settle(commerce, first);
    expect(await share(first)).toEqual([900, 900, 'sent']);
    expect(atProvider()).toBe(900 + 1800);
  });
});

describe('a dispute after the money left', () => {
  it('is paid by later sales, and returned if the dispute is won', async () => {
    await newStore();
    const first = await sold(1000);
    bankTakesAll();
    const { id } = commerce.standIn.simulator.dispute(chargeOf(first));
    await settle(commerce, first);
    expect(await share(first)).toEqual([0, 900, 'debt']);
    await sold(2000);
    expect(await share(first)).toEqual([0, 0, 'frozen']);
    commerce.standIn.simulator.closeDispute(id, 'won');
    await settle(commerce, first);
    expect(await share(first)).toEqual([900, 900, 'sent']);
    expect(atProvider()).toBe(900 + 1800);
  });
});

describe('a disputed membership whose money the bank had already', () => {
  const rows = async (guild: PaidGuild) => {
    const { pb } = commerce;
    const list = await pb
      .collection('guild_payments')
      .getFullList({ filter: pb.filter('guild = {:id}', guild), sort: '@rowid' });
    return list.map((row) => [row['state'], row['dueCents'], row['sentCents'], row['recoveredCents']]);
  };
  /** Its payment was booked, its seller is paid out, and the bank of the member takes the money back. */
  async function disputed() {
    const guild = await paidGuild(commerce);
    store = { id: guild.storeId, account: guild.account };
    commerce.standIn.deliveries.mode = 'send';
    await joined(commerce, guild);
    bankTakesAll();
    const charge = commerce.standIn.simulator.book.all('charges')[0] ?? expect.fail('no charge');
    const dispute = commerce.standIn.simulator.dispute(charge.id);
    await commerce.standIn.deliveries.idle();
    commerce.standIn.deliveries.mode = 'drop';
    return { guild, charge, dispute };
  }
  const isOver = async (id: string, state: 'won' | 'lost') => {
    commerce.standIn.deliveries.mode = 'send';
    commerce.standIn.simulator.closeDispute(id, state);
    await commerce.standIn.deliveries.idle();
    commerce.standIn.deliveries.mode = 'drop';
  };

  it('is a debt that the seller sees and later sales pay', async () => {
    const { guild, dispute } = await disputed();
    expect(await rows(guild)).toEqual([['disputed', 0, 720, 0]]);
    const { debts, shares } = await sellerMoney(commerce, guild.storeId);
    expect(debts).toMatchObject([{ of: 'membership', cents: 720 }]);
    expect(shares).toEqual([]);
    await sold(500);
    expect(await rows(guild)).toEqual([['disputed', 450, 720, 450]]);
    await sold(1000);
    expect(await rows(guild)).toEqual([['disputed', 720, 720, 720]]);
    expect((await sellerMoney(commerce, guild.storeId)).debts).toEqual([]);
    // Of $13.50 for both sales $7.20 were withheld.
    expect(atProvider()).toBe(800 + 630);
    await isOver(dispute.id, 'won');
    expect(await rows(guild)).toEqual([['paid', 1440, 1440, 720]]);
    expect(atProvider()).toBe(800 + 630 + 720);
  });

  it('is paid by the next payment of a member, if that comes first', async () => {
    const { guild, dispute } = await disputed();
    commerce.standIn.deliveries.mode = 'send';
    await joined(commerce, guild);
    commerce.later(11 * 60_000);
    await reconcile(commerce);
    commerce.later(-11 * 60_000);
    await isOver(dispute.id, 'lost');
    expect(await rows(guild)).toEqual([
      ['refunded', 0, 0, 0],
      ['paid', 720, 720, 0],
    ]);
    expect((await sellerMoney(commerce, guild.storeId)).debts).toEqual([]);
  });
});

describe('many debts at once', () => {
  it('are paid once, though ten settle side by side', async () => {
    await newStore();
    const first = await sold(1000);
    bankTakesAll();
    await refund(first);
    commerce.standIn.simulator.setTransfers(store.account, 'restricted');
    const accounts = commerce.pb.collection('business_accounts');
    const account = await accounts.getFirstListItem(commerce.pb.filter('store = {:id}', store));
    await accounts.update(account.id, { state: 'restricted' });
    const orders: string[] = [];
    for (let turn = 0; turn < 3; turn++) orders.push(await sold(400));
    commerce.standIn.simulator.setTransfers(store.account, 'active');
    await accounts.update(account.id, { state: 'active' });
    await Promise.all([...orders, ...orders].map((order) => settle(commerce, order)));
    await reconcile(commerce);
    expect(await share(first)).toEqual([0, 0, 'returned']);
    expect(atProvider()).toBe(900 + 1080 - 900);
  });

  it('and refunds, payouts and sales in any order come out to the cent', { timeout: 60_000 }, async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('sell' as const), cents: fc.integer({ min: 50, max: 3000 }) }),
      fc.record({ do: fc.constant('refund' as const), cents: fc.nat(3000) }),
      fc.record({ do: fc.constant('payout' as const), cents: fc.constant(0) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
        await newStore();
        const orders: { id: string; left: number }[] = [];
        let earned = 0;
        for (const { do: what, cents } of steps) {
          const order = orders[cents % Math.max(1, orders.length)];
          if (what === 'sell') orders.push({ id: await sold(cents), left: cents });
          else if (what === 'payout') {
            if (atProvider() > paidOut()) bankTakesAll();
          } else if (order && order.left > 0) {
            const back = Math.min(order.left, 1 + (cents % 700));
            await refund(order.id, back);
            order.left -= back;
          }
        }
        const { pb } = commerce;
        const shares = await pb
          .collection('seller_shares')
          .getFullList({ filter: pb.filter('store = {:id}', store) });
        earned = shares.reduce((sum, row) => sum + Number(row['shareCents']), 0);
        const debt = shares
          .filter((row) => row['state'] === 'debt')
          .reduce((sum, row) => sum + Number(row['sentCents']) - Number(row['shareCents']), 0);
        // Nothing is pending, so the balance is what was earned and what is owed.
        expect(atProvider()).toBe(earned + debt);
      }),
      { numRuns: 6 },
    );
  });
});

const paidOut = () =>
  commerce.standIn.simulator.book
    .all('payouts')
    .filter((row) => row['owner'] === store.account)
    .reduce((sum, row) => sum + Number(row['amount']), 0);
