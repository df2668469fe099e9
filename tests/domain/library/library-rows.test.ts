import { expect, it } from 'vitest';
import { cleanLine } from '../../../src/domain/kernel/clean-text.ts';
import type { LibraryItem } from '../../../src/domain/library/library.ts';
import {
  type LibraryRows,
  libraryItems,
  libraryLabels,
  searchedLabels,
} from '../../../src/domain/library/library-rows.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const date = (at: number | null) => (at === null ? '' : new Date(at).toISOString().replace('T', ' '));

const item = (at: number): LibraryItem => ({
  id: `m${String(at).padStart(14, '0')}`,
  name: at % 3 === 0 ? 'Wolf "Grey" \\ <3' : `Modèle ${at}`,
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
  seen: at % 10 === 0,
});

const lines = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map((fields) => fields.join('\x7f')).join('\n');

/** The rows of these items, in the order in which an index has them: one grant for each. */
function rowsOf(items: readonly LibraryItem[]): LibraryRows {
  const marked = items.filter(
    ({ print, archived, seen, lists }) => print !== null || archived || seen || lists.length > 0,
  );
  const downloaded = items.filter(({ downloadedAt }) => downloadedAt !== null);
  return {
    grants: lines(
      items
        .toReversed()
        .map((one) => [
          ...[one.id, one.sources[0] ?? '', JSON.stringify(one.licences), date(one.grantedAt)],
          ...[one.name, one.store, one.picture, one.type ?? '', one.scale ?? ''],
          ...[JSON.stringify(one.supports), one.sizeBytes, date(one.newestFileAt)],
        ]),
    ),
    marks: lines(
      marked.map(({ id, print, archived, seen, lists }) => [
        id,
        print ?? '',
        JSON.stringify(lists),
        Number(archived),
        Number(seen),
      ]),
    ),
    downloads: lines(downloaded.map(({ id, downloadedAt }) => [id, date(downloadedAt)])),
  };
}

it.each([0, 1, 2, 500])('the rows of %i products are their items, in the order of their grants', (count) => {
  const items = Array.from({ length: count }, (_, at) => item(at));
  expect(libraryItems(rowsOf(items))).toEqual(items);
});

it('a product that came several ways is one item, with its first grant first', () => {
  const one = item(1);
  const grants: LibraryItem[] = [
    { ...one, sources: ['gift'], grantedAt: NOW + 3, licences: ['merchant'] },
    { ...one, grantedAt: NOW + 2 },
    { ...one, grantedAt: NOW + 4 },
  ];
  expect(libraryItems(rowsOf(grants))).toEqual([
    { ...one, grantedAt: NOW + 2, sources: ['purchase', 'gift'], licences: ['personal', 'merchant'] },
  ]);
});

it('a line with ends of its own spoils no other', () => {
  const [first, second, third] = [item(1), item(2), item(4)];
  const names = ['of two\nlines', 'of two\x7ffields'];
  const spoilt = names.map((name) => ({ ...second, name }));
  expect(libraryItems(rowsOf([first, ...spoilt, third]))).toEqual([first, third]);
  // No name that is stored has them.
  for (const name of names)
    expect(libraryItems(rowsOf([{ ...second, name: cleanLine(name) }]))).toHaveLength(1);
});

it('a product is found by its name, its store, its tags and the labels of its facets', () => {
  const words = lines([
    ['a', '["tree","moss"]', 'treant', 'Monsters', '["fantasy"]', '[]', 'single'],
    ['b', '', '', '', '', '', ''],
  ]);
  const labels = libraryLabels(words);
  expect(labels.get('b')).toEqual([]);
  const owned = { ...item(1), name: 'Elder', store: 'Ashgrove', supports: ['presupported', 'support_free'] };
  expect(searchedLabels(owned, labels.get('a'))).toEqual([
    ...['Elder', 'Ashgrove', 'Figure', '32 mm', 'Pre-supported', 'Supportfree'],
    ...['tree', 'moss', 'treant', 'Monsters', 'Fantasy', 'Single piece'],
  ]);
});
