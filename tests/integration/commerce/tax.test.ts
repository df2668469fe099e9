import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storedOrder } from '../../../src/data/commerce/orders.ts';
import { sharesOfOrder } from '../../../src/data/commerce/shares.ts';
import { membershipOfUser } from '../../../src/data/guild/guild-members.ts';
import { earnedInAll } from '../../../src/data/payments/seller-income.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { balanceCards, holdsOf } from '../../../src/domain/commerce/payout.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { payoutLines, sellerMoney } from '../../../src/server/commerce/payouts.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { refundLastPayment } from '../../../src/server/guild/member-admin.ts';
import { changeTier, tierOffer } from '../../../src/server/guild/membership-changes.ts';
import { daysPass, joined, newUser, type PaidGuild, pageOf, paidGuild } from '../guild/guild-commerce.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';
import { bought, chargeOfCart, ledgerSum } from './taxed-cart.ts';
import { paidForPlan } from './taxed-plan.ts';

let commerce: TestCommerce;
beforeEach(async () => {
  commerce = await openTestCommerce({ taxPercent: 19 });
});
afterEach(() => commerce.close());
afterEach(async () => {
  await commerce.standIn.deliveries.settled();
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
  expect(commerce.errors).toEqual([]);
});

let made = 0;

const ledger = (orderId: string, account: string) => ledgerSum(commerce, orderId, account);
const chargeOfOrder = (orderId: string) => chargeOfCart(commerce, orderId);

/** Everything that the provider tells has arrived, also what was refused at first because two events came at once. */
const idle = () => commerce.standIn.deliveries.settled();
/** A guild's payments in the order in which they were booked: two may be paid in the same second. */
const rows = ({ id }: PaidGuild) =>
  commerce.pb.collection('guild_payments').getFullList({
    filter: commerce.pb.filter('guild = {:id}', { id }),
    sort: '@rowid',
  });

describe('a taxed cart', () => {
  it('is sent with who owes the tax, whether prices contain it, and what is sold', async () => {
    const { order } = await bought(commerce);
    const orderId = order.id;
    expect(order).toMatchObject({ state: 'paid', totalCents: 1500, taxCents: 285 });
    expect(chargeOfOrder(orderId)?.['amount']).toBe(1785);
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
    const orderId = (await bought(commerce)).order.id;
    const shares = await sharesOfOrder(commerce.pb, orderId);
    expect(shares.map(({ sentCents }) => sentCents).sort()).toEqual([451, 899]);
    expect(await ledger(orderId, 'tax')).toBe(285);
    expect(await ledger(orderId, 'seller')).toBe(1350);
  });

  it('gives the tax back with a line that is refunded', async () => {
    const { order, lineOf } = await bought(commerce);
    const orderId = order.id;
    const wish = { orderId, lineId: lineOf(0), amountCents: null, reason: '' };
    expect(await refundOrder(commerce, { by: 'operator' }, wish)).toBeNull();
    expect(chargeOfOrder(orderId)?.['amount_refunded']).toBe(999 + 190);
    expect(await ledger(orderId, 'tax')).toBe(95);
    const after = await storedOrder(commerce.pb, orderId);
    expect(after?.order.state).toBe('partly_refunded');
    expect(after?.lines.find(({ id }) => id === lineOf(0))).toMatchObject({ refundedCents: 999 });
    expect(await refundOrder(commerce, { by: 'operator' }, wish)).toBe('more-than-left');
  });

  it('is refunded in part with the tax on that part, and to the last cent', async () => {
    const { order, lineOf } = await bought(commerce);
    const orderId = order.id;
    const part = { orderId, lineId: lineOf(1), amountCents: 100, reason: '' };
    expect(await refundOrder(commerce, { by: 'operator' }, part)).toBeNull();
    expect(chargeOfOrder(orderId)?.['amount_refunded']).toBe(119);
    const all = { orderId, lineId: null, amountCents: null, reason: '' };
    expect(await refundOrder(commerce, { by: 'operator' }, all)).toBeNull();
    expect(chargeOfOrder(orderId)?.['amount_refunded']).toBe(1785);
    for (const account of ['tax', 'seller']) expect(await ledger(orderId, account)).toBe(0);
    expect((await storedOrder(commerce.pb, orderId))?.order.state).toBe('refunded');
  });
});

describe('a cart whose prices contain their tax', () => {
  /** Of $9.99 and $5.01, 19 % tax are $1.60 and 80 cents; $8.39 and $4.21 are left. */
  const refund = (orderId: string, lineId: string | null, amountCents: number | null = null) =>
    refundOrder(commerce, { by: 'operator' }, { orderId, lineId, amountCents, reason: '' });

  it('costs what is shown, and sellers have no part of the tax', async () => {
    const { order, lines, stores } = await bought(commerce.withTaxInPrices());
    const orderId = order.id;
    expect(chargeOfOrder(orderId)?.['amount']).toBe(1500);
    expect(order).toMatchObject({ state: 'paid', totalCents: 1260, taxCents: 240 });
    expect(lines).toMatchObject([
      { includedTaxCents: 160, paidCents: 839, commissionCents: 84, netCents: 755 },
      { includedTaxCents: 80, paidCents: 421, commissionCents: 42, netCents: 379 },
    ]);
    const shares = await sharesOfOrder(commerce.pb, orderId);
    expect(shares.map(({ sentCents }) => sentCents).sort()).toEqual([379, 755]);
    expect(await ledger(orderId, 'tax')).toBe(240);
    expect(await ledger(orderId, 'seller')).toBe(1134);
    expect(await ledger(orderId, 'buyer')).toBe(-1500);
    expect(await earnedInAll(commerce.pb, stores[0] ?? '')).toEqual({ yoursCents: 755, heldCents: 0 });
  });

  it('is given back as it was shown: a line, a part of one, and all of it', async () => {
    const { order, lineOf } = await bought(commerce.withTaxInPrices());
    const orderId = order.id;
    expect(await refund(orderId, lineOf(0))).toBeNull();
    expect(chargeOfOrder(orderId)?.['amount_refunded']).toBe(999);
    expect(await refund(orderId, lineOf(1), 100)).toBeNull();
    expect(chargeOfOrder(orderId)?.['amount_refunded']).toBe(999 + 119);
    const after = await storedOrder(commerce.pb, orderId);
    expect(after?.lines).toMatchObject([
      { refundedCents: 839, refundedTaxCents: 160 },
      { refundedCents: 100, refundedTaxCents: 19 },
    ]);
    expect(await ledger(orderId, 'tax')).toBe(61);
    expect(await refund(orderId, null)).toBeNull();
    expect(chargeOfOrder(orderId)?.['amount_refunded']).toBe(1500);
    for (const account of ['tax', 'seller', 'buyer']) expect(await ledger(orderId, account)).toBe(0);
    expect((await storedOrder(commerce.pb, orderId))?.order).toMatchObject({
      state: 'refunded',
      refundedCents: 1500,
    });
  });

  it('is held while it is disputed, and comes back with a dispute that is won', async () => {
    const orderId = (await bought(commerce.withTaxInPrices())).order.id;
    const sent = async () =>
      (await sharesOfOrder(commerce.pb, orderId)).map(({ sentCents }) => sentCents).sort();
    const { id } = commerce.standIn.simulator.dispute(chargeOfOrder(orderId)?.id ?? '');
    await commerce.standIn.deliveries.idle();
    expect((await storedOrder(commerce.pb, orderId))?.order.state).toBe('disputed');
    expect(await sent()).toEqual([0, 0]);
    commerce.standIn.simulator.closeDispute(id, 'won');
    await commerce.standIn.deliveries.idle();
    expect(await sent()).toEqual([379, 755]);
  });

  it('costs the same everywhere, and sellers bear the tax of the country', async () => {
    const shop = commerce.withTaxInPrices();
    for (const [country, taxes, nets] of [
      // 25.5 %: $2.03 and $1.02 of the prices.
      ['FI', [203, 102], [716, 359]],
      ['US', [0, 0], [899, 451]],
    ] as const) {
      const { order, lines } = await bought(shop, { country });
      expect(chargeOfOrder(order.id)?.['amount']).toBe(1500);
      expect(order.taxCents).toBe(taxes[0] + taxes[1]);
      expect(lines.map(({ includedTaxCents }) => includedTaxCents)).toEqual(taxes);
      expect(lines.map(({ netCents }) => netCents)).toEqual(nets);
    }
  });

  it('is bought for somebody else like any other', async () => {
    const gift = { email: `friend${++made}@guildhall.test`, message: 'For you' };
    const { order } = await bought(commerce.withTaxInPrices(), { gift });
    expect(order).toMatchObject({ state: 'paid', totalCents: 1260, taxCents: 240, gift });
  });
});

describe('a taxed gift', () => {
  it('keeps its tax with the marketplace', async () => {
    const gift = { email: `friend${++made}@guildhall.test`, message: '' };
    const { order, lines } = await bought(commerce, { gift });
    expect(order).toMatchObject({ state: 'paid', totalCents: 1500, taxCents: 285, gift });
    expect(lines).toMatchObject([{ netCents: 899 }, { netCents: 451 }]);
    const shares = await sharesOfOrder(commerce.pb, order.id);
    expect(shares.map(({ sentCents }) => sentCents).sort()).toEqual([451, 899]);
  });
});

describe('a taxed plan', () => {
  it('costs its tax besides, or contains it', async () => {
    const added = await paidForPlan(commerce);
    expect(added.month).toEqual([1785, 285]);
    const included = await paidForPlan(commerce.withTaxInPrices());
    expect(included.month).toEqual([1500, 239]);
    for (const { offered, year } of [added, included]) {
      const [total, tax] = year;
      expect(total).toBe(offered);
      // 19 % of what is left without it, but for the rounding of two lines.
      expect(Math.abs(tax - Math.round(((total - tax) * 19) / 100))).toBeLessThanOrEqual(1);
    }
    expect(added.offered).toBeGreaterThan(included.offered);
  });
});

describe('a membership whose price contains its tax', () => {
  /** $8.00, of which 19 % tax are $1.28; of the $6.72 that are left, 10 % are 67 cents. */
  const FIRST = { paidCents: 800, taxCents: 128, commissionCents: 67, netCents: 605 };

  it('costs what was shown, and leaves the seller their part of what is left', async () => {
    const shop = commerce.withTaxInPrices();
    const guild = await paidGuild(shop);
    const person = await joined(shop, guild);
    expect(await rows(guild)).toMatchObject([{ ...FIRST, sentCents: 605, dueCents: 605 }]);
    expect(await earnedInAll(commerce.pb, guild.storeId)).toEqual({ yoursCents: 605, heldCents: 0 });
    const whose = { userId: person.id, guildId: guild.id };
    const offer = await tierOffer(shop, whose, guild.tiers.high);
    if (typeof offer === 'string') throw new Error(offer);
    expect(offer.chargeCents).toBe(800);
    await changeTier(shop, whose, guild.tiers.high, offer);
    await idle();
    // Each line's tax is rounded: $16.00 contain $2.55, and the $8.00 that are given back $1.28.
    const raise = { paidCents: 800, taxCents: 127, commissionCents: 67, netCents: 606, sentCents: 606 };
    expect(await rows(guild)).toMatchObject([FIRST, { ...raise, kind: 'raise' }]);
    const [, raised] = await rows(guild);
    const charge = commerce.standIn.simulator.book
      .all('charges')
      .find((row) => row['payment_intent'] === raised?.['paymentId']);
    for (const [amount, refundedCents, sentCents] of [
      ['400', 400, 303],
      ['400', 800, 0],
    ] as const) {
      commerce.standIn.simulator.refund({ charge: charge?.id ?? '', amount });
      await idle();
      expect(await rows(guild)).toMatchObject([
        { state: 'paid', sentCents: 605 },
        { refundedCents, sentCents },
      ]);
    }
  });

  it('is sold at a price of its own, though the tier had one without tax before', async () => {
    const guild = await paidGuild(commerce);
    await joined(commerce, guild);
    await joined(commerce.withTaxInPrices(), guild);
    expect(await rows(guild)).toMatchObject([{ paidCents: 952, taxCents: 152 }, FIRST]);
  });
});

describe('a taxed membership', () => {
  const chargeOf = (payment: { [field: string]: unknown } | undefined) =>
    commerce.standIn.simulator.book
      .all('charges')
      .find((row) => row['payment_intent'] === payment?.['paymentId'])?.id ?? '';
  /** $8.00 and 19 %: $9.52, of which the provider's fee of 10 % takes 95 cents. */
  const FIRST = { paidCents: 952, taxCents: 152, commissionCents: 80, netCents: 720 };

  it('sends the seller their part of the price, and nothing of the tax', async () => {
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

  it('counts as held while its money is disputed, and is sent again when the dispute is won', async () => {
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

  it('is taken back from what comes next, where the disputed money was paid out already', async () => {
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

  it('is a line of its payout, which names the member', async () => {
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
    const finnish = await paidGuild(commerce);
    const page = await pageOf(commerce.withTaxInPrices(), finnish, await newUser(commerce));
    expect(commerce.pay(page, 'pays', 'FI')).toBeNull();
    await idle();
    await daysPass(commerce, 32);
    expect(await rows(guild)).toMatchObject([FIRST, { ...FIRST, kind: 'renewal', sentCents: 720 }]);
    // 25.5 % in the price of $8.00, as in the country that was said at the first payment.
    const included = { paidCents: 800, taxCents: 163, commissionCents: 64, netCents: 573, sentCents: 573 };
    expect(await rows(finnish)).toMatchObject([included, { ...included, kind: 'renewal' }]);
  });
});
