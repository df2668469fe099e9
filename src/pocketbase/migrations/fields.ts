/** Field shapes for migrations. Every text has a limit: a field without one is a way to fill the disk. */
export const created = { type: 'autodate', name: 'created', onCreate: true };
export const updated = { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true };

export function text(name: string, max: number, more: object = {}): object {
  return { type: 'text', name, max, ...more };
}

export function number(name: string, more: object = {}): object {
  return { type: 'number', name, ...more };
}

/** A whole number of at least 0. PocketBase does not check `min` for 0, so 0 is allowed even in a required field. */
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
