import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCoupon,
  changeCoupon,
  couponOfStore,
  couponsOfStore,
  switchCoupon,
} from '../../../src/data/commerce/coupons.ts';
import { COUPONS_MAX, type CouponDraft } from '../../../src/domain/commerce/coupon-draft.ts';
import { openTestBackend, type TestBackend } from '../../dev/world/backend.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const DRAFT: CouponDraft = {
  code: 'SPRING25',
  percent: 25,
  fixedCents: null,
  from: null,
  to: null,
  minimumCents: 0,
  maxUses: null,
  maxUsesPerBuyer: null,
  scope: 'all',
  productIds: [],
  shelfIds: [],
};

let backend: TestBackend;
let made = 0;

beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

async function row(collection: string, data: object): Promise<string> {
  return (await backend.pb.collection(collection).create(data)).id;
}

async function openStore(): Promise<string> {
  made++;
  const name = `seller-${made}`;
  const password = 'a password of the tests';
  const email = `${name}@guildhall.test`;
  const owner = await row('users', { email, username: name, password, passwordConfirm: password });
  return row('stores', { owner, slug: name, name, state: 'open' });
}

function product(store: string): Promise<string> {
  made++;
  return row('products', {
    store,
    name: `Model ${made}`,
    slug: `m-${made}`,
    state: 'draft',
    priceCents: 500,
  });
}

async function coupon(store: string, changes: Partial<CouponDraft> = {}): Promise<string> {
  const added = await addCoupon(backend.pb, store, { ...DRAFT, ...changes }, NOW);
  if ('refusal' in added) throw new Error(added.refusal);
  return added.id;
}

describe('a coupon is made', () => {
  it('and read as it was written', async () => {
    const store = await openStore();
    const [golem, shelf] = [
      await product(store),
      await row('shelves', { store, slug: 'ruins', name: 'Ruins' }),
    ];
    const limits = { from: NOW, to: NOW + 60_000, minimumCents: 1200, maxUses: 100, maxUsesPerBuyer: 1 };
    const scoped = { productIds: [golem], shelfIds: [shelf] };
    const drafts: CouponDraft[] = [
      DRAFT,
      { ...DRAFT, code: 'FIXED', percent: null, fixedCents: 300, ...limits },
      { ...DRAFT, code: 'MODELS', scope: 'products', productIds: [golem] },
      { ...DRAFT, code: 'SHELF', scope: 'shelves', shelfIds: [shelf] },
    ];
    for (const draft of drafts) {
      // Ids that belong to another scope are not stored.
      const id = await coupon(store, { ...scoped, ...draft });
      expect(await couponOfStore(backend.pb, store, id)).toEqual({
        ...draft,
        id,
        storeId: store,
        uses: 0,
        off: false,
      });
    }
  });

  it('not twice with one code in a store, but in two stores', async () => {
    const [store, other] = [await openStore(), await openStore()];
    await coupon(store);
    await coupon(other);
    expect(await addCoupon(backend.pb, store, DRAFT, NOW)).toEqual({ refusal: 'code-taken' });
  });

  it('not for another store’s products or shelves, nor for some that are gone', async () => {
    const [store, other] = [await openStore(), await openStore()];
    const [own, theirs] = [await product(store), await product(other)];
    const shelf = await row('shelves', { store: other, slug: 'ruins', name: 'Ruins' });
    const wrong: [Partial<CouponDraft>, string][] = [
      [{ scope: 'products', productIds: [own, theirs] }, 'products'],
      [{ scope: 'products', productIds: [own, 'a'.repeat(15)] }, 'products'],
      [{ scope: 'shelves', shelfIds: [shelf] }, 'shelves'],
    ];
    const id = await coupon(store, { code: 'BEFORE' });
    for (const [changes, refusal] of wrong) {
      expect(await addCoupon(backend.pb, store, { ...DRAFT, ...changes }, NOW)).toEqual({ refusal });
      expect(await changeCoupon(backend.pb, store, id, { ...DRAFT, ...changes }, NOW)).toBe(refusal);
    }
    expect(await couponsOfStore(backend.pb, store)).toMatchObject([
      { ...DRAFT, code: 'BEFORE', id, storeId: store, uses: 0, off: false },
    ]);
  });

  it('not as one too many of a store', async () => {
    const store = await openStore();
    const batch = backend.pb.createBatch();
    for (let at = 1; at < COUPONS_MAX; at++)
      batch.collection('coupons').create({ store, code: `CODE${at}`, percent: 5, scope: 'all' });
    await backend.pb.settings.update({ batch: { enabled: true, maxRequests: COUPONS_MAX, timeout: 30 } });
    await batch.send();
    await coupon(store, { code: 'THELAST' });
    expect(await addCoupon(backend.pb, store, DRAFT, NOW)).toEqual({ refusal: 'too-many' });
  });
});

describe('a coupon is changed', () => {
  it('in all but its code and its uses', async () => {
    const store = await openStore();
    const id = await coupon(store);
    await backend.pb.collection('coupons').update(id, { uses: 7 });
    const next = { ...DRAFT, code: 'OTHER', percent: null, fixedCents: 500, maxUses: 9 };
    expect(await changeCoupon(backend.pb, store, id, next, NOW)).toBeNull();
    expect(await couponOfStore(backend.pb, store, id)).toMatchObject({
      code: 'SPRING25',
      uses: 7,
      percent: null,
      fixedCents: 500,
      maxUses: 9,
    });
  });

  it('and switched, by its own store only', async () => {
    const [store, other] = [await openStore(), await openStore()];
    const id = await coupon(store);
    expect(await changeCoupon(backend.pb, other, id, { ...DRAFT, percent: 100 }, NOW)).toBe('gone');
    expect(await switchCoupon(backend.pb, other, id, true, NOW)).toBe('gone');
    expect(await couponOfStore(backend.pb, other, id)).toBeNull();
    expect(await couponsOfStore(backend.pb, other)).toEqual([]);
    expect(await switchCoupon(backend.pb, store, id, true, NOW)).toBeNull();
    expect(await couponOfStore(backend.pb, store, id)).toMatchObject({ off: true, percent: 25 });
    expect(await switchCoupon(backend.pb, store, id, false, NOW)).toBeNull();
    expect(await couponOfStore(backend.pb, store, id)).toMatchObject({ off: false });
  });
});

it('sums a coupon’s results over paid orders, less refunds', async () => {
  const [store, other] = [await openStore(), await openStore()];
  const used = await coupon(store);
  const unused = await coupon(store, { code: 'UNUSED' });
  await coupon(other);
  const order = async (state: string, lines: object[]) => {
    made++;
    const at = new Date(NOW).toISOString();
    const keys = { fingerprint: `f${made}`, checkoutKey: `k${made}`, placedAt: at, expiresAt: at };
    const id = await row('orders', { state, currency: 'usd', ...keys });
    for (const [position, line] of lines.entries())
      await row('order_lines', { order: id, position, store, ...line });
  };
  const line = { coupon: used, paidCents: 750, discountCents: 250 };
  await order('paid', [line, line, { paidCents: 9900 }]);
  await order('partly_refunded', [{ ...line, refundedCents: 50 }]);
  await order('refunded', [{ ...line, refundedCents: 750 }]);
  await order('pending', [line]);
  await order('expired', [line]);
  const results = new Map((await couponsOfStore(backend.pb, store)).map((known) => [known.id, known.result]));
  expect(results).toEqual(
    new Map([
      [used, { orders: 3, paidCents: 2200, discountCents: 1000 }],
      [unused, { orders: 0, paidCents: 0, discountCents: 0 }],
    ]),
  );
});
