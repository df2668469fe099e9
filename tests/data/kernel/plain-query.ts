import type { Query, QueryParams } from '../../../src/data/kernel/query.ts';
import type { Sql } from '../../../src/data/kernel/sql.ts';

/** A question of a test that answers rows as SQLite has them: its columns stand in the order of its SELECT. */
export function query<R>(sql: Sql, params: QueryParams, columns: readonly (keyof R & string)[]): Query<R> {
  const row: Query<R>['row'] = (values) =>
    Object.fromEntries(columns.map((column, place) => [column, values[place]])) as R;
  return { sql, params, columns, row };
}
