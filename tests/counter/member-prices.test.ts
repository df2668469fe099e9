import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { licenceKeyOf, merchantLicence } from '../../src/data/merchant-licences.ts';
import { orderOfBuyer } from '../../src/data/orders.ts';
import { allSalesOfStore } from '../../src/data/sales.ts';
import { discountReason } from '../../src/domain/sale.ts';
import { ANY_SALE, salesCsv } from '../../src/domain/sales-figures.ts';
import { checkOut } from '../../src/server/checkout.ts';
import { ownMembershipView } from '../../src/server/own-memberships.ts';
import { openCounter, type TestCounter } from './counter.ts';
import { joined, paidGuild, release, somebody } from './guild-counter.ts';

let counter: TestCounter;
beforeAll(async () => {
  counter = await openCounter();
});
afterAll(() => counter.close());

describe('a member in the guild’s store', () => {
  it('pays the member’s price, which the order keeps; a stranger who sends it is asked again', async () => {
    const guild = await paidGuild(counter, { memberDiscountPercent: 10 });
    const member = await joined(counter, guild);
    const stranger = await somebody(counter);
    const product = await counter.product(guild.storeId, 1000);
    const cart = { productIds: [product], codes: [], gift: null, shownCents: 900 };
    const asked = await checkOut(counter, stranger, cart);
    expect(asked).toMatchObject({ kind: 'changed', quote: { totalCents: 1000 } });
    const outcome = await checkOut(counter, member, cart);
    if (outcome.kind !== 'pay') throw new Error(`no payment page: ${JSON.stringify(outcome)}`);
    const line = await counter.pb
      .collection('order_lines')
      .getFirstListItem(counter.pb.filter('order = {:id}', { id: outcome.orderId }));
    expect(line).toMatchObject({ listCents: 1000, discountCents: 100, memberPercent: 10, paidCents: 900 });
  });
});

describe('who sells prints', () => {
  it('has a licence page that names what he received, and nobody has one in another tier', async () => {
    const guild = await paidGuild(counter);
    await release(counter, guild);
    const printer = await joined(counter, guild, { tier: 'merchant' });
    const player = await joined(counter, guild);
    const view = await ownMembershipView(counter, printer.id, guild.id);
    const key = view?.licenceKey ?? '';
    expect(key).toMatch(/^[\w-]{32}$/);
    expect(await merchantLicence(counter.pb, key)).toMatchObject({
      username: printer.username,
      isIn: true,
      products: [{ isVisible: true }],
    });
    expect((await ownMembershipView(counter, printer.id, guild.id))?.licenceKey).toBe(key);
    expect((await ownMembershipView(counter, player.id, guild.id))?.licenceKey).toBeNull();
    expect(await merchantLicence(counter.pb, '')).toBeNull();
    expect(await licenceKeyOf(counter.pb, 'nobody')).toBeNull();
    expect(view?.months[0]).toMatchObject({ kind: 'paid', tierName: 'merchant', isAhead: false });
    expect(view?.months[0]?.brought).toMatchObject([{ kind: 'release', licence: 'merchant' }]);
  });
});

describe('a past release that is sold whole', () => {
  it('is bought at its price by who asks for all its models, and only by that', async () => {
    const guild = await paidGuild(counter);
    const id = await release(counter, guild, 'low', -1);
    const first = await counter.pb
      .collection('release_products')
      .getFirstListItem(counter.pb.filter('release = {:id}', { id }));
    const second = await counter.product(guild.storeId, 1500);
    await counter.pb.collection('release_products').create({ release: id, product: second });
    await counter.pb.collection('releases').update(id, { backCents: 1200 });
    const productIds = [String(first['product']), second];
    const buyer = await somebody(counter);
    const part = { productIds: [second], codes: [], gift: null, shownCents: 900 };
    expect(await checkOut(counter, buyer, part)).toMatchObject({ quote: { totalCents: 1500 } });
    const whole = { productIds, codes: [], gift: null, shownCents: 2000 };
    expect(await checkOut(counter, buyer, whole)).toMatchObject({ quote: { totalCents: 1200 } });
    const outcome = await checkOut(counter, buyer, { ...whole, shownCents: 1200 });
    if (outcome.kind !== 'pay') throw new Error(`no payment page: ${JSON.stringify(outcome)}`);
    expect(counter.pay(outcome.url)).toBeNull();
    await counter.house.deliveries.idle();
    const owned = await counter.pb
      .collection('entitlements')
      .getFullList({ filter: counter.pb.filter('user = {:id}', { id: buyer.id }) });
    expect(owned.map(({ product, source }) => `${product} ${source}`).sort()).toEqual(
      productIds.map((product) => `${product} purchase`).sort(),
    );
    // The receipt, its mail and the seller's table name it, also after it got another title.
    const { title } = await counter.pb.collection('releases').getOne<{ title: string }>(id);
    await counter.pb.collection('releases').update(id, { title: 'Another title' });
    const bought = await orderOfBuyer(counter.pb, buyer.id, outcome.orderId);
    expect(bought?.lines.map(({ releaseTitle }) => releaseTitle)).toEqual([title, title]);
    const mail = await counter.pb
      .collection('mails')
      .getFirstListItem<{ body: string }>(counter.pb.filter('to = {:email}', { email: buyer.email }));
    expect(mail.body).toContain(`as part of ${title}, bought whole`);
    const sold = (await allSalesOfStore(counter.pb, guild.storeId, ANY_SALE, 1000)) ?? [];
    expect(sold.map((sale) => discountReason(sale))).toEqual([title, title]);
    expect(salesCsv(sold)).toContain(`,${title},`);
    const again = await checkOut(counter, buyer, { ...whole, shownCents: 1200 });
    expect(again).toMatchObject({
      quote: { lines: [], refused: [{ reason: 'owned' }, { reason: 'owned' }] },
    });
  });
});
