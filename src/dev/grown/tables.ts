import { DatabaseSync, type SQLInputValue } from 'node:sqlite';

/**
 * Triggers that stay away while a world is generated: the search index is built anew, nobody asks who did it, products are as
 * popular as the plan says, and what lists of people and sums of income and stars keep is filled by one statement for each
 * table.
 */
const RESTING_TRIGGERS =
  /^((change_feed|audit|library|messages_words|interest|model_shapes)_|(order_lines|guild_payments)_earn_new$|(seller_income|site_sales|sale_week_sales)_|reviews_stars_come$|store_sums_move$)/;
/**
 * Tables that are written first and indexed afterwards, which is several times faster. Only tables whose rows no trigger
 * looks up by an index: a sum that triggers keep needs its index from the start.
 */
const INDEXED_LATER = [
  ...['users', 'products', 'product_files', 'previews', 'orders', 'order_lines', 'ledger', 'seller_shares'],
  ...['seller_transfers', 'seller_income', 'seller_income_days', 'seller_income_months', 'entitlements'],
  ...['messages', 'downloads'],
];

/** The database of a world that is being generated, with PocketBase stopped. */
export interface Tables {
  /**
   * A function that adds rows of these columns; all other columns get the defaults of the table.
   * @throws Error if the table has no such column or refuses the row.
   */
  into<C extends string>(table: string, columns: readonly C[]): (row: Record<C, SQLInputValue>) => void;
  run(statement: string): void;
  rows<T>(statement: string): T[];
  /** Brings indexes and resting triggers back, gathers statistics as PocketBase does every night, and closes the file. */
  close(): void;
}

/**
 * Opens a database file for generating. Most triggers that keep sums stay on, so what they fill is filled by themselves;
 * the change feed, the audit log, and what would take the longest rest.
 */
export function openTables(file: string): Tables {
  const db = new DatabaseSync(file);
  // If this run is cut off, the copy is thrown away: nothing needs to be safe.
  db.exec('PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE');
  db.exec('PRAGMA cache_size = -600000; PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = OFF');
  const all = <T>(statement: string): T[] => db.prepare(statement).all() as T[];
  const later = all<{ type: string; name: string; tbl_name: string; sql: string | null }>(
    "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type IN ('index', 'trigger') ORDER BY rowid",
  ).filter(({ type, name, tbl_name, sql }) =>
    type === 'trigger' ? RESTING_TRIGGERS.test(name) : sql !== null && INDEXED_LATER.includes(tbl_name),
  );
  for (const { type, name } of later) db.exec(`DROP ${type} "${name}"`);
  db.exec('BEGIN');
  return {
    into(table, columns) {
      const names = columns.map((name) => `"${name}"`).join(', ');
      const marks = columns.map(() => '?').join(', ');
      const statement = db.prepare(`INSERT INTO "${table}" (${names}) VALUES (${marks})`);
      const values: SQLInputValue[] = new Array(columns.length).fill(null);
      return (row) => {
        for (let at = 0; at < columns.length; at++) {
          const column = columns[at];
          if (column !== undefined) values[at] = row[column];
        }
        statement.run(...values);
      };
    },
    run: (statement) => db.exec(statement),
    rows: all,
    close() {
      db.exec('COMMIT');
      for (const { sql } of later) if (sql !== null) db.exec(sql);
      db.exec(
        'PRAGMA analysis_limit = 1000; ANALYZE; PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL',
      );
      db.close();
    },
  };
}

/** The id of a generated row: the same in every world of one seed. One letter says what it is. */
export function grownId(letter: string, at: number): string {
  return letter + at.toString(36).padStart(14, '0');
}
