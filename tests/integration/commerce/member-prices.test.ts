import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderOfBuyer } from '../../../src/data/commerce/orders.ts';
import { licenceNumberOfMember, merchantLicence } from '../../../src/data/guild/merchant-licences.ts';
import { discountReason } from '../../../src/domain/commerce/sale.ts';
import { salesCsv } from '../../../src/domain/commerce/sales-figures.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { myMembershipView } from '../../../src/server/guild/my-memberships.ts';
import { allSales } from '../../data/commerce/all-sales.ts';
import { joined, newUser, paidGuild, release } from '../guild/guild-commerce.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

let commerce: TestCommerce;
beforeAll(async () => {
  commerce = await openTestCommerce();
});
afterAll(() => commerce.close());

describe('a member in the guild’s store', () => {
  it('pays the member price, which the order stores; another buyer who sends it must confirm the change', async () => {
    const guild = await paidGuild(commerce, { memberDiscountPercent: 10 });
    const member = await joined(commerce, guild);
    const stranger = await newUser(commerce);
    const product = await commerce.product(guild.storeId, 1000);
    const cart = { productIds: [product], codes: [], gift: null, shownCents: 900 };
    const refused = await checkOut(commerce, stranger, cart);
    expect(refused).toMatchObject({ kind: 'changed', quote: { totalCents: 1000 } });
    const outcome = await checkOut(commerce, member, cart);
    if (outcome.kind !== 'pay') throw new Error(`no payment page: ${JSON.stringify(outcome)}`);
    const line = await commerce.pb
      .collection('order_lines')
      .getFirstListItem(commerce.pb.filter('order = {:id}', { id: outcome.orderId }));
    expect(line).toMatchObject({ listCents: 1000, discountCents: 100, memberPercent: 10, paidCents: 900 });
  });
});

describe('who sells prints', () => {
  it('has a licence page that names what they received, and nobody has one in another tier', async () => {
    const guild = await paidGuild(commerce);
    await release(commerce, guild);
    const printer = await joined(commerce, guild, { tier: 'merchant' });
    const player = await joined(commerce, guild);
    const view = await myMembershipView(commerce, printer.id, guild.id);
    const number = view?.licenceNumber ?? '';
    expect(number).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
    expect(await merchantLicence(commerce.pb, number)).toMatchObject({
      username: printer.username,
      guild: { isIn: true },
      products: [{ isVisible: true, end: null }],
    });
    expect((await myMembershipView(commerce, printer.id, guild.id))?.licenceNumber).toBe(number);
    expect((await myMembershipView(commerce, player.id, guild.id))?.licenceNumber).toBeNull();
    expect(await merchantLicence(commerce.pb, '')).toBeNull();
    expect(await licenceNumberOfMember(commerce.pb, 'nobody')).toBeNull();
    expect(view?.months[0]).toMatchObject({ kind: 'paid', tierName: 'merchant', isAhead: false });
    expect(view?.months[0]?.brought).toMatchObject([{ kind: 'release', licence: 'merchant' }]);
  });

  it('finds with a month the models that have files, so that all are downloaded at once', async () => {
    const guild = await paidGuild(commerce);
    const id = await release(commerce, guild);
    const player = await joined(commerce, guild);
    const models = async () =>
      (await myMembershipView(commerce, player.id, guild.id))?.months[0]?.brought[0]?.productIds;
    expect(await models()).toEqual([]);
    const { pb } = commerce;
    const released = await pb.collection('release_products').getFullList({ filter: `release = '${id}'` });
    const expected = released.map(({ product }) => String(product)).sort();
    for (const product of expected)
      await pb.collection('product_files').create({
        ...{ product, name: 'a.stl', role: 'unsupported', version: 1, sizeBytes: 84 },
        ...{ storageKey: `k${product}`, sha256: 'a'.repeat(64) },
      });
    expect(expected.length).toBeGreaterThan(0);
    expect(await models()).toEqual(expected);
    await pb.collection('pre_orders').create({
      ...{ product: expected[0], store: guild.storeId, state: 'open', promisedDay: new Date().toISOString() },
    });
    expect(await models()).toEqual(expected.slice(1));
  });
});

describe('a past release that is sold as a full release', () => {
  it('is bought at its price by who asks for all its models, and only by that', async () => {
    const guild = await paidGuild(commerce);
    const id = await release(commerce, guild, 'low', -1);
    const first = await commerce.pb
      .collection('release_products')
      .getFirstListItem(commerce.pb.filter('release = {:id}', { id }));
    const second = await commerce.product(guild.storeId, 1500);
    await commerce.pb.collection('release_products').create({ release: id, product: second });
    await commerce.pb.collection('releases').update(id, { backCents: 1200 });
    const productIds = [String(first['product']), second];
    const buyer = await newUser(commerce);
    const part = { productIds: [second], codes: [], gift: null, shownCents: 900 };
    expect(await checkOut(commerce, buyer, part)).toMatchObject({ quote: { totalCents: 1500 } });
    const whole = { productIds, codes: [], gift: null, shownCents: 2000 };
    expect(await checkOut(commerce, buyer, whole)).toMatchObject({ quote: { totalCents: 1200 } });
    const outcome = await checkOut(commerce, buyer, { ...whole, shownCents: 1200 });
    if (outcome.kind !== 'pay') throw new Error(`no payment page: ${JSON.stringify(outcome)}`);
    expect(commerce.pay(outcome.url)).toBeNull();
    await commerce.standIn.deliveries.idle();
    const owned = await commerce.pb
      .collection('entitlements')
      .getFullList({ filter: commerce.pb.filter('user = {:id}', { id: buyer.id }) });
    expect(owned.map(({ product, source }) => `${product} ${source}`).sort()).toEqual(
      productIds.map((product) => `${product} purchase`).sort(),
    );
    // The receipt, its mail and the seller's table name it, also after it got another title.
    const { title } = await commerce.pb.collection('releases').getOne<{ title: string }>(id);
    await commerce.pb.collection('releases').update(id, { title: 'Another title' });
    const bought = await orderOfBuyer(commerce.pb, buyer.id, outcome.orderId, '');
    expect(bought?.lines.map(({ releaseTitle }) => releaseTitle)).toEqual([title, title]);
    const mail = await commerce.pb
      .collection('mails')
      .getFirstListItem<{ body: string }>(commerce.pb.filter('to = {:email}', { email: buyer.email }));
    expect(mail.body).toContain(`as part of ${title}`);
    const sold = await allSales(commerce.pb, guild.storeId);
    expect(sold.map((sale) => discountReason(sale))).toEqual([title, title]);
    expect(salesCsv(sold)).toContain(`,${title},`);
    const again = await checkOut(commerce, buyer, { ...whole, shownCents: 1200 });
    expect(again).toMatchObject({
      quote: { lines: [], refused: [{ reason: 'owned' }, { reason: 'owned' }] },
    });
  });
});
