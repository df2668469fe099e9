import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { deskOrders as listOrders } from '../../data/desk/orders.ts';
import { noteReading } from '../../data/desk/readings.ts';
import { EVIDENCE_LABELS, EVIDENCE_WORDS_MAX } from '../../domain/commerce/dispute/evidence.ts';
import { answerDispute, evidencePack } from '../../server/desk/dispute-answers.ts';
import { deskOrder, refundAtDesk } from '../../server/desk/order-refunds.ts';
import { requireDesk } from '../identity/desk.ts';
import { requireStepUpFor } from '../identity/step-up.ts';
import { withPaymentProvider } from '../kernel/provider.ts';
import { textInput } from '../kernel/text-input.ts';
import { DESK_PAGE, deskId, done, found, place, reason, searchText } from './desk-input.ts';

/** Orders at the operator desk. */
export const deskOrders = {
  /** A page of orders: the newest, or those that the text names. */
  list: defineAction({
    accept: 'json',
    input: z.object({ text: searchText, after: place }),
    async handler({ text, after }, context) {
      await requireDesk(context, 'orders.read');
      return listOrders(context.locals.pb, text, after, DESK_PAGE);
    },
  }),

  /** One order with what is left of each line. */
  one: defineAction({
    accept: 'json',
    input: z.object({ id: deskId }),
    async handler({ id }, context) {
      const staff = await requireDesk(context, 'orders.read');
      const { commerce } = context.locals.app;
      const order = found(await deskOrder(commerce, id));
      const page = { deed: 'orders.read', collection: 'orders', record: id, detail: '' } as const;
      await noteReading(commerce.pb, staff, page, commerce.now());
      return order;
    },
  }),

  /** The evidence of an order as it would be handed in now, in titled texts. */
  evidence: defineAction({
    accept: 'json',
    input: z.object({ id: deskId }),
    async handler({ id }, context) {
      await requireDesk(context, 'orders.read');
      const pack = found(await evidencePack(context.locals.app.commerce, id, ''));
      return {
        texts: (Object.keys(EVIDENCE_LABELS) as (keyof typeof EVIDENCE_LABELS)[]).map((field) => ({
          title: EVIDENCE_LABELS[field],
          text: pack[field],
        })),
      };
    },
  }),

  /** Hands in the evidence of a disputed order at the payment provider, once. */
  answer: defineAction({
    accept: 'json',
    input: z.object({
      orderId: deskId,
      disputeId: deskId,
      words: textInput(EVIDENCE_WORDS_MAX, `Use at most ${EVIDENCE_WORDS_MAX} characters.`),
    }),
    async handler(input, context) {
      const staff = await requireDesk(context, 'dispute.answer');
      const { commerce } = context.locals.app;
      done(await withPaymentProvider(context, () => answerDispute(commerce, staff, input)));
      return found(await deskOrder(commerce, input.orderId));
    },
  }),

  /** Refunds what is left of an order, or of one line. */
  refund: defineAction({
    accept: 'json',
    input: z.object({
      orderId: deskId,
      lineId: deskId.nullable(),
      seenCents: z.number().int().min(0).max(1_000_000_000),
      reason,
    }),
    async handler(input, context) {
      const staff = await requireDesk(context, 'order.refund');
      const { commerce } = context.locals.app;
      done(
        await withPaymentProvider(context, () =>
          refundAtDesk(commerce, staff, input, (cents) => requireStepUpFor(context, cents)),
        ),
      );
      return found(await deskOrder(commerce, input.orderId));
    },
  }),
};
