import { STAFF_ROLES } from '../../domain/identity/store-staff.ts';
import { collection, feed, sql } from './collections.ts';
import { choices, created, link, text, updated } from './fields.ts';

/** People who work for a store, and what they did there. */
migrate(
  (app) => {
    const stores = app.findCollectionByNameOrId('stores');
    const users = app.findCollectionByNameOrId('users');
    collection(
      app,
      'store_staff',
      [
        link('store', stores, { required: true, cascadeDelete: true }),
        link('user', users, { required: true, cascadeDelete: true }),
        choices('roles', STAFF_ROLES),
        // Empty while they are asked.
        { type: 'date', name: 'agreedAt' },
        created,
        updated,
      ],
      [
        'CREATE UNIQUE INDEX store_staff_user ON store_staff (user, store)',
        'CREATE INDEX store_staff_store ON store_staff (store, created)',
      ],
    );
    feed(app, 'store_staff', { column: 'user' });
    collection(
      app,
      'staff_deeds',
      [
        link('store', stores, { required: true, cascadeDelete: true }),
        // The deeds of somebody whose account is deleted stay, under the name they had.
        link('user', users),
        text('username', 100),
        text('deed', 100, { required: true }),
        created,
      ],
      [
        'CREATE INDEX staff_deeds_store ON staff_deeds (store, created, id)',
        'CREATE INDEX staff_deeds_user ON staff_deeds (user)',
      ],
    );
  },
  (app) => {
    for (const event of ['insert', 'update', 'delete'])
      sql(app, `DROP TRIGGER change_feed_store_staff_${event}`);
    app.delete(app.findCollectionByNameOrId('staff_deeds'));
    app.delete(app.findCollectionByNameOrId('store_staff'));
  },
);
