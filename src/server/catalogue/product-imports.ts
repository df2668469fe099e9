import type PocketBase from 'pocketbase';
import {
  beginImportUndo,
  beginProductImport,
  importOfStore,
  nextImportRows,
  type PlannedRow,
  type RowConflict,
  removeDraftRow,
  type StoredImportRow,
  saveProductImport,
  skipRow,
  writeDraftRow,
  writeRow,
} from '../../data/catalogue/product-imports.ts';
import { productTable } from '../../data/catalogue/product-table.ts';
import { sellerProduct } from '../../data/catalogue/seller-products.ts';
import { shelvesOfStore } from '../../data/catalogue/stores.ts';
import { accountOfStore } from '../../data/payments/business-accounts.ts';
import {
  type CheckedRow,
  IMPORT_RETENTION_MS,
  type ImportedRow,
  type ProductImport,
  type ProductImportCheck,
  type ProductImportRefusal,
  productImportUndoRefusal,
  type RowPlan,
} from '../../domain/catalogue/import/product-import.ts';
import { planImport } from '../../domain/catalogue/import/product-import-plan.ts';
import {
  editedFields,
  namesText,
  type ProductPatch,
  patchRefusals,
  textOfPatch,
} from '../../domain/catalogue/product-patch.ts';
import type { OwnStore } from '../../domain/catalogue/store.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { BusinessAccountState } from '../../domain/payments/business-account.ts';
import { newDraft } from './product-draft.ts';

/** Rows per request, so that progress is visible and the database serves other requests in between. */
const ROWS_PER_PART = 25;
/** Attempts per row when its product is changed at the same time. */
const TRIES = 3;
const GONE = 'This product no longer exists.';
const SHELF_GONE = 'One of its categories no longer exists.';

/** Checks what a table would change and stores the plan; no product is changed. */
export async function checkProductTable(
  pb: PocketBase,
  store: OwnStore,
  fileName: string,
  rows: readonly ImportedRow[],
  now: Instant,
): Promise<ProductImportCheck> {
  const [products, shelves, business] = await Promise.all([
    productTable(pb, store.id),
    shelvesOfStore(pb, store.id),
    accountOfStore(pb, store.id),
  ]);
  const plans = planImport(rows, { products, shelves, account: business?.account.state ?? 'none' });
  const planned = plans.flatMap(plannedRows);
  const importId =
    planned.length === 0
      ? null
      : await saveProductImport(
          pb,
          { storeId: store.id, fileName, rows: planned },
          now,
          now - IMPORT_RETENTION_MS,
        );
  return { importId, rows: plans.map(checkedRow) };
}

function plannedRows(plan: RowPlan): PlannedRow[] {
  const { line, name } = plan;
  if (plan.kind === 'change')
    return [
      {
        ...{ line, name },
        kind: 'change',
        productId: plan.productId,
        wanted: plan.wanted,
        former: plan.former,
      },
    ];
  return plan.kind === 'create'
    ? [{ ...{ line, name }, kind: 'create', productId: null, wanted: plan.wanted, former: {} }]
    : [];
}

function checkedRow(plan: RowPlan): CheckedRow {
  const { line, name, kind, notes } = plan;
  const changes = plan.kind === 'change' || plan.kind === 'create' ? plan.changes : [];
  return {
    line,
    name,
    kind,
    changes,
    sentences: plan.kind === 'refused' ? [...plan.refusals, ...notes] : notes,
  };
}

/** What writing rows needs to know of the store. */
interface ImportContext {
  pb: PocketBase;
  store: OwnStore;
  account: BusinessAccountState;
  shelves: ReadonlySet<string>;
  now: () => Instant;
}

async function importContext(pb: PocketBase, store: OwnStore, now: () => Instant): Promise<ImportContext> {
  const [shelves, business] = await Promise.all([shelvesOfStore(pb, store.id), accountOfStore(pb, store.id)]);
  return {
    ...{ pb, store, now },
    account: business?.account.state ?? 'none',
    shelves: new Set(shelves.map(({ id }) => id)),
  };
}

/**
 * Writes the next rows of an import, starting it if it was only checked. Repeated calls finish it, also after an
 * interruption; a finished import is left unchanged.
 */
export async function writeImportPart(
  pb: PocketBase,
  store: OwnStore,
  importId: string,
  now: () => Instant,
): Promise<ProductImport | ProductImportRefusal> {
  const known = await importOfStore(pb, store.id, importId);
  if (!known) return 'unknown';
  if (known.state === 'done') return known;
  if (!(await beginProductImport(pb, store.id, importId, now()))) return 'ended';
  const context = await importContext(pb, store, now);
  for (const row of await nextImportRows(pb, importId, 'waiting', ROWS_PER_PART))
    await processRow(context, row, row.kind === 'create' ? writeDraft : writeChange, 'refused');
  return (await importOfStore(pb, store.id, importId)) ?? 'unknown';
}

/** Undoes the next rows of an import, the last ones first; products edited since are left unchanged. */
export async function undoImportPart(
  pb: PocketBase,
  store: OwnStore,
  importId: string,
  now: () => Instant,
): Promise<ProductImport | ProductImportRefusal> {
  const known = await importOfStore(pb, store.id, importId);
  const refusal = known ? productImportUndoRefusal(known, now()) : 'unknown';
  if (refusal) return refusal;
  if (!(await beginImportUndo(pb, store.id, importId, now()))) return 'undone';
  const context = await importContext(pb, store, now);
  for (const row of await nextImportRows(pb, importId, 'done', ROWS_PER_PART))
    await processRow(context, row, row.kind === 'create' ? removeDraft : putBack, 'kept');
  return (await importOfStore(pb, store.id, importId)) ?? 'unknown';
}

/** The outcome for a row: null on success, a conflict, or a note why it was skipped. */
type Attempt = (
  context: ImportContext,
  row: StoredImportRow,
) => Promise<RowConflict | null | { note: string }>;

async function processRow(
  context: ImportContext,
  row: StoredImportRow,
  attempt: Attempt,
  left: 'refused' | 'kept',
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const answer = await attempt(context, row);
    if (answer === null || answer === 'elsewhere') return;
    if (answer === 'changed-meanwhile' && tries < TRIES) continue;
    const note = answer === 'changed-meanwhile' ? 'It was changed at the same time.' : answer.note;
    await skipRow(context.pb, row, left, note, context.now());
    return;
  }
}

const writeChange: Attempt = (context, row) =>
  applyPatch(context, row, 'done', { from: row.former, to: row.wanted }, 'this table was checked');

const putBack: Attempt = (context, row) => {
  const { shelves, ...former } = row.former;
  // Shelves removed since are not restored.
  const to = shelves ? { ...former, shelves: shelves.filter((shelf) => context.shelves.has(shelf)) } : former;
  return applyPatch(context, row, 'undone', { from: row.wanted, to }, 'the import');
};

async function applyPatch(
  context: ImportContext,
  row: StoredImportRow,
  as: 'done' | 'undone',
  { from, to }: { from: ProductPatch; to: ProductPatch },
  since: string,
): ReturnType<Attempt> {
  const found = await sellerProduct(context.pb, context.store.id, row.productId);
  if (!found) return { note: GONE };
  const edited = editedFields(found.product, from);
  if (edited.length > 0) return { note: `Edited after ${since}: ${namesText(edited)}.` };
  if (to.shelves?.some((shelf) => !context.shelves.has(shelf))) return { note: SHELF_GONE };
  const refusals = patchRefusals(found.product, to, context.account);
  if (refusals.length > 0) return { note: refusals.map(({ sentence }) => sentence).join(' ') };
  return writeRow(context.pb, row, as, found.product, textOfPatch(found.product, to), context.now());
}

const writeDraft: Attempt = async (context, row) => {
  if (row.wanted.shelves?.some((shelf) => !context.shelves.has(shelf))) return { note: SHELF_GONE };
  const draft = newDraft(context.store, row.wanted.name ?? row.name);
  const text = textOfPatch(draft, row.wanted);
  return writeDraftRow(context.pb, row, { ...draft, ...text }, context.now());
};

const removeDraft: Attempt = async (context, row) => {
  const answer = await removeDraftRow(context.pb, context.store.id, row, context.now());
  if (answer !== 'changed-meanwhile') return answer;
  const found = await sellerProduct(context.pb, context.store.id, row.productId);
  return { note: found ? 'Left unchanged because it was edited after the import.' : GONE };
};
