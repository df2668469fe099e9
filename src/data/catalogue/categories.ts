import type PocketBase from 'pocketbase';
import {
  CATEGORIES_MAX,
  type Categories,
  type CategoryDraft,
  type CategoryRefusal,
  type CategoryRow,
  categoriesFrom,
  categorySlug,
} from '../../domain/catalogue/category.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, TransactionRefused, transaction } from '../kernel/transaction.ts';

const c = tables.categories.as('c');
const ROW = shape({
  id: c.id,
  slug: c.slug,
  name: c.name,
  description: c.description,
  parentId: c.parent.orNull,
  isHidden: c.hidden,
  mergedIntoId: c.mergedInto.orNull,
});

/** Every category in the operator's order, also hidden and merged ones. */
export async function categoryRows(pb: PocketBase): Promise<CategoryRow[]> {
  const [rows] = await ask(
    pb,
    select(ROW, sql`SELECT ${ROW} FROM categories c ORDER BY c.position, c.name, c.id`, {}),
  );
  return rows;
}

/** The marketplace's categories. */
export async function categoriesNow(pb: PocketBase): Promise<Categories> {
  return categoriesFrom(await categoryRows(pb));
}

/** Adds a category after its siblings; refuses with "too-many", "name-taken", or "conflict" where its address is taken. */
export function withCategory(
  steps: Transaction,
  id: string,
  draft: CategoryDraft,
  now: Instant,
): Transaction {
  const row = {
    id,
    slug: categorySlug(draft),
    name: draft.name.trim(),
    description: draft.description.trim(),
    parent: draft.parentId ?? '',
    now: dateOf(now),
  };
  return steps.exec(
    sql`INSERT INTO categories (id, slug, name, description, parent, position, hidden, mergedInto, created, updated)
      SELECT {:id}, {:slug}, {:name}, {:description}, {:parent},
        (SELECT COALESCE(max(position) + 1, 0) FROM categories WHERE parent = {:parent}), FALSE, '', {:now}, {:now}
      WHERE (SELECT count(*) FROM categories WHERE mergedInto = '') < {:most}`,
    { ...row, most: CATEGORIES_MAX },
    { expect: 1, else: 'too-many' },
  );
}

/** Changes name, description and place of a category, not its address. */
export function withCategoryChanged(
  steps: Transaction,
  id: string,
  { name, description, parentId }: Omit<CategoryDraft, 'slug'>,
  now: Instant,
): Transaction {
  return steps.exec(
    sql`UPDATE categories SET name = {:name}, description = {:description}, parent = {:parent}, updated = {:now}
      WHERE id = {:id} AND mergedInto = ''`,
    {
      ...{ id, name: name.trim(), description: description.trim(), parent: parentId ?? '' },
      now: dateOf(now),
    },
    { expect: 1, else: 'gone' },
  );
}

/** Offers a category, or hides it. */
export function withCategoryHidden(
  steps: Transaction,
  { id, isHidden }: { id: string; isHidden: boolean },
  now: Instant,
): Transaction {
  return steps.exec(
    sql`UPDATE categories SET hidden = {:isHidden}, updated = {:now} WHERE id = {:id} AND mergedInto = ''`,
    { id, isHidden, now: dateOf(now) },
    { expect: 1, else: 'gone' },
  );
}

/** Orders the categories below a parent, or of the first level; `ids` must contain all of them. */
export function withCategoryOrder(
  steps: Transaction,
  { parentId, ids }: { parentId: string | null; ids: readonly string[] },
  now: Instant,
): Transaction {
  return steps.exec(
    sql`UPDATE categories SET position = (SELECT key FROM json_each({:ids}) WHERE value = categories.id), updated = {:now}
      WHERE parent = {:parent} AND mergedInto = '' AND id IN (SELECT value FROM json_each({:ids}))
        AND (SELECT count(*) FROM categories WHERE parent = {:parent} AND mergedInto = '') = {:count}`,
    { ids: JSON.stringify(ids), parent: parentId ?? '', count: ids.length, now: dateOf(now) },
    { expect: ids.length, else: 'changed-meanwhile' },
  );
}

/**
 * Merges a category into another one: its address leads there from now on, also those that led to it, and the categories
 * below it move along. Its products are moved by `moveMergedProducts`.
 */
export function withCategoryMerged(
  steps: Transaction,
  { fromId, intoId }: { fromId: string; intoId: string },
  now: Instant,
): Transaction {
  const at = { from: fromId, into: intoId, now: dateOf(now) };
  return steps
    .exec(
      sql`UPDATE categories SET mergedInto = {:into}, updated = {:now} WHERE id = {:from} AND mergedInto = ''
        AND EXISTS (SELECT 1 FROM categories c WHERE c.id = {:into} AND c.mergedInto = '')`,
      at,
      { expect: 1, else: 'changed-meanwhile' },
    )
    .exec(sql`UPDATE categories SET mergedInto = {:into}, updated = {:now} WHERE mergedInto = {:from}`, at)
    .exec(
      sql`UPDATE categories SET parent = {:into}, updated = {:now} WHERE parent = {:from} AND mergedInto = ''`,
      at,
    );
}

/** Products that one step of a merge moves, so that other writes need not wait for long. */
const MOVED_A_STEP = 200;

/**
 * Moves the products of merged categories to where these lead, step by step. Safe to run twice and in two processes at once:
 * a product that was moved is in no merged category any more. Returns how many this call moved.
 * @param most products of one step.
 */
export async function moveMergedProducts(pb: PocketBase, most = MOVED_A_STEP): Promise<number> {
  for (let moved = 0; ; ) {
    const steps = transaction(pb);
    const step = steps.count(
      sql`UPDATE products SET category = (SELECT c.mergedInto FROM categories c WHERE c.id = products.category)
        WHERE id IN (SELECT p.id FROM categories c CROSS JOIN products p ON p.category = c.id
          WHERE c.mergedInto <> '' LIMIT {:most})`,
      { most },
    );
    await steps.run();
    moved += step.rows;
    if (step.rows < most) return moved;
  }
}

/** Runs the steps of a change of categories. Returns why it was refused, or null. */
export async function categoryRefusalOf(steps: Transaction): Promise<CategoryRefusal | null> {
  try {
    await steps.run();
    return null;
  } catch (reason) {
    if (!(reason instanceof TransactionRefused)) throw reason;
    switch (reason.code) {
      case 'conflict':
        return 'slug-taken';
      case 'gone':
      case 'too-many':
      case 'changed-meanwhile':
        return reason.code;
      default:
        throw reason;
    }
  }
}

/** An id for a new category. */
export const newCategoryId = newRecordId;
