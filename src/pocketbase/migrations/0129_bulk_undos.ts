import { collection } from './collections.ts';
import { created, link } from './fields.ts';

/** What undoing a change of many products needs, for a day: the browser is given the id alone. */
migrate(
  (app) => {
    collection(
      app,
      'bulk_undos',
      [
        link('user', app.findCollectionByNameOrId('users'), { required: true, cascadeDelete: true }),
        link('store', app.findCollectionByNameOrId('stores'), { required: true, cascadeDelete: true }),
        { type: 'json', name: 'products', maxSize: 2_000_000 },
        { type: 'date', name: 'expiresAt', required: true },
        created,
      ],
      [
        'CREATE INDEX bulk_undos_expires ON bulk_undos (expiresAt)',
        'CREATE INDEX bulk_undos_user ON bulk_undos (`user`)',
        'CREATE INDEX bulk_undos_store ON bulk_undos (store)',
      ],
    );
  },
  (app) => app.delete(app.findCollectionByNameOrId('bulk_undos')),
);
