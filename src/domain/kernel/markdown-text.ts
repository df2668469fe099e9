/**
 * What a text in Markdown may contain, apart from its length: the work of rendering it grows with how deep quotes and lists
 * nest and with the cells of its tables, so that a short text could otherwise hold up everybody for minutes.
 */

/** Levels of quotes and lists within one another. */
export const MARKDOWN_NESTING_MAX = 8;
/** Columns of a table, and cells of all tables of a text, empty ones included. */
export const TABLE_COLUMNS_MAX = 12;
export const TABLE_CELLS_MAX = 1200;

/** A line of three or more dashes, stars or underscores: a rule across the page, not a list. */
const ACROSS = /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
/** The second line of a table, which says how many columns it has. */
const TABLE_RULE = /^[-:|\s]+$/;

/** Why this Markdown is refused: one sentence, or null. @param maxLength in characters, of the text as typed */
export function markdownRefusal(text: string, maxLength: number): string | null {
  if (text.length > maxLength) return `Use at most ${maxLength} characters.`;
  const lines = text.replaceAll('\t', '    ').split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
  if (nestsTooDeep(lines))
    return `Put quotes and lists at most ${MARKDOWN_NESTING_MAX} levels deep into one another.`;
  const { columns, cells } = tablesIn(lines);
  if (columns > TABLE_COLUMNS_MAX) return `Use at most ${TABLE_COLUMNS_MAX} columns in a table.`;
  return cells > TABLE_CELLS_MAX ? `Use at most ${TABLE_CELLS_MAX} cells in tables.` : null;
}

/**
 * Whether any line stands deeper than the limit, by the signs before its first word. A list within a list is known by its
 * indentation: it begins no further left than the words of the item around it.
 */
function nestsTooDeep(lines: readonly string[]): boolean {
  /** Where the words of the open list items begin. */
  const open: number[] = [];
  for (const line of lines) {
    const signs = signsOf(line);
    if (signs === null) continue;
    const from = (signs.find(({ list }) => list) ?? signs[0])?.at ?? 0;
    while (open.length > 0 && (open.at(-1) ?? 0) > from) open.pop();
    if (open.length + signs.length > MARKDOWN_NESTING_MAX) return true;
    for (const { list, words } of signs) if (list) open.push(words);
  }
  return false;
}

interface Sign {
  list: boolean;
  /** Its column, and the column of what follows. */
  at: number;
  words: number;
}

/** The signs of quotes and lists at the beginning of a line, at most one more than allowed; null for a line without. */
function signsOf(line: string): Sign[] | null {
  const signs: Sign[] = [];
  let at = 0;
  while (signs.length <= MARKDOWN_NESTING_MAX) {
    while (line[at] === ' ' || line[at] === '\t') at += 1;
    const rest = line.slice(at, at + 11);
    const quote = rest.startsWith('>');
    const item = quote ? null : /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/.exec(rest);
    if (!quote && (!item || ACROSS.test(line.slice(at)))) break;
    const length = quote ? 1 : (item?.[0].length ?? 1);
    signs.push({ list: !quote, at, words: at + length + 1 });
    at += length;
  }
  return signs.length > 0 ? signs : null;
}

/** The most columns of a table, and the cells of all tables: columns times lines until the next empty line. */
function tablesIn(lines: readonly string[]): { columns: number; cells: number } {
  let columns = 0;
  let cells = 0;
  let width = 0;
  for (const line of lines) {
    const bare = line.replaceAll('>', '').trim();
    if (bare === '') width = 0;
    else if (TABLE_RULE.test(bare) && bare.includes('-') && bare.includes('|')) {
      width = Math.max(width, bare.split('|').filter((part) => part.trim() !== '').length);
      columns = Math.max(columns, width);
    }
    cells += width;
  }
  return { columns, cells };
}
