import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CSV_SEPARATORS, type CsvSeparator, csvText, readCsv } from '../../../src/domain/kernel/csv.ts';

const LIMITS = { rows: 10_000, cellsARow: 300 };
const cells = (text: string) => {
  const table = readCsv(text, LIMITS);
  return 'rows' in table ? table.rows.map((row) => row.cells) : table.refusal;
};
const lines = (text: string) => {
  const table = readCsv(text, LIMITS);
  return 'rows' in table ? table.rows.map(({ line }) => line) : table.refusal;
};

describe('a table', () => {
  it.each<[string, string, string[][] | string]>([
    ['nothing', '', []],
    ['only blank lines', '\r\n\n , \r\n', []],
    ['one column', 'a@x.org\nb@x.org\n', [['a@x.org'], ['b@x.org']]],
    [
      'no line end after the last row',
      'a,b\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['an empty cell at the end', 'a,\n', [['a', '']]],
    ['a byte order mark', '\uFEFF"a",b', [['a', 'b']]],
    [
      'semicolons',
      'a;b,c\n1;2',
      [
        ['a', 'b,c'],
        ['1', '2'],
      ],
    ],
    ['tabs', 'a\tb, c\n', [['a', 'b, c']]],
    [
      'lines of an old Mac',
      'a,b\rc,d\r',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['what Excel says first', 'sep=;\r\na;b,c,d\r\n', [['a', 'b,c,d']]],
    ['quotes', '"say ""hi""","a,b"\n', [['say "hi"', 'a,b']]],
    [
      'line breaks in a cell',
      '"two\r\nlines",b\nc,d\n',
      [
        ['two\r\nlines', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a separator in quotes in the first line',
      '"a;b;c;d",e\nf,g\n',
      [
        ['a;b;c;d', 'e'],
        ['f', 'g'],
      ],
    ],
    ['a quote within a bare cell', 'a "b" c,d\n', [['a "b" c', 'd']]],
    ['something after a closing quote', '"a"b,c\n', [['ab', 'c']]],
    ['rows of different lengths', 'a,b,c\nd\n', [['a', 'b', 'c'], ['d']]],
    ['a quote that is never closed', 'a,b\n"c,d\n', 'open-quote'],
    ['a workbook', 'PK\u0003\u0004\0\0', 'no-text'],
    ['UTF-16 read as UTF-8', 'a\0,\0b\0', 'no-text'],
    ['formulas, left as they are', '=1+1,@x\n', [['=1+1', '@x']]],
  ])('with %s', (_, text, expected) => {
    expect(cells(text)).toEqual(expected);
  });

  it('reports the line where each row begins', () => {
    expect(lines('a\n\n"b\nb\r\nb"\r\nc\r\n')).toEqual([1, 3, 6]);
    expect(lines('sep=;\na\nb')).toEqual([2, 3]);
  });

  it('reports where it is malformed', () => {
    expect(readCsv('a,b\nc,"d\ne\nf', LIMITS)).toEqual({ refusal: 'open-quote', line: 2 });
    expect(readCsv('a\nb\n\0', LIMITS)).toEqual({ refusal: 'no-text', line: 3 });
  });

  it('has a limited number of rows and cells', () => {
    expect(readCsv('a\nb\n\n', { rows: 2, cellsARow: 2 })).toMatchObject({ rows: [{}, {}] });
    expect(readCsv('a\nb\n\nc', { rows: 2, cellsARow: 2 })).toEqual({ refusal: 'too-many-rows', line: 4 });
    expect(readCsv('a\nb,c,d', { rows: 2, cellsARow: 2 })).toEqual({ refusal: 'too-many-cells', line: 2 });
  });

  it('of 10 000 rows with a quote in each is read fast, and so is one long open quote', () => {
    const row = '"Mira ""the old"" Quill",mira@guildhall.test,"two\nlines"\n';
    expect(cells(row.repeat(10_000))).toHaveLength(10_000);
    expect(cells('"'.concat('""'.repeat(100_000)))).toBe('open-quote');
  });

  const cell = fc.string({
    unit: fc.constantFrom('a', 'é', ' ', '"', ',', ';', '\t', '\r', '\n', "'", '😀'),
  });
  const written = (rows: string[][], separator: CsvSeparator, end: string) =>
    rows.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(separator) + end).join('');

  it('is read as written, whatever the cells hold', () => {
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...CSV_SEPARATORS),
        fc.constantFrom('\r\n', '\n', '\r'),
        (rows, separator, end) => {
          const full = rows.filter((row) => row.some((text) => text.trim() !== ''));
          // A first row whose every cell is blank says nothing about separators.
          fc.pre(full.length === rows.length);
          expect(cells(written(rows, separator, end))).toEqual(rows);
        },
      ),
    );
  });

  it('never fails on any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\r', '\n', '\0', '\uFEFF') }),
        (text) => {
          const table = readCsv(text, { rows: 5, cellsARow: 3 });
          if ('rows' in table) {
            expect(table.rows.length).toBeLessThanOrEqual(5);
            for (const { cells: row } of table.rows) expect(row.length).toBeLessThanOrEqual(3);
          }
        },
      ),
    );
  });

  it('that we write has numbers as numbers, negative ones too, and guards every text', () => {
    expect(csvText([[-40, { cents: -760 }, { cents: 5 }, 0.5, '-40.00', '+1', '=1+1', 'a']])).toBe(
      '-40,-7.60,0.05,0.5,"\'-40.00","\'+1","\'=1+1",a\r\n',
    );
    for (const wrong of [Number.NaN, Number.POSITIVE_INFINITY, { cents: 0.5 }])
      expect(() => csvText([[wrong]])).toThrow(RangeError);
  });

  it('that we write adds up: every amount is read back as the number it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
        const [[text = ''] = []] = cells(csvText([[{ cents }, 'x']])) as string[][];
        expect(Math.round(Number(text) * 100)).toBe(cents === 0 ? 0 : cents);
      }),
    );
  });

  it('that we write holds no formula when read again', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 2, maxLength: 3 }), (row) => {
        fc.pre(row.some((text) => text.trim() !== ''));
        const read = cells(csvText([row]));
        const back = Array.isArray(read) ? (read[0] ?? []) : [];
        for (const text of back) expect(text).not.toMatch(/^[\s\p{Cc}\p{Cf}]*[=+\-@]/u);
      }),
    );
  });
});
