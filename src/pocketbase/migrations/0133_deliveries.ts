import { extend, sql } from './collections.ts';

/**
 * A row of `downloads` is a delivery: it is written before the first byte of a part, or the first link to it, is given to a
 * person, and a withdrawal reads it. `begunAt` is that moment. `lastAt` is when a download last came to its end, which the
 * library shows; empty before the first one did.
 */
migrate(
  (app) => {
    const downloads = app.findCollectionByNameOrId('downloads');
    const lastAt = downloads.fields.getByName('lastAt') as { required: boolean };
    lastAt.required = false;
    app.save(downloads);
    extend(app, 'downloads', [{ type: 'date', name: 'begunAt' }]);
    // Whether the line was withdrawn from: its product is taken back, though a part of its price is kept.
    extend(app, 'order_lines', [{ type: 'bool', name: 'isWithdrawn' }]);
    sql(app, "UPDATE downloads SET begunAt = iif(created = '', lastAt, created)");
  },
  () => {
    throw new Error('This migration cannot be reverted: what was delivered would not be known any more.');
  },
);
