import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import type { Invoice } from '../../domain/payments/invoice.ts';
import {
  PLAN_REFUSAL_TEXTS,
  PLAN_RHYTHMS,
  type PlanRefusal,
  type PlanView,
  type SwitchOffer,
} from '../../domain/payments/seller-plan.ts';
import { refusedFor } from '../../server/kernel/refusal-error.ts';
import {
  payPlan,
  planPortal,
  setPlanEnding,
  switchOffer,
  switchPlan,
} from '../../server/payments/plan-changes.ts';
import { planInvoices, planView } from '../../server/payments/plan-overview.ts';
import { startPlan } from '../../server/payments/seller-plans.ts';
import { seller, userAndStore } from '../catalogue/seller.ts';
import { withPaymentProvider } from '../kernel/provider.ts';

const rhythm = z.enum(PLAN_RHYTHMS);
const cents = z.int().min(0).max(100_000_000);

export const sellerPlans = {
  /** My store's plan; null where I have no store. With `ask` it is synced with the payment provider first. */
  mine: defineAction({
    accept: 'json',
    input: z.object({ ask: z.boolean() }).strict(),
    async handler({ ask }, context): Promise<PlanView | null> {
      const { store } = await userAndStore(context);
      if (!store) return null;
      const { app, look } = context.locals;
      return planView(app.commerce, app.settings, store.id, ask && !look);
    },
  }),

  /** Opens the hosted page to subscribe to Pro. */
  start: defineAction({
    accept: 'json',
    input: z.object({ rhythm }).strict(),
    async handler(input, context): Promise<{ url: string }> {
      const { user, store } = await seller(context);
      const { commerce, settings } = context.locals.app;
      const start = await withPaymentProvider(context, () =>
        startPlan(commerce, store, user.email, input.rhythm, settings.planPrices),
      );
      if (start.kind === 'refused') throw refused(start.refusal);
      return { url: start.url };
    },
  }),

  /** What a switch to another rhythm would charge. */
  switchOffer: defineAction({
    accept: 'json',
    input: z.object({ rhythm }).strict(),
    async handler(input, context): Promise<SwitchOffer> {
      const { store } = await seller(context);
      const { commerce, settings } = context.locals.app;
      const offer = await withPaymentProvider(context, () =>
        switchOffer(commerce, store.id, input.rhythm, settings.planPrices),
      );
      if (typeof offer === 'string') throw refused(offer);
      return offer;
    },
  }),

  /** Switches to another rhythm, for exactly the charge that was shown. */
  switch: defineAction({
    accept: 'json',
    input: z
      .object({
        rhythm,
        when: z.enum(['now', 'at-end']),
        chargeCents: cents,
        priceCents: cents,
        countedAt: z.int().min(0).nullable(),
      })
      .strict(),
    async handler({ rhythm: to, ...shown }, context): Promise<void> {
      const { store } = await seller(context);
      const { commerce, settings } = context.locals.app;
      const refusal = await withPaymentProvider(context, () =>
        switchPlan(commerce, store.id, to, settings.planPrices, shown),
      );
      if (refusal) throw refused(refusal);
    },
  }),

  /** Cancels Pro at the end of the paid period, or keeps it. */
  setEnding: defineAction({
    accept: 'json',
    input: z.object({ ending: z.boolean() }).strict(),
    async handler({ ending }, context): Promise<void> {
      const { store } = await seller(context);
      const refusal = await withPaymentProvider(context, () =>
        setPlanEnding(context.locals.app.commerce, store.id, ending),
      );
      if (refusal) throw refused(refusal);
    },
  }),

  /** Pays the open invoice with the current card, or says where I confirm it with my bank. */
  pay: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ confirmUrl: string | null }> {
      const { store } = await seller(context);
      const outcome = await withPaymentProvider(context, () =>
        payPlan(context.locals.app.commerce, store.id),
      );
      if (typeof outcome === 'string') throw refused(outcome);
      return { confirmUrl: outcome?.confirmUrl ?? null };
    },
  }),

  /** The page at the payment provider where I change my card. */
  portal: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ url: string }> {
      const { store } = await seller(context);
      const url = await withPaymentProvider(context, () => planPortal(context.locals.app.commerce, store.id));
      if (url === null) throw refusedFor('no-plan', PLAN_REFUSAL_TEXTS, { 'no-plan': 'not_found' });
      return { url };
    },
  }),

  /** The invoices of my plan, newest first; empty where there are none. */
  invoices: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<Invoice[]> {
      const { store } = await userAndStore(context);
      if (!store) return [];
      return withPaymentProvider(context, () => planInvoices(context.locals.app.commerce, store.id));
    },
  }),
};

const refused = (refusal: PlanRefusal) => refusedFor(refusal, PLAN_REFUSAL_TEXTS);
