import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { recordAgreement } from '../../data/site/legal-texts.ts';
import { GIFT_REFUSAL_TEXTS } from '../../domain/commerce/gift.ts';
import {
  MEMBERSHIP_GIFT_LIMITS,
  MEMBERSHIP_GIFT_MONTHS,
  MEMBERSHIP_GIFT_REFUSAL_TEXTS,
  type MembershipGiftMonths,
} from '../../domain/commerce/membership-gift.ts';
import { isAskedInLanguage, WAIVER_REFUSAL_TEXTS, waiverRefusal } from '../../domain/payments/waiver.ts';
import { takeGift } from '../../server/commerce/gifts.ts';
import { sendMembershipGiftAgain } from '../../server/commerce/membership-gift-resend.ts';
import { buyMembershipGift } from '../../server/commerce/membership-gift-sale.ts';
import { takeMembershipGift } from '../../server/commerce/membership-gifts.ts';
import { conflict, fieldRefused, notFound, refusedFor } from '../../server/kernel/refusal-error.ts';
import { person } from '../identity/person.ts';
import { emailInput, recordIdInput } from '../kernel/plain-input.ts';
import { withPaymentProvider } from '../kernel/provider.ts';
import { lineInput, optionalTextInput } from '../kernel/text-input.ts';

/** A number of months and its price as the giver saw it, such as "3-2400". */
const offerInput = z
  .string({ message: 'Choose how many months.' })
  .regex(/^\d{1,2}-\d{1,9}$/, 'Choose how many months.')
  .transform((offer) => {
    const [months = 0, shownCents = 0] = offer.split('-').map(Number);
    return { months, shownCents };
  })
  .refine(({ months }) => MEMBERSHIP_GIFT_MONTHS.some((one) => one === months), 'Choose how many months.');

/** A day as a browser sends it, as its beginning in UTC; null for none. */
const dayInput = z
  .string()
  .max(10, 'Choose a day.')
  .nullish()
  .transform((day, context) => {
    if (!day) return null;
    const at = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
    // A day that does not exist, such as 30 February, is moved by some browsers and refused by others.
    if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(day)) return at;
    context.addIssue({ code: 'custom', message: 'Choose a day.' });
    return z.NEVER;
  });

export const gifts = {
  /** Redeems a gift link into my library, or a gift of a membership. */
  take: defineAction({
    accept: 'form',
    input: z.object({ token: z.string().min(1).max(100) }),
    async handler({ token }, context) {
      const { user } = person(context);
      const { commerce } = context.locals.app;
      const refusal = await takeGift(commerce, token, user.id);
      if (refusal === null) return { taken: true, guildId: null };
      if (refusal !== 'unknown') throw refusedFor(refusal, GIFT_REFUSAL_TEXTS);
      const membership = await takeMembershipGift(commerce, token, user.id);
      if ('guildId' in membership) return { taken: true, guildId: membership.guildId };
      throw refusedFor(membership.refusal, MEMBERSHIP_GIFT_REFUSAL_TEXTS, { unknown: 'not_found' });
    },
  }),

  /** Mails the link of a gift of a membership that I gave once more, or corrects the address it goes to. */
  sendMembershipAgain: defineAction({
    accept: 'json',
    input: z
      .object({
        orderId: recordIdInput(),
        email: emailInput('Enter the recipient’s e-mail address.').nullable(),
      })
      .strict(),
    async handler({ orderId, email }, context): Promise<{ sent: true }> {
      const { user } = person(context);
      const { app, client } = context.locals;
      const refusal = await sendMembershipGiftAgain(app.commerce, user, { orderId, email }, client);
      if (refusal === null) return { sent: true };
      if (refusal === 'unknown') throw notFound('You have given no such membership.');
      if (refusal === 'changed')
        throw conflict('The gift was redeemed or has ended in the meantime. Reload the page.');
      throw fieldRefused('email', refusal.sentence);
    },
  }),

  /** Opens the payment page of a gift of a membership. A form, so that it works without JavaScript. */
  giveMembership: defineAction({
    accept: 'form',
    input: z.object({
      guildId: recordIdInput(),
      tierId: recordIdInput(),
      offer: offerInput,
      recipient: lineInput(254, 'An address has at most 254 characters.').pipe(
        z.string().min(1, 'Enter an e-mail address or the name of an account.'),
      ),
      message: optionalTextInput(
        MEMBERSHIP_GIFT_LIMITS.message,
        `The message may have at most ${MEMBERSHIP_GIFT_LIMITS.message} characters.`,
      ),
      deliverOn: dayInput,
      waiver: z.string().max(40).nullish(),
      timeZone: z.string().max(60).nullish(),
    }),
    async handler(input, context): Promise<{ url: string }> {
      const { user } = person(context);
      const { app, client } = context.locals;
      const asked = isAskedInLanguage(context.request.headers.get('accept-language') ?? '');
      const waiver = input.waiver ?? null;
      const missing = waiverRefusal(asked, waiver);
      if (missing) throw fieldRefused('waiver', WAIVER_REFUSAL_TEXTS[missing]);
      const wish = {
        guildId: input.guildId,
        tierId: input.tierId,
        recipient: input.recipient,
        message: input.message,
        months: input.offer.months as MembershipGiftMonths,
        shownCents: input.offer.shownCents,
        deliverAt: input.deliverOn,
        timeZone: input.timeZone ?? '',
        waiver,
      };
      const outcome = await withPaymentProvider(context, () =>
        buyMembershipGift(app.commerce, user, wish, client),
      );
      if (outcome.kind === 'refused')
        throw outcome.field ? fieldRefused(outcome.field, outcome.sentence) : conflict(outcome.sentence);
      await recordAgreement(app.pb, user.id, 'checkout', app.commerce.now());
      return { url: outcome.url };
    },
  }),
};
