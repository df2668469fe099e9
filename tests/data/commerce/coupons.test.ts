import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCoupon,
  changeCoupon,
  couponOfStore,
  couponsOfStore,
  switchCoupon,
} from '../../../src/data/commerce/coupons.ts';
import { COUPONS_MAX, type CouponDraft } from '../../../src/domain/commerce/coupon-draft.ts';
import { openTestWorld, type TestWorld } from '../../dev/world/world.ts';

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

let world: TestWorld;
let made = 0;

beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

const openStore = () => world.store(`store-${++made}`);

function product(store: string): Promise<string> {
  made++;
  return world.row('products', {
    store,
    name: `Model ${made}`,
    slug: `m-${made}`,
    state: 'draft',
    priceCents: 500,
  });
}

async function coupon(store: string, changes: Partial<CouponDraft> = {}): Promise<string> {
  const added = await addCoupon(world.pb, store, { ...DRAFT, ...changes }, NOW);
  if ('refusal' in added) throw new Error(added.refusal);
  return added.id;
}

describe('a coupon is made', () => {
  it('and is read as it was written', async () => {
    const store = await openStore();
    const [golem, shelf] = [
      await product(store),
      await world.row('shelves', { store, slug: 'ruins', name: 'Ruins' }),
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
      expect(await couponOfStore(world.pb, store, id)).toEqual({
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
    expect(await addCoupon(world.pb, store, DRAFT, NOW)).toEqual({ refusal: 'code-taken' });
  });

  it('not for another store’s products or shelves, nor for some that are gone', async () => {
    const [store, other] = [await openStore(), await openStore()];
    const [own, theirs] = [await product(store), await product(other)];
    const shelf = await world.row('shelves', { store: other, slug: 'ruins', name: 'Ruins' });
    const wrong: [Partial<CouponDraft>, string][] = [
      [{ scope: 'products', productIds: [own, theirs] }, 'products'],
      [{ scope: 'products', productIds: [own, 'a'.repeat(15)] }, 'products'],
      [{ scope: 'shelves', shelfIds: [shelf] }, 'shelves'],
    ];
    const id = await coupon(store, { code: 'BEFORE' });
    for (const [changes, refusal] of wrong) {
      expect(await addCoupon(world.pb, store, { ...DRAFT, ...changes }, NOW)).toEqual({ refusal });
      expect(await changeCoupon(world.pb, store, id, { ...DRAFT, ...changes }, NOW)).toBe(refusal);
    }
    expect(await couponsOfStore(world.pb, store)).toMatchObject([
      { ...DRAFT, code: 'BEFORE', id, storeId: store, uses: 0, off: false },
    ]);
  });

  it('not as one too many of a store', async () => {
    const store = await openStore();
    const batch = world.pb.createBatch();
    for (let at = 1; at < COUPONS_MAX; at++)
      batch.collection('coupons').create({ store, code: `CODE${at}`, percent: 5, scope: 'all' });
    await world.pb.settings.update({ batch: { enabled: true, maxRequests: COUPONS_MAX, timeout: 30 } });
    await batch.send();
    await coupon(store, { code: 'THELAST' });
    expect(await addCoupon(world.pb, store, DRAFT, NOW)).toEqual({ refusal: 'too-many' });
  });
});

describe('a coupon is changed', () => {
  it('in all but its code and its uses', async () => {
    const store = await openStore();
    const id = await coupon(store);
    await world.pb.collection('coupons').update(id, { uses: 7 });
    const next = { ...DRAFT, code: 'OTHER', percent: null, fixedCents: 500, maxUses: 9 };
    expect(await changeCoupon(world.pb, store, id, next, NOW)).toBeNull();
    expect(await couponOfStore(world.pb, store, id)).toMatchObject({
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
    expect(await changeCoupon(world.pb, other, id, { ...DRAFT, percent: 100 }, NOW)).toBe('gone');
    expect(await switchCoupon(world.pb, other, id, true, NOW)).toBe('gone');
    expect(await couponOfStore(world.pb, other, id)).toBeNull();
    expect(await couponsOfStore(world.pb, other)).toEqual([]);
    expect(await switchCoupon(world.pb, store, id, true, NOW)).toBeNull();
    expect(await couponOfStore(world.pb, store, id)).toMatchObject({ off: true, percent: 25 });
    expect(await switchCoupon(world.pb, store, id, false, NOW)).toBeNull();
    expect(await couponOfStore(world.pb, store, id)).toMatchObject({ off: false });
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
    const id = await world.row('orders', { state, currency: 'usd', ...keys });
    for (const [position, line] of lines.entries())
      await world.row('order_lines', { order: id, position, store, ...line });
  };
  const line = { coupon: used, paidCents: 750, discountCents: 250 };
  await order('paid', [line, line, { paidCents: 9900 }]);
  await order('partly_refunded', [{ ...line, refundedCents: 50 }]);
  await order('refunded', [{ ...line, refundedCents: 750 }]);
  await order('pending', [line]);
  await order('expired', [line]);
  const results = new Map((await couponsOfStore(world.pb, store)).map((known) => [known.id, known.result]));
  expect(results).toEqual(
    new Map([
      [used, { orders: 3, paidCents: 2200, discountCents: 1000 }],
      [unused, { orders: 0, paidCents: 0, discountCents: 0 }],
    ]),
  );
});
