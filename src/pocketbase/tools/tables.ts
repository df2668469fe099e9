import { DatabaseSync } from 'node:sqlite';

/** A field of a collection, as PocketBase stores it. */
interface Field {
  name: string;
  type: string;
  required?: boolean;
  maxSelect?: number;
  values?: string[];
}

/** How columns of a table that is no collection are read, by the type they were declared with. */
const DECLARED: Record<string, string> = {
  TEXT: 'text',
  INTEGER: 'number',
  INT: 'number',
  NUMERIC: 'number',
  REAL: 'number',
  BOOLEAN: 'flag',
  JSON: 'json',
};
/** Tables that SQLite keeps for a full-text search. */
const OF_FULL_TEXT = /_(data|idx|content|docsize|config)$/;

/**
 * Generates the source of src/data/kernel/tables.ts from a database that the migrations have made: each of our tables with
 * its columns and how each is read.
 * @param path the file of the database, which is only read.
 */
export function describeTables(path: string): string {
  const database = new DatabaseSync(path, { readOnly: true });
  const used = new Set<string>();
  const use = (name: string) => {
    used.add(name);
    return name;
  };
  try {
    const rows = (sql: string) => database.prepare(sql).all() as Record<string, string>[];
    const collections = rows('SELECT name, system, fields FROM _collections ORDER BY name');
    const known = new Set(collections.map(({ name }) => name));
    const ours = collections
      .filter(({ system, name }) => Number(system) === 0 && !name?.startsWith('_'))
      .map(({ name = '', fields = '[]' }) => {
        const columns = (JSON.parse(fields) as Field[])
          .filter((field) => field.type !== 'password' && field.name !== 'tokenKey')
          .map((field) => `  ${field.name}: ${kindOf(field, use)},`);
        return tableOf(name, columns);
      });
    const kept = rows("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      .map(({ name = '' }) => name)
      .filter((name) => !known.has(name) && !/^(_|sqlite)/.test(name) && !OF_FULL_TEXT.test(name))
      .map((name) => {
        const columns = rows(`PRAGMA table_info(${name})`).map(
          (column) => `  ${column['name']}: ${use(DECLARED[column['type']?.toUpperCase() ?? ''] ?? 'text')},`,
        );
        return tableOf(name, columns);
      });
    const imported = [...used, 'table'].sort().join(', ');
    return [
      '// Written by `npm run records` from the migrations; a test fails when it is stale.',
      `import { ${imported} } from './table.ts';\n`,
      '/** The tables of the schema by name, each with its columns and how each is read. */',
      'export const tables = {',
      ...ours,
      ...kept,
      '};\n',
    ].join('\n');
  } finally {
    database.close();
  }
}

const tableOf = (name: string, columns: readonly string[]) =>
  `${name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())}: table('${name}', {\n${columns.join('\n')}\n}),`;

/** How a field is read: which function of table.ts, with the values of a choice. */
function kindOf(field: Field, use: (name: string) => string): string {
  const isList = (field.maxSelect ?? 1) > 1;
  const values = (field.values ?? []).map((value) => `'${value}'`).join(' | ');
  switch (field.type) {
    case 'number':
      return use('number');
    case 'bool':
      return use('flag');
    case 'json':
      return use('json');
    case 'select':
      if (isList) return `${use('choices')}<${values}>()`;
      return `${use(field.required ? 'choice' : 'choiceOrNone')}<${values}>()`;
    case 'relation':
    case 'file':
      return use(isList ? 'texts' : 'text');
    case 'date':
      return use(field.required ? 'date' : 'dateOrNone');
    case 'autodate':
      return use('date');
    default:
      return use('text');
  }
}
