import { type CsvRow, csvText } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import { addressRefusal } from '../notifications/mail.ts';
import { type GroupPerson, type ImportState, PERSON_STATE_TEXTS } from './access-group.ts';

/** Lists of people on their way into an access group. */

export const IMPORT_ROWS_MAX = 10_000;
/** A table of a crowdfunding site has some dozens of columns. */
export const IMPORT_CELLS_MAX = 300;
/** For so long an import can be undone, in ms. */
export const UNDO_WITHIN_MS = 24 * 3_600_000;
/** A list that was looked at and never begun is forgotten after so long, in ms. */
export const CHECKED_FOR_MS = 3_600_000;

export const IMPORT_COLUMNS = { email: 'E-mail address', name: 'Name', note: 'Note' } as const;
export type ImportColumn = keyof typeof IMPORT_COLUMNS;

/** Which column of a table holds what, from 0; null where none does. */
export type ColumnMapping = { email: number } & Record<Exclude<ImportColumn, 'email'>, number | null>;

/** A row as it was read, its cells still as somebody typed them. */
export interface ImportRow {
  line: number;
  email: string;
  name: string;
  note: string;
}

export interface ImportedPerson {
  email: string;
  name: string;
  note: string;
}

/** A row nobody can be written to by, and why. */
export interface ImportProblem {
  line: number;
  text: string;
  reason: 'no-address' | 'empty';
}

export const IMPORT_PROBLEM_TEXTS: Record<ImportProblem['reason'], string> = {
  'no-address': 'is no e-mail address',
  empty: 'has no e-mail address',
};

/** What a list amounts to, before it touches anything. */
export interface ImportCheck {
  importId: string;
  /** People who would be added. Those who own everything are among them. */
  fresh: number;
  /** People who stand in the group already. */
  there: number;
  /** Of the fresh ones: those whose account owns everything in the group already. */
  owning: number;
  /** Rows whose address stood in an earlier row. */
  repeated: number;
  problems: ImportProblem[];
  /** How many rows are in trouble; `problems` shows the first of them. */
  problemCount: number;
}

/** An import as the seller sees it afterwards. */
export interface AccessImport {
  id: string;
  /** "" for addresses typed by hand. */
  fileName: string;
  state: ImportState;
  total: number;
  done: number;
  /** Of the people it added: how many there are now, and how many of them have claimed. */
  added: number;
  claimed: number;
  startedAt: Instant | null;
}

/** Signs of a cell that are looked at: nothing longer is an address or a name. */
const CELL_MAX = 400;

/** Whether something in a cell looks like an address with a domain of at least two parts. */
function hasAddress(cell: string | undefined): boolean {
  return /[^\s<>"(),;:@]+@[^\s<>"(),;:@]+\.[^\s<>"(),;:@]+/.test(cell?.slice(0, CELL_MAX) ?? '');
}

/** Whether the first row names columns: none of its cells is an address. */
export function hasHeader(rows: readonly CsvRow[]): boolean {
  const first = rows[0];
  return first !== undefined && rows.length > 1 && !first.cells.some(hasAddress);
}

/**
 * The likeliest columns of a table: by their names, the address also by what stands in the first rows. Null where no
 * column looks like addresses.
 */
export function guessedColumns(rows: readonly CsvRow[], headed: boolean): ColumnMapping | null {
  const names = headed ? (rows[0]?.cells ?? []).map((cell) => cell.trim().toLowerCase()) : [];
  const sample = rows.slice(headed ? 1 : 0, 51);
  const width = sample.reduce((most, { cells }) => Math.max(most, cells.length), names.length);
  const hits = (column: number) => sample.filter(({ cells }) => hasAddress(cells[column])).length;
  const score = (column: number) => hits(column) * 2 + (/\be-?mail\b/.test(names[column] ?? '') ? 1 : 0);
  const columns = Array.from({ length: width }, (_, column) => column);
  const [email] = columns.toSorted((a, b) => score(b) - score(a));
  if (email === undefined || score(email) === 0) return null;
  const named = (pattern: RegExp) => {
    const at = names.findIndex((name, column) => column !== email && pattern.test(name));
    return at < 0 ? null : at;
  };
  return {
    email,
    name: named(/^((backer|full|customer|shipping|first)[ _-]*)?name$/),
    note: named(/^(reward|pledge|tier|note|level)\b/),
  };
}

/** The rows of a table by a mapping, the header left out. */
export function mappedRows(rows: readonly CsvRow[], mapping: ColumnMapping, headed: boolean): ImportRow[] {
  const cell = ({ cells }: CsvRow, column: number | null) => (column === null ? '' : (cells[column] ?? ''));
  return rows.slice(headed ? 1 : 0).map((row) => ({
    line: row.line,
    email: cell(row, mapping.email).slice(0, CELL_MAX),
    name: cell(row, mapping.name).slice(0, CELL_MAX),
    note: cell(row, mapping.note).slice(0, CELL_MAX),
  }));
}

/** Addresses typed or pasted into a field: one a line, or with commas, semicolons or space between them. */
export function typedRows(text: string): ImportRow[] {
  return text.split(/\r\n|[\r\n]/).flatMap((typed, at) => {
    // "Mira Quill <mira@example.com>" is one person; a bare list on one line is several.
    const parts = /<[^<>]*>/.test(typed) ? typed.split(/[,;\t]/) : typed.split(/[,;\s]+/);
    return parts
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const named = /^\s*"?([^"<>]*)"?\s*<([^<>]*)>\s*$/.exec(part);
        return {
          line: at + 1,
          email: (named?.[2] ?? part).slice(0, CELL_MAX),
          name: (named?.[1] ?? '').trim().slice(0, CELL_MAX),
          note: '',
        };
      });
  });
}

/** An address as it is kept and compared: without case, and without what mail programs put around it. */
export function addressOf(typed: string): string {
  const bare = typed.replace(/[\p{Cf}\u00a0]/gu, '').trim();
  const inner = /^[^<>]*<([^<>]*)>$/.exec(bare)?.[1] ?? bare;
  return (
    inner
      .trim()
      .replace(/^mailto:/i, '')
      // Our own tables guard what looks like a formula with an apostrophe.
      .replace(/^'(?=[=+\-@])/, '')
      .normalize('NFC')
      .toLowerCase()
  );
}

/** One line of what somebody else wrote, at most so long. */
function plain(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/^'(?=[=+\-@])/, '');
  return [...line.replace(/\s+/g, ' ').trim()].slice(0, max).join('').trim();
}

/**
 * The people of a list, each once: of rows with the same address the first counts, and what it leaves open is taken from
 * the later ones. Rows without a good address are told by their lines.
 */
export function peopleOf(rows: readonly ImportRow[]): {
  people: ImportedPerson[];
  problems: ImportProblem[];
  repeated: number;
} {
  const people = new Map<string, ImportedPerson>();
  const problems: ImportProblem[] = [];
  let repeated = 0;
  for (const row of rows) {
    const email = addressOf(row.email);
    if (email === '' || addressRefusal(email) !== null || !hasAddress(email)) {
      const reason = email === '' ? 'empty' : 'no-address';
      problems.push({ line: row.line, text: plain(row.email, 80), reason });
      continue;
    }
    const person = { email, name: plain(row.name, 100), note: plain(row.note, 200) };
    const known = people.get(email);
    if (known) {
      repeated += 1;
      known.name ||= person.name;
      known.note ||= person.note;
    } else people.set(email, person);
  }
  return { people: [...people.values()], problems, repeated };
}

export type UndoRefusal = 'unknown' | 'too-late' | 'undone';
export const UNDO_REFUSAL_TEXTS: Record<UndoRefusal, string> = {
  unknown: 'There is no such import.',
  'too-late': 'An import can be undone for 24 hours. Remove people one by one instead.',
  undone: 'This import has been undone already.',
};

/** Why an import cannot be undone, or null. One that still runs can: it stops there. */
export function undoRefusal(
  { state, startedAt }: Pick<AccessImport, 'state' | 'startedAt'>,
  now: Instant,
): UndoRefusal | null {
  if (state === 'checked' || startedAt === null) return 'unknown';
  if (state === 'undone') return 'undone';
  return now - startedAt >= UNDO_WITHIN_MS ? 'too-late' : null;
}

/** When the mail of a person is due: bulk mail leaves room for receipts and codes. `place` counts from 0. */
export function mailDueAt(begun: Instant, place: number): Instant {
  return begun + Math.floor(place / MAILS_A_SECOND) * 1000;
}
const MAILS_A_SECOND = 5;

const dayOf = (at: Instant | null) => (at === null ? '' : new Date(at).toISOString().slice(0, 10));

/** The people of a group as a table for a spreadsheet. */
export function peopleCsv(people: readonly GroupPerson[]): string {
  return csvText([
    ['E-mail', 'Name', 'Note', 'State', 'Added', 'Last mail', 'Claimed'],
    ...people.map(({ email, name, note, state, addedAt, mailedAt, claimedAt }) => [
      email,
      name,
      note,
      PERSON_STATE_TEXTS[state],
      dayOf(addedAt),
      dayOf(mailedAt),
      dayOf(claimedAt),
    ]),
  ]);
}
