import { emptyOf } from '../../kernel/fields/field-table.ts';
import type { BusinessAccountState } from '../../payments/business-account.ts';
import { NO_PRINT_SETTINGS } from '../print/print-settings.ts';
import type { Product, ProductState } from '../product.ts';
import { PRODUCT_COLUMNS, type ProductColumn, type ProductTableRow, productCell } from '../product-csv.ts';
import { PRODUCT_CSV_FIELDS } from '../product-fields.ts';
import {
  effectivePatch,
  type PatchableProduct,
  type PatchRefusal,
  type ProductPatch,
  patchRefusals,
  previousValues,
  textOfPatch,
} from '../product-patch.ts';
import { type CellChange, type ImportedRow, PRODUCT_IMPORT_LIMITS, type RowPlan } from './product-import.ts';
import { CellRefused, type NamedShelf, patchOfCells } from './product-import-cells.ts';

/** What an import needs to know of the store. */
export interface ImportTarget {
  products: readonly ProductTableRow[];
  shelves: readonly NamedShelf[];
  account: BusinessAccountState;
}

/** The defaults of a draft that a row creates. */
const NEW_DRAFT: ProductTableRow = {
  id: '',
  name: '',
  state: 'draft',
  priceCents: 0,
  free: false,
  openPrice: null,
  sale: null,
  tags: [],
  shelves: [],
  facets: { type: null, genre: [], scale: null, supports: [], printer: [], parts: null },
  print: NO_PRINT_SETTINGS,
  licences: ['personal'],
  ai: null,
  ...emptyOf(PRODUCT_CSV_FIELDS),
};

/** The column in which a refused field is reported. */
const COLUMN_OF: Partial<Record<PatchRefusal['field'], ProductColumn>> = {
  priceCents: 'price',
  sale: 'salePercent',
  facets: 'type',
};
const isColumn = (field: string): field is ProductColumn =>
  PRODUCT_COLUMNS.some((column) => column === field);

/** "Row 4, price: Enter at least $0.50." */
const sentence = (line: number, column: ProductColumn, reason: string) => `Row ${line}, ${column}: ${reason}`;

/**
 * Plans what each row would do, without writing anything. A row matches its product by id, or by name if it has none;
 * without a match it creates a draft. No row changes a state.
 */
export function planImport(rows: readonly ImportedRow[], into: ImportTarget): RowPlan[] {
  const byId = new Map(into.products.map((product) => [product.id, product]));
  const byName = new Map<string, ProductTableRow[]>();
  for (const product of into.products) {
    const name = nameKey(product.name);
    if (product.state !== 'archived') byName.set(name, [...(byName.get(name) ?? []), product]);
  }
  /** Lines by the product they match: an id, or the name of a new one. */
  const lineOf = new Map<string, number>();
  return rows.map((row): RowPlan => {
    const { line, cells } = row;
    const typedName = (cells.name ?? '').trim();
    const refused = (column: ProductColumn, reason: string): RowPlan => ({
      kind: 'refused',
      line,
      name: typedName.slice(0, 120),
      notes: [],
      refusals: [sentence(line, column, reason)],
    });
    if (Object.values(cells).some((cell) => cell.length > PRODUCT_IMPORT_LIMITS.cell))
      return refused('name', `One cell holds more than ${PRODUCT_IMPORT_LIMITS.cell} characters.`);
    const id = (cells.id ?? '').trim();
    const named = byName.get(nameKey(typedName)) ?? [];
    const known = id === '' ? named[0] : byId.get(id);
    if (id !== '' && !known)
      return refused('id', 'Your store has no product with this id. Clear the cell to create a draft.');
    if (id === '' && named.length > 1)
      return refused('name', `${named.length} products have this name; add the id.`);
    if (!known && typedName === '') return refused('name', 'Give it a name.');
    const key = known?.id ?? `name ${nameKey(typedName)}`;
    const before = lineOf.get(key);
    if (before !== undefined)
      return refused(id === '' ? 'name' : 'id', `Row ${before} is about the same product.`);
    lineOf.set(key, line);
    const plan = known ? planChange(row, known, into) : planDraft(row, into);
    if (known && id === '' && plan.kind !== 'refused')
      plan.notes.push(`Row ${line}, name: matched by its name.`);
    return plan;
  });
}

const nameKey = (name: string) => name.trim().toLowerCase();

function planChange(row: ImportedRow, known: ProductTableRow, into: ImportTarget): RowPlan {
  const { line } = row;
  const cells = Object.fromEntries(
    Object.entries(row.cells).filter(
      ([column, cell]) => productCell(known, column as ProductColumn) !== cell,
    ),
  );
  const notes = stateNote(line, cells.state, known.state);
  const product = rewritable(known, into.shelves);
  const read = readRow({ line, cells }, product, into);
  if ('refusals' in read) return { kind: 'refused', line, name: known.name, notes, ...read };
  const wanted = effectivePatch(product, read.wanted);
  if (Object.keys(wanted).length === 0) return { kind: 'same', line, name: known.name, notes };
  const changes = changesOf(known, product, wanted, into.shelves);
  return {
    kind: 'change',
    line,
    name: known.name,
    notes,
    productId: known.id,
    former: previousValues(product, wanted),
    wanted,
    changes,
  };
}

function planDraft(row: ImportedRow, into: ImportTarget): RowPlan {
  const { line } = row;
  const cells = Object.fromEntries(Object.entries(row.cells).filter(([, cell]) => cell.trim() !== ''));
  const product = rewritable(NEW_DRAFT, into.shelves);
  const name = (row.cells.name ?? '').trim();
  const read = readRow({ line, cells }, product, into);
  if ('refusals' in read) return { kind: 'refused', line, name: name.slice(0, 120), notes: [], ...read };
  const { wanted } = read;
  const changes = changesOf(NEW_DRAFT, product, wanted, into.shelves);
  return { kind: 'create', line, name, notes: stateNote(line, cells['state'], 'draft'), wanted, changes };
}

function stateNote(line: number, cell: string | undefined, state: ProductState): string[] {
  if (cell === undefined || cell.trim() === '' || cell.trim().toLowerCase() === state) return [];
  return [sentence(line, 'state', `an import does not change states; it stays ${state}.`)];
}

function readRow(
  { line, cells }: ImportedRow,
  product: PatchableProduct & Pick<Product, 'state'>,
  { shelves, account }: ImportTarget,
): { wanted: ProductPatch } | { refusals: string[] } {
  try {
    const wanted = patchOfCells(cells, product, shelves);
    const refusals = patchRefusals(product, wanted, account).map(({ field, sentence: reason }) =>
      sentence(line, COLUMN_OF[field] ?? (isColumn(field) ? field : 'name'), reason),
    );
    return refusals.length > 0 ? { refusals } : { wanted };
  } catch (reason) {
    if (!(reason instanceof CellRefused)) throw reason;
    return { refusals: [sentence(line, reason.column, reason.message)] };
  }
}

function rewritable(
  row: ProductTableRow,
  shelves: readonly NamedShelf[],
): PatchableProduct & Pick<Product, 'state'> {
  const ids = new Map(shelves.map(({ id, slug }) => [slug, id]));
  return { ...row, shelves: row.shelves.flatMap((slug) => ids.get(slug) ?? []) };
}

function changesOf(
  row: ProductTableRow,
  product: PatchableProduct,
  wanted: ProductPatch,
  shelves: readonly NamedShelf[],
): CellChange[] {
  const after = { ...product, ...textOfPatch(product, wanted) };
  const slugs = new Map(shelves.map(({ id, slug }) => [id, slug]));
  const next = { ...row, ...after, shelves: after.shelves.flatMap((id) => slugs.get(id) ?? []) };
  return PRODUCT_COLUMNS.map((column) => ({
    column,
    from: productCell(row, column),
    to: productCell(next, column),
  })).filter(({ from, to }) => from !== to);
}
