/** Runs one SQL statement within the migration's transaction. */
export function sql(app: App, statement: string): void {
  app.nonconcurrentDB().newQuery(statement).execute();
}

/** Makes a collection with no API rules: every read and write goes through the site's own pages and actions. */
export function collection(app: App, name: string, fields: object[], indexes: string[]): Collection {
  const made = new Collection({
    type: 'base',
    name,
    listRule: null,
    viewRule: null,
    createRule: null,
    updateRule: null,
    deleteRule: null,
    fields,
    indexes,
  });
  app.save(made);
  return made;
}

/**
 * Adds fields and indexes to a collection. PocketBase sorts the columns of a new table by name and appends later ones,
 * so the columns added here keep their place at the end of the table.
 *
 * It writes what PocketBase writes where a collection is saved, but adds a column under its name: PocketBase adds it under
 * another one first, and SQLite reads the whole schema several times to rename it. That was nine tenths of the 20 s that all
 * migrations took.
 */
export function extend(app: App, name: string, fields: object[], indexes: string[] = []): void {
  const extended = app.findCollectionByNameOrId(name);
  const before = extended['indexes'] as string[];
  for (const index of before) sql(app, `DROP INDEX ${indexName(index)}`);
  for (const shape of fields) {
    const field = new Field(shape);
    if (extended.fields.getByName(field.name)) throw new Error(`${name} has a field ${field.name} already.`);
    extended.fields.add(field);
    sql(app, `ALTER TABLE ${name} ADD COLUMN "${field.name}" ${field.columnType(app)}`);
  }
  const all = [...before, ...indexes];
  for (const index of all) sql(app, index);
  app
    .nonconcurrentDB()
    .newQuery(
      `UPDATE _collections SET fields = {:fields}, indexes = {:indexes}, updated = strftime('%Y-%m-%d %H:%M:%fZ')
        WHERE id = {:id}`,
    )
    .bind({ id: extended.id, fields: toString(extended.fields.marshalJSON()), indexes: JSON.stringify(all) })
    .execute();
  app.reloadCachedCollections();
  if (name === 'products') makeLast(app, 'products_sitemap');
}

/** "CREATE UNIQUE INDEX `a` ON t (x)" → "`a`". */
const indexName = (statement: string) => /INDEX\s+(?:IF NOT EXISTS\s+)?(\S+)/i.exec(statement)?.[1] ?? '';

/**
 * Makes an index anew, if it is there, so that it comes after those that saving a collection has made anew. In another order
 * SQLite 3.53 refuses "id = … AND (state = … OR state = …)" over joined products with "internal query planner error (2)".
 */
function makeLast(app: App, index: string): void {
  const made = new DynamicModel({ statement: '' });
  app
    .nonconcurrentDB()
    .newQuery(
      "SELECT coalesce(max(sql), '') AS statement FROM sqlite_master WHERE type = 'index' AND name = {:index}",
    )
    .bind({ index })
    .one(made);
  const statement = String(made['statement']);
  if (statement === '') return;
  sql(app, `DROP INDEX ${index}`);
  sql(app, statement);
}

/** Makes a read-only collection of the rows that `query` selects. */
export function view(app: App, name: string, query: string): void {
  app.save(new Collection({ type: 'view', name, listRule: null, viewRule: null, viewQuery: query }));
}

/** Creates triggers: name and what follows it in SQL. Triggers of one table fire in reverse order of creation. */
export function triggers(app: App, statements: { [name: string]: string }): void {
  for (const [name, statement] of Object.entries(statements)) sql(app, `CREATE TRIGGER ${name} ${statement}`);
}

const CHANGES = [
  ['INSERT', 'new', 'put'],
  ['UPDATE', 'new', 'put'],
  ['DELETE', 'old', 'del'],
] as const;

/**
 * Writes every change of a collection to the change feed, under the id in `column`; updates only where the SQL condition
 * `updatesWhen` holds.
 */
export function feed(app: App, name: string, { column = 'id', updatesWhen = '' } = {}): void {
  for (const [event, row, operation] of CHANGES) {
    const when = event === 'UPDATE' && updatesWhen ? `WHEN ${updatesWhen} ` : '';
    sql(
      app,
      `CREATE TRIGGER change_feed_${name}_${event.toLowerCase()} AFTER ${event} ON ${name} ${when}BEGIN
        INSERT INTO change_feed (collection, record, op) VALUES ('${name}', ${row}.${column}, '${operation}'); END`,
    );
  }
}
