import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { BILLINGS } from '../../domain/guild/guild.ts';
import {
  BILLING_CHANGE_REFUSAL_TEXTS,
  JOIN_REFUSAL_TEXTS,
  MEMBER_VERB_REFUSAL_TEXTS,
  SKIP_REFUSAL_TEXTS,
  TIER_CHANGE_REFUSAL_TEXTS,
} from '../../domain/guild/member.ts';
import type { MembershipLine, MembershipView } from '../../domain/guild/membership-view.ts';
import { priceText } from '../../domain/kernel/money.ts';
import type { Invoice } from '../../domain/payments/invoice.ts';
import { isAskedInLanguage, WAIVER_REFUSAL_TEXTS, waiverRefusal } from '../../domain/payments/waiver.ts';
import { paths } from '../../paths.ts';
import { changeBilling } from '../../server/guild/membership-billing.ts';
import {
  acceptPrice,
  CHANGE_REFUSAL_TEXTS,
  changeTier,
  membershipInvoices,
  membershipPortal,
  myMembership,
  payMembership,
  setMembershipEnding,
  skipMonth,
  type TierOffer,
  tierOffer,
} from '../../server/guild/membership-changes.ts';
import { joinGuild } from '../../server/guild/membership-checkout.ts';
import { freshMembershipView, myMemberships } from '../../server/guild/my-memberships.ts';
import { conflict, notFound } from '../../server/kernel/refusal-error.ts';
import { person } from '../identity/person.ts';
import { recordIdInput } from '../kernel/plain-input.ts';
import { withPaymentProvider } from '../kernel/provider.ts';

const id = recordIdInput();
const cents = z.int().min(0).max(100_000_000);
const OFFER_TEXTS = { ...TIER_CHANGE_REFUSAL_TEXTS, ...CHANGE_REFUSAL_TEXTS };
const BILLING_TEXTS = {
  ...BILLING_CHANGE_REFUSAL_TEXTS,
  'charge-changed': CHANGE_REFUSAL_TEXTS['charge-changed'],
};
const JOIN_TEXTS = {
  ...JOIN_REFUSAL_TEXTS,
  'seller-not-payable': 'The artist cannot take payments at the moment. Try again later.',
  'changed-meanwhile': 'Something has changed in the meantime. Check again before you pay.',
};

export const memberships = {
  /** Opens the hosted payment page of a new membership. A form, so that it works without JavaScript. */
  join: defineAction({
    accept: 'form',
    input: z.object({
      guildId: id,
      tierId: id,
      billing: z.enum(BILLINGS),
      shownCents: z.coerce.number().int().min(1).max(100_000_000),
      shownTrialDays: z.coerce.number().int().min(0).max(30).default(0),
      waiver: z.string().max(40).nullable().default(null),
      timeZone: z.string().max(60).default(''),
    }),
    async handler(request, context): Promise<{ url: string }> {
      const { user } = person(context);
      const asked = isAskedInLanguage(context.request.headers.get('accept-language') ?? '');
      const missing = waiverRefusal(asked, request.waiver);
      if (missing) throw conflict(WAIVER_REFUSAL_TEXTS[missing]);
      const outcome = await withPaymentProvider(context, () =>
        joinGuild(context.locals.app.commerce, user, request),
      );
      if (outcome.kind === 'pay') return { url: outcome.url };
      if (outcome.kind === 'abroad') throw conflict(outcome.sentence);
      if (outcome.kind === 'refused') throw conflict(JOIN_TEXTS[outcome.refusal]);
      const price = priceText(outcome.priceCents);
      const changed =
        outcome.trialDays === request.shownTrialDays
          ? `The price is now ${price}.`
          : outcome.trialDays > 0
            ? `The price is now ${price} after ${outcome.trialDays} days free.`
            : `There is no free trial for you any more: ${price} is charged today.`;
      throw conflict(`${changed} Check again before you pay.`);
    },
  }),

  /** My current and former memberships. */
  mine: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<MembershipLine[]> {
      const { user } = person(context);
      return myMemberships(context.locals.app.commerce, user.id);
    },
  }),

  /** One of my memberships with everything its page shows; with `ask` after a sync with the payment provider. */
  one: defineAction({
    accept: 'json',
    input: z.object({ guildId: id, ask: z.boolean() }).strict(),
    async handler({ guildId, ask }, context): Promise<MembershipView & { stale: boolean }> {
      const { user } = person(context);
      const { app, look } = context.locals;
      const whose = { userId: user.id, guildId };
      const membership = await freshMembershipView(app.commerce, whose, ask && !look);
      if (!membership) throw noMember();
      return membership;
    },
  }),

  /** What a change to another tier costs. */
  tierOffer: defineAction({
    accept: 'json',
    input: z.object({ guildId: id, tierId: id }).strict(),
    async handler({ guildId, tierId }, context): Promise<TierOffer> {
      const whose = await mine(context, guildId);
      const offer = await withPaymentProvider(context, () =>
        tierOffer(context.locals.app.commerce, whose, tierId),
      );
      if (typeof offer === 'string') throw conflict(OFFER_TEXTS[offer]);
      return offer;
    },
  }),

  /** Changes the tier, for exactly what was shown. */
  changeTier: defineAction({
    accept: 'json',
    input: z
      .object({
        guildId: id,
        tierId: id,
        when: z.enum(['at-once', 'with-next-payment']),
        chargeCents: cents,
        priceCents: cents,
        countedAt: z.int().min(0).nullable(),
      })
      .strict(),
    async handler({ guildId, tierId, ...shown }, context): Promise<void> {
      const whose = await mine(context, guildId);
      const refusal = await withPaymentProvider(context, () =>
        changeTier(context.locals.app.commerce, whose, tierId, shown),
      );
      if (refusal) throw conflict(OFFER_TEXTS[refusal]);
    },
  }),

  /** Changes to monthly or yearly billing from the next payment on, at the shown price. */
  changeBilling: defineAction({
    accept: 'json',
    input: z.object({ guildId: id, to: z.enum(BILLINGS), shownCents: cents }).strict(),
    async handler({ guildId, to, shownCents }, context): Promise<void> {
      const whose = await mine(context, guildId);
      const refusal = await withPaymentProvider(context, () =>
        changeBilling(context.locals.app.commerce, whose, to, shownCents),
      );
      if (refusal) throw conflict(BILLING_TEXTS[refusal]);
    },
  }),

  /** Skips the next month. */
  skip: defineAction({
    accept: 'json',
    input: z.object({ guildId: id }).strict(),
    async handler({ guildId }, context): Promise<void> {
      const whose = await mine(context, guildId);
      const refusal = await withPaymentProvider(context, () => skipMonth(context.locals.app.commerce, whose));
      if (refusal) throw conflict(SKIP_REFUSAL_TEXTS[refusal]);
    },
  }),

  /** Cancels the membership at the end of the paid period, or resumes it. */
  setEnding: defineAction({
    accept: 'json',
    input: z.object({ guildId: id, ending: z.boolean() }).strict(),
    async handler({ guildId, ending }, context): Promise<void> {
      const whose = await mine(context, guildId);
      const refusal = await withPaymentProvider(context, () =>
        setMembershipEnding(context.locals.app.commerce, whose, ending),
      );
      if (refusal) throw conflict(MEMBER_VERB_REFUSAL_TEXTS[refusal]);
    },
  }),

  /** Accepts the current, higher price from the next payment on. */
  acceptPrice: defineAction({
    accept: 'json',
    input: z.object({ guildId: id, shownCents: cents }).strict(),
    async handler({ guildId, shownCents }, context): Promise<void> {
      const whose = await mine(context, guildId);
      const refusal = await withPaymentProvider(context, () =>
        acceptPrice(context.locals.app.commerce, whose, shownCents),
      );
      if (refusal) throw conflict(OFFER_TEXTS[refusal]);
    },
  }),

  /** Pays the open invoice with the stored card, or says where I confirm it with my bank. */
  pay: defineAction({
    accept: 'json',
    input: z.object({ guildId: id }).strict(),
    async handler({ guildId }, context): Promise<{ confirmUrl: string | null }> {
      const whose = await mine(context, guildId);
      const outcome = await withPaymentProvider(context, () =>
        payMembership(context.locals.app.commerce, whose),
      );
      if (outcome === 'declined') throw conflict('Your card was declined. Change the card, then try again.');
      if (outcome === 'nothing-due') throw conflict('There is nothing to pay now. Reload the page.');
      return { confirmUrl: outcome === 'paid' ? null : outcome.confirmUrl };
    },
  }),

  /** The payment provider's page for changing my card. */
  portal: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ url: string }> {
      const { user } = person(context);
      const url = await withPaymentProvider(context, () =>
        membershipPortal(context.locals.app.commerce, user.id, paths.memberships()),
      );
      if (url === null) throw noMember();
      return { url };
    },
  }),

  /** The invoices of my memberships, newest first. */
  invoices: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<Invoice[]> {
      const { user } = person(context);
      return withPaymentProvider(context, () => membershipInvoices(context.locals.app.commerce, user.id));
    },
  }),
};

/** The key of the user's membership. @throws RefusalError not_found if they never were a member of that guild. */
async function mine(
  context: ActionAPIContext,
  guildId: string,
): Promise<{ userId: string; guildId: string }> {
  const { user } = person(context);
  const whose = { userId: user.id, guildId };
  if (!(await myMembership(context.locals.app.commerce, whose, false))) throw noMember();
  return whose;
}

const noMember = () => notFound('You are not a member of this guild.');
