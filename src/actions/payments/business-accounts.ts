import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { accountOfStore } from '../../data/payments/business-accounts.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import {
  BUSINESS_KINDS,
  type BusinessAccount,
  type BusinessKind,
  businessDetailsRefusals,
  sellerCountries,
  vatIdOf,
} from '../../domain/payments/business-account.ts';
import { fieldsRefused, notFound, refusedFor } from '../../server/kernel/refusal-error.ts';
import {
  currentBusinessAccount,
  OPENING_REFUSAL_TEXTS,
  openBusinessAccount,
  providerPage,
  tellOfPayoutPage,
} from '../../server/payments/business-accounts.ts';
import { seller, userAndStore } from '../catalogue/seller.ts';
import { requireStepUp } from '../identity/step-up.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { withPaymentProvider } from '../kernel/provider.ts';

/** Far above every limit of the rules, so that a field that is too long gets the error message of the rules. */
const text = z.string().max(1000);
const details = z
  .object({
    kind: z.enum(Object.keys(BUSINESS_KINDS) as [BusinessKind]),
    legalName: text.transform(cleanLine),
    country: text,
    vatId: text.transform(vatIdOf),
  })
  .strict()
  .superRefine(checkedBy(businessDetailsRefusals));

export const businessAccounts = {
  /**
   * My store's business account; null where there is none yet. With `ask` it is synced with the payment provider first;
   * where that cannot be reached, the last known state is answered as `stale`.
   */
  mine: defineAction({
    accept: 'json',
    input: z.object({ ask: z.boolean() }),
    async handler(
      { ask },
      context,
    ): Promise<{ account: BusinessAccount | null; stale: boolean; countries: readonly string[] }> {
      const { store } = await userAndStore(context);
      const { app, look } = context.locals;
      const countries = sellerCountries(app.commerce.operator.country);
      if (!store) return { account: null, stale: false, countries };
      const { account, stale } = await currentBusinessAccount(app.commerce, store.id, ask && !look);
      return { account, stale, countries };
    },
  }),

  /** Saves my details and opens my account at the payment provider, unless there is one. */
  open: defineAction({
    accept: 'json',
    input: details,
    async handler(input, context): Promise<BusinessAccount | null> {
      const { user, store } = await seller(context);
      const countries = sellerCountries(context.locals.app.commerce.operator.country);
      const known = await accountOfStore(context.locals.pb, store.id);
      const { country: refused } = businessDetailsRefusals(input, countries);
      if (refused !== undefined && known?.account.country !== input.country)
        throw fieldsRefused({ country: refused });
      const refusal = await withPaymentProvider(
        context,
        () => openBusinessAccount(context.locals.app.commerce, store, user.email, input),
        'Your details are saved; try again in a moment.',
      );
      if (refusal) throw refusedFor(refusal, OPENING_REFUSAL_TEXTS);
      return (await accountOfStore(context.locals.pb, store.id))?.account ?? null;
    },
  }),

  /** The page at the payment provider where I continue, and where the bank account is changed. Each visit is mailed to the owner. */
  page: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ url: string }> {
      const { user, store } = await seller(context);
      await requireStepUp(context);
      const { commerce } = context.locals.app;
      const visit = crypto.randomUUID();
      const url = await withPaymentProvider(context, () => providerPage(commerce, store.id, visit));
      if (url === null) throw notFound('Enter your details first.');
      await tellOfPayoutPage(commerce, store.id, user.username, visit);
      return { url };
    },
  }),
};
