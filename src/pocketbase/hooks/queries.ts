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

/** A text of a statement that was looked at: why it may not run, or null, and its pieces, every second a name of a value. */
interface Known {
  refusal: string | null;
  pieces: string[];
}

/**
 * What was looked at before, in this engine: the site asks the same few hundred statements again and again, and a regular
 * expression takes the engine longer than the database takes for some of them. What a text may do is in its letters alone.
 */
const known = new Map<string, Known>();
const KNOWN_LIMIT = 300;

function knownOf(sql: string): Known {
  const seen = known.get(sql);
  if (seen) return seen;
  const fresh: Known = {
    refusal: /^\s*(select|with)\b/i.test(sql) ? plainTextRefusal(sql) : 'a query selects',
    pieces: sql.split(/\{:(\w+)\}/),
  };
  if (known.size >= KNOWN_LIMIT) known.clear();
  known.set(sql, fresh);
  return fresh;
}

/** The statement with each value named for its query. */
function renamed({ pieces }: Known, index: number): string {
  let text = pieces[0] ?? '';
  for (let at = 1; at < pieces.length; at += 2) text += `{:q${index}_${pieces[at]}}${pieces[at + 1]}`;
  return text;
}

/** Why a statement may not run, or null: a single SELECT, or WITH before one, and nothing else. */
function queryRefusal(query: unknown): string | null {
  if (typeof query !== 'object' || query === null) return 'a query is an object';
  const { sql, params, columns } = query as { [name: string]: unknown };
  if (typeof sql !== 'string') return 'a query selects';
  const { refusal } = knownOf(sql);
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
    const text = renamed(knownOf(sql), index);
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
