import type { BusinessAccountState } from '../payments/business-account.ts';
import type { Product, ProductState } from './product.ts';
import { PRODUCT_COLUMNS, type ProductColumn, type ProductTableRow, productCell } from './product-csv.ts';
import { type CellChange, PRODUCT_IMPORT_LIMITS, type ProductRow, type RowPlan } from './product-import.ts';
import { CellRefused, type NamedShelf, patchOfCells } from './product-import-cells.ts';
import {
  effectivePatch,
  type PatchableProduct,
  type PatchRefusal,
  type ProductPatch,
  patchRefusals,
  previousValues,
  textOfPatch,
} from './product-patch.ts';

/** A store as an import finds it. */
export interface ImportTarget {
  products: readonly ProductTableRow[];
  shelves: readonly NamedShelf[];
  account: BusinessAccountState;
}

/** How a product begins that a row makes: a draft, as the list's own button makes one. */
const NEW_ROW: ProductTableRow = {
  id: '',
  name: '',
  state: 'draft',
  priceCents: 0,
  free: false,
  sale: null,
  tags: [],
  shelves: [],
  facets: { type: null, genre: [], scale: null, supports: [], printer: [], parts: null },
  licences: ['personal'],
};

/** The column a refusal of the rules is told in. */
const COLUMN_OF: Partial<Record<PatchRefusal['field'], ProductColumn>> = {
  priceCents: 'price',
  sale: 'salePercent',
  facets: 'type',
};
const isColumn = (field: string): field is ProductColumn =>
  PRODUCT_COLUMNS.some((column) => column === field);

/** "Row 4, price: Ask at least $0.50." */
const sentence = (line: number, column: ProductColumn, said: string) => `Row ${line}, ${column}: ${said}`;

/**
 * What would come of each row: nothing is written. A row finds its product by the id, and without one by the name; where
 * no product is called so it makes a draft. No row changes a state.
 */
export function planImport(rows: readonly ProductRow[], into: ImportTarget): RowPlan[] {
  const byId = new Map(into.products.map((product) => [product.id, product]));
  const byName = new Map<string, ProductTableRow[]>();
  for (const product of into.products) {
    const name = nameKey(product.name);
    if (product.state !== 'archived') byName.set(name, [...(byName.get(name) ?? []), product]);
  }
  /** Lines by what they speak of: an id, or the name of a new one. */
  const taken = new Map<string, number>();
  return rows.map((row): RowPlan => {
    const { line, cells } = row;
    const typedName = (cells.name ?? '').trim();
    const refused = (column: ProductColumn, said: string): RowPlan => ({
      kind: 'refused',
      line,
      name: typedName.slice(0, 120),
      notes: [],
      refusals: [sentence(line, column, said)],
    });
    if (Object.values(cells).some((cell) => cell.length > PRODUCT_IMPORT_LIMITS.cell))
      return refused('name', `One cell holds more than ${PRODUCT_IMPORT_LIMITS.cell} characters.`);
    const id = (cells.id ?? '').trim();
    const named = byName.get(nameKey(typedName)) ?? [];
    const known = id === '' ? named[0] : byId.get(id);
    if (id !== '' && !known)
      return refused('id', 'Your store has no product of this id. Empty the cell to begin a draft.');
    if (id === '' && named.length > 1)
      return refused('name', `${named.length} products are called so; say which by its id.`);
    if (!known && typedName === '') return refused('name', 'Give it a name.');
    const key = known?.id ?? `name ${nameKey(typedName)}`;
    const before = taken.get(key);
    if (before !== undefined)
      return refused(id === '' ? 'name' : 'id', `Row ${before} speaks of the same product.`);
    taken.set(key, line);
    const plan = known ? planChange(row, known, into) : planDraft(row, into);
    if (known && id === '' && plan.kind !== 'refused')
      plan.notes.push(`Row ${line}, name: recognised by its name.`);
    return plan;
  });
}

const nameKey = (name: string) => name.trim().toLowerCase();

function planChange(row: ProductRow, known: ProductTableRow, into: ImportTarget): RowPlan {
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

function planDraft(row: ProductRow, into: ImportTarget): RowPlan {
  const { line } = row;
  const cells = Object.fromEntries(Object.entries(row.cells).filter(([, cell]) => cell.trim() !== ''));
  const product = rewritable(NEW_ROW, into.shelves);
  const name = (row.cells.name ?? '').trim();
  const read = readRow({ line, cells }, product, into);
  if ('refusals' in read) return { kind: 'refused', line, name: name.slice(0, 120), notes: [], ...read };
  const { wanted } = read;
  const changes = changesOf(NEW_ROW, product, wanted, into.shelves);
  return { kind: 'create', line, name, notes: stateNote(line, cells['state'], 'draft'), wanted, changes };
}

function stateNote(line: number, cell: string | undefined, state: ProductState): string[] {
  if (cell === undefined || cell.trim() === '' || cell.trim().toLowerCase() === state) return [];
  return [sentence(line, 'state', `an import publishes and moves nothing; it stays ${state}.`)];
}

function readRow(
  { line, cells }: ProductRow,
  product: PatchableProduct & Pick<Product, 'state'>,
  { shelves, account }: ImportTarget,
): { wanted: ProductPatch } | { refusals: string[] } {
  try {
    const wanted = patchOfCells(cells, product, shelves);
    const refusals = patchRefusals(product, wanted, account).map(({ field, sentence: said }) =>
      sentence(line, COLUMN_OF[field] ?? (isColumn(field) ? field : 'name'), said),
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
