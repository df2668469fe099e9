import type { Change } from '../../data/kernel/changes.ts';

/** A part that follows the change feed: a cache that forgets, or work that is to be done at once. */
export interface FeedListener {
  name: string;
  /** The names of the feed of which it hears; "all" for one that needs every position of the feed. */
  tables: readonly string[] | 'all';
  changed(changes: readonly Change[]): void | Promise<void>;
}

/** A listener, for a table of them. */
export const onChange = (
  name: string,
  tables: FeedListener['tables'],
  changed: FeedListener['changed'],
): FeedListener => ({ name, tables, changed });

/** A cache that forgets record by record what has changed. */
export const cached = (
  name: string,
  tables: FeedListener['tables'],
  forget: (collection: string, record: string) => void,
): FeedListener =>
  onChange(name, tables, (changes) => {
    for (const { collection, record } of changes) forget(collection, record);
  });

/**
 * Tells each listener of the changes that it hears of, one listener after the other, in the order of the list. Those of which
 * it hears none are not called.
 */
export async function tellListeners(
  listeners: readonly FeedListener[],
  changes: readonly Change[],
): Promise<void> {
  for (const { tables, changed } of listeners) {
    const heard =
      tables === 'all' ? changes : changes.filter(({ collection }) => tables.includes(collection));
    if (heard.length > 0) await changed(heard);
  }
}
