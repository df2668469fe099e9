import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { storedOrder } from '../../../src/data/commerce/orders.ts';
import { ledgerOfOrder, sharesOfOrder } from '../../../src/data/commerce/settlements.ts';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { earnedInAll } from '../../../src/data/payments/seller-income.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { balanceCards, holdsOf } from '../../../src/domain/commerce/payout.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { payoutLines, sellerMoney } from '../../../src/server/commerce/payouts.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { refundLastPayment } from '../../../src/server/guild/member-admin.ts';
import { changeTier, tierOffer } from '../../../src/server/guild/membership-changes.ts';
import { daysPass, joined, type PaidGuild, paidGuild } from '../guild/guild-commerce.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce({ taxPercent: 19 });
});
afterEach(async () => {
  await commerce.standIn.deliveries.idle();
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
  expect(commerce.errors).toEqual([]);
});
afterAll(() => commerce.close());

let made = 0;

describe('a taxed cart', () => {
  /** Two artists, $9.99 and $5.01; 19 % is $1.90 and $0.95. */
  async function bought() {
    const stores = [await commerce.store(`taxed${++made}`), await commerce.store(`taxed${++made}`)] as const;
    const products = [await commerce.product(stores[0], 999), await commerce.product(stores[1], 501)];
    const buyer = await commerce.person(`taxpayer${made}`);
    const outcome = await checkOut(commerce, buyer, {
      productIds: products,
      codes: [],
      gift: null,
      shownCents: 1500,
    });
    if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
    expect(commerce.pay(outcome.url)).toBeNull();
    await commerce.standIn.deliveries.idle();
    const stored = await storedOrder(commerce.pb, outcome.orderId);
    if (!stored) throw new Error('no order');
    const lineOf = (product: number) =>
      stored.lines.find(({ productId }) => productId === products[product])?.id ?? '';
    return { orderId: outcome.orderId, order: stored.order, lineOf };
  }
  const ledger = async (orderId: string, account: string) =>
    (await ledgerOfOrder(commerce.pb, orderId))
      .filter((row) => row.account === account)
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
  const chargeOf = (orderId: string) =>
    commerce.standIn.simulator.book.all('charges').find((row) => row['transfer_group'] === orderId);

  it('is sent with who owes the tax, whether prices contain it, and what is sold', async () => {
    const { orderId, order } = await bought();
    expect(order).toMatchObject({ state: 'paid', totalCents: 1500, taxCents: 285 });
    expect(chargeOf(orderId)?.['amount']).toBe(1785);
    const page = commerce.standIn.simulator.book
      .all('sessions')
      .find((row) => row['client_reference_id'] === orderId);
    expect(page?.['automatic_tax']).toMatchObject({ enabled: true, liability: { type: 'self' } });
    expect(page?.['items']).toMatchObject([
      { amount_subtotal: 999, amount_tax: 190, behavior: 'exclusive' },
      { amount_subtotal: 501, amount_tax: 95, behavior: 'exclusive' },
    ]);
  });

  it('leaves the tax with the marketplace; sellers get their part of the price', async () => {
    const { orderId } = await bought();
    const shares = await sharesOfOrder(commerce.pb, orderId);
    expect(shares.map(({ sentCents }) => sentCents).sort()).toEqual([451, 899]);
    expect(await ledger(orderId, 'tax')).toBe(285);
    expect(await ledger(orderId, 'seller')).toBe(1350);
  });

  it('kept the tax on a line that was refunded', async () => {
    const { orderId, lineOf } = await bought();
    const wish = { orderId, lineId: lineOf(0), amountCents: null, reason: '' };
    expect(await refundOrder(commerce, { by: 'operator' }, wish)).toBeNull();
    expect(chargeOf(orderId)?.['amount_refunded']).toBe(999 + 190);
    expect(await ledger(orderId, 'tax')).toBe(95);
    const after = await storedOrder(commerce.pb, orderId);
    expect(after?.order.state).toBe('partly_refunded');
    expect(after?.lines.find(({ id }) => id === lineOf(0))).toMatchObject({ refundedCents: 999 });
    expect(await refundOrder(commerce, { by: 'operator' }, wish)).toBe('more-than-left');
  });

  it('is refunded in part with the tax on that part, and to the last cent', async () => {
    const { orderId, lineOf } = await bought();
    const part = { orderId, lineId: lineOf(1), amountCents: 100, reason: '' };
    expect(await refundOrder(commerce, { by: 'operator' }, part)).toBeNull();
    expect(chargeOf(orderId)?.['amount_refunded']).toBe(119);
    const all = { orderId, lineId: null, amountCents: null, reason: '' };
    expect(await refundOrder(commerce, { by: 'operator' }, all)).toBeNull();
    expect(chargeOf(orderId)?.['amount_refunded']).toBe(1785);
    for (const account of ['tax', 'seller']) expect(await ledger(orderId, account)).toBe(0);
    expect((await storedOrder(commerce.pb, orderId))?.order.state).toBe('refunded');
  });
});

describe('a taxed membership', () => {
  const idle = () => commerce.standIn.deliveries.idle();
  const rows = async (guild: PaidGuild) => {
    const { pb } = commerce;
    return pb.collection('guild_payments').getFullList({
      filter: pb.filter('guild = {:id}', { id: guild.id }),
      // In the order in which they were booked: two may be paid in the same second.
      sort: '@rowid',
    });
  };
  const chargeOf = (payment: { [field: string]: unknown } | undefined) =>
    commerce.standIn.simulator.book
      .all('charges')
      .find((row) => row['payment_intent'] === payment?.['paymentId'])?.id ?? '';
  /** $8.00 and 19 %: $9.52, of which the provider's fee of 10 % takes 95 cents. */
  const FIRST = { paidCents: 952, taxCents: 152, commissionCents: 80, netCents: 720 };

  it('sent the tax on to the seller, less the commission on it', async () => {
    const guild = await paidGuild(commerce);
    await joined(commerce, guild);
    expect(await rows(guild)).toMatchObject([{ ...FIRST, sentCents: 720, dueCents: 720 }]);
    expect(balanceCards(await sellerMoney(commerce, guild.storeId)).availableCents).toBe(720);
    expect(await earnedInAll(commerce.pb, guild.storeId)).toEqual({ yoursCents: 720, heldCents: 0 });
  });

  it('keeps the tax of upgrades too', async () => {
    const guild = await paidGuild(commerce);
    const person = await joined(commerce, guild);
    const whose = { userId: person.id, guildId: guild.id };
    const offer = await tierOffer(commerce, whose, guild.tiers.high);
    if (typeof offer === 'string') throw new Error(offer);
    expect(offer.chargeCents).toBe(952);
    await changeTier(commerce, whose, guild.tiers.high, offer);
    await idle();
    expect(await rows(guild)).toMatchObject([FIRST, { ...FIRST, kind: 'raise', sentCents: 720 }]);
  });

  it('is refunded in part with its tax, and in full to the last cent', async () => {
    const guild = await paidGuild(commerce);
    const person = await joined(commerce, guild);
    const [payment] = await rows(guild);
    commerce.standIn.simulator.refund({ charge: chargeOf(payment), amount: '476' });
    await idle();
    expect(await rows(guild)).toMatchObject([
      { ...FIRST, refundedCents: 476, dueCents: 360, sentCents: 360 },
    ]);
    const member = await membershipOfUser(commerce.pb, person.id, guild.id);
    expect(await refundLastPayment(commerce, guild.id, member?.id ?? '')).toBeNull();
    expect(await rows(guild)).toMatchObject([{ state: 'refunded', refundedCents: 952, sentCents: 0 }]);
    expect(balanceCards(await sellerMoney(commerce, guild.storeId)).availableCents).toBe(0);
  });

  it('counted as held while the seller had the disputed money', async () => {
    const guild = await paidGuild(commerce);
    await joined(commerce, guild);
    const [payment] = await rows(guild);
    const { id } = commerce.standIn.simulator.dispute(chargeOf(payment));
    await idle();
    expect(await rows(guild)).toMatchObject([{ state: 'disputed', dueCents: 0, sentCents: 0 }]);
    const money = await sellerMoney(commerce, guild.storeId);
    expect(money.earned).toEqual({ yoursCents: 0, heldCents: 720 });
    expect(balanceCards(money)).toMatchObject({ pendingCents: 720, availableCents: 0 });
    expect(holdsOf(money)).toMatchObject([{ reason: 'dispute', cents: 720, orders: [] }]);
    commerce.standIn.simulator.closeDispute(id, 'won');
    await idle();
    expect(await rows(guild)).toMatchObject([{ state: 'paid', dueCents: 720, sentCents: 720 }]);
    expect(balanceCards(await sellerMoney(commerce, guild.storeId)).availableCents).toBe(720);
  });

  it('whose disputed money the bank had already is taken back from what comes next', async () => {
    const guild = await paidGuild(commerce);
    await joined(commerce, guild);
    const [payment] = await rows(guild);
    commerce.standIn.simulator.payOut(guild.account);
    await idle();
    commerce.standIn.simulator.dispute(chargeOf(payment));
    await idle();
    expect(await rows(guild)).toMatchObject([{ state: 'disputed', dueCents: 0, sentCents: 720 }]);
    expect(String(commerce.errors)).toMatch('enough funds');
    commerce.errors.length = 0;
    await joined(commerce, guild);
    commerce.later(11 * 60_000);
    await reconcile(commerce);
    expect(await rows(guild)).toMatchObject([{ state: 'disputed', sentCents: 0 }, { sentCents: 720 }]);
  });

  it('named no member in the lines of a payout', async () => {
    const guild = await paidGuild(commerce);
    const person = await joined(commerce, guild);
    const { id } = commerce.standIn.simulator.payOut(guild.account);
    await idle();
    const lines = await payoutLines(commerce, guild.storeId, id);
    const name = (await commerce.pb.collection('guilds').getOne(guild.id))['name'];
    const products = [`${name}, low: ${person.username}`];
    expect(lines.map(({ cents }) => cents).sort((a, b) => a - b)).toEqual([-137, 857]);
    expect(lines).toMatchObject([
      { order: null, products },
      { order: null, products },
    ]);
  });

  // The last one: it moves the provider's clock by a month.
  it('keeps the tax of the next month too', async () => {
    const guild = await paidGuild(commerce);
    await joined(commerce, guild);
    await daysPass(commerce, 32);
    expect(await rows(guild)).toMatchObject([FIRST, { ...FIRST, kind: 'renewal', sentCents: 720 }]);
  });
});
