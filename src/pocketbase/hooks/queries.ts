import { plainTextRefusal } from './transaction.ts';

/** One question of a read, as the Node side sends it (see src/data/kernel/query.ts). */
interface Asked {
  sql: string;
  params: { [name: string]: unknown };
  columns: string[];
}

export type QueriesAnswer = { status: 200; json: string } | { status: 400; message: string };

const QUERIES_LIMIT = 20;
const COLUMNS_LIMIT = 80;

/** Why a statement may not run, or null: a single SELECT, or WITH before one, and nothing else. */
function queryRefusal(query: unknown): string | null {
  if (typeof query !== 'object' || query === null) return 'a query is an object';
  const { sql, params, columns } = query as { [name: string]: unknown };
  if (typeof sql !== 'string' || !/^\s*(select|with)\b/i.test(sql)) return 'a query selects';
  const refusal = plainTextRefusal(sql);
  if (refusal) return refusal;
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return 'params is an object';
  if (!Array.isArray(columns) || columns.length === 0 || columns.length > COLUMNS_LIMIT)
    return `columns is a list of 1 to ${COLUMNS_LIMIT}`;
  // One look at all of them: here each costs a microsecond or two, whatever the length. A comma names no column.
  for (const column of columns) if (typeof column !== 'string') return 'a column is a name';
  return /^\w+(?:,\w+)*$/.test(columns.join(',')) ? null : 'a column is a name';
}

/**
 * Runs all queries as one statement, so they see the same snapshot. The database writes the rows as JSON; the engine
 * passes them on without reading one.
 */
export function runQueries(app: App, queries: unknown): QueriesAnswer {
  if (!Array.isArray(queries) || queries.length === 0 || queries.length > QUERIES_LIMIT)
    return { status: 400, message: `queries is a list of 1 to ${QUERIES_LIMIT}` };
  const parts: string[] = [];
  const values: { [name: string]: unknown } = {};
  for (let index = 0; index < queries.length; index++) {
    const refusal = queryRefusal(queries[index]);
    if (refusal) return { status: 400, message: `query ${index}: ${refusal}` };
    const { sql, params, columns } = queries[index] as Asked;
    for (const name in params) values[`q${index}_${name}`] = params[name];
    const text = sql.replace(/\{:(\w+)\}/g, `{:q${index}_$1}`);
    // In backticks an unknown column is an error; in double quotes it would be a text. The inner query is kept apart
    // by the aggregate around it, so its ORDER BY is the order of the rows.
    parts.push(`(SELECT json_group_array(json_array(\`${columns.join('`,`')}\`)) FROM (${text}))`);
  }
  const row = new DynamicModel({ answer: '' });
  try {
    app
      .db()
      .newQuery(`SELECT '[' || ${parts.join(" || ',' || ")} || ']' AS answer`)
      .bind(values)
      .one(row);
  } catch (reason) {
    return { status: 400, message: String(reason) };
  }
  return { status: 200, json: row.answer as string };
}
