import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { licenceNumberOfEntitlement } from '../../data/guild/merchant-licences.ts';
import { downloadOfOwner } from '../../data/library/downloads.ts';
import {
  addToList,
  deleteList,
  type LibraryProduct,
  libraryProduct,
  listsOf,
  markSeen,
  removeFromList,
  setArchived,
  setPrintState,
} from '../../data/library/library.ts';
import { libraryChanges, libraryWords } from '../../data/library/library-copies.ts';
import { SELECTION_MAX_PRODUCTS } from '../../domain/assets/variant.ts';
import { DELIVERY_REFUSAL_TEXTS } from '../../domain/library/delivery.ts';
import {
  LIST_NAME_REFUSAL_TEXTS,
  type LibraryList,
  listName,
  listNameRefusal,
  PRINT_STATES,
} from '../../domain/library/library.ts';
import { CURSOR_PATTERN, cursorFrom, libraryCursorText } from '../../domain/library/library-copy.ts';
import type { LibraryRows } from '../../domain/library/library-rows.ts';
import { isConvertible, linkNameOf, nameAs3mf, openLinkUntil } from '../../domain/library/slicer.ts';
import { paths } from '../../paths.ts';
import { badRequest, conflict, notFound, refusedFor } from '../../server/kernel/refusal-error.ts';
import {
  agreeToDelivery,
  beginDelivery,
  type WaiverToAsk,
  waiversToAsk,
} from '../../server/library/deliveries.ts';
import { addList, nameList } from '../../server/library/library-lists.ts';
import { person } from '../identity/person.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

const idOf = (what: string) => recordIdInput(`This is not a ${what}.`);
const productId = idOf('product');
const listId = idOf('list');
const name = z
  .string()
  .max(400, LIST_NAME_REFUSAL_TEXTS['too-long'])
  .transform(listName)
  .superRefine((typed, context) => {
    const refusal = listNameRefusal(typed, []);
    if (refusal) context.addIssue({ code: 'custom', message: LIST_NAME_REFUSAL_TEXTS[refusal] });
  });

const notOwned = () => notFound('This is not in your library.');
const noList = () => notFound('You have no such list.');

/** The stored list. @throws RefusalError if its name was refused. */
function listed(outcome: LibraryList | { sentence: string }): LibraryList {
  if ('sentence' in outcome) throw badRequest(outcome.sentence);
  return outcome;
}

export const library = {
  /** Everything the user owns, or what changed since the page's copy, as rows; and their lists. */
  all: defineAction({
    accept: 'json',
    input: z.object({ since: z.string().regex(CURSOR_PATTERN).optional() }).optional(),
    async handler(
      input,
      context,
    ): Promise<{ whole: boolean; rows: LibraryRows; gone: string[]; lists: LibraryList[]; cursor: string }> {
      const { user } = person(context);
      const since = cursorFrom(input?.since, user.id);
      const { whole, rows, gone, lists, cursor } = await libraryChanges(context.locals.pb, user.id, since);
      const { grants, marks, downloads } = rows;
      return {
        ...{ whole, gone, lists, rows: { grants, marks, downloads } },
        cursor: libraryCursorText(cursor, user.id),
      };
    },
  }),

  /** By what else than names the user's products are found, as lines; asked for when somebody searches. */
  words: defineAction({
    accept: 'json',
    input: z.object({}).optional(),
    async handler(_, context): Promise<{ lines: string }> {
      const { user } = person(context);
      return { lines: await libraryWords(context.locals.pb, user.id) };
    },
  }),

  /** An owned product with its files, all lists of the user, and the waivers that are asked for before it is delivered. */
  one: defineAction({
    accept: 'json',
    input: z.object({ productId }),
    async handler(
      input,
      context,
    ): Promise<{ product: LibraryProduct; lists: LibraryList[]; waivers: WaiverToAsk[] }> {
      const { user } = person(context);
      const { pb, app } = context.locals;
      const [product, lists, waivers] = await Promise.all([
        libraryProduct(pb, user.id, input.productId),
        listsOf(pb, user.id),
        waiversToAsk(pb, user.id, input.productId, app.commerce.now()),
      ]);
      if (!product) throw notOwned();
      return { product, lists, waivers };
    },
  }),

  /** Asks for an owned product at once and gives up the right of withdrawal with its delivery. */
  agreeToDelivery: defineAction({
    accept: 'json',
    input: z.object({
      productId,
      agreed: z
        .array(z.object({ id: idOf('purchase'), wording: z.string().max(40) }))
        .min(1)
        .max(20),
    }),
    async handler({ productId, agreed }, context) {
      const { user } = person(context);
      const { pb, app } = context.locals;
      if (!(await downloadOfOwner(pb, user.id, productId))) throw notOwned();
      const sentence = await agreeToDelivery(app.commerce, user, productId, agreed);
      if (sentence !== null) throw conflict(sentence);
      return { productId };
    },
  }),

  /** A link to one owned file for a slicer: it needs no session and works for minutes. */
  openLink: defineAction({
    accept: 'json',
    input: z.object({ productId, fileId: idOf('file'), as3mf: z.boolean().default(false) }),
    async handler({ productId, fileId, as3mf }, context): Promise<{ url: string }> {
      const { user } = person(context);
      const { pb, app } = context.locals;
      const owned = await downloadOfOwner(pb, user.id, productId);
      const file = owned?.files.find(({ id }) => id === fileId);
      if (!file) throw notOwned();
      const delivery = { productId, part: file.id, version: file.version };
      const hold = await beginDelivery(pb, user.id, [delivery], app.commerce.now());
      if (hold) throw refusedFor(hold.refusal, DELIVERY_REFUSAL_TEXTS);
      const token = app.library.openLinks.write(
        { userId: user.id, productId, fileId },
        openLinkUntil(Date.now()),
      );
      // What the link is called says how the file is sent.
      const name = as3mf && isConvertible(file.name) ? nameAs3mf(file.name) : file.name;
      return { url: `${app.settings.siteUrl}${paths.openFile(token, linkNameOf(name))}` };
    },
  }),

  /** The number of the public page of one of my merchant licences; made on first use. */
  licenceNumber: defineAction({
    accept: 'json',
    input: z.object({ grantId: idOf('licence') }),
    async handler({ grantId }, context): Promise<{ number: string }> {
      const { user } = person(context);
      const number = await licenceNumberOfEntitlement(context.locals.pb, user.id, grantId, Date.now());
      if (number === null) throw notFound('You have no such licence to sell prints.');
      return { number };
    },
  }),

  setPrintState: defineAction({
    accept: 'json',
    input: z.object({ productId, print: z.enum(PRINT_STATES).nullable() }),
    async handler(input, context) {
      const { user } = person(context);
      if (!(await setPrintState(context.locals.pb, user.id, input.productId, input.print, Date.now())))
        throw notOwned();
      return { print: input.print };
    },
  }),

  /** Records that I have opened an owned product in my library: it is new no more. */
  seen: defineAction({
    accept: 'json',
    input: z.object({ productId }),
    async handler(input, context) {
      const { user } = person(context);
      if (!(await markSeen(context.locals.pb, user.id, input.productId, Date.now()))) throw notOwned();
      return { ok: true as const };
    },
  }),

  /** Puts owned products away, or takes them out again. They stay owned either way. */
  setArchived: defineAction({
    accept: 'json',
    input: z.object({
      productIds: z.array(productId).min(1).max(SELECTION_MAX_PRODUCTS),
      archived: z.boolean(),
    }),
    async handler({ productIds, archived }, context) {
      const { user } = person(context);
      if ((await setArchived(context.locals.pb, user.id, productIds, archived, Date.now())) === 0)
        throw notOwned();
      return { archived };
    },
  }),

  /** Adds an owned product to a list, or removes it. */
  setOnList: defineAction({
    accept: 'json',
    input: z.object({ productId, listId, on: z.boolean() }),
    async handler(input, context) {
      const { user } = person(context);
      const { pb } = context.locals;
      if (!input.on) await removeFromList(pb, user.id, input.productId, input.listId, Date.now());
      else if (!(await addToList(pb, user.id, input.productId, input.listId, Date.now())))
        throw notFound('This is not in your library, or the list is gone.');
      return { on: input.on };
    },
  }),

  createList: defineAction({
    accept: 'json',
    input: z.object({ name }),
    async handler(input, context): Promise<LibraryList> {
      const { user } = person(context);
      return listed(await addList(context.locals.pb, user.id, input.name, Date.now()));
    },
  }),

  renameList: defineAction({
    accept: 'json',
    input: z.object({ listId, name }),
    async handler(input, context): Promise<LibraryList> {
      const { user } = person(context);
      const list = { id: input.listId, name: input.name };
      const outcome = await nameList(context.locals.pb, user.id, list, Date.now());
      if (!outcome) throw noList();
      return listed(outcome);
    },
  }),

  deleteList: defineAction({
    accept: 'json',
    input: z.object({ listId }),
    async handler(input, context) {
      const { user } = person(context);
      if (!(await deleteList(context.locals.pb, user.id, input.listId))) throw noList();
      return { listId: input.listId };
    },
  }),
};
