import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { productChoices } from '../../data/catalogue/product-choices.ts';
import { shelvesOfStore } from '../../data/catalogue/stores.ts';
import { couponOfStore, couponsOfStore } from '../../data/commerce/coupons.ts';
import { couponCode } from '../../domain/commerce/coupon.ts';
import {
  byUsefulness,
  COUPON_NAMES_MAX,
  COUPON_PRODUCTS_MAX,
  COUPON_SHELVES_MAX,
  couponRefusals,
} from '../../domain/commerce/coupon-draft.ts';
import { rewriteCoupon } from '../../server/commerce/coupons.ts';
import { fieldRefused } from '../../server/kernel/refusal-error.ts';
import { couponRefused, couponOperations as operations } from '../../server/operations/commerce/coupons.ts';
import { seller } from '../catalogue/seller.ts';
import { sellerAction } from '../catalogue/seller-action.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

const id = recordIdInput();
/** Until the year 2100: within the range of stored dates. */
const instant = z.number().int().min(0).max(4_102_444_800_000).nullable();
const number = z.number().nullable();
const draft = z
  .object({
    percent: number,
    fixedCents: number,
    from: instant,
    to: instant,
    minimumCents: z.number(),
    maxUses: number,
    maxUsesPerBuyer: number,
    // Guild tiers have no codes yet.
    scope: z.enum(['all', 'products', 'shelves']),
    productIds: z.array(id).max(COUPON_PRODUCTS_MAX * 2),
    shelfIds: z.array(id).max(COUPON_SHELVES_MAX * 2),
  })
  .strict();

export const coupons = {
  /** My coupons with their results, active ones first, then the newest; and my shelves. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      const [own, shelves] = await Promise.all([couponsOfStore(pb, store.id), shelvesOfStore(pb, store.id)]);
      return { coupons: byUsefulness(own, context.locals.app.commerce.now()), shelves };
    },
  }),

  /** One of my coupons, with the names of its products where they are few, and all shelves; without an id only these. */
  one: defineAction({
    accept: 'json',
    input: z.object({ id: id.optional() }),
    async handler(input, context) {
      const { store } = await seller(context);
      const { pb } = context.locals;
      const [coupon, shelves] = await Promise.all([
        input.id === undefined ? null : couponOfStore(pb, store.id, input.id),
        shelvesOfStore(pb, store.id),
      ]);
      if (input.id !== undefined && !coupon) throw couponRefused('gone');
      const among = coupon && coupon.productIds.length <= COUPON_NAMES_MAX ? coupon.productIds : [];
      const { products } = await productChoices(pb, store.id, { text: '', among }, null, COUPON_NAMES_MAX);
      return { coupon, names: products.map(({ id: productId, name }) => ({ id: productId, name })), shelves };
    },
  }),

  add: sellerAction(operations.create, {
    input: draft
      .extend({ code: z.string().max(200).transform(couponCode) })
      .superRefine(checkedBy((coupon) => couponRefusals(coupon, Date.now()))),
    asked: (sent) => sent,
    shown: ({ id: couponId }) => ({ id: couponId }),
  }),

  /** Changes a coupon; its code stays. */
  change: defineAction({
    accept: 'json',
    // Whether its end may be in the past depends on the stored coupon; rewriteCoupon checks that.
    input: draft
      .extend({ id })
      .superRefine(checkedBy((coupon) => couponRefusals(coupon, Date.now(), { to: coupon.to }))),
    async handler({ id: couponId, ...change }, context) {
      const { store } = await seller(context);
      const { pb, app } = context.locals;
      const outcome = await rewriteCoupon(pb, store.id, couponId, change, app.commerce.now());
      if (outcome && 'to' in outcome) throw fieldRefused('to', outcome.to);
      if (outcome) throw couponRefused(outcome.refusal);
      return { id: couponId };
    },
  }),

  switch: sellerAction(operations.switch, {
    input: z.object({ id, off: z.boolean() }),
    asked: ({ id: couponId, off }) => ({ id: couponId, isOff: off }),
    shown: ({ off }) => ({ off }),
  }),
};
