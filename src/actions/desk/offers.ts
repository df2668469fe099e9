import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import type PocketBase from 'pocketbase';
import { deskProductRow, deskProducts as listProducts } from '../../data/desk/products.ts';
import { deskStoreRow, deskStores as listStores } from '../../data/desk/stores.ts';
import { reviewNoteRefusal } from '../../domain/catalogue/product-review.ts';
import { type Deed, deskRefusal } from '../../domain/identity/role.ts';
import { DELIVERY_MAILS_APPROVED_MAX } from '../../domain/library/delivery-mails.ts';
import {
  agreeCommission,
  decideDeliveryMails,
  decideReview,
  suspendOffer,
  verifyStore,
} from '../../server/desk/staff-deeds.ts';
import { storeStakes } from '../../server/guild/store-states.ts';
import { requireDesk } from '../identity/desk.ts';
import { textInput } from '../kernel/text-input.ts';
import { DESK_PAGE, deskId, done, found, place, reason, searchText, staffParts } from './desk-input.ts';

/** In ms, up to the year 9999. */
const instant = z.number().int().min(0).max(253_402_300_799_999);

/** The most products of the public search beside those that a list finds itself. */
const SUGGESTIONS = 20;

const suspension = z.object({ id: deskId, suspend: z.boolean(), reason });

/** Suspends what a seller offers, or lifts that; answers with the row as it is then. */
async function suspended<Row>(
  context: ActionAPIContext,
  change: z.infer<typeof suspension>,
  of: { offer: 'stores' | 'products'; deed: Deed; row: (pb: PocketBase, id: string) => Promise<Row | null> },
): Promise<Row> {
  const staff = await requireDesk(context, of.deed);
  done(await suspendOffer(staffParts(context), staff, of.offer, change));
  if (of.offer === 'stores') void context.locals.app.jobs.guildHolds.wake();
  return found(await of.row(context.locals.pb, change.id));
}

const DELIVERY_MAILS_RANGE = `Use a whole number from 1 to ${DELIVERY_MAILS_APPROVED_MAX}.`;

/** Stores at the operator desk. */
export const deskStores = {
  /** A page of stores: the newest, or those that the text names. */
  list: defineAction({
    accept: 'json',
    input: z.object({ text: searchText, after: place }),
    async handler({ text, after }, context) {
      const { role } = await requireDesk(context, 'stores.read');
      const seesAddresses = deskRefusal(role, 'people.addresses') === null;
      return listStores(context.locals.pb, text, after, DESK_PAGE, seesAddresses);
    },
  }),

  /** What hangs on a store's guild when the store is suspended. */
  stakes: defineAction({
    accept: 'json',
    input: z.object({ id: deskId }),
    async handler({ id }, context) {
      await requireDesk(context, 'stores.read');
      const { pb, app } = context.locals;
      return storeStakes(pb, id, app.commerce.now());
    },
  }),

  /** Hides a store, or returns it to the state before. */
  suspend: defineAction({
    accept: 'json',
    input: suspension,
    handler: (change, context) =>
      suspended(context, change, { offer: 'stores', deed: 'store.suspend', row: deskStoreRow }),
  }),

  /** Vouches that the seller's identity was checked, or takes that back. */
  verify: defineAction({
    accept: 'json',
    input: z.object({ storeId: deskId, isVerified: z.boolean(), reason }),
    async handler(input, context) {
      const staff = await requireDesk(context, 'store.verify');
      done(await verifyStore(staffParts(context), staff, input));
      return found(await deskStoreRow(context.locals.pb, input.storeId));
    },
  }),

  /** Stops a store's delivery mails or allows them, and approves how many a day it may send; null returns to the rule. */
  mails: defineAction({
    accept: 'json',
    input: z.object({
      storeId: deskId,
      isOff: z.boolean(),
      aDay: z
        .number()
        .int(DELIVERY_MAILS_RANGE)
        .min(1, DELIVERY_MAILS_RANGE)
        .max(DELIVERY_MAILS_APPROVED_MAX, DELIVERY_MAILS_RANGE)
        .nullable(),
      reason,
    }),
    async handler(input, context) {
      const staff = await requireDesk(context, 'store.mails');
      done(await decideDeliveryMails(staffParts(context), staff, input));
      return found(await deskStoreRow(context.locals.pb, input.storeId));
    },
  }),

  /** Agrees a commission with the seller; null returns to the plan's. */
  commission: defineAction({
    accept: 'json',
    input: z.object({
      storeId: deskId,
      percent: z
        .number()
        .int('Use a whole number from 0 to 100.')
        .min(0, 'Use a whole number from 0 to 100.')
        .max(100, 'Use a whole number from 0 to 100.')
        .nullable(),
    }),
    async handler(input, context) {
      const staff = await requireDesk(context, 'store.commission');
      done(await agreeCommission(staffParts(context), staff, input));
      return found(await deskStoreRow(context.locals.pb, input.storeId));
    },
  }),
};

/** Products at the operator desk. */
export const deskProducts = {
  /** A page of products: the newest, a store's, those in review, or those that the text names. */
  list: defineAction({
    accept: 'json',
    input: z.object({
      text: searchText,
      storeId: deskId.nullable(),
      inReview: z.boolean(),
      after: place,
    }),
    async handler({ text, storeId, inReview, after }, context) {
      await requireDesk(context, 'products.read');
      const { pb, app } = context.locals;
      // The public search finds words anywhere in a name; what is not public is found by the beginning of its name.
      const isSearch = text.trim() !== '' && after === null;
      const suggested = isSearch ? await app.catalogue.search.suggest(text, SUGGESTIONS) : null;
      const found = (suggested ?? []).map(({ id }) => id);
      return listProducts(pb, { text, storeId, inReview, found }, after, DESK_PAGE);
    },
  }),

  /** Hides a product, or returns it to the state before. */
  suspend: defineAction({
    accept: 'json',
    input: suspension,
    handler: (change, context) =>
      suspended(context, change, { offer: 'products', deed: 'product.suspend', row: deskProductRow }),
  }),

  /** Publishes a product that waits for review, or sends it back with a reason. */
  review: defineAction({
    accept: 'json',
    input: z
      .object({
        productId: deskId,
        seen: instant,
        approve: z.boolean(),
        reason: textInput(1000, 'Use at most 1000 characters.'),
      })
      .superRefine(({ approve, reason: note }, context) => {
        const refusal = approve ? null : reviewNoteRefusal(note);
        if (refusal !== null) context.addIssue({ code: 'custom', path: ['reason'], message: refusal });
      }),
    async handler(input, context) {
      const staff = await requireDesk(context, 'product.review');
      done(await decideReview(staffParts(context), staff, input));
      return found(await deskProductRow(context.locals.pb, input.productId));
    },
  }),
};
