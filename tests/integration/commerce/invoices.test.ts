import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type StoredOrder, storedOrder } from '../../../src/data/commerce/orders.ts';
import { sql } from '../../../src/data/kernel/sql.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { recordDownloads } from '../../../src/data/library/downloads.ts';
import { waiverOf } from '../../../src/data/payments/consents.ts';
import { invoicesOfOrders, type StoredInvoice } from '../../../src/data/payments/tax-invoices.ts';
import type { Business, Country } from '../../../src/dev/payments/tax.ts';
import { orderNumber } from '../../../src/domain/commerce/order.ts';
import { invoiceSums, sumsByRate } from '../../../src/domain/payments/tax-invoice.ts';
import { WAIVER_TEXTS, WAIVER_WORDING } from '../../../src/domain/payments/waiver.ts';
import { type FileStore, openFolderStore } from '../../../src/server/adapters/files/file-store.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { fulfil } from '../../../src/server/commerce/fulfilment.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import {
  requestWithdrawal,
  withdraw,
  withdrawalOf,
} from '../../../src/server/commerce/withdrawal/withdrawals.ts';
import { printInvoices } from '../../../src/server/payments/invoice-printing.ts';
import { openTestCommerce, type TestCommerce } from './commerce.ts';

/** Carts of $9.99 and $5.01 bought in four countries, their invoices, and the credit notes of their refunds. */
let commerce: TestCommerce;
let files: FileStore;
let stores: string[];
beforeAll(async () => {
  commerce = await openTestCommerce({ taxPercent: 19 });
  files = await openFolderStore(`${commerce.dataDir}/printed`);
  stores = [await commerce.store('ashgrove'), await commerce.store('deepdelve')];
});
afterEach(() => expect(commerce.errors).toEqual([]));
afterAll(() => commerce.close());

let buyers = 0;

/** Buys both models in a country. */
async function bought(shop: TestCommerce, country: Country, business?: Business): Promise<StoredOrder> {
  const [first = '', second = ''] = stores;
  const productIds = [
    await shop.product(first, 999, { name: 'Grandfather Hollowbough' }),
    await shop.product(second, 501, { name: '龍の巣 Dragon nest' }),
  ];
  const buyer = await shop.person(`invoiced${++buyers}`);
  const outcome = await checkOut(shop, buyer, { productIds, codes: [], gift: null, shownCents: 1500 });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  expect(shop.pay(outcome.url, 'pays', country, business)).toBeNull();
  await shop.standIn.deliveries.idle();
  const stored = await storedOrder(shop.pb, outcome.orderId);
  if (!stored) throw new Error('no order');
  return stored;
}

const invoicesOf = ({ order }: StoredOrder) => invoicesOfOrders(commerce.pb, [order.id]);
const charge = ({ order }: StoredOrder) =>
  commerce.standIn.simulator.book.all('charges').find((row) => row['transfer_group'] === order.id);

/** Net and tax are gross, in each line and for each rate, and all of it is what was charged or refunded. */
function expectWhole(invoice: StoredInvoice | undefined, grossCents: number, taxCents: number): void {
  const lines = invoice?.content.lines ?? [];
  expect(invoiceSums(lines)).toEqual({ netCents: grossCents - taxCents, taxCents, grossCents });
  for (const sum of [...lines, ...sumsByRate(lines)])
    expect(sum.netCents + sum.taxCents).toBe(sum.grossCents);
}

/** Refunds one line and then the rest, and expects credit notes that mirror both. */
async function expectMirrored(stored: StoredOrder, sale: StoredInvoice): Promise<void> {
  const { order } = stored;
  const first = stored.lines.find(({ productName }) => productName.startsWith('Grandfather'));
  for (const lineId of [first?.id ?? '', null])
    expect(
      await refundOrder(
        commerce,
        { by: 'operator' },
        { orderId: order.id, lineId, amountCents: null, reason: '' },
      ),
    ).toBeNull();
  const [, ...notes] = await invoicesOf(stored);
  expect(notes.map(({ kind, ofNumber }) => [kind, ofNumber])).toEqual([
    ['credit_note', sale.number],
    ['credit_note', sale.number],
  ]);
  const [one, rest] = notes.map(({ content }) => content.lines);
  expect([...(one ?? []), ...(rest ?? [])]).toEqual(sale.content.lines);
  const back = notes.reduce((sum, { content }) => sum + invoiceSums(content.lines).grossCents, 0);
  expect(back).toBe(charge(stored)?.['amount_refunded']);
}

describe('the waiver of the right of withdrawal', () => {
  const receiptOf = async (orderId: string) =>
    (
      await commerce.pb
        .collection('mails')
        .getFirstListItem<{ body: string }>(
          commerce.pb.filter('mailKey = {:key}', { key: `receipt:${orderId}` }),
        )
    ).body.replaceAll(/\s+/g, ' ');
  const cartOf = async (priceCents: number) => ({
    productIds: [await commerce.product(stores[0] ?? '', priceCents)],
    codes: [],
    gift: null,
    shownCents: priceCents,
  });

  it('is asked in Europe, also for what is free, and stands in the receipt', async () => {
    const buyer = await commerce.person('waiving');
    for (const priceCents of [0, 700]) {
      const cart = await cartOf(priceCents);
      for (const waiver of [null, '2001-01'])
        expect(await checkOut(commerce, buyer, { ...cart, timeZone: 'Europe/Berlin', waiver })).toMatchObject(
          {
            kind: 'refused',
          },
        );
    }
    const cart = await cartOf(800);
    const outcome = await checkOut(commerce, buyer, {
      ...cart,
      timeZone: 'Europe/Berlin',
      waiver: WAIVER_WORDING,
    });
    if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
    expect(commerce.pay(outcome.url, 'pays', 'DE')).toBeNull();
    await commerce.standIn.deliveries.idle();
    expect(await waiverOf(commerce.pb, { order: outcome.orderId })).toMatchObject({
      wording: WAIVER_WORDING,
    });
    expect(await receiptOf(outcome.orderId)).toContain(WAIVER_TEXTS[WAIVER_WORDING]);
  });

  it('is not asked elsewhere; who pays in Europe without it is told that they may withdraw', async () => {
    const buyer = await commerce.person('travelling');
    const cart = await cartOf(900);
    const outcome = await checkOut(commerce, buyer, { ...cart, timeZone: 'America/New_York' });
    if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
    expect(commerce.pay(outcome.url, 'pays', 'DE')).toBeNull();
    await commerce.standIn.deliveries.idle();
    expect(await waiverOf(commerce.pb, { order: outcome.orderId })).toBeNull();
    expect(await receiptOf(outcome.orderId)).toContain('/withdraw');
  });
});

describe('withdrawing from a contract', () => {
  const mailsTo = async (email: string) =>
    (
      await commerce.pb.collection('mails').getFullList<{ body: string; kind: string }>({
        filter: commerce.pb.filter('to = {:email}', { email }),
      })
    ).filter(({ kind }) => kind === 'withdrawal');
  const linkFor = async (number: string, email: string) => {
    const before = (await mailsTo(email)).length;
    await requestWithdrawal(commerce, { number, email });
    const mails = await mailsTo(email);
    const text = mails.map(({ body }) => body).join('\n');
    return mails.length === before
      ? null
      : ([...text.matchAll(/withdraw\/([\w-]{32})/g)].at(-1)?.[1] ?? null);
  };

  it('refunds what was not downloaded, once, and tells strangers nothing about orders', async () => {
    const stored = await bought(commerce, 'DE');
    const { order } = stored;
    const number = orderNumber(order);
    const [first] = stored.lines;
    await recordDownloads(
      commerce.pb,
      [
        {
          userId: order.buyerId ?? '',
          productId: first?.productId ?? '',
          part: 'all',
          version: 1,
          sizeBytes: 1,
        },
      ],
      commerce.now(),
    );
    expect(await linkFor(number, 'stranger@guildhall.test')).toBeNull();
    expect(await linkFor('G-2020-AAAAAAAA', order.email)).toBeNull();
    const token = (await linkFor(` ${number.toLowerCase().replaceAll('-', '\u2011')} `, order.email)) ?? '';
    expect(await withdrawalOf(commerce, 'guessed')).toBeNull();
    const shown = await withdrawalOf(commerce, token);
    expect(shown?.lines.map(({ refusal, leftCents }) => [refusal, leftCents])).toEqual([
      ['downloaded', 1189],
      [null, 596],
    ]);
    const [one, other] = await Promise.all([withdraw(commerce, token), withdraw(commerce, token)]);
    expect([one, other].sort()).toEqual([0, 596]);
    expect(charge(stored)?.['amount_refunded']).toBe(596);
    const told = (await mailsTo(order.email)).map(({ body }) => body.replaceAll(/\s+/g, ' ')).join(' ');
    expect(told).toContain('We received your withdrawal');
    expect(told).toContain('It was downloaded or redeemed already.');
    expect(await withdraw(commerce, 'guessed')).toBeNull();
  });

  it('sends at most three links a day for one order', async () => {
    const { order } = await bought(commerce, 'DE');
    const links = [];
    for (let at = 0; at < 4; at++) links.push(await linkFor(orderNumber(order), order.email));
    expect(links.map((link) => link !== null)).toEqual([true, true, true, false]);
  });
});

describe('an invoice', () => {
  it('of Germany: VAT is inside the price', async () => {
    const stored = await bought(commerce.withTaxInPrices(), 'DE');
    const [sale] = await invoicesOf(stored);
    if (!sale) throw new Error('no invoice');
    expectWhole(sale, 1500, 240);
    expect(charge(stored)?.['amount']).toBe(1500);
    expect(sale.content).toMatchObject({
      seller: { name: 'Miniatures Hall GmbH', vatId: 'DE123456789', country: 'DE' },
      buyer: { country: 'DE', vatId: '' },
      reverseCharge: false,
      lines: [
        { netCents: 839, taxPercent: 19, taxCents: 160, grossCents: 999 },
        { netCents: 421, taxPercent: 19, taxCents: 80, grossCents: 501 },
      ],
    });
    await expectMirrored(stored, sale);
  });

  it('of Great Britain: 20 % inside the price', async () => {
    const stored = await bought(commerce.withTaxInPrices(), 'GB');
    const [sale] = await invoicesOf(stored);
    if (!sale) throw new Error('no invoice');
    expectWhole(sale, 1500, 251);
    expect(sale.content.lines.map(({ taxPercent }) => taxPercent)).toEqual([20, 20]);
    await expectMirrored(stored, sale);
  });

  it('of the United States: tax on top of the price', async () => {
    const stored = await bought(commerce, 'US-NY');
    const [sale] = await invoicesOf(stored);
    if (!sale) throw new Error('no invoice');
    // 8.875 % of $9.99 are 89 cents, of $5.01 are 44.
    expectWhole(sale, 1633, 133);
    expect(charge(stored)?.['amount']).toBe(1633);
    expect(sale.content).toMatchObject({ buyer: { country: 'US' }, lines: [{ taxPercent: 8.875 }, {}] });
    await expectMirrored(stored, sale);
  });

  it('of Japan: 10 % inside the price, with names in their own letters', async () => {
    const stored = await bought(commerce.withTaxInPrices(), 'JP', { name: '山田 太郎', vatId: 'T123' });
    const [sale] = await invoicesOf(stored);
    if (!sale) throw new Error('no invoice');
    expectWhole(sale, 1500, 137);
    expect(sale.content.buyer).toMatchObject({ name: '山田 太郎', country: 'JP', vatId: 'T123' });
    await expectMirrored(stored, sale);
  });

  it('charges no VAT to a business of another country of the Union, which owes it itself', async () => {
    const business = { name: 'Hämeen Pelit Oy', vatId: 'FI12345678' };
    const stored = await bought(commerce, 'FI', business);
    const [sale] = await invoicesOf(stored);
    expectWhole(sale, 1500, 0);
    expect(sale?.content).toMatchObject({ reverseCharge: true, buyer: business });
    const order = await commerce.pb.collection('orders').getOne(stored.order.id);
    expect(order).toMatchObject({ country: 'FI', vatId: 'FI12345678', reverseCharge: true });
  });

  it('is issued again where a refund fails after its credit note', async () => {
    const stored = await bought(commerce, 'DE');
    const { id } = stored.order;
    const wish = { orderId: id, lineId: null, amountCents: 500, reason: '' };
    expect(await refundOrder(commerce, { by: 'operator' }, wish)).toBeNull();
    const refund = commerce.standIn.simulator.book
      .all('refunds')
      .find((row) => row['payment_intent'] === stored.paymentId);
    commerce.standIn.simulator.failRefund(refund?.id ?? '');
    await commerce.standIn.deliveries.idle();
    const [, note, again] = await invoicesOf(stored);
    expect([note?.kind, again?.kind]).toEqual(['credit_note', 'invoice']);
    expect(again?.content.lines).toEqual(note?.content.lines);
  });

  it('has the next number without a gap, where orders are fulfilled at once, twice or not to the end', async () => {
    const [store = ''] = stores;
    const sessions = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const productIds = [await commerce.product(store, 700 + at)];
        const buyer = await commerce.person(`crowd${at}`);
        const cart = { productIds, codes: [], gift: null, shownCents: 700 + at };
        const outcome = await checkOut(commerce, buyer, cart);
        if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
        return outcome.url;
      }),
    );
    for (const url of sessions) expect(commerce.pay(url)).toBeNull();
    // The webhooks run beside these, each of them twice.
    await Promise.all([...sessions, ...sessions].map((url) => fulfil(commerce, url.split('/').at(-1) ?? '')));
    await commerce.standIn.deliveries.idle();
    // A transaction that takes a number and then fails leaves none.
    const failing = transaction(commerce.pb)
      .exec(
        sql`INSERT INTO invoices (id, kind, year, serial, number, [[order]], cause, issuedAt)
          SELECT 'failedinvoice01', kind, year, max(serial) + 1, 'INV', [[order]], 'other', issuedAt FROM invoices
          WHERE kind = 'invoice' GROUP BY kind, year`,
        {},
      )
      .exec(sql`UPDATE orders SET state = 'paid' WHERE id = 'nobody'`, {}, { expect: 1, else: 'changed' });
    await expect(failing.run()).rejects.toThrow('changed');
    const rows = await commerce.pb
      .collection('invoices')
      .getFullList<{ kind: string; serial: number; number: string; order: string; cause: string }>({
        sort: '@rowid',
      });
    for (const kind of ['invoice', 'credit_note']) {
      const serials = rows.filter((row) => row.kind === kind).map(({ serial }) => serial);
      expect(serials).toEqual(serials.map((_, at) => at + 1));
    }
    const sales = rows.filter(({ cause }) => cause === 'sale').map(({ order }) => order);
    expect(new Set(sales).size).toBe(sales.length);
    const paid = await commerce.pb.collection('orders').getFullList({ filter: "state != 'pending'" });
    expect(sales).toHaveLength(paid.length);
  });

  it('cannot be changed or deleted after it is issued', async () => {
    const change = (statement: ReturnType<typeof sql>) => transaction(commerce.pb).exec(statement, {}).run();
    for (const statement of [
      sql`UPDATE invoices SET grossCents = grossCents + 1 WHERE serial = 1`,
      sql`UPDATE invoices SET content = '{}' WHERE serial = 1`,
      sql`UPDATE invoices SET serial = 999 WHERE serial = 1`,
      sql`DELETE FROM invoices WHERE serial = 1`,
    ])
      await expect(change(statement)).rejects.toMatchObject({ status: 400 });
  });

  it('is printed once, and the same bytes again', async () => {
    const parts = { pb: commerce.pb, files, now: commerce.now, onError: commerce.onError };
    let unprinted = 1;
    while (unprinted > 0) {
      await printInvoices(parts);
      unprinted = (await commerce.pb.collection('invoices').getFullList({ filter: "storageKey = ''" }))
        .length;
    }
    const stored = await bought(commerce, 'DE');
    await Promise.all([printInvoices(parts), printInvoices(parts)]);
    const [sale] = await invoicesOf(stored);
    if (!sale?.file) throw new Error('not printed');
    const bytes = await files.open(sale.file.storageKey);
    expect((await buffer(bytes)).subarray(0, 5).toString()).toBe('%PDF-');
    const change = transaction(commerce.pb)
      .exec(sql`UPDATE invoices SET storageKey = 'aa/other' WHERE storageKey <> ''`, {})
      .run();
    await expect(change).rejects.toMatchObject({ status: 400 });
  });
});
