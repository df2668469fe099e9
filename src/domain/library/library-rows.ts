import type { EntitlementSource } from '../catalogue/entitlement.ts';
import { facetLabels } from '../catalogue/facets.ts';
import type { Licence } from '../catalogue/product.ts';
import type { Instant } from '../kernel/instant.ts';
import type { LibraryItem, PrintState } from './library.ts';

/**
 * The rows that a library is made of, as the database writes them: one text each, a line for a row. The site passes them on
 * as they are, and the page makes items of them. 5 000 rows that became objects, and lists, and texts again took the site
 * longer than all the rest of the answer.
 */
export interface LibraryRows {
  /** A line for each way in which a product came: see GRANT. */
  grants: string;
  /** What the owner noted about products: see MARK. */
  marks: string;
  /** When any part of a product was last downloaded: see DOWNLOAD. */
  downloads: string;
}

/**
 * The fields of a line in their order. Dates are "2026-11-21 03:05:47.123Z" or "", lists are JSON, `archived` and `seen` 0 or 1. No
 * name holds the two ends: `cleanLine` leaves neither of them.
 */
const GRANT = [
  ...(['product', 'source', 'licences', 'grantedAt', 'name', 'store', 'picture'] as const),
  ...(['type', 'scale', 'supports', 'sizeBytes', 'newestFileAt'] as const),
];
const MARK = ['product', 'print', 'lists', 'archived', 'seen'] as const;
const DOWNLOAD = ['product', 'lastAt'] as const;
/** By what else a product is found: its seller's tags, what it shows, its category, and the facets that its row above lacks. */
const WORDS = ['product', 'tags', 'archetype', 'category', 'genre', 'printer', 'parts'] as const;
const LINE_END = '\n';
/** DELETE, which JSON does not escape. */
const FIELD_END = '\x7f';

/** The fields of each line. One that has another number of them is left out, so that it spoils no other. */
function linesOf(text: string, fields: readonly string[]): string[][] {
  return text
    .split(LINE_END)
    .map((line) => line.split(FIELD_END))
    .filter(({ length }) => length === fields.length);
}

/** Reads lists of texts from JSON. A library has few different ones, each in thousands of rows. */
function textReader(): (json: string) => string[] {
  const read = new Map<string, string[]>([['', []]]);
  return (json) => {
    const known = read.get(json);
    if (known) return known;
    const parsed: unknown = JSON.parse(json);
    const texts = Array.isArray(parsed) ? parsed.filter((one) => typeof one === 'string') : [];
    read.set(json, texts);
    return texts;
  };
}

const orNull = (text: string): string | null => (text === '' ? null : text);

function instantIn(date: string): Instant | null {
  if (date === '') return null;
  const at = Date.parse(date.replace(' ', 'T'));
  return Number.isNaN(at) ? null : at;
}

interface Grant {
  id: string;
  at: string;
  fields: string[];
}

/** Stored dates sort as texts. */
const byDate = (one: Grant, other: Grant) =>
  one.at < other.at ? -1 : one.at > other.at ? 1 : one.id < other.id ? -1 : 1;

/** The products of a library in the order in which they were granted, one item each. */
export function libraryItems(rows: LibraryRows): LibraryItem[] {
  const textsIn = textReader();
  const markOf = new Map(linesOf(rows.marks, MARK).map((mark) => [mark[0], mark]));
  const lastAt = new Map(linesOf(rows.downloads, DOWNLOAD).map(([product, at = '']) => [product, at]));
  const grants = linesOf(rows.grants, GRANT).map(
    (fields): Grant => ({ id: fields[0] ?? '', at: fields[3] ?? '', fields }),
  );
  const items = new Map<string, LibraryItem>();
  for (const { id, at, fields } of grants.sort(byDate)) {
    const [, source = '', licenceList = '', , name = '', store = '', picture = '', ...facts] = fields;
    const [type = '', scale = '', supports = '', sizeBytes = '', newestFileAt = ''] = facts;
    const licences = textsIn(licenceList) as Licence[];
    const known = items.get(id);
    if (known) {
      known.sources = [...new Set([...known.sources, source as EntitlementSource])];
      known.licences = [...new Set([...known.licences, ...licences])];
      continue;
    }
    const [, print = '', lists = '', archived = '', seen = ''] = markOf.get(id) ?? [];
    items.set(id, {
      ...{ id, name, store, picture },
      type: orNull(type),
      scale: orNull(scale),
      supports: textsIn(supports),
      sources: [source as EntitlementSource],
      licences,
      grantedAt: instantIn(at) ?? 0,
      newestFileAt: instantIn(newestFileAt),
      sizeBytes: Number(sizeBytes),
      downloadedAt: instantIn(lastAt.get(id) ?? ''),
      print: orNull(print) as PrintState | null,
      lists: textsIn(lists),
      archived: archived === '1',
      seen: seen === '1',
    });
  }
  return [...items.values()];
}

/**
 * What else the products of a library are called, by product: tags, creature, category, and the labels of facets. These lines
 * are half as long as the library itself, so a page asks for them when somebody searches.
 */
export function libraryLabels(lines: string): Map<string, string[]> {
  const textsIn = textReader();
  return new Map(
    linesOf(lines, WORDS).map(
      ([product = '', tags = '', archetype = '', category = '', genre = '', printer = '', parts = '']) => [
        product,
        [
          ...textsIn(tags),
          ...[archetype, category].filter((label) => label !== ''),
          ...facetLabels({ genre: textsIn(genre), printer: textsIn(printer), parts: orNull(parts) }),
        ],
      ],
    ),
  );
}

/** All that a product of a library is found by: its name first, its store, what its row says, and its labels of `libraryLabels`. */
export function searchedLabels(item: LibraryItem, labels: readonly string[] = []): string[] {
  const { name, store, type, scale, supports } = item;
  return [name, store, ...facetLabels({ type, scale, supports }), ...labels];
}
