import type { EntitlementSource } from '../catalogue/entitlement.ts';
import type { Licence } from '../catalogue/product.ts';
import type { Instant } from '../kernel/instant.ts';
import type { LibraryItem, PrintState } from './library.ts';

/**
 * The rows that a library is made of, as the database has them: dates are "2026-11-21 03:05:47.123Z" or "", lists are JSON.
 * The site packs them field by field and the page makes items of them: to make 5 000 items first took the site longer than
 * everything else of the answer.
 */
export interface LibraryRows {
  /** One for each way in which a product came. */
  grants: readonly GrantRow[];
  /** What the owner noted about products. */
  marks: readonly MarkRow[];
  downloads: readonly DownloadRow[];
}

export interface GrantRow {
  product: string;
  source: EntitlementSource;
  licences: string;
  grantedAt: string;
  name: string;
  store: string;
  picture: string;
  type: string;
  scale: string;
  supports: string;
  sizeBytes: number;
  newestFileAt: string;
}

export interface MarkRow {
  product: string;
  print: PrintState | '';
  lists: string;
  /** 0 or 1. */
  archived: number;
}

export interface DownloadRow {
  product: string;
  /** Of all its parts. */
  lastAt: string;
}

/** Which fields of a table each row has for itself, and which many rows have alike. */
interface Fields<Row> {
  own: readonly (keyof Row & string)[];
  alike: readonly (keyof Row & string)[];
}
const FIELDS: { [Table in keyof LibraryRows]: Fields<LibraryRows[Table][number]> } = {
  grants: {
    own: ['product', 'grantedAt', 'name', 'picture', 'sizeBytes', 'newestFileAt'],
    alike: ['source', 'licences', 'store', 'type', 'scale', 'supports'],
  },
  marks: { own: ['product'], alike: ['print', 'lists', 'archived'] },
  downloads: { own: ['product', 'lastAt'], alike: [] },
};

interface Packed {
  own: unknown[][];
  /** For each field its different values, and for each row the place of its value among them. */
  alike: [values: unknown[], places: number[]][];
}

/**
 * Rows as one text, field by field: what they have alike is there once. It is less than half as long as JSON of the rows, and
 * its names and quotes are what the serialiser of actions takes longest for.
 */
export function packedLibrary({ grants, marks, downloads }: LibraryRows): string {
  return JSON.stringify([
    packed(grants, FIELDS.grants),
    packed(marks, FIELDS.marks),
    packed(downloads, FIELDS.downloads),
  ]);
}

function packed<Row>(rows: readonly Row[], { own, alike }: Fields<Row>): Packed {
  return {
    own: own.map((field) => rows.map((row) => row[field])),
    alike: alike.map((field) => {
      const values: unknown[] = [];
      const placeOf = new Map<unknown, number>();
      const places = rows.map((row) => {
        const known = placeOf.get(row[field]);
        if (known !== undefined) return known;
        placeOf.set(row[field], values.length);
        return values.push(row[field]) - 1;
      });
      return [values, places];
    }),
  };
}

/** The rows of `packedLibrary`. */
export function unpackedLibrary(text: string): LibraryRows {
  const [grants, marks, downloads] = JSON.parse(text) as [Packed, Packed, Packed];
  return {
    grants: unpacked(grants, FIELDS.grants),
    marks: unpacked(marks, FIELDS.marks),
    downloads: unpacked(downloads, FIELDS.downloads),
  };
}

function unpacked<Row>({ own, alike }: Packed, fields: Fields<Row>): Row[] {
  return (own[0] ?? []).map((_, at) => {
    const row: Record<string, unknown> = {};
    for (const [field, name] of fields.own.entries()) row[name] = own[field]?.[at];
    for (const [field, name] of fields.alike.entries()) {
      const [values, places] = alike[field] ?? [[], []];
      row[name] = values[places[at] ?? 0];
    }
    return row as Row;
  });
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

function instantIn(date: string): Instant | null {
  if (date === '') return null;
  const at = Date.parse(date.replace(' ', 'T'));
  return Number.isNaN(at) ? null : at;
}

/** The products of a library in the order in which they were granted, one item each. */
export function libraryItems({ grants, marks, downloads }: LibraryRows): LibraryItem[] {
  const textsIn = textReader();
  const markOf = new Map(marks.map((mark) => [mark.product, mark]));
  const downloadedAt = new Map(downloads.map(({ product, lastAt }) => [product, lastAt]));
  const items = new Map<string, LibraryItem>();
  // Stored dates sort chronologically as strings.
  const ordered = grants.toSorted((a, b) =>
    a.grantedAt < b.grantedAt ? -1 : a.grantedAt > b.grantedAt ? 1 : a.product < b.product ? -1 : 1,
  );
  for (const grant of ordered) {
    const licences = textsIn(grant.licences) as Licence[];
    const known = items.get(grant.product);
    if (known) {
      known.sources = [...new Set([...known.sources, grant.source])];
      known.licences = [...new Set([...known.licences, ...licences])];
      continue;
    }
    const mark = markOf.get(grant.product);
    items.set(grant.product, {
      id: grant.product,
      name: grant.name,
      store: grant.store,
      picture: grant.picture,
      type: grant.type === '' ? null : grant.type,
      scale: grant.scale === '' ? null : grant.scale,
      supports: textsIn(grant.supports),
      sources: [grant.source],
      licences,
      grantedAt: instantIn(grant.grantedAt) ?? 0,
      newestFileAt: instantIn(grant.newestFileAt),
      sizeBytes: grant.sizeBytes,
      downloadedAt: instantIn(downloadedAt.get(grant.product) ?? ''),
      print: mark && mark.print !== '' ? mark.print : null,
      lists: mark ? textsIn(mark.lists) : [],
      archived: mark?.archived === 1,
    });
  }
  return [...items.values()];
}
