import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { saleChoices, salesOfStore } from '../../data/commerce/sales.ts';
import { REFUND_REFUSAL_TEXTS, type RefundRefusal } from '../../domain/commerce/refund.ts';
import { SALE_STATE_FILTERS, type SaleStateFilter } from '../../domain/commerce/sales-figures.ts';
import { INCOME_SOURCES } from '../../domain/payments/income.ts';
import { refundOrder } from '../../server/commerce/refunds.ts';
import { figuresOfSales, tableOfSales } from '../../server/commerce/sales.ts';
import { refusedFor } from '../../server/kernel/refusal-error.ts';
import { seller, sellerIfAny } from '../catalogue/seller.ts';
import { requireStepUpFor } from '../identity/step-up.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { withPaymentProvider } from '../kernel/provider.ts';
import { textInput } from '../kernel/text-input.ts';

const SALES_A_PAGE = 30;
const id = recordIdInput('There is no such sale.');

/** The years 2000 to 2100. */
const instant = z.number().int().min(946_684_800_000).max(4_102_444_800_000);
const filter = z
  .object({
    source: z.enum(INCOME_SOURCES).nullable().default(null),
    state: z.enum(Object.keys(SALE_STATE_FILTERS) as [SaleStateFilter]).nullable(),
    productId: id.nullable(),
    couponCode: z
      .string()
      .regex(/^[A-Z0-9]{1,40}$/, 'There is no such coupon.')
      .nullable(),
    buyer: z
      .string()
      .regex(/^[a-z0-9_-]{1,32}$/, 'There is no such buyer.')
      .nullable(),
    from: instant.nullable(),
    to: instant.nullable(),
  })
  .strict();

/** A place in the list of sales. */
const place = z
  .object({ at: z.string().regex(/^[\d :.Z-]{0,24}$/, 'There is no such place in the list.'), id })
  .strict();

const refused = (refusal: RefundRefusal) =>
  refusedFor(refusal, REFUND_REFUSAL_TEXTS, { unknown: 'not_found' });

export const sales = {
  /** My store's sales, newest first; null if I have no store. */
  mine: defineAction({
    accept: 'json',
    input: z.object({ page: z.number().int().min(1).max(10_000), filter }),
    async handler({ page, filter }, context) {
      const { store } = await sellerIfAny(context);
      if (!store) return null;
      const { pb } = context.locals;
      const found = await salesOfStore(pb, store.id, filter, { page, perPage: SALES_A_PAGE });
      return { sales: found.sales, total: found.total, perPage: SALES_A_PAGE };
    },
  }),

  /** Figures of these sales, and page views of the same period; views are null if the filter does not apply to them. */
  figures: defineAction({
    accept: 'json',
    input: filter,
    async handler(saleFilter, context) {
      const { store } = await seller(context);
      const { pb, app } = context.locals;
      return figuresOfSales(pb, store.id, saleFilter, app.commerce.now());
    },
  }),

  /** A part of these sales as CSV, and where the next one begins: the parts are joined by line breaks. */
  csv: defineAction({
    accept: 'json',
    input: filter.extend({ after: place.nullable().default(null) }),
    async handler({ after, ...saleFilter }, context) {
      const { store } = await seller(context);
      return tableOfSales(context.locals.pb, store.id, saleFilter, after);
    },
  }),

  /** Choices for the sales filters. */
  choices: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      return saleChoices(context.locals.pb, store.id);
    },
  }),

  /** Refunds a line that my store sold: an amount, or what is left of it. */
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
      reason: textInput(500, 'The reason may have at most 500 characters.'),
    }),
    async handler(input, context) {
      const { store } = await sellerIfAny(context);
      if (!store) throw refused('unknown');
      const { commerce } = context.locals.app;
      const refusal = await withPaymentProvider(
        context,
        () =>
          refundOrder(commerce, { by: 'seller', storeId: store.id }, input, (cents) =>
            requireStepUpFor(context, cents),
          ),
        'The refund is recorded and will be made as soon as it answers.',
      );
      if (refusal) throw refused(refusal);
      return { done: true };
    },
  }),
};
