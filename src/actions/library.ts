import { ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import {
  createList,
  deleteList,
  type LibraryProduct,
  libraryOf,
  libraryProduct,
  listsOf,
  putOnList,
  renameList,
  setPrintState,
  takeOffList,
} from '../data/library.ts';
import { Refused } from '../data/transaction.ts';
import {
  LIST_NAME_REFUSAL_TEXTS,
  LISTS_MAX,
  type LibraryList,
  listName,
  listNameRefusal,
  PRINT_STATES,
} from '../domain/library.ts';
import { person } from './person.ts';
import { anId } from './plain-input.ts';

const idOf = (what: string) => anId(`This is no ${what}.`);
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

const notOwned = () => new ActionError({ code: 'NOT_FOUND', message: 'This is not in your library.' });
const noList = () => new ActionError({ code: 'NOT_FOUND', message: 'There is no such list of yours.' });

const badName = (message: string) => new ActionError({ code: 'BAD_REQUEST', message });

/** Keeps a list's name, which must differ from those of the `others`. */
async function named<T>(
  listName: string,
  others: readonly LibraryList[],
  keep: () => Promise<T>,
): Promise<T> {
  const refusal = listNameRefusal(listName, others);
  if (refusal) throw badName(LIST_NAME_REFUSAL_TEXTS[refusal]);
  try {
    return await keep();
  } catch (reason) {
    if (!(reason instanceof Refused)) throw reason;
    throw badName(
      reason.code === 'too-many'
        ? `${LISTS_MAX} lists are the most; delete one first.`
        : LIST_NAME_REFUSAL_TEXTS.taken,
    );
  }
}

export const library = {
  /**
   * Everything I own, and my lists. The items travel as JSON in one text: the serialiser of actions takes seven times as
   * long over 5 000 of them.
   */
  all: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ items: string; lists: LibraryList[] }> {
      const { user } = person(context);
      const { pb } = context.locals;
      const [items, lists] = await Promise.all([libraryOf(pb, user.id), listsOf(pb, user.id)]);
      return { items: JSON.stringify(items), lists };
    },
  }),

  /** One thing I own, with its files, and the lists it could stand on. */
  one: defineAction({
    accept: 'json',
    input: z.object({ productId }),
    async handler(input, context): Promise<{ product: LibraryProduct; lists: LibraryList[] }> {
      const { user } = person(context);
      const { pb } = context.locals;
      const [product, lists] = await Promise.all([
        libraryProduct(pb, user.id, input.productId),
        listsOf(pb, user.id),
      ]);
      if (!product) throw notOwned();
      return { product, lists };
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

  /** Puts something I own on one of my lists, or takes it off. */
  setOnList: defineAction({
    accept: 'json',
    input: z.object({ productId, listId, on: z.boolean() }),
    async handler(input, context) {
      const { user } = person(context);
      const { pb } = context.locals;
      if (!input.on) await takeOffList(pb, user.id, input.productId, input.listId, Date.now());
      else if (!(await putOnList(pb, user.id, input.productId, input.listId, Date.now())))
        throw new ActionError({
          code: 'NOT_FOUND',
          message: 'This is not in your library, or the list is gone.',
        });
      return { on: input.on };
    },
  }),

  createList: defineAction({
    accept: 'json',
    input: z.object({ name }),
    async handler(input, context): Promise<LibraryList> {
      const { user } = person(context);
      const { pb } = context.locals;
      const id = await named(input.name, await listsOf(pb, user.id), () =>
        createList(pb, user.id, input.name, Date.now()),
      );
      return { id, name: input.name };
    },
  }),

  renameList: defineAction({
    accept: 'json',
    input: z.object({ listId, name }),
    async handler(input, context): Promise<LibraryList> {
      const { user } = person(context);
      const { pb } = context.locals;
      const others = (await listsOf(pb, user.id)).filter(({ id }) => id !== input.listId);
      const done = await named(input.name, others, () =>
        renameList(pb, user.id, input.listId, input.name, Date.now()),
      );
      if (!done) throw noList();
      return { id: input.listId, name: input.name };
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
