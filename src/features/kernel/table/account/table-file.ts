import { type CsvLimits, type CsvRefusal, type CsvRow, readCsv } from '../../../../domain/kernel/csv.ts';

/** A table's limits: `rows` without the header, `bytes` of the file. */
export interface TableLimits extends CsvLimits {
  bytes: number;
}

export type ReadTable = { rows: CsvRow[] } | { problem: string };

const REFUSAL_TEXTS: Record<CsvRefusal, (line: number, limits: TableLimits) => string> = {
  'open-quote': (line) =>
    `The file cannot be read from line ${line} on: a quotation mark opens there and is never closed.`,
  'too-many-rows': (_, { rows }) =>
    `The file has more than ${rows.toLocaleString('en')} rows. Split it and import the parts one by one.`,
  'too-many-cells': (line, { cellsARow }) => `Line ${line} has more than ${cellsARow} columns.`,
  'no-text': () => 'This is not a CSV file. In a spreadsheet, choose “Save as” and then “CSV”.',
};

const tooLarge = ({ bytes }: TableLimits) => ({
  problem: `The file is too large: at most ${Math.floor(bytes / 1024 / 1024)} MB.`,
});

/** The rows of a file, or the reason it cannot be read, as a sentence. */
export async function readTable(file: File, limits: TableLimits): Promise<ReadTable> {
  if (file.size > limits.bytes) return tooLarge(limits);
  try {
    return tableOf(textOf(new Uint8Array(await file.arrayBuffer())), limits);
  } catch {
    return { problem: 'The file could not be read.' };
  }
}

/** The rows of a pasted text, or the reason it cannot be read, as a sentence. */
export function tableOf(text: string, limits: TableLimits): ReadTable {
  if (text.length > limits.bytes) return tooLarge(limits);
  const table = readCsv(text, { ...limits, rows: limits.rows + 1 });
  if ('refusal' in table) return { problem: REFUSAL_TEXTS[table.refusal](table.line, limits) };
  return table.rows.length === 0 ? { problem: 'The file is empty.' } : { rows: table.rows };
}

/** The text of a file: UTF-16 where its byte order mark says so, else UTF-8, else Windows-1252, as Excel writes it. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    // Not UTF-8.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
