import { type ActionAPIContext, ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { type SellerProduct, sellerProduct } from '../../data/catalogue/seller-products.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import { moment, recordId } from '../../server/catalogue/product-input.ts';
import {
  cancelPreOrder,
  deliverProduct,
  promiseProduct,
} from '../../server/commerce/pre-order/pre-orders.ts';
import { seller } from '../catalogue/seller.ts';
import { person } from '../identity/person.ts';
import { FieldRefused } from '../kernel/field-rules.ts';
import { withPaymentProvider } from '../kernel/provider.ts';

function refused(refusal: Refusal, what: string): ActionError {
  if (refusal === 'not-found')
    return new ActionError({ code: 'NOT_FOUND', message: `There is no such ${what}.` });
  if (refusal === 'changed-meanwhile')
    return new ActionError({
      code: 'CONFLICT',
      message: 'It was changed at the same moment. Reload the page, then try again.',
    });
  if (refusal.field !== undefined) return new FieldRefused(refusal.field, refusal.sentence);
  return new ActionError({ code: 'CONFLICT', message: refusal.sentence });
}

/** A product of the seller's store. @throws ActionError NOT_FOUND */
async function productOfSeller(context: ActionAPIContext, id: string): Promise<SellerProduct> {
  const { store } = await seller(context);
  const found = await sellerProduct(context.locals.pb, store.id, id);
  if (!found) throw new ActionError({ code: 'NOT_FOUND', message: 'Your store has no such product.' });
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
