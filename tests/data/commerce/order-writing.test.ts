import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  expireOrder,
  grantLines,
  markPaid,
  type NewOrder,
  type PaymentFacts,
  placeOrder,
} from '../../../src/data/commerce/order-writing.ts';
import { claimOf, storedOrder } from '../../../src/data/commerce/orders.ts';
import { dateOf } from '../../../src/data/kernel/fields.ts';
import { newRecordId } from '../../../src/data/kernel/record-id.ts';
import { transaction } from '../../../src/data/kernel/transaction.ts';
import { UNKNOWN_BUYER } from '../../../src/domain/commerce/order-invoice.ts';
import { checkOut } from '../../../src/server/commerce/checkout.ts';
import { takeGift } from '../../../src/server/commerce/gifts.ts';
import { refundOrder } from '../../../src/server/commerce/refunds.ts';
import { openTestCommerce, type TestCommerce } from '../../integration/commerce/commerce.ts';

/** Placing, expiring and paying orders: each statement's own guards, without what the layers above make sure of. */

let commerce: TestCommerce;
let store = '';
let people = 0;
beforeAll(async () => {
  commerce = await openTestCommerce();
  store = await commerce.store('ash');
});
afterAll(() => commerce.close());

const newPerson = () => commerce.person(`buyer-${++people}`);
const find = (collection: string, filter: string, params: object) =>
  commerce.pb
    .collection(collection)
    .getFullList<Record<string, unknown>>({ filter: commerce.pb.filter(filter, { ...params }) });
const orderRow = (id: string) => commerce.pb.collection('orders').getOne<Record<string, unknown>>(id);
const usesOf = async (coupon: string) =>
  (await commerce.pb.collection('coupons').getOne<{ uses: number }>(coupon)).uses;
const owned = (user: string) => find('entitlements', "user = {:user} && revokedAt = ''", { user });

/** Writes a pending order of one product for $9.00, which uses these coupons. */
async function placed(buyer: { id: string; email: string }, coupons: NewOrder['coupons'] = []) {
  const id = newRecordId();
  const now = commerce.now();
  const productId = await commerce.product(store, 900);
  const refusal = await placeOrder(
    commerce.pb,
    {
      ...{ id, buyerId: buyer.id, email: buyer.email, fingerprint: id, totalCents: 900, gift: null },
      ...{ waiver: null, placedAt: now, expiresAt: now + 1_800_000, coupons, licenceTexts: [] },
      lines: [
        {
          ...{ position: 0, productId, storeId: store, storeName: 'Ash', productName: 'Golem', picture: '' },
          ...{ free: false, listCents: 900, discountCents: 0, memberPercent: null, releaseTitle: null },
          ...{ couponId: coupons[0]?.id ?? null, couponCode: null, paidCents: 900, commissionPercent: 10 },
          ...{ commissionCents: 90, feeCents: 0, netCents: 810, licences: ['personal'], licenceText: '' },
        },
      ],
    },
    null,
  );
  return { id, productId, refusal };
}

const PAID: PaymentFacts = {
  ...{ sessionId: null, paymentId: null, chargeId: null, taxCents: 0, feeCents: 59 },
  ...{ card: { brand: 'Visa', last4: '4242' }, buyer: UNKNOWN_BUYER },
};
/** Pays an order as it is stored now. */
async function pay(id: string, buyerId: string) {
  const stored = await storedOrder(commerce.pb, id);
  if (!stored) throw new Error('no order');
  const grant = { kind: 'entitlements', userId: buyerId } as const;
  const facts = { ...PAID, paymentId: `pi_${id}` };
  return markPaid(commerce.pb, stored, facts, grant, [], (steps) => steps, commerce.now());
}

describe('an order that is paid', () => {
  it('after it expired is granted as any other, and has its coupon’s use back', async () => {
    const buyer = await newPerson();
    const coupon = await commerce.coupon(store, 'COMESLATE', { percent: 10, maxUses: 5 });
    const { id, productId } = await placed(buyer, [{ id: coupon, maxUsesPerBuyer: null }]);
    expect(await expireOrder(commerce.pb, id, null, commerce.now())).toBe(true);
    expect([(await orderRow(id))['state'], await usesOf(coupon)]).toEqual(['expired', 0]);
    expect(await pay(id, buyer.id)).toBe(true);
    expect(await orderRow(id)).toMatchObject({ state: 'paid', paymentId: `pi_${id}`, feeCents: 59 });
    expect(await owned(buyer.id)).toMatchObject([{ product: productId, source: 'purchase' }]);
    expect(await usesOf(coupon)).toBe(1);
  });

  it('is paid once: whoever reports it again changes and grants nothing', async () => {
    const buyer = await newPerson();
    const { id } = await placed(buyer);
    expect(await pay(id, buyer.id)).toBe(true);
    const before = await orderRow(id);
    commerce.later(1000);
    expect(await pay(id, (await newPerson()).id)).toBe(false);
    expect(await orderRow(id)).toEqual(before);
    expect(await owned(buyer.id)).toHaveLength(1);
    expect(await find('seller_shares', 'order = {:id}', { id })).toHaveLength(1);
  });

  it('leaves what the buyer has of it as it is', async () => {
    const buyer = await newPerson();
    const { id } = await placed(buyer);
    await pay(id, buyer.id);
    const [before] = await owned(buyer.id);
    commerce.later(60_000);
    await grantLines(transaction(commerce.pb), id, buyer.id, null, dateOf(commerce.now())).run();
    expect(await owned(buyer.id)).toEqual([before]);
  });
});

describe('an order that uses a coupon', () => {
  it.each([
    ['was switched off', { off: true }],
    ['was used up', { maxUses: 1, uses: 1 }],
  ])('is not placed where it %s meanwhile', async (_what, change) => {
    const buyer = await newPerson();
    const coupon = await commerce.coupon(store, `GONE${++people}`, { percent: 10, maxUses: 2 });
    await commerce.pb.collection('coupons').update(coupon, change);
    const before = await usesOf(coupon);
    const { id, refusal } = await placed(buyer, [{ id: coupon, maxUsesPerBuyer: null }]);
    expect(refusal).toBe('coupon');
    expect(await storedOrder(commerce.pb, id)).toBeNull();
    expect([await usesOf(coupon), await find('coupon_uses', 'coupon = {:coupon}', { coupon })]).toEqual([
      before,
      [],
    ]);
  });

  it('takes the last use of all, and no more', async () => {
    const coupon = await commerce.coupon(store, 'LASTOFALL', { percent: 10, maxUses: 1 });
    const use = async () =>
      (await placed(await newPerson(), [{ id: coupon, maxUsesPerBuyer: null }])).refusal;
    expect([await use(), await use()]).toEqual([null, 'coupon']);
  });

  it('takes a buyer’s last use, and no more, also of two at the same moment', async () => {
    const coupon = await commerce.coupon(store, 'TWICEEACH', { percent: 10, maxUsesPerBuyer: 2 });
    const coupons = [{ id: coupon, maxUsesPerBuyer: 2 }];
    const buyer = await newPerson();
    const answers = await Promise.all([1, 2, 3, 4].map(() => placed(buyer, coupons)));
    expect(answers.map(({ refusal }) => refusal).sort()).toEqual(['coupon', 'coupon', null, null]);
    expect(await usesOf(coupon)).toBe(2);
    // Another buyer has uses of their own, and one that was given back counts no more.
    expect((await placed(await newPerson(), coupons)).refusal).toBeNull();
    const held = answers.find(({ refusal }) => refusal === null);
    expect(await expireOrder(commerce.pb, held?.id ?? '', null, commerce.now())).toBe(true);
    expect((await placed(buyer, coupons)).refusal).toBeNull();
  });
});

describe('an order expires', () => {
  it('only while it is pending', async () => {
    const buyer = await newPerson();
    const { id } = await placed(buyer);
    await pay(id, buyer.id);
    expect(await expireOrder(commerce.pb, id, null, commerce.now())).toBe(false);
    expect((await orderRow(id))['state']).toBe('paid');
    const { id: over } = await placed(buyer);
    expect(await expireOrder(commerce.pb, over, null, commerce.now())).toBe(true);
    expect(await expireOrder(commerce.pb, over, null, commerce.now())).toBe(false);
  });

  it('only with the payment page that was closed: another one may be paid at this moment', async () => {
    const buyer = await newPerson();
    const { id } = await placed(buyer);
    await commerce.pb.collection('orders').update(id, { sessionId: 'cs_second' });
    for (const closed of [null, 'cs_first'])
      expect(await expireOrder(commerce.pb, id, closed, commerce.now())).toBe(false);
    expect((await orderRow(id))['state']).toBe('pending');
    expect(await expireOrder(commerce.pb, id, 'cs_second', commerce.now())).toBe(true);
  });

  it('and its product can be bought again', async () => {
    const buyer = await newPerson();
    const { id, productId } = await placed(buyer);
    const claim = claimOf({ buyerId: buyer.id, gift: null }, productId);
    expect(await find('order_lines', 'claim = {:claim}', { claim })).toHaveLength(1);
    await expireOrder(commerce.pb, id, null, commerce.now());
    expect(await find('order_lines', 'claim = {:claim}', { claim })).toEqual([]);
  });
});

it('a gift brings what was not refunded before it was redeemed', async () => {
  const giver = await newPerson();
  const [kept, returned] = [await commerce.product(store, 900), await commerce.product(store, 500)];
  const gift = { email: 'wren@guildhall.test', message: '' };
  const outcome = await checkOut(commerce, giver, {
    ...{ productIds: [kept, returned], codes: [], gift, shownCents: 1400 },
  });
  if (outcome.kind !== 'pay') throw new Error(JSON.stringify(outcome));
  const { orderId } = outcome;
  commerce.pay(outcome.url);
  await commerce.standIn.deliveries.idle();
  const [line] = await find('order_lines', 'order = {:orderId} && product = {:returned}', {
    orderId,
    returned,
  });
  const wish = { orderId, lineId: String(line?.['id']), amountCents: null, reason: '' };
  expect(await refundOrder(commerce, { by: 'operator' }, wish)).toBeNull();
  const [mail] = await find('mails', 'mailKey = {:key}', { key: `gift:${orderId}` });
  const token = /\/gift\/([\w-]+)/.exec(String(mail?.['body']))?.[1] ?? '';
  const friend = await newPerson();
  // What is settled afterwards would take it away again; it must not be there for a moment.
  const payments = { ...commerce.payments, checkout: () => Promise.reject(new Error('away')) };
  const unreachable = { ...commerce, payments };
  expect(await takeGift(unreachable, token, friend.id)).toBeNull();
  expect((await owned(friend.id)).map(({ product }) => product)).toEqual([kept]);
});
