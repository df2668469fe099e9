import { PARTNER_STATES } from '../../domain/catalogue/product-partner.ts';
import { collection, feed, sql } from './collections.ts';
import { choice, created, link, updated } from './fields.ts';

/** Second stores that are named on a product's page; at most one a product. */
migrate(
  (app) => {
    const stores = app.findCollectionByNameOrId('stores');
    collection(
      app,
      'product_partners',
      [
        link('product', app.findCollectionByNameOrId('products'), { required: true, cascadeDelete: true }),
        // The product's own store, which asks; it never changes.
        link('owner', stores, { required: true, cascadeDelete: true }),
        link('store', stores, { required: true, cascadeDelete: true }),
        choice('state', PARTNER_STATES, { required: true }),
        created,
        updated,
      ],
      [
        'CREATE UNIQUE INDEX product_partners_product ON product_partners (product)',
        'CREATE INDEX product_partners_owner ON product_partners (owner, state, created)',
        'CREATE INDEX product_partners_store ON product_partners (store, state, created)',
      ],
    );
    feed(app, 'product_partners', { column: 'product' });
  },
  (app) => {
    for (const event of ['insert', 'update', 'delete'])
      sql(app, `DROP TRIGGER change_feed_product_partners_${event}`);
    app.delete(app.findCollectionByNameOrId('product_partners'));
  },
);
