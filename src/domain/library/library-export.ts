import { ENTITLEMENT_SOURCES } from '../catalogue/entitlement.ts';
import { facetLabel } from '../catalogue/facets.ts';
import { LICENCES } from '../catalogue/product.ts';
import { type CsvCell, csvText } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import { type LibraryItem, type LibraryList, PRINT_STATE_TEXTS } from './library.ts';

/** Exports of a library: JSON for programs, CSV for spreadsheets. */

const timeOf = (at: Instant | null) => (at === null ? null : new Date(at).toISOString());
const dayOf = (at: Instant | null) => timeOf(at)?.slice(0, 10) ?? '';

function namesOf(ids: readonly string[], lists: readonly LibraryList[]): string[] {
  return lists.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
}

/** The library as JSON, with times in ISO 8601 and the names of lists. */
export function libraryJson(items: readonly LibraryItem[], lists: readonly LibraryList[]): string {
  const rows = items.map((item) => ({
    id: item.id,
    name: item.name,
    artist: item.store,
    type: item.type,
    scale: item.scale,
    supports: item.supports,
    sources: item.sources,
    licences: item.licences,
    receivedAt: timeOf(item.grantedAt),
    newestFileAt: timeOf(item.newestFileAt),
    downloadedAt: timeOf(item.downloadedAt),
    sizeBytes: item.sizeBytes,
    print: item.print,
    lists: namesOf(item.lists, lists),
  }));
  return JSON.stringify(rows, null, 2);
}

/** Title and content of each column. */
const COLUMNS: [string, (item: LibraryItem, lists: readonly LibraryList[]) => CsvCell][] = [
  ['Name', ({ name }) => name],
  ['Artist', ({ store }) => store],
  ['Kind', ({ type }) => (type === null ? '' : facetLabel('type', type))],
  ['Scale', ({ scale }) => (scale === null ? '' : facetLabel('scale', scale))],
  ['Supports', ({ supports }) => supports.map((value) => facetLabel('supports', value)).join(', ')],
  ['From', ({ sources }) => sources.map((source) => ENTITLEMENT_SOURCES[source]).join(', ')],
  ['Licences', ({ licences }) => licences.map((licence) => LICENCES[licence]).join(', ')],
  ['Received', ({ grantedAt }) => dayOf(grantedAt)],
  ['Newest file', ({ newestFileAt }) => dayOf(newestFileAt)],
  ['Downloaded', ({ downloadedAt }) => dayOf(downloadedAt)],
  ['Bytes', ({ sizeBytes }) => sizeBytes],
  ['Print', ({ print }) => (print === null ? '' : PRINT_STATE_TEXTS[print])],
  ['Lists', (item, lists) => namesOf(item.lists, lists).join(', ')],
  ['Id', ({ id }) => id],
];

/** The library as CSV (RFC 4180). Cells that a spreadsheet would run as formulas are escaped. */
export function libraryCsv(items: readonly LibraryItem[], lists: readonly LibraryList[]): string {
  const rows = items.map((item) => COLUMNS.map(([, cell]) => cell(item, lists)));
  return csvText([COLUMNS.map(([title]) => title), ...rows]);
}
