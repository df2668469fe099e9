import { ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { salesOfStore } from '../data/sales.ts';
import { REFUND_REFUSAL_TEXTS } from '../domain/refund.ts';
import { PaymentsUnavailable } from '../server/payments.ts';
import { refundOrder } from '../server/refunds.ts';
import { mayBeSeller } from './seller.ts';

const SALES_A_PAGE = 30;
const id = z.string().regex(/^[a-z0-9]{15}$/, 'There is no such sale.');

export const sales = {
  /** What my store sold, newest first; null where I have no store. */
  mine: defineAction({
    accept: 'json',
    input: z.object({ page: z.number().int().min(1).max(10_000) }),
    async handler({ page }, context) {
      const { store } = await mayBeSeller(context);
      if (!store) return null;
      const { pb } = context.locals;
      return {
        ...(await salesOfStore(pb, store.id, { page, perPage: SALES_A_PAGE })),
        perPage: SALES_A_PAGE,
      };
    },
  }),

  /** Gives back money for a line my store sold: an amount, or what is left of it. */
  refund: defineAction({
    accept: 'json',
    input: z.object({
      orderId: id,
      lineId: id,
      amountCents: z
        .number()
        .int()
        .min(1, REFUND_REFUSAL_TEXTS['amount-range'])
        .max(1_000_000_000)
        .nullable(),
      reason: z.string().trim().max(500, 'The reason may have at most 500 characters.'),
    }),
    async handler(input, context) {
      const { store } = await mayBeSeller(context);
      if (!store) throw new ActionError({ code: 'NOT_FOUND', message: REFUND_REFUSAL_TEXTS.unknown });
      const { counter } = context.locals.hall;
      try {
        const refusal = await refundOrder(counter, { by: 'seller', storeId: store.id }, input);
        if (refusal === 'unknown')
          throw new ActionError({ code: 'NOT_FOUND', message: REFUND_REFUSAL_TEXTS.unknown });
        if (refusal) throw new ActionError({ code: 'CONFLICT', message: REFUND_REFUSAL_TEXTS[refusal] });
        return { done: true };
      } catch (reason) {
        if (!(reason instanceof PaymentsUnavailable)) throw reason;
        counter.onError(reason);
        throw new ActionError({
          code: 'SERVICE_UNAVAILABLE',
          message:
            'The payment provider cannot be reached. The refund is noted and made as soon as it answers.',
        });
      }
    },
  }),
};
