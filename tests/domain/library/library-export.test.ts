import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell } from '../../../src/domain/kernel/csv.ts';
import { libraryCsv, libraryJson } from '../../../src/domain/library/library-export.ts';
import { anItem, someItems } from './library-items.ts';

const LISTS = [
  { id: 'list-a', name: 'Dungeon, deep' },
  { id: 'list-b', name: '=1+1' },
  { id: 'list-c', name: 'Gifts' },
];

/** Parses CSV by RFC 4180. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    row.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

describe('a cell', () => {
  it.each([
    ['Goblin', 'Goblin'],
    ['', ''],
    ['a, b', '"a, b"'],
    ['a; b', '"a; b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\r\nlines', '"two\r\nlines"'],
    ["Wyrm's nest", '"Wyrm\'s nest"'],
  ])('%j stands as %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  it.each([
    '=1+1',
    '=HYPERLINK("http://evil.example","Click")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '\u00a0=1',
    '\u200b=1',
    '\ufeff=1',
    '＝1+1',
    '＋1',
    '－1',
    '＠SUM',
    '-',
    '\ttab',
  ])('%j is no formula any more', (text) => {
    const [[read] = []] = readCsv(`${csvCell(text)}\r\n`);
    expect(read).toBe(`'${text}`);
  });

  it('is read back unchanged, or with an apostrophe in front', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const rows = readCsv(`${csvCell(text)}\r\n`);
        expect(rows).toHaveLength(1);
        expect([text, `'${text}`]).toContain(rows[0]?.[0]);
        expect(rows[0]?.[0]).not.toMatch(/^\s*[=+\-@]/u);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the library as CSV', () => {
  it('has a header and one row per item, with labels', () => {
    const item = anItem({
      name: 'Mossback, the old',
      scale: '32',
      supports: ['presupported', 'unsupported'],
      sources: ['gift'],
      licences: ['personal', 'merchant'],
      grantedAt: Date.UTC(2026, 10, 3, 23),
      newestFileAt: null,
      downloadedAt: Date.UTC(2026, 10, 4),
      print: 'queued',
      lists: ['list-c', 'list-a', 'gone'],
    });
    const [head, row] = readCsv(libraryCsv([item], LISTS));
    const cells = Object.fromEntries((head ?? []).map((title, at) => [title, row?.[at]]));
    expect(cells).toMatchObject({
      Name: 'Mossback, the old',
      Artist: 'Ashgrove',
      Kind: 'Figure',
      Scale: '32 mm',
      From: 'Gift',
      Licences: 'Personal, Merchant',
      Received: '2026-11-03',
      'Newest file': '',
      Downloaded: '2026-11-04',
      Bytes: '1000',
      Print: 'In the queue',
      Lists: 'Dungeon, deep, Gifts',
      Id: item.id,
    });
  });

  it('has the same number of cells in every row for any names', () => {
    fc.assert(
      fc.property(someItems, (items) => {
        const rows = readCsv(libraryCsv(items, LISTS));
        expect(rows).toHaveLength(items.length + 1);
        for (const row of rows) expect(row).toHaveLength(rows[0]?.length ?? 0);
        for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*[=+\-@]/u);
      }),
      { numRuns: 200 },
    );
  });
});

describe('the library as JSON', () => {
  it('equals the library, with ISO times', () => {
    fc.assert(
      fc.property(someItems, (items) => {
        const rows = JSON.parse(libraryJson(items, LISTS)) as Record<string, unknown>[];
        expect(rows.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
        for (const [at, item] of items.entries()) {
          expect(Date.parse(String(rows[at]?.['receivedAt']))).toBe(item.grantedAt);
          expect(rows[at]?.['print']).toBe(item.print);
          expect(rows[at]?.['lists']).toHaveLength(item.lists.length);
        }
      }),
    );
  });
});
