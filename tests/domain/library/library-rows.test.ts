import { expect, it } from 'vitest';
import type { LibraryItem } from '../../../src/domain/library/library.ts';
import {
  type GrantRow,
  type LibraryRows,
  libraryItems,
  packedLibrary,
  unpackedLibrary,
} from '../../../src/domain/library/library-rows.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const date = (at: number | null) => (at === null ? '' : new Date(at).toISOString().replace('T', ' '));
const nothing = { marks: [], downloads: [] };

const item = (at: number): LibraryItem => ({
  id: `m${String(at).padStart(14, '0')}`,
  name: at % 3 === 0 ? 'Wolf "Grey"\n' : `Modèle ${at}`,
  store: at % 2 === 0 ? 'Ashfall' : 'Deep & Co',
  picture: at % 5 === 0 ? '' : `${at}.webp`,
  type: at % 4 === 0 ? null : 'figure',
  scale: at % 7 === 0 ? null : '32',
  supports: at % 3 === 0 ? [] : ['unsupported', 'presupported'].slice(at % 2),
  sources: ['purchase'],
  licences: at % 6 === 0 ? ['personal', 'merchant'] : ['personal'],
  grantedAt: NOW + at,
  newestFileAt: at % 8 === 0 ? null : NOW - 1,
  sizeBytes: at * 1000,
  downloadedAt: at % 9 === 0 ? NOW + 1 : null,
  print: at % 10 === 0 ? 'queued' : null,
  lists: at % 11 === 0 ? ['listlistlistlis'] : [],
  archived: at % 12 === 0,
});

const grantOf = (one: LibraryItem): GrantRow => ({
  ...{ product: one.id, name: one.name, store: one.store, picture: one.picture },
  ...{ source: 'purchase', sizeBytes: one.sizeBytes, type: one.type ?? '', scale: one.scale ?? '' },
  ...{ supports: JSON.stringify(one.supports), licences: JSON.stringify(one.licences) },
  ...{ grantedAt: date(one.grantedAt), newestFileAt: date(one.newestFileAt) },
});

/** The rows of these items, in the order in which an index has them. */
const rowsOf = (items: readonly LibraryItem[]): LibraryRows => ({
  grants: items.map(grantOf).toReversed(),
  marks: items
    .filter(({ print, archived, lists }) => print !== null || archived || lists.length > 0)
    .map(({ id, print, archived, lists }) => ({
      ...{ product: id, print: print ?? '', archived: Number(archived), lists: JSON.stringify(lists) },
    })),
  downloads: items
    .filter(({ downloadedAt }) => downloadedAt !== null)
    .map(({ id, downloadedAt }) => ({ product: id, lastAt: date(downloadedAt) })),
});

it.each([0, 1, 2, 500])('%i products are the same items after their rows were packed', (count) => {
  const items = Array.from({ length: count }, (_, at) => item(at));
  const rows = rowsOf(items);
  expect(unpackedLibrary(packedLibrary(rows))).toEqual(rows);
  expect(libraryItems(unpackedLibrary(packedLibrary(rows)))).toEqual(items);
});

it('a product that came several ways is one item, with its first grant first', () => {
  const one = item(1);
  const grants: GrantRow[] = [
    { ...grantOf(one), source: 'gift', grantedAt: date(NOW + 3), licences: '["merchant"]' },
    { ...grantOf(one), grantedAt: date(NOW + 2) },
    { ...grantOf(one), grantedAt: date(NOW + 4) },
  ];
  expect(libraryItems({ ...nothing, grants })).toEqual([
    { ...one, grantedAt: NOW + 2, sources: ['purchase', 'gift'], licences: ['personal', 'merchant'] },
  ]);
});

it('a library of 5 000 was sent with the names of its fields 5 000 times', () => {
  const rows = rowsOf(Array.from({ length: 5000 }, (_, at) => item(at)));
  expect(packedLibrary(rows).length).toBeLessThan(JSON.stringify(rows).length / 2);
});
