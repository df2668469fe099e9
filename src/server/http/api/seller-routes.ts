import { z } from 'astro/zod';
import { addCoupon, couponOfStore, couponsOfStore, switchCoupon } from '../../../data/commerce/coupons.ts';
import { salesAfter } from '../../../data/commerce/sales.ts';
import { dateOf, instantOf } from '../../../data/kernel/fields.ts';
import { type Coupon, couponCode, couponState } from '../../../domain/commerce/coupon.ts';
import {
  COUPON_CHANGE_REFUSAL_TEXTS,
  type CouponChangeRefusal,
  couponRefusals,
} from '../../../domain/commerce/coupon-draft.ts';
import type { Sale } from '../../../domain/commerce/sale.ts';
import type { SaleFilter } from '../../../domain/commerce/sales-figures.ts';
import type { App } from '../../app/app.ts';
import { notFound, RefusalError } from '../../kernel/refusal-error.ts';
import { cursorOf, cursorText } from '../../operations/kernel/shapes.ts';
import { storeOf } from './refusals.ts';
import { type ApiRoute, privateRead, privateWrite } from './route.ts';
import {
  coupon,
  couponDraft,
  couponSwitch,
  coupons,
  momentOf,
  momentOrNull,
  noQuery,
  pageQuery,
  sales,
} from './shapes.ts';

const ALL_SALES: SaleFilter = {
  ...{ source: null, state: null, productId: null, couponCode: null, buyer: null, from: null, to: null },
};

const shownSale = (sale: Sale): z.input<typeof sales>['items'][number] => ({
  id: sale.lineId,
  source: sale.source,
  number: sale.number,
  orderId: sale.orderId,
  productId: sale.productId,
  productName: sale.productName,
  soldAt: momentOf(sale.soldAt),
  state: sale.orderState,
  listCents: sale.listCents,
  discountCents: sale.discountCents,
  couponCode: sale.couponCode,
  paidCents: sale.paidCents,
  partPercent: sale.shared?.percent ?? 100,
  commissionCents: sale.commissionCents,
  netCents: sale.netCents,
  refundedCents: sale.refundedCents,
  heldCents: sale.heldCents,
  yoursCents: sale.yoursCents,
});

const shownCoupon = (one: Coupon, now: number): z.input<typeof coupon> => ({
  id: one.id,
  code: one.code,
  state: couponState(one, now),
  percent: one.percent,
  fixedCents: one.fixedCents,
  from: momentOrNull(one.from),
  to: momentOrNull(one.to),
  minimumCents: one.minimumCents,
  maxUses: one.maxUses,
  maxUsesPerBuyer: one.maxUsesPerBuyer,
  uses: one.uses,
  scope: one.scope,
  productIds: one.productIds,
  shelfIds: one.shelfIds,
});

const instantIn = (text: string | null) => (text === null ? null : Date.parse(text));

function refused(refusal: CouponChangeRefusal): RefusalError {
  const message = COUPON_CHANGE_REFUSAL_TEXTS[refusal];
  if (refusal === 'gone') return notFound(message);
  const field = { 'code-taken': 'code', products: 'productIds', shelves: 'shelfIds', 'too-many': '' }[
    refusal
  ];
  return new RefusalError('conflict', message, field === '' ? {} : { field });
}

/** A coupon of the store as it is now. @throws RefusalError not_found */
async function storedCoupon({ pb, commerce }: App, storeId: string, couponId: string) {
  const stored = await couponOfStore(pb, storeId, couponId);
  if (!stored) throw refused('gone');
  return shownCoupon(stored, commerce.now());
}

/** What a seller reads and does, by the rules of the account pages. */
export const SELLER_ROUTES: readonly ApiRoute[] = [
  privateRead({
    path: '/sales',
    scope: 'sales.read',
    summary: 'What your store sold, products and memberships, the newest first.',
    query: z.object(pageQuery(100)),
    answer: sales,
    async handle({ app, holder, query }) {
      const cursor = cursorOf(query.after);
      const after = cursor && { at: dateOf(cursor.at), id: cursor.id };
      const found = await salesAfter(app.pb, storeOf(holder), ALL_SALES, { after, limit: query.limit });
      const { next } = found;
      return {
        items: found.sales.map(shownSale),
        next: next && cursorText({ at: instantOf(next.at) ?? 0, id: next.id }),
      };
    },
  }),

  privateRead({
    path: '/coupons',
    scope: 'coupons.write',
    summary: 'Your coupons, at most 500.',
    query: noQuery,
    answer: coupons,
    async handle({ app, holder }) {
      const now = app.commerce.now();
      return { items: (await couponsOfStore(app.pb, storeOf(holder))).map((one) => shownCoupon(one, now)) };
    },
  }),

  privateRead({
    path: '/coupons/{coupon}',
    scope: 'coupons.write',
    summary: 'One of your coupons.',
    query: noQuery,
    answer: coupon,
    handle: ({ app, holder, params }) => storedCoupon(app, storeOf(holder), params['coupon'] ?? ''),
  }),

  privateWrite({
    method: 'POST',
    path: '/coupons',
    scope: 'coupons.write',
    summary: 'Makes a coupon.',
    body: couponDraft,
    answer: coupon,
    madeAt: ({ id }) => `/coupons/${id}`,
    async handle({ app, holder, body }) {
      const storeId = storeOf(holder);
      const now = app.commerce.now();
      const draft = {
        ...body,
        code: couponCode(body.code),
        from: instantIn(body.from),
        to: instantIn(body.to),
      };
      for (const [field, sentence] of Object.entries(couponRefusals(draft, now)))
        throw new RefusalError('bad_request', sentence, { field });
      const added = await addCoupon(app.pb, storeId, draft, now);
      if ('refusal' in added) throw refused(added.refusal);
      return storedCoupon(app, storeId, added.id);
    },
  }),

  privateWrite({
    method: 'PATCH',
    path: '/coupons/{coupon}',
    scope: 'coupons.write',
    summary: 'Switches a coupon off, or on again.',
    body: couponSwitch,
    answer: coupon,
    matches: true,
    async handle({ app, holder, params, body, ifMatch }) {
      const storeId = storeOf(holder);
      const couponId = params['coupon'] ?? '';
      ifMatch(await storedCoupon(app, storeId, couponId));
      const refusal = await switchCoupon(app.pb, storeId, couponId, body.isOff, app.commerce.now());
      if (refusal) throw refused(refusal);
      return storedCoupon(app, storeId, couponId);
    },
  }),
];
