import { type CsvRow, withoutFormulaGuard } from './csv.ts';

/** A title of a column as it is compared: letters and digits only, in lower case. "Reward Title" and "reward_title" are one. */
export function titleKey(title: string): string {
  return withoutFormulaGuard(title)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The index of the first column with one of these titles, the earlier names before the later ones; null for none. */
export function columnNamed(titles: readonly string[], ...names: string[]): number | null {
  const keys = titles.map(titleKey);
  for (const name of names) {
    const at = keys.indexOf(titleKey(name));
    if (at >= 0) return at;
  }
  return null;
}

/**
 * The titles of the columns that an import does not read although they hold something: people are told what is left out.
 * A column without a title is called by its number.
 * @param rows with the header row first
 * @param used indices of the columns that are read
 */
export function droppedColumns(rows: readonly CsvRow[], used: readonly number[]): string[] {
  const [header, ...others] = rows;
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);
  return Array.from({ length: width }, (_, at) => at)
    .filter((at) => !used.includes(at) && others.some(({ cells }) => (cells[at] ?? '').trim() !== ''))
    .map((at) => withoutFormulaGuard(header?.cells[at] ?? '').trim() || `Column ${at + 1}`);
}
