import { readFileSync } from 'node:fs';

/** A field of the schema, with the collection it leads to where it is a relation. */
export interface SchemaField {
  name: string;
  type: string;
  hidden: boolean;
  to: string | null;
  /** Whether the row is deleted with what it leads to. */
  cascades: boolean;
}

interface StoredField {
  name: string;
  type: string;
  hidden: boolean;
  collectionId?: string;
  cascadeDelete?: boolean;
}

/** The collections of the recorded schema and their fields, by name. Views are left out: they hold nothing of their own. */
export function schemaCollections(): Map<string, SchemaField[]> {
  const lines = readFileSync(new URL('schema.txt', import.meta.url), 'utf8').split('\n');
  const names = new Map<string, string>();
  const found = new Map<string, StoredField[]>();
  let fields: StoredField[] = [];
  for (const line of lines) {
    const [, kind, rest = ''] = /^\s*(collection|field) (.*)$/.exec(line) ?? [];
    if (kind === 'field') fields.push(JSON.parse(rest));
    if (kind !== 'collection') continue;
    const [name = '', json = '{}'] = [rest.slice(0, rest.indexOf(' ')), rest.slice(rest.indexOf(' '))];
    const { id, type } = JSON.parse(json) as { id: string; type: string };
    names.set(id, name);
    fields = [];
    if (type !== 'view') found.set(name, fields);
  }
  return new Map(
    [...found].map(([name, list]) => [
      name,
      list.map((field) => ({
        name: field.name,
        type: field.type,
        hidden: field.hidden,
        cascades: field.cascadeDelete === true,
        to: field.collectionId === undefined ? null : (names.get(field.collectionId) ?? null),
      })),
    ]),
  );
}
