import { ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import {
  createList,
  deleteList,
  keepMark,
  type LibraryProduct,
  libraryOf,
  libraryProduct,
  listsOf,
} from '../data/library.ts';
import { Refused } from '../data/transaction.ts';
import {
  LIST_NAME_REFUSAL_TEXTS,
  LISTS_MAX,
  type LibraryItem,
  type LibraryList,
  listNameRefusal,
  PRINT_STATES,
} from '../domain/library.ts';
import { person } from './person.ts';

const id = z.string().regex(/^[a-z0-9]{15}$/, 'There is no such thing.');

export const library = {
  /** Everything I own, and my lists. */
  all: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ items: LibraryItem[]; lists: LibraryList[] }> {
      const { user } = person(context);
      return libraryOf(context.locals.pb, user.id);
    },
  }),

  /** One thing I own, with its files. */
  one: defineAction({
    accept: 'json',
    input: z.object({ productId: id }),
    async handler({ productId }, context): Promise<LibraryProduct> {
      const { user } = person(context);
      const product = await libraryProduct(context.locals.pb, user.id, productId);
      if (!product) throw new ActionError({ code: 'NOT_FOUND', message: 'This is not in your library.' });
      return product;
    },
  }),

  /** Notes how far a print is, and on which of my lists a product stands. */
  mark: defineAction({
    accept: 'json',
    input: z.object({
      productId: id,
      print: z.enum(PRINT_STATES).nullable(),
      lists: z.array(id).max(LISTS_MAX),
    }),
    async handler({ productId, print, lists }, context) {
      const { user } = person(context);
      const { pb } = context.locals;
      const [owned, mine] = await Promise.all([libraryProduct(pb, user.id, productId), listsOf(pb, user.id)]);
      if (!owned) throw new ActionError({ code: 'NOT_FOUND', message: 'This is not in your library.' });
      const known = lists.filter((list) => mine.some((one) => one.id === list));
      await keepMark(pb, user.id, productId, { print, lists: known }, Date.now());
      return { print, lists: known };
    },
  }),

  createList: defineAction({
    accept: 'json',
    input: z.object({ name: z.string().max(200) }),
    async handler({ name }, context): Promise<LibraryList> {
      const { user } = person(context);
      const { pb } = context.locals;
      const lists = await listsOf(pb, user.id);
      const refusal = listNameRefusal(name, lists);
      if (refusal) throw new ActionError({ code: 'BAD_REQUEST', message: LIST_NAME_REFUSAL_TEXTS[refusal] });
      if (lists.length >= LISTS_MAX)
        throw new ActionError({ code: 'BAD_REQUEST', message: `${LISTS_MAX} lists are the most.` });
      try {
        return { id: await createList(pb, user.id, name.trim()), name: name.trim() };
      } catch (reason) {
        if (!(reason instanceof Refused)) throw reason;
        throw new ActionError({ code: 'BAD_REQUEST', message: LIST_NAME_REFUSAL_TEXTS.taken });
      }
    },
  }),

  deleteList: defineAction({
    accept: 'json',
    input: z.object({ listId: id }),
    async handler({ listId }, context) {
      const { user } = person(context);
      if (!(await deleteList(context.locals.pb, user.id, listId)))
        throw new ActionError({ code: 'NOT_FOUND', message: 'There is no such list of yours.' });
      return { listId };
    },
  }),
};
