import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { orderOfBuyer } from '../../data/commerce/orders.ts';
import { recordAgreement } from '../../data/site/legal-texts.ts';
import { CART_LIMIT, CODES_LIMIT } from '../../domain/commerce/cart.ts';
import { couponCode } from '../../domain/commerce/coupon.ts';
import { membershipGiftIsOpen, membershipGiftText } from '../../domain/commerce/membership-gift.ts';
import { type OrderGift, withoutPrivateParts } from '../../domain/commerce/order.ts';
import { ORIGINS } from '../../domain/commerce/origin.ts';
import type { Quote } from '../../domain/commerce/pricing.ts';
import { mayBeCounted } from '../../domain/commerce/view-count.ts';
import { sellerOfRecord } from '../../domain/kernel/operator.ts';
import { PaymentsUnavailable } from '../../server/adapters/stripe/payments.ts';
import type { CartRequest } from '../../server/commerce/cart-quote.ts';
import { checkOutForVisitor, quoteForVisitor } from '../../server/commerce/cart-quotes.ts';
import { type CheckoutOutcome, checkOut, isUnpaid } from '../../server/commerce/checkout.ts';
import { membershipGiftPaidBy } from '../../server/commerce/membership-gifts.ts';
import { ordersFound } from '../../server/commerce/orders/order-search.ts';
import {
  badRequest,
  conflict,
  notFound,
  tooManyTries,
  unavailable,
} from '../../server/kernel/refusal-error.ts';
import { person } from '../identity/person.ts';
import { emailInput, recordIdInput } from '../kernel/plain-input.ts';
import { textInput } from '../kernel/text-input.ts';

const ORDERS_A_PAGE = 20;
const SEARCH_TEXT_MAX = 200;

const cart = z.object({
  productIds: z
    .array(recordIdInput('We could not find that product.'))
    .max(CART_LIMIT, `A cart holds at most ${CART_LIMIT} products.`),
  codes: z
    .array(z.string().max(40, 'A code has at most 20 letters and digits.'))
    .max(CODES_LIMIT, `A cart holds at most ${CODES_LIMIT} codes.`),
  /** What the buyer chose to pay for products whose price they choose. */
  chosen: z
    .array(
      z.object({
        productId: recordIdInput('We could not find that product.'),
        cents: z.number().int().min(0).max(1_000_000_000),
      }),
    )
    .max(CART_LIMIT, `A cart holds at most ${CART_LIMIT} products.`)
    .default([]),
});
const gift = z
  .object({
    email: emailInput('Enter the recipient’s e-mail address.'),
    message: textInput(1000, 'The message may have at most 1000 characters.'),
  })
  .nullable();

const TRY_AGAIN = 'The payment page could not be opened. Try again in a moment; you have not been charged.';

export const checkout = {
  /** Prices a cart for this visitor. */
  quote: defineAction({
    accept: 'json',
    input: cart.extend({ gift: z.boolean() }),
    async handler(input, context): Promise<Quote> {
      const { pb, app, client, user } = context.locals;
      const request = cartRequestOf(input, input.gift ? { email: '', message: '' } : null);
      const visitor = { client, userId: user?.id ?? null };
      const parts = { pb, couponTries: app.commerce.couponTries };
      const outcome = await quoteForVisitor(parts, visitor, request, app.commerce.now());
      if ('minutesToWait' in outcome) throw tooManyTries(outcome.minutesToWait);
      return outcome.quote;
    },
  }),

  /** Checks out the cart: opens its payment page, grants it if it is free, or asks the buyer to confirm changes. */
  checkOut: defineAction({
    accept: 'json',
    input: cart.extend({
      gift,
      shownCents: z.number().int().min(0).max(1_000_000_000),
      timeZone: z.string().max(60).default(''),
      waiver: z.string().max(40).nullable().default(null),
      /** Where the visits came from that led to the products. */
      origins: z
        .array(
          z.object({ productId: recordIdInput('We could not find that product.'), origin: z.enum(ORIGINS) }),
        )
        .max(CART_LIMIT, `A cart holds at most ${CART_LIMIT} products.`)
        .default([]),
    }),
    async handler(input, context): Promise<CheckoutOutcome> {
      const { user } = person(context);
      const { app, client } = context.locals;
      const request = cartRequestOf(input, input.gift);
      if (request.productIds.length === 0) throw badRequest('Your cart is empty.');
      try {
        const outcome = await checkOutForVisitor(
          app.commerce,
          app.commerce.couponTries,
          { id: user.id, email: user.email, client },
          {
            productIds: request.productIds,
            codes: request.codes,
            ...(request.chosen ? { chosen: request.chosen } : {}),
            gift: request.gift,
            shownCents: input.shownCents,
            timeZone: input.timeZone,
            waiver: input.waiver,
            origins: mayBeCounted((name) => context.request.headers.get(name)) ? input.origins : [],
          },
        );
        if ('minutesToWait' in outcome) throw tooManyTries(outcome.minutesToWait);
        if (outcome.kind === 'pay' || outcome.kind === 'done')
          await recordAgreement(app.pb, user.id, 'checkout', app.commerce.now());
        if (outcome.kind !== 'refused') return outcome;
        throw conflict(outcome.sentence);
      } catch (reason) {
        if (!(reason instanceof PaymentsUnavailable)) throw reason;
        app.commerce.onError(reason);
        throw unavailable(TRY_AGAIN);
      }
    },
  }),

  /** Whether nothing was charged for an order of mine: asked when I come back from its payment page. */
  isUnpaid: defineAction({
    accept: 'json',
    input: z.object({ orderId: recordIdInput('This is no order.') }),
    async handler({ orderId }, context) {
      const { user } = person(context);
      return { isUnpaid: await isUnpaid(context.locals.app.commerce, user.id, orderId) };
    },
  }),

  /** Puts a free product into my library, without the cart. One that is there already stays as it is. */
  getFree: defineAction({
    accept: 'form',
    input: z.object({ product: recordIdInput('We could not find that product.') }),
    async handler({ product }, context) {
      const { user } = person(context);
      const { app, client } = context.locals;
      const cart = { productIds: [product], codes: [], gift: null, shownCents: 0 };
      const outcome = await checkOut(app.commerce, { id: user.id, email: user.email }, cart, client);
      if (outcome.kind === 'refused') throw conflict(outcome.sentence);
      const isOwned =
        outcome.kind === 'changed' && outcome.quote.refused.some(({ reason }) => reason === 'owned');
      if (outcome.kind !== 'done' && !isOwned)
        throw conflict('This model is not free any more, or cannot be had now. Open its page again.');
      await recordAgreement(app.pb, user.id, 'checkout', app.commerce.now());
      return { productId: product };
    },
  }),

  /** My orders, newest first; with a text those that have its words. */
  myOrders: defineAction({
    accept: 'json',
    input: z.object({
      page: z.number().int().min(1).max(10_000),
      text: z.string().max(SEARCH_TEXT_MAX).default(''),
    }),
    async handler({ page, text }, context) {
      const { user } = person(context);
      const { orders, total } = await ordersFound(context.locals.pb, user.id, {
        ...{ text, page },
        perPage: ORDERS_A_PAGE,
      });
      const shown = context.locals.look ? orders.map(withoutPrivateParts) : orders;
      return { orders: shown, total, perPage: ORDERS_A_PAGE };
    },
  }),

  /** One order of mine, who sold it, and what became of the membership that it gives. */
  myOrder: defineAction({
    accept: 'json',
    input: z.object({ orderId: z.string() }),
    async handler({ orderId }, context) {
      const { user } = person(context);
      const soldBy = sellerOfRecord(context.locals.app.commerce).name;
      const order = await orderOfBuyer(context.locals.pb, user.id, orderId, soldBy);
      if (!order) throw notFound('You have no such order.');
      const given = await membershipGiftPaidBy(context.locals.app.commerce, order);
      return {
        order: context.locals.look ? withoutPrivateParts(order) : order,
        membershipGift: given && {
          to: given.shownRecipient,
          state: membershipGiftText(given),
          isOpen: membershipGiftIsOpen(given),
          isToAccount: given.recipientId !== null,
        },
      };
    },
  }),
};

/** The cart with its codes as they are stored. */
function cartRequestOf(
  { productIds, codes, chosen }: z.infer<typeof cart>,
  gift: OrderGift | null,
): CartRequest {
  return {
    productIds,
    codes: codes.map(couponCode).filter((code) => code !== ''),
    chosen: new Map(chosen.map(({ productId, cents }) => [productId, cents])),
    gift,
  };
}
