/** Field shapes shared by the migrations. Texts carry a limit everywhere: an unlimited field is a way to fill a disk. */
export const created = { type: 'autodate', name: 'created', onCreate: true };
export const updated = { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true };

export function text(name: string, max: number, more: object = {}): object {
  return { type: 'text', name, max, ...more };
}

export function number(name: string, more: object = {}): object {
  return { type: 'number', name, ...more };
}

/** A whole number ≥ 0. PocketBase skips `min` for 0, which is what we want: 0 is allowed here. */
export function count(name: string, more: object = {}): object {
  return { type: 'number', name, onlyInt: true, min: 0, ...more };
}

export function choice(name: string, values: readonly string[], more: object = {}): object {
  return { type: 'select', name, values: [...values], maxSelect: 1, ...more };
}

export function choices(name: string, values: readonly string[]): object {
  return { type: 'select', name, values: [...values], maxSelect: values.length };
}

export function link(name: string, collection: Collection, more: object = {}): object {
  return { type: 'relation', name, collectionId: collection.id, maxSelect: 1, cascadeDelete: false, ...more };
}

export function pictures(name: string, maxSelect: number, thumbs: string[] = []): object {
  return {
    type: 'file',
    name,
    maxSelect,
    maxSize: 5 * 1024 * 1024,
    mimeTypes: ['image/jpeg', 'image/png', 'image/webp'],
    thumbs,
    protected: false,
  };
}

/** Collections are closed: every read and write goes through the site's own pages and actions. */
export const closed = {
  listRule: null,
  viewRule: null,
  createRule: null,
  updateRule: null,
  deleteRule: null,
};

/** Deletes the named collection when a migration is taken back. */
export function dropper(name: string): (app: App) => void {
  return (app) => app.delete(app.findCollectionByNameOrId(name));
}

export function sql(app: App, statement: string): void {
  app.nonconcurrentDB().newQuery(statement).execute();
}
