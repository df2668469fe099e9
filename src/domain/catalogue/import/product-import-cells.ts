import { cleanLine } from '../../kernel/clean-text.ts';
import { namesOf, type PlainField } from '../../kernel/fields/field-table.ts';
import { cleanField } from '../../kernel/fields/field-text.ts';
import type { Instant } from '../../kernel/instant.ts';
import { type Cents, parseCents } from '../../kernel/money.ts';
import { FACETS, type Facet, type ProductFacets } from '../facets.ts';
import type { OpenPrice } from '../price/open-price.ts';
import {
  cleanPrintSettings,
  MATERIALS,
  type Material,
  NO_PRINT_SETTINGS,
  PRINT_SUPPORTS,
  type PrintSettings,
  type PrintSupports,
  typedNumber,
} from '../print/print-settings.ts';
import { AI_DECLARATIONS, type AiDeclaration, type Discount, LICENCES, type Licence } from '../product.ts';
import type { ProductColumn } from '../product-csv.ts';
import { tagsFrom } from '../product-editing.ts';
import { PRODUCT_CSV_FIELDS } from '../product-fields.ts';
import type { ProductPatch } from '../product-patch.ts';
import type { ImportedRow } from './product-import.ts';

/** Parses the cells of an import into a change of a product. */

/** Quotes a cell, shortened for an error message. */
const quoted = (text: string) => `“${text.trim().slice(0, 60)}”`;

/** A cell that cannot be read; the message says why. */
export class CellRefused extends Error {
  readonly column: ProductColumn;
  constructor(column: ProductColumn, sentence: string) {
    super(sentence);
    this.name = 'CellRefused';
    this.column = column;
  }
}

/** A shelf as cells refer to it, by slug or name. */
export interface NamedShelf {
  id: string;
  slug: string;
  name: string;
}

type Current = { priceCents: Cents; free: boolean; openPrice: OpenPrice | null; sale: Discount | null };

/**
 * The change that a row asks for. Empty cells of price, free and openPrice change nothing; any other empty cell clears its field.
 * @param cells only the cells that differ from the product
 * @param current the product as it is, or the defaults of a new draft
 * @throws CellRefused for the first cell that cannot be read
 */
export function patchOfCells(
  cells: ImportedRow['cells'],
  current: Current,
  shelves: readonly NamedShelf[],
): ProductPatch {
  const patch: ProductPatch = {};
  if (cells.name !== undefined) patch.name = cleanLine(cells.name);
  Object.assign(patch, priceOf(cells, current));
  const openPrice = patch.free ? null : openPriceOf(cells, current.openPrice);
  if (openPrice?.suggestedCents !== current.openPrice?.suggestedCents) patch.openPrice = openPrice;
  if (cells.salePercent !== undefined || cells.saleFrom !== undefined || cells.saleTo !== undefined)
    patch.sale = saleOfCells(cells, current.sale);
  if (cells.tags !== undefined) patch.tags = tagsFrom(cells.tags);
  if (cells.shelves !== undefined) patch.shelves = shelvesOf(cells.shelves, shelves);
  if (cells.licences !== undefined)
    patch.licences = partsOf(cells.licences).map((part) => valueIn('licences', LICENCES, part)) as Licence[];
  if (cells.ai !== undefined) patch.ai = oneOf('ai', AI_DECLARATIONS, cells.ai) as AiDeclaration | null;
  for (const column of namesOf(PRODUCT_CSV_FIELDS)) {
    const cell = cells[column];
    if (cell !== undefined)
      Object.assign(patch, { [column]: valueOfCell(column, PRODUCT_CSV_FIELDS[column], cell) });
  }
  const facets = facetsOf(cells);
  if (Object.keys(facets).length > 0) patch.facets = facets;
  const print = printOf(cells);
  if (Object.keys(print).length > 0) patch.print = print;
  return patch;
}

/**
 * The value of a plain field from its cell; an empty cell clears the field. Whether the value is allowed is for the field to say.
 * @throws CellRefused where the cell cannot be read
 */
export function valueOfCell<T>(column: ProductColumn, field: PlainField<T>, cell: string): T {
  if (cell.trim() === '') return field.empty;
  const read = (): unknown => {
    if (field.kind === 'number') return numberOf(column, cell);
    if (field.kind === 'flag') return yesOrNo(column, cell);
    return field.kind === 'choice' ? valueIn(column, field.choices, cell.trim()) : cell;
  };
  return cleanField(field, read() as T);
}

function priceOf(cells: ImportedRow['cells'], current: Current): Pick<ProductPatch, 'priceCents' | 'free'> {
  const free =
    cells.free === undefined || cells.free.trim() === '' ? current.free : yesOrNo('free', cells.free);
  const text = cells.price?.trim() ?? '';
  const cents = text === '' ? null : centsOf('price', text);
  // Becoming free without a new price clears the price.
  const priceCents = cents ?? (free && !current.free ? 0 : current.priceCents);
  return free === current.free && priceCents === current.priceCents ? {} : { priceCents, free };
}

/** The price that buyers choose, with what is suggested to them; null for a fixed price. */
function openPriceOf(cells: ImportedRow['cells'], current: OpenPrice | null): OpenPrice | null {
  const cell = cells.openPrice?.trim() ?? '';
  const isOpen = cell === '' ? current !== null : yesOrNo('openPrice', cell);
  const suggested = cells.suggestedPrice?.trim() ?? '';
  if (!isOpen) {
    if (suggested !== '')
      throw new CellRefused(
        'suggestedPrice',
        'Only a price that buyers choose has a suggestion. Enter yes for openPrice, or leave this empty.',
      );
    return null;
  }
  if (cells.suggestedPrice === undefined) return { suggestedCents: current?.suggestedCents ?? null };
  return { suggestedCents: suggested === '' ? null : centsOf('suggestedPrice', suggested) };
}

function centsOf(column: ProductColumn, text: string): Cents {
  const cents = parseCents(text);
  if (cents === null)
    throw new CellRefused(column, `${quoted(text)} is not a price; enter dollars and cents, such as 5.99.`);
  return cents;
}

function yesOrNo(column: ProductColumn, cell: string): boolean {
  const word = cell.trim().toLowerCase();
  if (['yes', 'y', 'true', '1', 'x'].includes(word)) return true;
  if (['no', 'n', 'false', '0'].includes(word)) return false;
  throw new CellRefused(column, `${quoted(cell)} is neither yes nor no.`);
}

function saleOfCells(cells: ImportedRow['cells'], current: Discount | null): Discount | null {
  const percent = (cells.salePercent ?? (current ? String(current.percent) : ''))
    .trim()
    .replace(/%$/, '')
    .trimEnd();
  if (percent === '' || percent === '0') return null;
  if (!/^\d{1,3}$/.test(percent))
    throw new CellRefused('salePercent', `${quoted(percent)} is not a whole percentage, such as 20.`);
  const moment = (column: 'saleFrom' | 'saleTo', currentTime: Instant | undefined) => {
    const text = cells[column]?.trim();
    const at = text === undefined ? (currentTime ?? null) : parseMoment(text);
    if (at === null)
      throw new CellRefused(column, 'Enter when the sale starts and ends, such as 2026-12-01 09:00 (UTC).');
    return at;
  };
  return {
    percent: Number(percent),
    from: moment('saleFrom', current?.from),
    to: moment('saleTo', current?.to),
  };
}

/** Parses a date in UTC: "2026-12-01", "2026-12-01 09:00", or with seconds. Null if it is not a date. */
export function parseMoment(text: string): Instant | null {
  const parts = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)Z?)?$/.exec(text.trim());
  if (!parts) return null;
  const at = Date.parse(`${parts[1]}T${parts[2] ?? '00:00'}Z`);
  // Date.parse turns February 30 into March 2; the round trip detects that.
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
    if (!shelf) throw new CellRefused('shelves', `Your store has no category ${quoted(part)}.`);
    return shelf.id;
  });
  return [...new Set(ids)];
}

/** Finds an entry of a controlled list by its value or its label. */
function valueIn(column: ProductColumn, values: Readonly<Record<string, string>>, part: string): string {
  const word = part.toLowerCase();
  const found = Object.entries(values).find(
    ([value, label]) => value.toLowerCase() === word || label.toLowerCase() === word,
  );
  if (found) return found[0];
  throw new CellRefused(column, `${quoted(part)} is not one of ${Object.keys(values).join(', ')}.`);
}

/** The print settings that have a cell. Which numbers are in range is for the rule to say. */
function printOf(cells: ImportedRow['cells']): Partial<PrintSettings> {
  const print: Partial<PrintSettings> = {};
  const { layerMm, exposureS, printSupports, material, printPrinter } = cells;
  if (layerMm !== undefined) print.layerMm = measureOf('layerMm', layerMm, 'mm');
  if (exposureS !== undefined) print.exposureS = measureOf('exposureS', exposureS, 's');
  if (printSupports !== undefined)
    print.supports = oneOf('printSupports', PRINT_SUPPORTS, printSupports) as PrintSupports | null;
  if (material !== undefined) print.material = oneOf('material', MATERIALS, material) as Material | null;
  if (printPrinter !== undefined) print.printer = printPrinter;
  const clean = cleanPrintSettings({ ...NO_PRINT_SETTINGS, ...print });
  return Object.fromEntries(Object.keys(print).map((key) => [key, clean[key as keyof PrintSettings]]));
}

/** A number that may have its unit behind it; null for an empty cell. */
function measureOf(column: ProductColumn, cell: string, unit: string): number | null {
  const text = cell.trim();
  return numberOf(column, text.endsWith(unit) ? text.slice(0, -unit.length) : text, cell);
}

/** @param cell the whole cell, for the sentence */
function numberOf(column: ProductColumn, text: string, cell = text): number | null {
  const number = typedNumber(text);
  if (Number.isNaN(number)) throw new CellRefused(column, `${quoted(cell)} is not a number, such as 0.05.`);
  return number;
}

const oneOf = (column: ProductColumn, values: Readonly<Record<string, string>>, cell: string) =>
  cell.trim() === '' ? null : valueIn(column, values, cell.trim());

function facetsOf(cells: ImportedRow['cells']): Partial<ProductFacets> {
  const facets: Record<string, string | string[] | null> = {};
  for (const facet of Object.keys(FACETS) as Facet[]) {
    const cell = cells[facet];
    if (cell === undefined) continue;
    const { many, values } = FACETS[facet];
    const found = [...new Set(partsOf(cell).map((part) => valueIn(facet, values, part)))];
    if (!many && found.length > 1) throw new CellRefused(facet, 'Enter only one value.');
    facets[facet] = many ? found : (found[0] ?? null);
  }
  return facets as Partial<ProductFacets>;
}
