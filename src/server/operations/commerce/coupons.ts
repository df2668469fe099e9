import { z } from 'astro/zod';
import { addCoupon, couponOfStore, couponsOfStore, switchCoupon } from '../../../data/commerce/coupons.ts';
import { COUPON_STATES, type Coupon, couponCode, couponState } from '../../../domain/commerce/coupon.ts';
import {
  COUPON_CHANGE_REFUSAL_TEXTS,
  COUPON_PRODUCTS_MAX,
  COUPON_SHELVES_MAX,
  type CouponChangeRefusal,
  couponRefusals,
} from '../../../domain/commerce/coupon-draft.ts';
import type { App } from '../../app/app.ts';
import { fieldRefused, refusedFor } from '../../kernel/refusal-error.ts';
import { ANSWERED } from '../kernel/names.ts';
import { type Doer, operation } from '../kernel/operation.ts';
import { cents, count, id, instant, text } from '../kernel/shapes.ts';

/** The coupons of a store. */

const momentIn = z.iso
  .datetime()
  .nullable()
  .default(null)
  .transform((written) => (written === null ? null : Date.parse(written)));
const limitIn = z.int().nullable().default(null);
const coupon = z
  .object({
    id,
    code: text,
    state: z.enum(COUPON_STATES),
    percent: z.number().nullable(),
    fixedCents: cents.nullable(),
    from: instant.nullable(),
    to: instant.nullable(),
    minimumCents: cents,
    maxUses: count.nullable(),
    maxUsesPerBuyer: count.nullable(),
    uses: count,
    scope: text,
    productIds: z.array(id),
    shelfIds: z.array(id),
  })
  .register(ANSWERED, { id: 'Coupon' });

/** What was refused of a change. */
export const couponRefused = (refusal: CouponChangeRefusal) =>
  refusedFor(refusal, COUPON_CHANGE_REFUSAL_TEXTS, {
    gone: 'not_found',
    'code-taken': { field: 'code' },
    products: { field: 'productIds' },
    shelves: { field: 'shelfIds' },
  });

const stateNow = (app: App, one: Coupon) => ({ ...one, state: couponState(one, app.commerce.now()) });

/** A coupon of the store as it is now. @throws RefusalError not_found */
async function ownCoupon(app: App, { storeId }: Doer, couponId: string) {
  const stored = await couponOfStore(app.pb, storeId, couponId);
  if (!stored) throw couponRefused('gone');
  return stateNow(app, stored);
}

const one = operation({
  summary: 'One of your coupons.',
  who: 'seller',
  api: { method: 'GET', path: '/coupons/{coupon:id}', scope: 'coupons.write' },
  input: z.object({ id }),
  answer: coupon,
  run: ({ app, doer, input }) => ownCoupon(app, doer, input.id),
});

export const couponOperations = {
  list: operation({
    summary: 'Your coupons, at most 500.',
    who: 'seller',
    api: { method: 'GET', path: '/coupons', scope: 'coupons.write' },
    input: z.object({}),
    answer: z.object({ items: z.array(coupon) }).register(ANSWERED, { id: 'CouponList' }),
    async run({ app, doer }) {
      const own = await couponsOfStore(app.pb, doer.storeId);
      return { items: own.map((each) => stateNow(app, each)) };
    },
  }),

  one,

  create: operation({
    summary: 'Makes a coupon.',
    who: 'seller',
    api: {
      method: 'POST',
      path: '/coupons',
      scope: 'coupons.write',
      takes: 'NewCoupon',
      madeAt: (made: Coupon) => `/coupons/${made.id}`,
    },
    input: z.object({
      code: z.string().max(200).transform(couponCode),
      percent: z.number().nullable().default(null),
      fixedCents: z.number().nullable().default(null),
      from: momentIn,
      to: momentIn,
      minimumCents: z.number().default(0),
      maxUses: limitIn,
      maxUsesPerBuyer: limitIn,
      scope: z.enum(['all', 'products', 'shelves']).default('all'),
      productIds: z
        .array(id)
        .max(COUPON_PRODUCTS_MAX * 2)
        .default([]),
      shelfIds: z
        .array(id)
        .max(COUPON_SHELVES_MAX * 2)
        .default([]),
    }),
    answer: coupon,
    async run({ app, doer, input }) {
      const now = app.commerce.now();
      for (const [field, sentence] of Object.entries(couponRefusals(input, now)))
        throw fieldRefused(field, sentence);
      const added = await addCoupon(app.pb, doer.storeId, input, now);
      if ('refusal' in added) throw couponRefused(added.refusal);
      return ownCoupon(app, doer, added.id);
    },
  }),

  switch: operation({
    summary: 'Switches a coupon off, or on again.',
    who: 'seller',
    api: {
      method: 'PATCH',
      path: '/coupons/{coupon:id}',
      scope: 'coupons.write',
      takes: 'CouponChange',
      matches: one,
    },
    input: z.object({ id, isOff: z.boolean() }),
    answer: coupon,
    async run({ app, doer, input }) {
      const now = app.commerce.now();
      const refusal = await switchCoupon(app.pb, doer.storeId, input.id, input.isOff, now);
      if (refusal) throw couponRefused(refusal);
      return ownCoupon(app, doer, input.id);
    },
  }),
};
