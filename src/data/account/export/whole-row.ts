import { type Sql, SqlText, sql } from '../../kernel/sql.ts';
import { flag, json, named, type Table, texts } from '../../kernel/table.ts';
import { NOT_EXPORTED } from './not-exported.ts';

/**
 * A row `r` of a table as JSON: all its columns but those of `NOT_EXPORTED`, so that a new column is exported by itself.
 * @param also further pairs of name and value, such as the name of what the row mentions by id.
 */
export function wholeRow(table: Table, also?: Sql): Sql {
  const without = NOT_EXPORTED[table.name] ?? {};
  const pairs = Object.entries(table.kinds)
    .filter(([column]) => !Object.hasOwn(without, column))
    .map(([column, kind]) => `'${column}', ${jsonOf(column, kind)}`);
  // Literals of SQL made of the schema's own names; the tag `sql` takes none that are computed.
  return sql`json_object(${new SqlText(pairs.join(', '))}${also ? sql`, ${also}` : sql``})`;
}

/** A flag is a JSON boolean, and what is JSON in the database stays JSON. An empty text there is no JSON, and null. */
function jsonOf(column: string, kind: unknown): string {
  const value = `r.${named(column)}`;
  if (kind === flag) return `json(iif(${value}, 'true', 'false'))`;
  return kind === json || kind === texts ? `json(nullif(${value}, ''))` : value;
}
