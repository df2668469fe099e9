import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { unmatchedPayment } from '../../data/payments/unmatched-payments.ts';
import { deliverUnmatched, refundUnmatched } from '../../server/commerce/unmatched/unmatched-payments.ts';
import { requireDesk } from '../identity/desk.ts';
import { requireStepUpFor } from '../identity/step-up.ts';
import { withPaymentProvider } from '../kernel/provider.ts';
import { deskId, done, found, reason } from './desk-input.ts';

/** Payments without an order at the operator desk. */
export const deskUnmatched = {
  /** One payment, as the desk decides about it. */
  one: defineAction({
    accept: 'json',
    input: z.object({ id: deskId }),
    async handler({ id }, context) {
      await requireDesk(context, 'orders.read');
      const { email, paidCents, paymentId, orderId, state, reason, foundAt } = found(
        await unmatchedPayment(context.locals.pb, id),
      );
      return { id, email, paidCents, paymentId, orderId, state, reason, foundAt };
    },
  }),

  /** Tries to deliver it now. */
  deliver: defineAction({
    accept: 'json',
    input: z.object({ id: deskId }),
    async handler({ id }, context) {
      await requireDesk(context, 'order.refund');
      const { commerce } = context.locals.app;
      return done(await withPaymentProvider(context, () => deliverUnmatched(commerce, id)));
    },
  }),

  /** Gives all of it back to its buyer. */
  refund: defineAction({
    accept: 'json',
    input: z.object({ id: deskId, seenCents: z.number().int().min(0).max(1_000_000_000), reason }),
    async handler(input, context) {
      const staff = await requireDesk(context, 'order.refund');
      const { commerce } = context.locals.app;
      return done(
        await withPaymentProvider(context, () =>
          refundUnmatched(commerce, staff, input, (cents) => requireStepUpFor(context, cents)),
        ),
      );
    },
  }),
};
