import { IMPORT_CELLS_MAX, IMPORT_ROWS_MAX } from '../../domain/access-import.ts';
import { type CsvRefusal, type CsvRow, readCsv } from '../../domain/csv.ts';

/** Far above ten thousand rows of any crowdfunding site. In bytes. */
const FILE_MAX_BYTES = 20 * 1024 * 1024;

const REFUSAL_TEXTS: Record<CsvRefusal, (line: number) => string> = {
  'open-quote': (line) =>
    `The file cannot be read from line ${line} on: a quotation mark is opened there and never closed.`,
  'too-many-rows': () =>
    `The file has more than ${IMPORT_ROWS_MAX.toLocaleString('en')} rows. Split it and bring one part after the other.`,
  'too-many-cells': (line) => `Line ${line} has more than ${IMPORT_CELLS_MAX} columns.`,
  'no-text': () => 'This is no CSV file. In a spreadsheet, choose “Save as” and then “CSV”.',
};

/** The rows of a file, or a sentence that says why it cannot be read. */
export async function readTable(file: File): Promise<{ rows: CsvRow[] } | { problem: string }> {
  if (file.size > FILE_MAX_BYTES) return { problem: 'The file is too heavy: at most 20 MB.' };
  const table = readCsv(textOf(new Uint8Array(await file.arrayBuffer())), {
    rows: IMPORT_ROWS_MAX + 1,
    cellsARow: IMPORT_CELLS_MAX,
  });
  if ('refusal' in table) return { problem: REFUSAL_TEXTS[table.refusal](table.line) };
  if (table.rows.length === 0) return { problem: 'The file is empty.' };
  return { rows: table.rows };
}

/** The text of a file: UTF-8 or UTF-16 where its first bytes say so, and what Excel writes on Windows otherwise. */
export function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8: the one other way such files are written.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
