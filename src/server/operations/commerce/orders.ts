import { z } from 'astro/zod';
import { ordersOfBuyerAfter } from '../../../data/commerce/buyer-orders.ts';
import { ORDER_STATES, shownPrice, shownRefund } from '../../../domain/commerce/order.ts';
import { ANSWERED } from '../kernel/names.ts';
import { operation } from '../kernel/operation.ts';
import { cents, cursorOf, cursorText, id, instant, next, pageQuery, text } from '../kernel/shapes.ts';

/** What a person bought. The page has numbered pages, receipts and refunds, so its actions are its own. */

const orderLine = z
  .object({
    productId: id.nullable(),
    productName: text,
    storeName: text,
    isFree: z.boolean(),
    listCents: cents,
    discountCents: cents,
    paidCents: cents.describe('The price as it was shown, with the tax it contained.'),
    refundedCents: cents,
  })
  .register(ANSWERED, { id: 'OrderLine' });
const order = z
  .object({
    id,
    state: z.enum(ORDER_STATES),
    currency: z.string().regex(/^[a-z]{3}$/),
    totalCents: cents,
    taxCents: cents,
    refundedCents: cents,
    isGift: z.boolean(),
    placedAt: instant,
    paidAt: instant.nullable(),
    lines: z.array(orderLine),
  })
  .register(ANSWERED, { id: 'Order' });

export const orderOperations = {
  list: operation({
    summary: 'Your orders, the newest first.',
    who: 'person',
    api: { method: 'GET', path: '/orders', scope: 'orders.read' },
    input: z.object(pageQuery(50)),
    answer: z.object({ items: z.array(order), next }).register(ANSWERED, { id: 'OrderList' }),
    async run({ app, doer, input: { after: written, limit } }) {
      const cursor = cursorOf(written);
      const after = cursor && { placedAt: cursor.at, id: cursor.id };
      const found = await ordersOfBuyerAfter(app.pb, doer.userId, { after, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = found.length > page.length ? page.at(-1) : undefined;
      return {
        items: page.map((one) => ({
          ...one,
          isGift: one.gift !== null,
          lines: one.lines.map((line) => ({
            ...line,
            isFree: line.free,
            paidCents: shownPrice(line),
            refundedCents: shownRefund(line),
          })),
        })),
        next: last ? cursorText({ at: last.placedAt, id: last.id }) : null,
      };
    },
  }),
};
