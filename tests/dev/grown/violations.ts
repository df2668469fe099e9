import type { DatabaseSync } from 'node:sqlite';

/** A field of a collection as PocketBase stores its definition. */
interface Field {
  name: string;
  type: string;
  required?: boolean;
  hidden?: boolean;
  min?: number | string | null;
  max?: number | string | null;
  pattern?: string;
  values?: string[];
  maxSelect?: number;
  onlyInt?: boolean;
  collectionId?: string;
}

/**
 * Every way in which stored rows break the rules of their collections: what is required, limits, patterns, choices, JSON
 * and relations without a target. Empty for a database that only PocketBase has written.
 */
export function violationsOf(db: DatabaseSync, collections: readonly string[]): string[] {
  const defined = db.prepare('SELECT id, name, fields FROM _collections').all() as {
    id: string;
    name: string;
    fields: string;
  }[];
  const tables = new Map(defined.map(({ id, name }) => [id, name]));
  return collections.flatMap((name) => {
    const fields = JSON.parse(defined.find((one) => one.name === name)?.fields ?? '[]') as Field[];
    const rows = db.prepare(`SELECT * FROM "${name}"`).all() as Record<string, unknown>[];
    return fields.flatMap((field) => {
      const wrong = rows.find((row) => breaks(field, row[field.name]));
      const said = `${name}.${field.name}`;
      return [
        ...(wrong ? [`${said}: ${JSON.stringify(wrong[field.name])}`] : []),
        ...strays(db, name, field, tables).map((id) => `${said}: nothing has the id ${id}`),
      ];
    });
  });
}

function breaks(field: Field, value: unknown): boolean {
  const { type, required, pattern, values, min, max } = field;
  if (value === undefined) return true;
  if (type === 'number') {
    const isOutside =
      (typeof min === 'number' && Number(value) < min) || (typeof max === 'number' && Number(value) > max);
    return typeof value !== 'number' || isOutside || (field.onlyInt === true && !Number.isInteger(value));
  }
  if (type === 'bool') return value !== 0 && value !== 1;
  if (type === 'json') return value !== null && !isJson(String(value));
  if (typeof value !== 'string') return true;
  if (value === '' || value === '[]') return required === true;
  if (type === 'date' || type === 'autodate') return !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}Z$/.test(value);
  if (type === 'select') {
    const chosen = (field.maxSelect ?? 1) > 1 ? (JSON.parse(value) as string[]) : [value];
    return chosen.length > (field.maxSelect ?? 1) || chosen.some((one) => !values?.includes(one));
  }
  if (type !== 'text') return false;
  const isTooLong = typeof max === 'number' && max > 0 && value.length > max;
  const isTooShort = typeof min === 'number' && value.length < min;
  return isTooLong || isTooShort || (pattern ? !new RegExp(pattern).test(value) : false);
}

/** Up to three ids in a relation that no row has. */
function strays(db: DatabaseSync, name: string, field: Field, tables: Map<string, string>): string[] {
  const target = field.type === 'relation' ? tables.get(field.collectionId ?? '') : undefined;
  if (target === undefined) return [];
  const ids =
    (field.maxSelect ?? 1) > 1
      ? `SELECT value AS id FROM "${name}", json_each("${field.name}")`
      : `SELECT "${field.name}" AS id FROM "${name}" WHERE "${field.name}" <> ''`;
  const found = db
    .prepare(`SELECT DISTINCT id FROM (${ids}) WHERE id NOT IN (SELECT id FROM "${target}") LIMIT 3`)
    .all();
  return (found as { id: string }[]).map(({ id }) => id);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
