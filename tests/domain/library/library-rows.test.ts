import { expect, it } from 'vitest';
import type { LibraryItem } from '../../../src/domain/library/library.ts';
import { packedItems, unpackedItems } from '../../../src/domain/library/library-copy.ts';

const item = (at: number): LibraryItem => ({
  id: `m${String(at).padStart(14, '0')}`,
  name: at % 3 === 0 ? 'Wolf "Grey"\n' : `Model ${at}`,
  store: at % 2 === 0 ? 'Ashfall' : 'Deep & Co',
  picture: at % 5 === 0 ? '' : `${at}.webp`,
  type: at % 4 === 0 ? null : 'figure',
  scale: at % 7 === 0 ? null : '32',
  supports: at % 3 === 0 ? [] : ['unsupported', 'presupported'].slice(at % 2),
  sources: at % 6 === 0 ? ['purchase', 'release'] : ['purchase'],
  licences: ['personal'],
  grantedAt: 1_795_000_000_000 + at,
  newestFileAt: at % 8 === 0 ? null : 1_794_000_000_000,
  sizeBytes: at * 1000,
  downloadedAt: at % 9 === 0 ? 1_795_000_000_001 : null,
  print: at % 10 === 0 ? 'queued' : null,
  lists: at % 11 === 0 ? ['listlistlistlis'] : [],
  archived: at % 12 === 0,
});

it.each([0, 1, 2, 500])('%i items are the same after packing and unpacking', (count) => {
  const items = Array.from({ length: count }, (_, at) => item(at));
  expect(unpackedItems(packedItems(items))).toEqual(items);
});

it('a text is not taken for a list, nor one list for two', () => {
  const items = [
    { ...item(1), supports: [], lists: [''] },
    { ...item(2), supports: ['a', 'b'], lists: ['', ''] },
    { ...item(3), supports: ['a'], lists: [] },
  ];
  expect(unpackedItems(packedItems(items))).toEqual(items);
});

it('a library of 5 000 was sent with the names of its fields 5 000 times', () => {
  const items = Array.from({ length: 5000 }, (_, at) => item(at));
  expect(packedItems(items).length).toBeLessThan(JSON.stringify(items).length / 2.5);
});
