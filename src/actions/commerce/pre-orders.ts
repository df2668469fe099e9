import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { type SellerProduct, sellerProduct } from '../../data/catalogue/seller-products.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import { moment, recordId } from '../../server/catalogue/product-input.ts';
import {
  cancelPreOrder,
  deliverProduct,
  promiseProduct,
} from '../../server/commerce/pre-order/pre-orders.ts';
import { notFound, refusedBy } from '../../server/kernel/refusal-error.ts';
import { seller } from '../catalogue/seller.ts';
import { person } from '../identity/person.ts';
import { withPaymentProvider } from '../kernel/provider.ts';

const SENTENCES = {
  'not-found': 'There is no such {what}.',
  'changed-meanwhile': 'It was changed at the same moment. Reload the page, then try again.',
};
const refused = (refusal: Refusal, what: string) => refusedBy(refusal, SENTENCES, { what });

/** A product of the seller's store. @throws RefusalError not_found */
async function productOfSeller(context: ActionAPIContext, id: string): Promise<SellerProduct> {
  const { store } = await seller(context);
  const found = await sellerProduct(context.locals.pb, store.id, id);
  if (!found) throw notFound('Your store has no such product.');
  return found;
}

export const preOrders = {
  /** Promises a product for a day, moves that day, or takes the promise back. */
  promise: defineAction({
    accept: 'json',
    input: z.object({ id: recordId, promisedDay: moment.nullable() }),
    async handler({ id, promisedDay }, context) {
      const { product } = await productOfSeller(context, id);
      const refusal = await promiseProduct(context.locals.app.commerce, product, promisedDay);
      if (refusal !== null) throw refused(refusal, 'pre-order');
      return productOfSeller(context, id);
    },
  }),

  /** Delivers a product that was sold as a pre-order. */
  deliver: defineAction({
    accept: 'json',
    input: z.object({ id: recordId }),
    async handler({ id }, context) {
      const { product } = await productOfSeller(context, id);
      const refusal = await deliverProduct(context.locals.app.commerce, product);
      if (refusal !== null) throw refused(refusal, 'pre-order');
      return productOfSeller(context, id);
    },
  }),

  /** Cancels a pre-ordered line of an order of mine, for a full refund. */
  cancel: defineAction({
    accept: 'json',
    input: z.object({ orderId: recordId, lineId: recordId }),
    async handler(wish, context) {
      const { user } = person(context);
      const refusal = await withPaymentProvider(
        context,
        () => cancelPreOrder(context.locals.app.commerce, user.id, wish),
        'If the refund had begun, it is finished by itself.',
      );
      if (refusal !== null) throw refused(refusal, 'order');
      return {};
    },
  }),
};
