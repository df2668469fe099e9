import { sql } from './collections.ts';

/** The first of the migrations that made this schema before they were merged, of two ages, and the last. */
const MERGED = { oldest: '0001_settings.js', old: '0001_kernel.js', last: '0150_ai_unsaid.js' };

/**
 * Registers a migration of the first schema. A data folder whose schema was made by the merged migrations has the same
 * schema already and is left as it is; one that has only some of them is refused.
 */
export function firstSchema(up: (app: App) => void): void {
  migrate(
    (app) => {
      if (hasMergedSchema(app)) return;
      up(app);
      app.reloadCachedCollections();
    },
    () => {
      throw new Error('The first schema cannot be reverted; delete the data folder instead.');
    },
  );
}

/** @throws Error when only some of the merged migrations were applied. */
function hasMergedSchema(app: App): boolean {
  const applied = new DynamicModel({ some: 0, last: 0 });
  app
    .nonconcurrentDB()
    .newQuery(
      `SELECT count(*) AS some, coalesce(sum(file = {:last}), 0) AS last FROM _migrations
        WHERE file IN ({:oldest}, {:old}, {:last})`,
    )
    .bind(MERGED)
    .one(applied);
  if (applied['some'] && !applied['last'])
    throw new Error(
      'This data folder has only a part of the schema from before release 0.1.0. Start the version whose last migration is 0150_ai_unsaid on it once, and then this one again.',
    );
  return applied['last'] !== 0;
}

/** A table of the first schema and its indexes, in the order in which they stand in the database. */
interface Table {
  /** Fields whose columns PocketBase sorted by name when it made the table. */
  fields: object[];
  /** Fields whose columns were added to the table after it was made, and stand at its end. */
  later?: object[];
  /** Indexes in PocketBase's own spelling: each name and column in backticks, on a line of its own. */
  indexes?: string[];
  /** Indexes that are spelled as they are here. */
  asWritten?: string[];
  /** Indexes that PocketBase's list does not have, because it cannot read them: before those of the list, and after. */
  unlistedFirst?: string[];
  unlisted?: string[];
}

/**
 * Makes a collection without API rules: what PocketBase would write if it was saved and then grew, column by column. To have
 * PocketBase do it took fifteen seconds of computing for all tables; the statements take a tenth of one.
 */
export function table(app: App, name: string, made: Table): void {
  const { fields, later = [], unlistedFirst = [], indexes = [], asWritten = [], unlisted = [] } = made;
  const collection = new Collection({ type: 'base', name });
  collection.id = idOf(name);
  const columns = [columnOf(app, ID), ...fields.map((shape) => columnOf(app, shape))].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  const added = later.map((shape) => columnOf(app, shape));
  const all = [
    ...columns.map(({ name: column, type }) => `\`${column}\` ${type}`),
    ...added.map(({ name: column, type }) => `"${column}" ${type}`),
  ];
  sql(app, `CREATE TABLE \`${name}\` (${all.join(', ')})`);
  for (const index of unlistedFirst) sql(app, index);
  for (const index of indexes) sql(app, asPocketBase(index));
  for (const index of [...asWritten, ...unlisted]) sql(app, index);
  for (const shape of [ID, ...fields, ...later]) collection.fields.add(new Field(shape));
  app
    .nonconcurrentDB()
    .newQuery(
      `INSERT INTO _collections (id, type, name, fields, indexes, options, created, updated) VALUES
        ({:id}, 'base', {:name}, {:fields}, {:indexes}, '{}', strftime('%Y-%m-%d %H:%M:%fZ'), strftime('%Y-%m-%d %H:%M:%fZ'))`,
    )
    .bind({
      id: collection.id,
      name,
      fields: toString(collection.fields.marshalJSON()),
      indexes: indexes.length > 0 ? escaped(JSON.stringify(indexes)) : JSON.stringify(asWritten),
    })
    .execute();
}

/** As PocketBase writes JSON, which escapes what HTML would read. */
const escaped = (json: string) =>
  json.replace(/</g, '\\u003c').replace(/>/g, '\\u003e').replace(/&/g, '\\u0026');

/** The field of a record's id, as every collection has it. */
const ID = {
  type: 'text',
  name: 'id',
  system: true,
  primaryKey: true,
  required: true,
  min: 15,
  max: 15,
  pattern: '^[a-z0-9]+$',
  autogeneratePattern: '[a-z0-9]{15}',
};

function columnOf(app: App, shape: object): { name: string; type: string } {
  const field = new Field(shape);
  return { name: field.name, type: field.columnType(app) };
}

/** A link to records of a collection by its name, which need not be there yet. */
export function linkTo(name: string, collection: string, more: object = {}): object {
  return {
    type: 'relation',
    name,
    collectionId: idOf(collection),
    maxSelect: 1,
    cascadeDelete: false,
    ...more,
  };
}

/** The id that PocketBase gives to a collection: a checksum (CRC-32) of its type and name. */
function idOf(collection: string): string {
  if (collection === 'users') return '_pb_users_auth_';
  let sum = -1;
  for (const letter of `base${collection}`) {
    sum ^= letter.charCodeAt(0);
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (0xedb88320 & -(sum & 1));
  }
  return `pbc_${~sum >>> 0}`;
}

const INDEX = /^CREATE (UNIQUE )?INDEX (\w+) ON (\w+) \((.+?)\)(?: WHERE ([\s\S]+))?$/;

/** "CREATE INDEX a ON t (x, y)" as PocketBase spells it when it saves a collection. */
function asPocketBase(statement: string): string {
  const [, unique = '', name, of, columns = '', where] = INDEX.exec(statement) ?? [];
  if (!name) throw new Error(`This is no index: ${statement}`);
  const list = columns.split(', ').map((column) => column.replace(/^`?(\w+)`?/, '`$1`'));
  const inside = list.length === 1 ? list[0] : `\n  ${list.join(',\n  ')}\n`;
  return `CREATE ${unique}INDEX \`${name}\` ON \`${of}\` (${inside})${where ? ` WHERE ${where}` : ''}`;
}
