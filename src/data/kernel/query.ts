import type PocketBase from 'pocketbase';
import type { Sql } from './sql.ts';
import { askInTrip, type Value } from './trips.ts';

/** Rows as SQLite has them: a boolean is 0 or 1, a date PocketBase's text, JSON and lists are text to be parsed. */
type Row = { [column: string]: Value };

/** One question: a SELECT, its values, and the columns of its answer. */
export interface Query<R> {
  readonly sql: Sql;
  readonly params: QueryParams;
  readonly columns: readonly (keyof R & string)[];
}

/** Values by name. An array is bound as JSON: `id IN (SELECT value FROM json_each({:ids}))`. */
export type QueryParams = Readonly<
  Record<string, string | number | boolean | null | readonly (string | number)[]>
>;

/**
 * A question to be asked together with others. The rows come in the order of the query's ORDER BY. Name every column of
 * `R` in `columns`; only these are sent. A test prepares every query and refuses one that reads a whole table that grows.
 */
export function query<R extends { [C in keyof R]: Value }>(
  sql: Sql,
  params: QueryParams,
  columns: readonly (keyof R & string)[],
): Query<R> {
  return { sql, params, columns };
}

/**
 * Answers up to 20 questions in one trip to PocketBase, all of them from the same snapshot of the database. Calls that start
 * together, as in `Promise.all`, share the trip while there is room, also with reads of records, and its failure. Nothing is checked about who may see
 * a row: that belongs into each question.
 * @throws ClientResponseError where the backend does not answer or a question cannot be run.
 */
export async function ask<const Q extends readonly Query<never>[]>(
  pb: PocketBase,
  ...queries: Q
): Promise<{ -readonly [Place in keyof Q]: Q[Place] extends Query<infer R> ? R[] : never }> {
  const answers = await askInTrip(
    pb,
    queries.map(({ sql, params, columns }) => ({
      sql,
      params: Object.fromEntries(
        Object.entries(params).map(([name, value]) => [
          name,
          typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
        ]),
      ),
      columns,
    })),
  );
  return queries.map(({ columns }, place) =>
    (answers[place] ?? []).map((values) => rowOf(columns, values)),
  ) as never;
}

/** Not `Object.fromEntries`: a page of 5,000 rows is read in a fraction of the time. */
function rowOf(columns: readonly string[], values: readonly Value[]): Row {
  const row: Row = {};
  for (let place = 0; place < columns.length; place++) row[columns[place] as string] = values[place] as Value;
  return row;
}
