import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { productsOfStore } from '../../data/catalogue/product-cards.ts';
import { changeStorePicture, saveSellerStatus } from '../../data/catalogue/store-openings.ts';
import { storeOfOwner } from '../../data/catalogue/stores.ts';
import { SELLER_STATUS_LIMITS, sellerStatusRefusals } from '../../domain/catalogue/seller-status.ts';
import { SOCIALS, STORE_LIMITS, storeFrontRefusals } from '../../domain/catalogue/store.ts';
import { STORE_FIELDS } from '../../domain/catalogue/store-fields.ts';
import { cleanLine } from '../../domain/kernel/clean-text.ts';
import { openStore, STORE_OPENING_REFUSAL_TEXTS, updateStore } from '../../server/catalogue/store-editing.ts';
import { inputOf } from '../../server/kernel/field-input.ts';
import { conflict, refusedFor } from '../../server/kernel/refusal-error.ts';
import { person } from '../identity/person.ts';
import { checkedBy } from '../kernel/field-rules.ts';
import { pictureFrom } from '../kernel/pictures.ts';
import { definedOf, longText, recordIdInput } from '../kernel/plain-input.ts';
import { lineInput, optionalTextInput, textInput } from '../kernel/text-input.ts';
import { seller } from './seller.ts';

const recordId = recordIdInput('There is no such product.');
const front = z
  .object({
    name: longText.transform(cleanLine),
    slug: longText,
    ...inputOf(STORE_FIELDS),
    about: longText,
    socials: z.partialRecord(z.enum(Object.keys(SOCIALS) as [keyof typeof SOCIALS]), longText),
    backdrop: longText,
    featured: z.array(recordId).max(50),
  })
  .strict();

const tooLong = (field: keyof typeof SELLER_STATUS_LIMITS) =>
  [SELLER_STATUS_LIMITS[field], `Use at most ${SELLER_STATUS_LIMITS[field]} characters.`] as const;
const sellerStatus = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('private') }),
    z.object({
      kind: z.literal('trader'),
      name: lineInput(...tooLong('name')),
      address: textInput(...tooLong('address')),
      contact: lineInput(...tooLong('contact')),
      register: lineInput(...tooLong('register')),
    }),
  ])
  .superRefine(checkedBy(sellerStatusRefusals));

/** The most products offered as featured ones. */
const FEATURED_CHOICES = 200;

export const stores = {
  /** The user's store, or null. */
  mine: defineAction({
    accept: 'json',
    handler: async (_input, context) => storeOfOwner(context.locals.pb, person(context).user.id),
  }),

  /** Creates the user's store as a draft, which only they can see. */
  open: defineAction({
    accept: 'json',
    input: front.pick({ name: true, slug: true }).superRefine(checkedBy(storeFrontRefusals)),
    async handler(input, context) {
      const { user } = person(context);
      const outcome = await openStore(context.locals.pb, user, input);
      if ('store' in outcome) return outcome.store;
      throw refusedFor(outcome.refusal, STORE_OPENING_REFUSAL_TEXTS, { unverified: 'forbidden' });
    },
  }),

  /** Saves the given fields of the store. */
  change: defineAction({
    accept: 'json',
    input: front.partial().superRefine(checkedBy((change) => storeFrontRefusals(definedOf(change)))),
    async handler(change, context) {
      const { user, store } = await seller(context);
      const { pb } = context.locals;
      refuse(await updateStore(pb, store.id, definedOf(change)));
      return storeOfOwner(pb, user.id);
    },
  }),

  /** Saves whether the seller is a trader or a private person. */
  declare: defineAction({
    accept: 'json',
    input: sellerStatus,
    async handler(status, context) {
      const { user, store } = await seller(context);
      const { pb, app } = context.locals;
      await saveSellerStatus(pb, store.id, status, app.commerce.now());
      return storeOfOwner(pb, user.id);
    },
  }),

  /** Saves a logo or banner, or removes it if none is sent. */
  picture: defineAction({
    accept: 'form',
    input: z.object({
      place: z.enum(['logo', 'banner']),
      picture: z.instanceof(File).optional(),
      alt: optionalTextInput(
        STORE_LIMITS.bannerAlt,
        `Describe the picture in at most ${STORE_LIMITS.bannerAlt} characters.`,
      ),
    }),
    async handler({ place, picture, alt }, context) {
      const { user, store } = await seller(context);
      const { pb } = context.locals;
      const bytes = await pictureFrom(context, picture, place === 'logo' ? 'square' : 'whole');
      await changeStorePicture(pb, store.id, place, bytes && { bytes, alt });
      return storeOfOwner(pb, user.id);
    },
  }),

  /** The seller's listed products, the newest first: the choices for featured ones. */
  showable: defineAction({
    accept: 'json',
    async handler(_input, context) {
      const { store } = await seller(context);
      const { cards } = await productsOfStore(context.locals.pb, store.id, {
        page: 1,
        perPage: FEATURED_CHOICES,
        mature: true,
      });
      return cards.map(({ id, name, mainImage }) => ({ id, name, mainImage }));
    },
  }),
};

/** @throws RefusalError if there is a refusal. */
function refuse(sentence: string | null): void {
  if (sentence !== null) throw conflict(sentence);
}
