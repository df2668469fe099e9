import { cleanLine } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';
import { centsTyped } from '../kernel/money.ts';
import { FACETS, type Facet, type ProductFacets } from './facets.ts';
import { LICENCES, type Licence, type Sale } from './product.ts';
import type { ProductColumn } from './product-csv.ts';
import { tagsFrom } from './product-editing.ts';
import type { ProductRow } from './product-import.ts';
import type { ProductPatch } from './product-patch.ts';

/** Cells of a table, read as what a product holds. */

/** What somebody else wrote, short enough for a sentence. */
const quoted = (text: string) => `“${text.trim().slice(0, 60)}”`;

/** What is wrong with a cell. */
export class CellRefused extends Error {
  readonly column: ProductColumn;
  constructor(column: ProductColumn, sentence: string) {
    super(sentence);
    this.name = 'CellRefused';
    this.column = column;
  }
}

/** The shelves of a store, as cells name them. */
export interface NamedShelf {
  id: string;
  slug: string;
  name: string;
}

type Had = { priceCents: number; free: boolean; sale: Sale | null };

/**
 * The new words a row asks for. Empty cells of price and free leave both as they are; any other empty cell empties.
 * @param cells only those that say something else than the product does
 * @param had the product as it is, or how a new one begins
 * @throws CellRefused for the first cell that cannot be read
 */
export function patchOfCells(
  cells: ProductRow['cells'],
  had: Had,
  shelves: readonly NamedShelf[],
): ProductPatch {
  const rewrite: ProductPatch = {};
  if (cells.name !== undefined) rewrite.name = cleanLine(cells.name);
  Object.assign(rewrite, priceOf(cells, had));
  if (cells.salePercent !== undefined || cells.saleFrom !== undefined || cells.saleTo !== undefined)
    rewrite.sale = saleOfCells(cells, had.sale);
  if (cells.tags !== undefined) rewrite.tags = tagsFrom(cells.tags);
  if (cells.shelves !== undefined) rewrite.shelves = shelvesOf(cells.shelves, shelves);
  if (cells.licences !== undefined)
    rewrite.licences = partsOf(cells.licences).map((part) =>
      valueIn('licences', LICENCES, part),
    ) as Licence[];
  const facets = facetsOf(cells);
  return Object.keys(facets).length > 0 ? { ...rewrite, facets } : rewrite;
}

function priceOf(cells: ProductRow['cells'], had: Had): Pick<ProductPatch, 'priceCents' | 'free'> {
  const free = cells.free === undefined || cells.free.trim() === '' ? had.free : yesOrNo(cells.free);
  const typed = cells.price?.trim() ?? '';
  const cents = typed === '' ? null : centsTyped(typed);
  if (typed !== '' && cents === null)
    throw new CellRefused('price', `${quoted(typed)} is no price; enter dollars and cents, such as 5.99.`);
  // Made free without a word about the price: it goes.
  const priceCents = cents ?? (free && !had.free ? 0 : had.priceCents);
  return free === had.free && priceCents === had.priceCents ? {} : { priceCents, free };
}

function yesOrNo(cell: string): boolean {
  const word = cell.trim().toLowerCase();
  if (['yes', 'y', 'true', '1', 'x'].includes(word)) return true;
  if (['no', 'n', 'false', '0'].includes(word)) return false;
  throw new CellRefused('free', `${quoted(cell)} is neither yes nor no.`);
}

function saleOfCells(cells: ProductRow['cells'], had: Sale | null): Sale | null {
  const said = (cells.salePercent ?? (had ? String(had.percent) : '')).trim().replace(/\s*%$/, '');
  if (said === '' || said === '0') return null;
  if (!/^\d{1,3}$/.test(said))
    throw new CellRefused('salePercent', `${quoted(said)} is no whole percent, such as 20.`);
  const moment = (column: 'saleFrom' | 'saleTo', kept: Instant | undefined) => {
    const typed = cells[column]?.trim();
    const at = typed === undefined ? (kept ?? null) : parseMoment(typed);
    if (at === null)
      throw new CellRefused(column, 'Say when the sale begins and ends, such as 2026-12-01 09:00 (UTC).');
    return at;
  };
  return { percent: Number(said), from: moment('saleFrom', had?.from), to: moment('saleTo', had?.to) };
}

/** A moment in UTC as tables write it: "2026-12-01", "2026-12-01 09:00", or whole with seconds. Null where it is none. */
export function parseMoment(typed: string): Instant | null {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)Z?)?$/.exec(typed.trim());
  if (!parts) return null;
  const at = Date.parse(`${parts[1]}T${parts[2] ?? '00:00'}Z`);
  // A day that no month has would be led to the next one.
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== parts[1] ? null : at;
}

const partsOf = (cell: string) =>
  cell
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');

function shelvesOf(cell: string, shelves: readonly NamedShelf[]): string[] {
  const ids = partsOf(cell).map((part) => {
    const word = part.toLowerCase();
    const shelf =
      shelves.find(({ slug }) => slug === word) ?? shelves.find(({ name }) => name.toLowerCase() === word);
    if (!shelf) throw new CellRefused('shelves', `You have no shelf ${quoted(part)}.`);
    return shelf.id;
  });
  return [...new Set(ids)];
}

/** A word of a controlled list, by its value or as it is read. */
function valueIn(column: ProductColumn, values: Readonly<Record<string, string>>, part: string): string {
  const word = part.toLowerCase();
  const found = Object.entries(values).find(
    ([value, label]) => value.toLowerCase() === word || label.toLowerCase() === word,
  );
  if (found) return found[0];
  throw new CellRefused(column, `${quoted(part)} is not among ${Object.keys(values).join(', ')}.`);
}

function facetsOf(cells: ProductRow['cells']): Partial<ProductFacets> {
  const facets: Record<string, string | string[] | null> = {};
  for (const facet of Object.keys(FACETS) as Facet[]) {
    const cell = cells[facet];
    if (cell === undefined) continue;
    const { many, values } = FACETS[facet];
    const found = [...new Set(partsOf(cell).map((part) => valueIn(facet, values, part)))];
    if (!many && found.length > 1) throw new CellRefused(facet, 'Name one, not several.');
    facets[facet] = many ? found : (found[0] ?? null);
  }
  return facets as Partial<ProductFacets>;
}
