import type PocketBase from 'pocketbase';
import type { Sql } from './sql.ts';

/** A value that a column can have. SQLite has no booleans, and a JSON column is text. */
type Value = string | number | null;

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

/** The most questions of one trip; the hook takes no more. */
const QUESTIONS_A_TRIP = 20;

/** Questions that go to PocketBase together. */
interface Trip {
  queries: Query<never>[];
  answer: Promise<Value[][][]>;
}

const leaving = new WeakMap<PocketBase, Trip>();

/**
 * Answers up to 20 questions in one trip to PocketBase, all of them from the same snapshot of the database. Calls that start
 * together, as in `Promise.all`, share the trip while there is room, and its failure. Nothing is checked about who may see
 * a row: that belongs into each question.
 * @throws ClientResponseError where the backend does not answer or a question cannot be run.
 */
export async function ask<const Q extends readonly Query<never>[]>(
  pb: PocketBase,
  ...queries: Q
): Promise<{ -readonly [Place in keyof Q]: Q[Place] extends Query<infer R> ? R[] : never }> {
  let trip = leaving.get(pb);
  if (!trip || trip.queries.length + queries.length > QUESTIONS_A_TRIP) {
    trip = leave(pb);
    leaving.set(pb, trip);
  }
  const from = trip.queries.length;
  trip.queries.push(...queries);
  const answer = await trip.answer;
  return queries.map(({ columns }, place) =>
    (answer[from + place] ?? []).map((values) => rowOf(columns, values)),
  ) as never;
}

/** A trip that leaves when all that starts together has started. */
function leave(pb: PocketBase): Trip {
  const queries: Query<never>[] = [];
  const trip: Trip = {
    queries,
    answer: Promise.resolve().then(() => {
      if (leaving.get(pb) === trip) leaving.delete(pb);
      return send(pb, queries);
    }),
  };
  return trip;
}

async function send(pb: PocketBase, queries: readonly Query<never>[]): Promise<Value[][][]> {
  const answer = await pb.send<unknown>('/internal/ask', {
    method: 'POST',
    body: {
      queries: queries.map(({ sql, params, columns }) => ({
        sql: String(sql),
        params: Object.fromEntries(
          Object.entries(params).map(([name, value]) => [
            name,
            Array.isArray(value) ? JSON.stringify(value) : value,
          ]),
        ),
        columns,
      })),
    },
  });
  if (!Array.isArray(answer) || answer.length !== queries.length)
    throw new Error('the backend answered no rows');
  return answer as Value[][][];
}

/** Not `Object.fromEntries`: a page of 5,000 rows is read in a fraction of the time. */
function rowOf(columns: readonly string[], values: readonly Value[]): Row {
  const row: Row = {};
  for (let place = 0; place < columns.length; place++) row[columns[place] as string] = values[place] as Value;
  return row;
}
