import { collection } from './collections.ts';
import { count, text } from './fields.ts';

/**
 * Who works on what, where only one process may: `holder` until the moment `until`, in ms since 1970 by the database's
 * clock, which all processes share. A step that decides something checks the holder in its own transaction.
 */
migrate(
  (app) => {
    collection(
      app,
      'leases',
      [
        text('name', 100, { required: true }),
        text('holder', 15, { required: true, pattern: '^[a-z0-9]{15}$' }),
        count('until'),
      ],
      ['CREATE UNIQUE INDEX leases_name ON leases (name)'],
    );
  },
  (app) => app.delete(app.findCollectionByNameOrId('leases')),
);
