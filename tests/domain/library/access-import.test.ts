import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../src/domain/kernel/csv.ts';
import {
  addressOf,
  guessedColumns,
  hasHeader,
  type ImportRow,
  mailDueAt,
  mappedRows,
  peopleCsv,
  peopleOf,
  typedRows,
  UNDO_WITHIN_MS,
  undoRefusal,
} from '../../../src/domain/library/access-import.ts';
import { addressRefusal } from '../../../src/domain/notifications/mail.ts';

const rowsOf = (text: string) => {
  const table = readCsv(text, { rows: 10_000, cellsARow: 300 });
  if (!('rows' in table)) throw new Error(table.refusal);
  return table.rows;
};
const row = (line: number, email: string, more: Partial<ImportRow> = {}): ImportRow => ({
  line,
  email,
  name: '',
  note: '',
  ...more,
});

describe('the columns of a table', () => {
  it('are guessed by name and content', () => {
    const rows = rowsOf(
      'Backer Number,Backer UID,Backer Name,Email,Shipping Country,Reward Title,Contact email?\n1,77,Mira Quill,mira@guildhall.test,DE,All of it,yes\n',
    );
    expect(hasHeader(rows)).toBe(true);
    const mapping = guessedColumns(rows, true);
    expect(mapping).toEqual({ email: 3, name: 2, note: 5 });
    expect(mapping && mappedRows(rows, mapping, true)).toEqual([
      { line: 2, email: 'mira@guildhall.test', name: 'Mira Quill', note: 'All of it' },
    ]);
  });

  it.each([
    ['one column without a name', 'mira@guildhall.test\nwren@guildhall.test\n', false, 0],
    ['a single address', 'mira@guildhall.test', false, 0],
    ['a name over nothing yet', 'Name,E-mail\nMira,\n', true, 1],
    ['a column named otherwise', 'Wer,Wohin\nMira,mira@guildhall.test\n', true, 1],
  ])('are found in %s', (_, text, headed, email) => {
    const rows = rowsOf(text);
    expect(hasHeader(rows)).toBe(headed);
    expect(guessedColumns(rows, headed)?.email).toBe(email);
  });

  it('are not found if no cell looks like an address', () => {
    expect(guessedColumns(rowsOf('a,b\nc,d\n'), true)).toBeNull();
    expect(guessedColumns([], false)).toBeNull();
  });

  it('may be missing in short rows', () => {
    const rows = rowsOf('a,b@x.org,c\nd\n');
    expect(mappedRows(rows, { email: 1, name: 0, note: null }, false)).toEqual([
      row(1, 'b@x.org', { name: 'a' }),
      row(2, '', { name: 'd' }),
    ]);
  });
});

describe('the people of a list', () => {
  it('are unique by address without case; later rows fill empty fields of the first', () => {
    const { people, problems, repeated } = peopleOf([
      row(2, ' Mira@Guildhall.TEST ', { note: 'Basic' }),
      row(3, 'wren@guildhall.test'),
      row(4, 'mira@guildhall.test', { name: 'Mira', note: 'All in' }),
    ]);
    expect(people).toEqual([
      { email: 'mira@guildhall.test', name: 'Mira', note: 'Basic' },
      { email: 'wren@guildhall.test', name: '', note: '' },
    ]);
    expect(problems).toEqual([]);
    expect(repeated).toBe(1);
  });

  it('exclude rows without a valid address, with their line numbers', () => {
    const { people, problems } = peopleOf([
      row(2, ''),
      row(3, 'mira at guildhall'),
      row(4, 'mira@localhost'),
      row(5, 'a@x.org, b@x.org'),
      row(6, 'mira@guildhall.test\r\nBcc: all@x.org'),
      row(7, 'me@'.padEnd(300, 'x')),
      row(8, '=cmd|calc!A1'),
      row(9, 'fine@guildhall.test'),
    ]);
    expect(people.map(({ email }) => email)).toEqual(['fine@guildhall.test']);
    expect(problems.map(({ line, reason }) => [line, reason])).toEqual([
      [2, 'empty'],
      ...[3, 4, 5, 6, 7, 8].map((line) => [line, 'no-address']),
    ]);
    expect(problems.every(({ text }) => !/[\r\n]/.test(text) && text.length <= 80)).toBe(true);
  });

  it.each([
    ['mailto:Mira@x.org', 'mira@x.org'],
    ['Mira Quill <mira@x.org>', 'mira@x.org'],
    ['\u200bmira@x.org\u00a0', 'mira@x.org'],
    ["'+mira@x.org", '+mira@x.org'],
    ['MÜLLER@x.org', 'müller@x.org'],
  ])('%j is read as %j', (typed, address) => {
    expect(addressOf(typed)).toBe(address);
  });

  it('every row is a person, a repetition or a problem, and every address is valid', () => {
    const address = fc.oneof(
      fc.emailAddress(),
      fc.string(),
      fc.string({ unit: fc.constantFrom('a', 'B', '@', '.', '<', ' ', ',', '\n', "'", '=') }),
    );
    fc.assert(
      fc.property(fc.array(fc.record({ email: address, name: fc.string(), note: fc.string() })), (rows) => {
        const { people, problems, repeated } = peopleOf(rows.map((one, at) => ({ ...one, line: at + 1 })));
        expect(people.length + problems.length + repeated).toBe(rows.length);
        expect(new Set(people.map(({ email }) => email)).size).toBe(people.length);
        for (const { email, name, note } of people) {
          expect(addressRefusal(email)).toBeNull();
          expect(addressOf(email)).toBe(email);
          expect(`${name}${note}`).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        }
        // Parsing is idempotent.
        expect(peopleOf(people.map((one, at) => ({ ...one, line: at }))).people).toEqual(people);
      }),
    );
  });
});

describe('typed addresses', () => {
  it.each<[string, [number, string, string][]]>([
    ['a@x.org', [[1, 'a@x.org', '']]],
    [
      'a@x.org, b@x.org; c@x.org d@x.org',
      [
        [1, 'a@x.org', ''],
        [1, 'b@x.org', ''],
        [1, 'c@x.org', ''],
        [1, 'd@x.org', ''],
      ],
    ],
    [
      'Mira Quill <a@x.org>, "Wren" <b@x.org>\n\nc@x.org',
      [
        [1, 'a@x.org', 'Mira Quill'],
        [1, 'b@x.org', 'Wren'],
        [3, 'c@x.org', ''],
      ],
    ],
    ['', []],
  ])('%j', (text, expected) => {
    expect(typedRows(text).map(({ line, email, name }) => [line, email, name])).toEqual(expected);
  });
});

describe('an import', () => {
  const NOW = Date.UTC(2026, 10, 21);
  it.each([
    ['running', NOW, null],
    ['done', NOW - UNDO_WITHIN_MS + 1, null],
    ['done', NOW - UNDO_WITHIN_MS, 'too-late'],
    ['undone', NOW, 'undone'],
    ['checked', null, 'unknown'],
  ] as const)('that is %s since %s is undone: %s', (state, startedAt, refusal) => {
    expect(undoRefusal({ state, startedAt }, NOW)).toBe(refusal);
  });

  it('spreads its mails to five per second', () => {
    expect([0, 4, 5, 9_999].map((place) => mailDueAt(NOW, place) - NOW)).toEqual([0, 0, 1000, 1_999_000]);
  });
});

describe('people as CSV', () => {
  it('escapes formulas', () => {
    const person = {
      id: 'a',
      email: '=cmd@x.org',
      name: '=HYPERLINK("http://evil.example")',
      note: '@SUM(1)',
      state: 'invited' as const,
      claimedAt: null,
      mailedAt: Date.UTC(2026, 10, 21),
      mails: 1,
      addedAt: Date.UTC(2026, 10, 20),
    };
    const [, cells] = rowsOf(peopleCsv([person])).map((one) => one.cells);
    expect(cells).toEqual([
      "'=cmd@x.org",
      '\'=HYPERLINK("http://evil.example")',
      "'@SUM(1)",
      'Not claimed yet',
      '2026-11-20',
      '2026-11-21',
      '',
    ]);
  });
});
