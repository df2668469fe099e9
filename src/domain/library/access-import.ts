import { type CsvRow, csvText } from '../kernel/csv.ts';
import type { Instant } from '../kernel/instant.ts';
import { addressRefusal } from '../notifications/mail.ts';
import { type GroupPerson, type ImportState, PERSON_STATE_TEXTS } from './access-group.ts';

/** Imports of people into an access group. */

export const IMPORT_ROWS_MAX = 10_000;
/** Exports of crowdfunding sites have some dozens of columns. */
export const IMPORT_CELLS_MAX = 300;
/** How long an import can be undone, in ms. */
export const UNDO_WITHIN_MS = 24 * 3_600_000;
/** A checked list that is never started is deleted after this time, in ms. */
export const CHECKED_LIST_STORED_MS = 3_600_000;

export const IMPORT_COLUMNS = { email: 'E-mail address', name: 'Name', note: 'Note' } as const;
export type ImportColumn = keyof typeof IMPORT_COLUMNS;

/** Index of the column that holds each field, from 0; null for none. */
export type ColumnMapping = { email: number } & Record<Exclude<ImportColumn, 'email'>, number | null>;

/** A row as it was read, with raw cells. */
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

/** A row without a usable address. */
export interface ImportProblem {
  line: number;
  text: string;
  reason: 'no-address' | 'empty';
}

export const IMPORT_PROBLEM_TEXTS: Record<ImportProblem['reason'], string> = {
  'no-address': 'is not an e-mail address',
  empty: 'has no e-mail address',
};

/** Preview of an import, before anything is changed. */
export interface ImportCheck {
  importId: string;
  /** People who would be added, `owning` included. */
  fresh: number;
  /** What keeps some of them from being mailed now, as a sentence; null where all are. */
  mails: string | null;
  /** People who are already in the group. */
  there: number;
  /** How many of the fresh ones have an account that already owns everything in the group. */
  owning: number;
  /** Rows whose address appeared in an earlier row. */
  repeated: number;
  problems: ImportProblem[];
  /** Number of all rows with a problem; `problems` holds the first of them. */
  problemCount: number;
}

/** An import in the seller's list. */
export interface AccessImport {
  id: string;
  /** "" for addresses typed by hand. */
  fileName: string;
  state: ImportState;
  total: number;
  done: number;
  /** How many of the people it added are still in the group, and how many of them have claimed. */
  added: number;
  claimed: number;
  startedAt: Instant | null;
}

/** A list that was imported into several groups at once. */
export interface CampaignImport {
  id: string;
  fileName: string;
  state: 'running' | 'done' | 'undone';
  groups: number;
  /** Rows of all groups together; somebody in two groups counts twice. */
  total: number;
  done: number;
  startedAt: Instant;
}

/** The most groups that one list is imported into. */
export const CAMPAIGN_GROUPS_MAX = 40;

/** Characters read of a cell: no address or name is longer. */
const CELL_MAX = 400;

/** Whether a cell contains an address with a domain of at least two parts. */
function hasAddress(cell: string | undefined): boolean {
  return /[^\s<>"(),;:@]+@[^\s<>"(),;:@]+\.[^\s<>"(),;:@]+/.test(cell?.slice(0, CELL_MAX) ?? '');
}

/** Whether the first row is a header: none of its cells holds an address. */
export function hasHeader(rows: readonly CsvRow[]): boolean {
  const first = rows[0];
  return first !== undefined && rows.length > 1 && !first.cells.some(hasAddress);
}

/**
 * Guesses the columns of a table by their names, and the address column also by the content of the first 50 rows. Null if
 * no column looks like addresses.
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

/** Rows of a table under a mapping, without the header. */
export function mappedRows(rows: readonly CsvRow[], mapping: ColumnMapping, headed: boolean): ImportRow[] {
  const cell = ({ cells }: CsvRow, column: number | null) => (column === null ? '' : (cells[column] ?? ''));
  return rows.slice(headed ? 1 : 0).map((row) => ({
    line: row.line,
    email: cell(row, mapping.email).slice(0, CELL_MAX),
    name: cell(row, mapping.name).slice(0, CELL_MAX),
    note: cell(row, mapping.note).slice(0, CELL_MAX),
  }));
}

/** Rows of a pasted text: one address per line, or several separated by commas, semicolons or spaces. */
export function typedRows(text: string): ImportRow[] {
  return text.split(/\r\n|[\r\n]/).flatMap((typed, at) => {
    // "Mira Quill <mira@example.com>" is one person; a bare list on one line is several.
    const parts = /<[^<>]*>/.test(typed) ? typed.split(/[,;\t]/) : typed.split(/[,;\s]+/);
    return parts
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const named = /^\s*"?([^"<>]*)"?\s*<([^<>]*)>\s*$/.exec(part.slice(0, 2 * CELL_MAX));
        return {
          line: at + 1,
          email: (named?.[2] ?? part).slice(0, CELL_MAX),
          name: (named?.[1] ?? '').trim().slice(0, CELL_MAX),
          note: '',
        };
      });
  });
}

/** Normalises an address for storage and comparison: lower case, without what mail programs put around it. */
export function addressOf(typed: string): string {
  const bare = typed.replace(/[\p{Cf}\u00a0]/gu, '').trim();
  const inner = /^[^<>]*<([^<>]*)>$/.exec(bare)?.[1] ?? bare;
  return (
    inner
      .trim()
      .replace(/^mailto:/i, '')
      // Our own CSV files prefix cells that look like formulas with an apostrophe.
      .replace(/^'(?=[=+\-@])/, '')
      .normalize('NFC')
      .toLowerCase()
  );
}

/** A single line of plain text, cut to `max` characters. */
function plain(text: string, max: number): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replace(/^'(?=[=+\-@])/, '');
  return [...line.replace(/\s+/g, ' ').trim()].slice(0, max).join('').trim();
}

/**
 * The people of a list, each once: among rows with the same address the first one wins, and later ones fill its empty
 * fields. Rows without a valid address are returned as problems with their line numbers.
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

/** Why an import cannot be undone, or null. Undoing a running import also stops it. */
export function undoRefusal(
  { state, startedAt }: Pick<AccessImport, 'state' | 'startedAt'>,
  now: Instant,
): UndoRefusal | null {
  if (state === 'checked' || startedAt === null) return 'unknown';
  if (state === 'undone') return 'undone';
  return now - startedAt >= UNDO_WITHIN_MS ? 'too-late' : null;
}

/** When the mail at index `place` (from 0) is due: bulk mail is spread out to leave room for receipts and codes. */
export function mailDueAt(begun: Instant, place: number): Instant {
  return begun + Math.floor(place / MAILS_PER_SECOND) * 1000;
}
const MAILS_PER_SECOND = 5;

const dayOf = (at: Instant | null) => (at === null ? '' : new Date(at).toISOString().slice(0, 10));

/** The people of a group as CSV. */
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
