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
  type ProductImport,
  type ProductImportCheck,
  type ProductImportRefusal,
  type ProductRow,
  productImportUndoRefusal,
  type RowPlan,
} from '../../domain/catalogue/product-import.ts';
import { planImport } from '../../domain/catalogue/product-import-plan.ts';
import {
  editedFields,
  namesText,
  type ProductPatch,
  patchRefusals,
  textOfPatch,
} from '../../domain/catalogue/product-patch.ts';
import type { Store } from '../../domain/catalogue/store.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { BusinessAccountState } from '../../domain/payments/business-account.ts';
import { draftNamed } from './product-draft.ts';

/** Rows settled at a time: whoever waits sees how far it is, and the database is free for others in between. */
const ROWS_AT_ONCE = 25;
/** A product that is changed at the very moment is read anew so many times. */
const TRIES = 3;
const GONE = 'Your store has no such product any more.';
const SHELF_GONE = 'One of its shelves is gone.';

/** Says what a table would do to a store's products, and keeps it for a while; no product is touched. */
export async function checkProductTable(
  pb: PocketBase,
  store: Store,
  fileName: string,
  rows: readonly ProductRow[],
  now: Instant,
): Promise<ProductImportCheck> {
  const [products, shelves, business] = await Promise.all([
    productTable(pb, store.id),
    shelvesOfStore(pb, store.id),
    accountOfStore(pb, store.id),
  ]);
  const plans = planImport(rows, { products, shelves, account: business?.account.state ?? 'none' });
  const planned = plans.flatMap(writingOf);
  const importId =
    planned.length === 0
      ? null
      : await saveProductImport(
          pb,
          { storeId: store.id, fileName, rows: planned },
          now,
          now - IMPORT_RETENTION_MS,
        );
  return { importId, rows: plans.map(shownRow) };
}

function writingOf(plan: RowPlan): PlannedRow[] {
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

function shownRow(plan: RowPlan): CheckedRow {
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

/** A store while rows are written: what the rules ask about it. */
interface Desk {
  pb: PocketBase;
  store: Store;
  account: BusinessAccountState;
  shelves: ReadonlySet<string>;
  now: () => Instant;
}

async function deskOf(pb: PocketBase, store: Store, now: () => Instant): Promise<Desk> {
  const [shelves, business] = await Promise.all([shelvesOfStore(pb, store.id), accountOfStore(pb, store.id)]);
  return {
    ...{ pb, store, now },
    account: business?.account.state ?? 'none',
    shelves: new Set(shelves.map(({ id }) => id)),
  };
}

/**
 * Writes the next rows of an import, and begins it where it was only looked at. Asked again and again it comes to its
 * end, from wherever it was cut off; at the end it does nothing.
 */
export async function writeImportPart(
  pb: PocketBase,
  store: Store,
  importId: string,
  now: () => Instant,
): Promise<ProductImport | ProductImportRefusal> {
  const known = await importOfStore(pb, store.id, importId);
  if (!known) return 'unknown';
  if (known.state === 'done') return known;
  if (!(await beginProductImport(pb, store.id, importId, now()))) return 'ended';
  const desk = await deskOf(pb, store, now);
  for (const row of await nextImportRows(pb, importId, 'waiting', ROWS_AT_ONCE))
    await settled(desk, row, row.kind === 'create' ? writeDraft : writeChange, 'refused');
  return (await importOfStore(pb, store.id, importId)) ?? 'unknown';
}

/** Puts back the next rows of an import, the last ones first; what somebody edited since is left as it is. */
export async function undoImportPart(
  pb: PocketBase,
  store: Store,
  importId: string,
  now: () => Instant,
): Promise<ProductImport | ProductImportRefusal> {
  const known = await importOfStore(pb, store.id, importId);
  const refusal = known ? productImportUndoRefusal(known, now()) : 'unknown';
  if (refusal) return refusal;
  if (!(await beginImportUndo(pb, store.id, importId, now()))) return 'undone';
  const desk = await deskOf(pb, store, now);
  for (const row of await nextImportRows(pb, importId, 'done', ROWS_AT_ONCE))
    await settled(desk, row, row.kind === 'create' ? removeDraft : putBack, 'kept');
  return (await importOfStore(pb, store.id, importId)) ?? 'unknown';
}

/** How a row fared: it is settled, it raced with somebody, or a sentence says why it is left as it is. */
type Attempt = (desk: Desk, row: StoredImportRow) => Promise<RowConflict | null | { note: string }>;

async function settled(
  desk: Desk,
  row: StoredImportRow,
  attempt: Attempt,
  left: 'refused' | 'kept',
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const answer = await attempt(desk, row);
    if (answer === null || answer === 'elsewhere') return;
    if (answer === 'changed-meanwhile' && tries < TRIES) continue;
    const note = answer === 'changed-meanwhile' ? 'It was being changed at the same moment.' : answer.note;
    await skipRow(desk.pb, row, left, note, desk.now());
    return;
  }
}

const writeChange: Attempt = (desk, row) =>
  rewrite(desk, row, 'done', { from: row.former, to: row.wanted }, 'you looked at this table');

const putBack: Attempt = (desk, row) => {
  const { shelves, ...former } = row.former;
  // A shelf that was taken down since stays down.
  const to = shelves ? { ...former, shelves: shelves.filter((shelf) => desk.shelves.has(shelf)) } : former;
  return rewrite(desk, row, 'undone', { from: row.wanted, to }, 'the import');
};

async function rewrite(
  desk: Desk,
  row: StoredImportRow,
  as: 'done' | 'undone',
  { from, to }: { from: ProductPatch; to: ProductPatch },
  since: string,
): ReturnType<Attempt> {
  const own = await sellerProduct(desk.pb, desk.store.id, row.productId);
  if (!own) return { note: GONE };
  const edited = editedFields(own.product, from);
  if (edited.length > 0) return { note: `Edited after ${since}: ${namesText(edited)}.` };
  if (to.shelves?.some((shelf) => !desk.shelves.has(shelf))) return { note: SHELF_GONE };
  const refusals = patchRefusals(own.product, to, desk.account);
  if (refusals.length > 0) return { note: refusals.map(({ sentence }) => sentence).join(' ') };
  return writeRow(desk.pb, row, as, own.product, textOfPatch(own.product, to), desk.now());
}

const writeDraft: Attempt = async (desk, row) => {
  if (row.wanted.shelves?.some((shelf) => !desk.shelves.has(shelf))) return { note: SHELF_GONE };
  const draft = draftNamed(desk.store, row.wanted.name ?? row.name);
  const text = textOfPatch(draft, row.wanted);
  return writeDraftRow(desk.pb, row, { ...draft, ...text }, desk.now());
};

const removeDraft: Attempt = async (desk, row) => {
  const answer = await removeDraftRow(desk.pb, desk.store.id, row, desk.now());
  if (answer !== 'changed-meanwhile') return answer;
  const own = await sellerProduct(desk.pb, desk.store.id, row.productId);
  return { note: own ? 'Somebody went on with it after the import; it stays.' : GONE };
};
