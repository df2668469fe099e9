import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removePartner } from '../../../src/data/catalogue/product-partners.ts';
import { productById } from '../../../src/data/catalogue/products.ts';
import { salesOfStore } from '../../../src/data/commerce/sales.ts';
import { salesOfMovements } from '../../../src/data/commerce/seller-money.ts';
import { saveBusinessAccount } from '../../../src/data/payments/business-accounts.ts';
import { audit } from '../../../src/dev/drill/audit.ts';
import { promiseEndsAt } from '../../../src/domain/catalogue/price/pre-order.ts';
import { ANY_SALE } from '../../../src/domain/commerce/sales-figures.ts';
import { reconcile } from '../../../src/server/app/reconciler.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { sellerMoney } from '../../../src/server/commerce/payouts.ts';
import {
  deliverProduct,
  keepPromises,
  promiseProduct,
} from '../../../src/server/commerce/pre-order/pre-orders.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { settle } from '../../../src/server/commerce/settlement.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

const DAY_MS = 86_400_000;
let commerce: TestCommerce;
let buyer: { id: string; email: string };
let mira = '';
let tobias = '';

beforeEach(async () => {
  commerce = await openTestCommerce({ taxPercent: 19 });
  commerce.standIn.deliveries.mode = 'drop';
  buyer = await commerce.person('noor');
  mira = await commerce.store('mira');
  tobias = await commerce.store('tobias');
});
afterEach(() => commerce.close());
afterEach(async () => {
  expect(commerce.errors).toEqual([]);
  await audit({ pb: commerce.pb, simulator: commerce.standIn.simulator });
});

/** A model of Mira's of which Tobias gets a part. */
async function shared(priceCents: number, percent: number, partner = tobias, more = {}): Promise<string> {
  const product = await commerce.product(mira, priceCents, more);
  await agree(product, percent, partner);
  return product;
}
const agree = (product: string, percent: number, store = tobias) =>
  commerce.pb
    .collection('product_partners')
    .create({ product, owner: mira, store, percent, state: 'agreed' });

async function placed(productIds: string[], shownCents: number, shop = commerce, gift = false) {
  const present = gift ? { email: 'friend@guildhall.test', message: '' } : null;
  const cart = { productIds, codes: [], gift: present, shownCents };
  const outcome = await checkOut(shop, buyer, cart);
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  return outcome;
}
async function pay({ url, orderId }: { url: string; orderId: string }, shop = commerce): Promise<string> {
  shop.pay(url);
  await fulfil(shop, url.split('/').at(-1) ?? '');
  await settle(shop, orderId);
  return orderId;
}
const bought = async (productIds: string[], shownCents: number, shop = commerce) =>
  pay(await placed(productIds, shownCents, shop), shop);

const refund = (orderId: string, amountCents: number | null = null, lineId: string | null = null) =>
  refundOrder(commerce, { by: 'operator' }, { orderId, lineId, amountCents, reason: '' });

/** What each of both stores should have of an order, has been sent, and how it stands. */
async function shares(orderId: string) {
  const { pb } = commerce;
  const rows = await pb
    .collection('seller_shares')
    .getFullList({ filter: pb.filter('order = {:orderId}', { orderId }) });
  const of = (store: string) => {
    const row = rows.find((one) => one['store'] === store);
    return row ? [row['shareCents'], row['sentCents'], row['state']] : null;
  };
  return { mira: of(mira), tobias: of(tobias) };
}

const sales = async (store: string) =>
  (await salesOfStore(commerce.pb, store, ANY_SALE, { page: 1, perPage: 50 })).sales;
const saleOf = async (store: string, productId: string) =>
  (await sales(store)).find((sale) => sale.productId === productId) ?? expect.fail('no sale');

/** What a store has of an order by its ledger, and by what it is shown. */
async function twice(orderId: string, store: string): Promise<[ledger: number, shown: number]> {
  const { pb } = commerce;
  const filter = pb.filter('order = {:orderId} && store = {:store}', { orderId, store });
  const ledger = await pb.collection('ledger').getFullList({ filter });
  const income = await pb.collection('seller_income').getFullList({ filter });
  return [
    ledger.reduce((sum, row) => sum + Number(row['amountCents']), 0),
    income.reduce((sum, row) => sum + Number(row['yoursCents']) + Number(row['heldCents']), 0),
  ];
}

describe('a sale of a model by two artists', () => {
  it('is paid out to both, and each sees their part of it', async () => {
    const product = await shared(1000, 30);
    const before = await sold();
    const order = await bought([product], 1000);
    expect(await shares(order)).toEqual({ mira: [630, 630, 'sent'], tobias: [270, 270, 'sent'] });
    expect(await saleOf(mira, product)).toMatchObject({
      ...{
        source: 'sale',
        listCents: 700,
        paidCents: 700,
        commissionCents: 70,
        netCents: 630,
        yoursCents: 630,
      },
      ...{ orderId: order, share: 'sent', buyer: 'noor' },
      shared: { withStore: 'tobias Miniatures', percent: 70, paidCents: 1000, refundedCents: 0 },
    });
    expect(await saleOf(tobias, product)).toMatchObject({
      ...{
        source: 'partner',
        listCents: 300,
        paidCents: 300,
        commissionCents: 30,
        netCents: 270,
        yoursCents: 270,
      },
      // A partner can refund nothing, and does not see who bought it.
      ...{ orderId: null, share: 'sent', buyer: null },
      shared: { withStore: 'mira Miniatures', percent: 30 },
    });
    expect((await sold()) - before, 'the marketplace counts one sale').toBe(1);
    const moved = await movementsTo('acct_tobias');
    const moves = await salesOfMovements(commerce.pb, tobias, moved);
    expect([...moves.values()]).toMatchObject([
      { order: { id: order }, products: [expect.stringContaining('Product')] },
    ]);
    const notes = await commerce.pb
      .collection('notifications')
      .getFullList({ filter: commerce.pb.filter('noteKey ~ {:order}', { order }) });
    expect(notes.map(({ title }) => String(title).replace(/Product \d+/, '…')).sort()).toEqual([
      'You sold … for $10.00',
      '… was sold: $2.70 is yours',
    ]);
  });

  it('is given back by both in the same proportion, to the last cent', async () => {
    const order = await bought([await shared(999, 33)], 999);
    for (const cents of [119, 238, 1]) expect(await refund(order, cents)).toBeNull();
    const part = await shares(order);
    expect(part.mira?.[0]).toBe(part.mira?.[1]);
    expect(part.tobias?.[0]).toBe(part.tobias?.[1]);
    expect(await refund(order)).toBeNull();
    expect(await shares(order)).toEqual({ mira: [0, 0, 'returned'], tobias: [0, 0, 'returned'] });
  });

  it('is frozen for both while it is disputed, and theirs again once that is won', async () => {
    const order = await bought([await shared(1000, 30)], 1000);
    const { pb, standIn } = commerce;
    const { chargeId } = (await pb.collection('orders').getOne(order)) as unknown as { chargeId: string };
    const { id } = standIn.simulator.dispute(chargeId);
    await settle(commerce, order);
    expect(await shares(order)).toEqual({ mira: [0, 0, 'frozen'], tobias: [0, 0, 'frozen'] });
    standIn.simulator.closeDispute(id, 'won');
    await settle(commerce, order);
    expect(await shares(order)).toEqual({ mira: [630, 630, 'sent'], tobias: [270, 270, 'sent'] });
  });

  it('leaves tax in the price out of both parts', async () => {
    const order = await bought([await shared(999, 30)], 999, commerce.withTaxInPrices());
    // Of $9.99 are $1.60 tax and 84 cents commission: $7.55, of which 30 % are $2.26.
    expect(await shares(order)).toEqual({ mira: [529, 529, 'sent'], tobias: [226, 226, 'sent'] });
  });

  it('waits for a partner who cannot be paid yet, and is sent when they can', async () => {
    const late = await commerce.store('late', { payable: false });
    const order = await bought([await shared(1000, 30, late)], 1000);
    const { pb } = commerce;
    const row = () =>
      pb
        .collection('seller_shares')
        .getFirstListItem(pb.filter('order = {:order} && store = {:late}', { order, late }));
    expect(await row()).toMatchObject({ shareCents: 270, sentCents: 0, state: 'owed' });
    expect((await sellerMoney(commerce, late)).shares).toMatchObject([{ cents: 270 }]);
    commerce.standIn.simulator.openAccount('acct_late', 'late');
    await saveBusinessAccount(pb, late, { stripeAccountId: 'acct_late', state: 'active', plan: 'free' });
    await reconcile(commerce);
    expect(await row()).toMatchObject({ sentCents: 270, state: 'sent' });
  });

  it('is divided as agreed when it was ordered, whatever is agreed afterwards', async () => {
    const { pb } = commerce;
    const product = await shared(1000, 30);
    const open = await placed([product], 1000);
    const [row] = await pb
      .collection('product_partners')
      .getFullList({ filter: pb.filter('product = {:product}', { product }) });
    expect(
      await removePartner(pb, { id: row?.id ?? '', state: 'agreed', storeId: mira }, () => undefined),
    ).toBeNull();
    const order = await pay(open);
    expect(await shares(order)).toMatchObject({ tobias: [270, 270, 'sent'] });
    const other = await commerce.product(mira, 1000);
    await pb
      .collection('product_partners')
      .create({ product: other, owner: mira, store: tobias, percent: 30, state: 'asked' });
    expect(await shares(await bought([other], 1000))).toEqual({ mira: [900, 900, 'sent'], tobias: null });
  });

  it('is not divided while the store of the partner is suspended', async () => {
    const lena = await commerce.store('lena');
    const [one, other] = [await shared(1000, 30, lena), await shared(1000, 30, lena)];
    const stores = commerce.pb.collection('stores');
    await stores.update(lena, { state: 'suspended' });
    expect((await shares(await bought([one], 1000))).mira).toEqual([900, 900, 'sent']);
    await stores.update(lena, { state: 'open' });
    expect((await shares(await bought([other], 1000))).mira).toEqual([630, 630, 'sent']);
  });

  it('is one share of a store that sells one model and has a part of another', async () => {
    const own = await commerce.product(tobias, 500);
    const order = await bought([await shared(1000, 30), own], 1500);
    expect(await shares(order)).toEqual({ mira: [630, 630, 'sent'], tobias: [720, 720, 'sent'] });
    expect(await refund(order)).toBeNull();
    expect(await shares(order)).toEqual({ mira: [0, 0, 'returned'], tobias: [0, 0, 'returned'] });
  });

  it('is held for both until a pre-order is delivered', async () => {
    const { pb } = commerce;
    const product = await shared(1000, 30, tobias, { state: 'draft' });
    const day = (Math.floor(commerce.now() / DAY_MS) + 10) * DAY_MS;
    const draft = (await productById(pb, product)) ?? expect.fail('no product');
    expect(await promiseProduct(commerce, draft, day)).toBeNull();
    expect(promiseEndsAt(day)).toBeGreaterThan(day);
    await pb
      .collection('products')
      .update(product, { state: 'published', publishedAt: new Date(commerce.now()) });
    const order = await bought([product], 1000);
    expect(await shares(order)).toEqual({ mira: [630, 0, 'held'], tobias: [270, 0, 'held'] });
    await pb.collection('product_files').create({
      ...{ product, position: 0, name: 'gate.stl', role: 'unsupported', sizeBytes: 10, version: 1 },
      ...{ sha256: 'a'.repeat(64), storageKey: `files/${'a'.repeat(64)}` },
    });
    expect(
      await deliverProduct(commerce, (await productById(pb, product)) ?? expect.fail('gone')),
    ).toBeNull();
    await keepPromises(commerce);
    expect(await shares(order)).toEqual({ mira: [630, 630, 'sent'], tobias: [270, 270, 'sent'] });
  });

  it('is shown as the ledger has it, whatever is sold and given back', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            priceCents: fc.integer({ min: 50, max: 9999 }),
            percent: fc.integer({ min: 0, max: 90 }),
          }),
          {
            minLength: 1,
            maxLength: 3,
          },
        ),
        fc.array(fc.integer({ min: 1, max: 4000 }), { maxLength: 3 }),
        fc.boolean(),
        async (models, refunds, hasTaxInside) => {
          const shop = hasTaxInside ? commerce.withTaxInPrices() : commerce;
          const products: string[] = [];
          for (const { priceCents, percent } of models) products.push(await shared(priceCents, percent));
          const order = await bought(
            products,
            models.reduce((sum, { priceCents }) => sum + priceCents, 0),
            shop,
          );
          for (const cents of refunds) await refund(order, cents);
          for (const store of [mira, tobias]) {
            const [ledger, shown] = await twice(order, store);
            expect(shown).toBe(ledger);
          }
        },
      ),
      { numRuns: 10 },
    );
  }, 120_000);
});

/** The transfers to an account at the provider. */
async function movementsTo(account: string): Promise<string[]> {
  const transfers = commerce.standIn.simulator.book.all('transfers');
  return transfers.filter((row) => row['destination'] === account).map(({ id }) => id);
}

/** How many sales the marketplace counts in all. */
async function sold(): Promise<number> {
  const row = await commerce.pb.collection('site_days').getFirstListItem("day = ''");
  return Number(row['sales']);
}
