/** CSV as spreadsheets write and read it (RFC 4180 and its common variants). */

export const CSV_SEPARATORS = [',', ';', '\t'] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];

/** One row, and the line of the file where it begins, from 1: a cell may hold line breaks. */
export interface CsvRow {
  line: number;
  cells: string[];
}

export interface CsvTable {
  separator: CsvSeparator;
  /** Rows that are not empty, in the file's order. */
  rows: CsvRow[];
}

export type CsvRefusal = 'open-quote' | 'too-many-rows' | 'too-many-cells' | 'no-text';

/** The largest table that is read; a larger one is refused as a whole. */
export interface CsvLimits {
  rows: number;
  cellsARow: number;
}

/**
 * Reads a table separated by commas, semicolons or tabs, with or without a byte order mark, its lines ending in CRLF, LF
 * or CR. A quote inside an unquoted cell is an ordinary character, and so is what follows a closing quote.
 * @returns the table, or why it cannot be read and in which line.
 */
export function readCsv(text: string, limits: CsvLimits): CsvTable | { refusal: CsvRefusal; line: number } {
  const body = text.replace(/^\uFEFF/, '');
  // A byte that no text has: the file is a workbook, a picture, or text in another encoding.
  const nul = body.indexOf('\0');
  if (nul >= 0) return { refusal: 'no-text', line: linesIn(body.slice(0, nul)) + 1 };
  // Excel's way to declare the separator.
  const declared = /^sep=([,;\t])(\r\n|[\r\n])/.exec(body);
  const separator = (declared?.[1] as CsvSeparator | undefined) ?? separatorOf(body);
  const rows: CsvRow[] = [];
  let at = declared?.[0].length ?? 0;
  let line = declared ? 2 : 1;
  while (at < body.length) {
    const row: CsvRow = { line, cells: [] };
    let rowEnds = false;
    while (!rowEnds) {
      const cell = cellAt(body, at, separator);
      if (!cell) return { refusal: 'open-quote', line };
      row.cells.push(cell.text);
      if (row.cells.length > limits.cellsARow) return { refusal: 'too-many-cells', line };
      line += linesIn(body.slice(at, cell.end));
      at = cell.end;
      if (body[at] === separator) at += 1;
      else rowEnds = true;
    }
    const end = body[at] === '\r' && body[at + 1] === '\n' ? 2 : 1;
    if (at < body.length) line += 1;
    at += end;
    if (row.cells.every((cell) => cell.trim() === '')) continue;
    if (rows.length === limits.rows) return { refusal: 'too-many-rows', line: row.line };
    rows.push(row);
  }
  return { separator, rows };
}

/** The cell that begins here, and the position after it. Null where its quote is never closed. */
function cellAt(body: string, start: number, separator: CsvSeparator): { text: string; end: number } | null {
  let text = '';
  let at = start;
  if (body[at] === '"') {
    for (at += 1; ; ) {
      const quote = body.indexOf('"', at);
      if (quote < 0) return null;
      text += body.slice(at, quote);
      at = quote + 1;
      if (body[at] !== '"') break;
      text += '"';
      at += 1;
    }
  }
  const rest = at;
  while (at < body.length && body[at] !== separator && body[at] !== '\n' && body[at] !== '\r') at += 1;
  return { text: text + body.slice(rest, at), end: at };
}

/**
 * The most frequent separator in the first line that has any, outside of quotes; a comma where there is none. On a tie
 * the one that is rarer in plain text wins: names contain commas too.
 */
function separatorOf(body: string): CsvSeparator {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const sign of body.slice(0, 20_000)) {
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === '\n' || sign === '\r')) {
      if (counts.size > 0) break;
    } else if (!quoted && CSV_SEPARATORS.some((known) => known === sign))
      counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const byRarity = CSV_SEPARATORS.toReversed();
  const [first = ','] = byRarity.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  return counts.size === 0 ? ',' : first;
}

function linesIn(text: string): number {
  return text.match(/\r\n|[\r\n]/g)?.length ?? 0;
}

/** What a spreadsheet would run as a formula, also after spaces, in full width, or after our own apostrophes. */
const FORMULA = /^'*(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u;

/**
 * What a cell holds: a text, which may be anybody's words; a number; or an amount in cents, written with two decimals. Numbers
 * are ours and pass unguarded: a spreadsheet adds only what is a number, negative ones too.
 */
export type CsvCell = string | number | { cents: number };

/**
 * One cell, quoted where needed. A text that begins like a formula gets a leading apostrophe, so that nothing runs.
 * @throws RangeError for what is no number, such as NaN, and for parts of cents
 */
export function csvCell(cell: CsvCell): string {
  return typeof cell === 'string' ? textCell(cell) : numberText(cell);
}

function numberText(cell: Exclude<CsvCell, string>): string {
  if (typeof cell === 'number') {
    if (!Number.isFinite(cell)) throw new RangeError(`${cell} is no number for a table`);
    return String(cell);
  }
  if (!Number.isSafeInteger(cell.cents)) throw new RangeError(`${cell.cents} is no amount in cents`);
  return (cell.cents / 100).toFixed(2);
}

function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",;\t\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A cell's text without the apostrophe that `csvCell` puts before what looks like a formula. */
export function withoutFormulaGuard(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** A table for a spreadsheet: rows of cells, separated by commas, each line ended by CRLF. */
export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}
