import { z } from 'astro/zod';
import { ordersOfBuyerAfter } from '../../../data/commerce/buyer-orders.ts';
import { type BuyerOrder, shownPrice, shownRefund } from '../../../domain/commerce/order.ts';
import { cursorOf, cursorText } from '../../operations/kernel/shapes.ts';
import { type ApiRoute, privateRead } from './route.ts';
import { momentOf, momentOrNull, orders, pageQuery } from './shapes.ts';

const shown = (order: BuyerOrder): z.input<typeof orders>['items'][number] => ({
  id: order.id,
  state: order.state,
  currency: order.currency,
  totalCents: order.totalCents,
  taxCents: order.taxCents,
  refundedCents: order.refundedCents,
  isGift: order.gift !== null,
  placedAt: momentOf(order.placedAt),
  paidAt: momentOrNull(order.paidAt),
  lines: order.lines.map((line) => ({
    productId: line.productId,
    productName: line.productName,
    storeName: line.storeName,
    isFree: line.free,
    listCents: line.listCents,
    discountCents: line.discountCents,
    paidCents: shownPrice(line),
    refundedCents: shownRefund(line),
  })),
});

/** What a person bought. */
export const ORDER_ROUTES: readonly ApiRoute[] = [
  privateRead({
    path: '/orders',
    scope: 'orders.read',
    summary: 'Your orders, the newest first.',
    query: z.object(pageQuery(50)),
    answer: orders,
    async handle({ app, holder, query }) {
      const cursor = cursorOf(query.after);
      const after = cursor && { placedAt: cursor.at, id: cursor.id };
      const found = await ordersOfBuyerAfter(app.pb, holder.userId, { after, limit: query.limit + 1 });
      const page = found.slice(0, query.limit);
      const last = found.length > page.length ? page.at(-1) : undefined;
      const next = last ? cursorText({ at: last.placedAt, id: last.id }) : null;
      return { items: page.map(shown), next };
    },
  }),
];
