import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { type PayoutLine, type SellerMoney, withoutBank } from '../../domain/commerce/payout.ts';
import { payoutLines, sellerMoney } from '../../server/commerce/payouts.ts';
import { seller, sellerIfAny } from '../catalogue/seller.ts';
import { withPaymentProvider } from '../kernel/provider.ts';

export const payouts = {
  /** My store's balances, holds and payouts. Null if I have no store. */
  mine: defineAction({
    accept: 'json',
    async handler(
      _input,
      context,
    ): Promise<{ money: (SellerMoney & { isPartial: boolean; now: number }) | null }> {
      const { store } = await sellerIfAny(context);
      if (!store) return { money: null };
      const { commerce } = context.locals.app;
      const money = await sellerMoney(commerce, store.id);
      return { money: context.locals.look && money ? withoutBank(money) : money };
    },
  }),

  /** The sales behind one of my payouts. */
  lines: defineAction({
    accept: 'json',
    input: z.object({ payoutId: z.string().regex(/^po_\w{1,90}$/, 'There is no such payout.') }),
    async handler({ payoutId }, context): Promise<PayoutLine[]> {
      const { store } = await seller(context);
      const { commerce } = context.locals.app;
      return withPaymentProvider(
        context,
        () => payoutLines(commerce, store.id, payoutId),
        'Try again in a moment.',
      );
    },
  }),
};
