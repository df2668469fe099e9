import { z } from 'astro/zod';
import { salesAfter } from '../../../data/commerce/sales.ts';
import { dateOf, instantOf } from '../../../data/kernel/fields.ts';
import { ORDER_STATES } from '../../../domain/commerce/order.ts';
import type { SaleFilter } from '../../../domain/commerce/sales-figures.ts';
import { INCOME_SOURCES } from '../../../domain/payments/income.ts';
import { ANSWERED } from '../kernel/names.ts';
import { operation } from '../kernel/operation.ts';
import { cents, cursorOf, cursorText, id, instant, next, pageQuery, text } from '../kernel/shapes.ts';

/** What a store sold. The page of sales has a filter and numbered pages, so its action is its own. */

const ALL_SALES: SaleFilter = {
  ...{ source: null, state: null, productId: null, couponCode: null, buyer: null, from: null, to: null },
};

const sale = z
  .object({
    id,
    source: z.enum(INCOME_SOURCES),
    number: text.describe('Of the order, or of the member’s invoice.'),
    orderId: id.nullable(),
    productId: id.nullable(),
    productName: text.describe('For a membership guild and tier.'),
    soldAt: instant,
    state: z.enum(ORDER_STATES),
    listCents: cents,
    discountCents: cents,
    couponCode: text.nullable(),
    paidCents: cents.describe('Without tax.'),
    partPercent: z
      .int()
      .describe('Your part of the sale, 100 unless two stores share it; amounts are of your part.'),
    commissionCents: cents,
    netCents: z.int(),
    refundedCents: cents,
    heldCents: z.int(),
    yoursCents: z.int(),
  })
  .register(ANSWERED, { id: 'Sale' });

export const saleOperations = {
  list: operation({
    summary: 'What your store sold, products and memberships, the newest first.',
    who: 'seller',
    api: { method: 'GET', path: '/sales', scope: 'sales.read' },
    input: z.object(pageQuery(100)),
    answer: z.object({ items: z.array(sale), next }).register(ANSWERED, { id: 'SaleList' }),
    async run({ app, doer, input }) {
      const cursor = cursorOf(input.after);
      const after = cursor && { at: dateOf(cursor.at), id: cursor.id };
      const found = await salesAfter(app.pb, doer.storeId, ALL_SALES, { after, limit: input.limit });
      return {
        items: found.sales.map((one) => ({
          ...one,
          id: one.lineId,
          state: one.orderState,
          partPercent: one.shared?.percent ?? 100,
        })),
        next: found.next && cursorText({ at: instantOf(found.next.at) ?? 0, id: found.next.id }),
      };
    },
  }),
};
