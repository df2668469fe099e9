import type PocketBase from 'pocketbase';
import {
  categoryRefusalOf,
  categoryRows,
  moveMergedProducts,
  newCategoryId,
  withCategory,
  withCategoryChanged,
  withCategoryHidden,
  withCategoryMerged,
  withCategoryOrder,
} from '../../data/catalogue/categories.ts';
import { deskTransaction, withDeed } from '../../data/identity/roles.ts';
import type { Actor } from '../../data/kernel/actor.ts';
import type { Transaction } from '../../data/kernel/transaction.ts';
import {
  CATEGORY_TEXTS,
  type CategoryDraft,
  type CategoryRow,
  categoryRefusals,
  categorySlug,
  mergeRefusal,
} from '../../domain/catalogue/category.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';

/** What operators do with the marketplace's categories, each with its row in the audit log. */

export interface CategoryParts {
  pb: PocketBase;
  now: () => Instant;
}

/** The categories after a deed, or why nothing was changed: by field, or as a sentence. */
export type CategoryOutcome =
  | { rows: CategoryRow[] }
  | { problems: Partial<Record<keyof CategoryDraft, string>> }
  | { refusal: string };

async function run(
  { pb, now }: CategoryParts,
  staff: Actor,
  { record, detail }: { record: string; detail: string },
  change: (steps: Transaction, now: Instant) => Transaction,
): Promise<CategoryOutcome> {
  const at = now();
  const deed = { deed: 'categories.change', collection: 'categories', record, detail };
  const refusal = await categoryRefusalOf(withDeed(change(deskTransaction(pb, staff), at), deed, at));
  if (refusal === 'slug-taken') return { problems: { slug: CATEGORY_TEXTS[refusal] } };
  return refusal === null ? { rows: await categoryRows(pb) } : { refusal: CATEGORY_TEXTS[refusal] };
}

const nameOf = (rows: readonly CategoryRow[], id: string) => rows.find((row) => row.id === id)?.name ?? id;

/** Adds a category, or changes the one with this id. */
export async function saveCategory(
  parts: CategoryParts,
  staff: Actor,
  id: string | null,
  draft: CategoryDraft,
): Promise<CategoryOutcome> {
  const rows = await categoryRows(parts.pb);
  const problems = categoryRefusals(draft, rows, id);
  if (Object.keys(problems).length > 0) return { problems };
  if (id === null) {
    const own = newCategoryId();
    const detail = `added: ${draft.name.trim()} (${categorySlug(draft)})`;
    return run(parts, staff, { record: own, detail }, (steps, now) => withCategory(steps, own, draft, now));
  }
  const detail = `changed: ${nameOf(rows, id)} → ${draft.name.trim()}`;
  return run(parts, staff, { record: id, detail }, (steps, now) =>
    withCategoryChanged(steps, id, draft, now),
  );
}

/** Hides a category, or offers it again. */
export async function hideCategory(
  parts: CategoryParts,
  staff: Actor,
  change: { id: string; isHidden: boolean },
): Promise<CategoryOutcome> {
  const rows = await categoryRows(parts.pb);
  if (rows.find(({ id }) => id === change.id)?.isHidden === change.isHidden) return { rows };
  const detail = `${change.isHidden ? 'hidden' : 'offered again'}: ${nameOf(rows, change.id)}`;
  return run(parts, staff, { record: change.id, detail }, (steps, now) =>
    withCategoryHidden(steps, change, now),
  );
}

/** Puts the categories of one level into this order. */
export function orderCategories(
  parts: CategoryParts,
  staff: Actor,
  order: { parentId: string | null; ids: readonly string[] },
): Promise<CategoryOutcome> {
  return run(parts, staff, { record: order.parentId ?? 'categories', detail: 'order' }, (steps, now) =>
    withCategoryOrder(steps, order, now),
  );
}

/** Merges a category into another one. Asked for twice, the second time changes nothing. */
export async function mergeCategory(
  parts: CategoryParts,
  staff: Actor,
  merge: { fromId: string; intoId: string },
): Promise<CategoryOutcome> {
  const rows = await categoryRows(parts.pb);
  const from = rows.find(({ id }) => id === merge.fromId);
  if (from?.mergedIntoId === merge.intoId) return { rows };
  const refusal = mergeRefusal(rows, merge.fromId, merge.intoId);
  if (refusal !== null) return { refusal };
  const detail = `merged: ${from?.name} (${from?.slug}) into ${nameOf(rows, merge.intoId)}`;
  const outcome = await run(parts, staff, { record: merge.fromId, detail }, (steps, now) =>
    withCategoryMerged(steps, merge, now),
  );
  if (!('refusal' in outcome)) return outcome;
  // The same may have been asked for at the same moment.
  const after = await categoryRows(parts.pb);
  return after.find(({ id }) => id === merge.fromId)?.mergedIntoId === merge.intoId
    ? { rows: after }
    : outcome;
}

/** So often products are looked for that were put into a merged category by a form opened before. In ms. */
const EVERY_MS = 60_000;

/** Moves the products of merged categories now, when woken, and every minute. */
export function openCategoryMoves(pb: PocketBase, onError: (reason: unknown) => void): PeriodicJob {
  return openPeriodicJob(() => moveMergedProducts(pb), EVERY_MS, onError);
}
