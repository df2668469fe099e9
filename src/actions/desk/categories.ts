import { defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { categoryRows } from '../../data/catalogue/categories.ts';
import { CATEGORIES_MAX, type CategoryRow } from '../../domain/catalogue/category.ts';
import { cleanLine, cleanText } from '../../domain/kernel/clean-text.ts';
import {
  type CategoryOutcome,
  hideCategory,
  mergeCategory,
  orderCategories,
  saveCategory,
} from '../../server/catalogue/category-deeds.ts';
import { conflict, fieldsRefused } from '../../server/kernel/refusal-error.ts';
import { requireDesk } from '../identity/desk.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

/** Far above the limits of the rules, so that a field that is too long gets the rule's message. */
const text = z.string().max(10_000);
const id = recordIdInput('There is no such category.');

const answered = (rows: readonly CategoryRow[]) =>
  rows.map((row) => ({
    id: row.id,
    slug: row.slug,
    name: row.name,
    description: row.description,
    parentId: row.parentId,
    isHidden: row.isHidden,
    mergedIntoId: row.mergedIntoId,
  }));

/** @throws RefusalError where the deed was refused. */
function rowsAfter(outcome: CategoryOutcome) {
  if ('problems' in outcome) throw fieldsRefused(outcome.problems);
  if ('refusal' in outcome) throw conflict(outcome.refusal);
  return answered(outcome.rows);
}

/** The marketplace's categories at the operator desk. Each answers all of them. */
export const deskCategories = {
  list: defineAction({
    accept: 'json',
    async handler(_input, context) {
      await requireDesk(context, 'categories.read');
      return answered(await categoryRows(context.locals.pb));
    },
  }),

  /** Adds a category, or changes the one with this id, whose address stays. */
  save: defineAction({
    accept: 'json',
    input: z
      .object({
        id: id.nullable(),
        name: text.transform(cleanLine),
        description: text.transform(cleanText),
        parentId: id.nullable(),
        slug: text.transform(cleanLine),
      })
      .strict(),
    async handler({ id: own, ...draft }, context) {
      const staff = await requireDesk(context, 'categories.change');
      return rowsAfter(await saveCategory(context.locals.app.commerce, staff, own, draft));
    },
  }),

  /** Hides a category, or offers it again. Its products stay in it, and its address still shows them. */
  hide: defineAction({
    accept: 'json',
    input: z.object({ id, isHidden: z.boolean() }).strict(),
    async handler(change, context) {
      const staff = await requireDesk(context, 'categories.change');
      return rowsAfter(await hideCategory(context.locals.app.commerce, staff, change));
    },
  }),

  /** Puts the categories below a parent, or those of the first level, into an order. */
  order: defineAction({
    accept: 'json',
    input: z.object({ parentId: id.nullable(), ids: z.array(id).min(1).max(CATEGORIES_MAX) }).strict(),
    async handler(order, context) {
      const staff = await requireDesk(context, 'categories.change');
      return rowsAfter(await orderCategories(context.locals.app.commerce, staff, order));
    },
  }),

  /** Merges a category into another one for ever; a job moves its products. */
  merge: defineAction({
    accept: 'json',
    input: z.object({ fromId: id, intoId: id }).strict(),
    async handler(merge, context) {
      const staff = await requireDesk(context, 'categories.change');
      const {
        commerce,
        jobs: { categoryMoves },
      } = context.locals.app;
      const rows = rowsAfter(await mergeCategory(commerce, staff, merge));
      void categoryMoves.wake();
      return rows;
    },
  }),
};
