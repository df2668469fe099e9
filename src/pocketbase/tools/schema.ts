import { DatabaseSync } from 'node:sqlite';

/** A row of PocketBase's table of collections. */
interface CollectionRow {
  name: string;
  fields: string;
  indexes: string;
  options: string;
  [column: string]: string | number | null;
}

/** Tables whose rows differ between data folders: applied migrations, the service account, statistics. */
const LOCAL_TABLES = ['_collections', '_params', '_migrations', '_superusers'];

/**
 * The schema of a data folder as text, one statement a line: collections with their fields, rules and options, then
 * tables, indexes, triggers and views, then settings, then rows that migrations wrote.
 *
 * Random and irrelevant differences are normalised: secrets, ids of view fields, creation dates, white space in SQL, and
 * the order of indexes, triggers and views (sorted by name). Columns keep their order. The tables in which the engine keeps
 * an index of words are its own business.
 */
export function describeSchema(databaseFile: string): string {
  const database = new DatabaseSync(databaseFile, { readOnly: true });
  try {
    return [
      ...describeCollections(database),
      ...describeTables(database),
      ...describeSettings(database),
      ...describeRows(database),
      '',
    ].join('\n');
  } finally {
    database.close();
  }
}

function describeCollections(database: DatabaseSync): string[] {
  const rows = database
    .prepare('SELECT * FROM _collections ORDER BY name')
    .all() as unknown as CollectionRow[];
  return rows.flatMap(({ name, fields, indexes, options, created: _, updated: __, ...rest }) => [
    `collection ${name} ${JSON.stringify(rest)}`,
    ...parsed<object[]>(fields).map((field) => `  field ${JSON.stringify(field)}`),
    ...parsed<string[]>(indexes).map((index) => `  index ${oneLine(index)}`),
    ...Object.entries(parsed<object>(options)).map(
      ([option, value]) => `  option ${option} ${JSON.stringify(value)}`,
    ),
  ]);
}

function parsed<T>(json: string): T {
  return JSON.parse(json, (key, value) => {
    if (key === 'secret') return '(random)';
    if (key === 'viewQuery') return oneLine(value);
    if (key === 'id' && String(value).startsWith('_clone_')) return '(random)';
    return value;
  });
}

function describeTables(database: DatabaseSync): string[] {
  const rows = database
    .prepare(
      `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow') ORDER BY tbl_name, type = 'table' DESC, type, name`,
    )
    .all();
  return rows.map(({ sql }) => oneLine(String(sql)));
}

function describeSettings(database: DatabaseSync): string[] {
  const rows = database.prepare('SELECT id, CAST(value AS TEXT) AS value FROM _params ORDER BY id').all();
  return rows.flatMap(({ id, value }) =>
    Object.entries(parsed<object>(String(value))).map(
      ([name, setting]) => `${id} ${name} ${JSON.stringify(setting)}`,
    ),
  );
}

function describeRows(database: DatabaseSync): string[] {
  const tables = database
    .prepare(
      `SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'
        AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
    )
    .all()
    .map(({ name, wr }) => ({ name: String(name), order: wr === 1 ? '1, 2' : 'rowid' }))
    .filter(({ name }) => !LOCAL_TABLES.includes(name));
  return tables.flatMap(({ name, order }) =>
    database
      .prepare(`SELECT * FROM "${name}" ORDER BY ${order}`)
      .all()
      .map((row) => `row ${name} ${JSON.stringify(row)}`),
  );
}

function oneLine(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim();
}
