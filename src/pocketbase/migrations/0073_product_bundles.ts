import { BUNDLE_LIMITS } from '../../domain/commerce/product-bundle.ts';
import { MAXIMUM_PRICE_CENTS } from '../../domain/kernel/money.ts';
import { collection, feed, sql } from './collections.ts';
import { count, created, link, text, updated } from './fields.ts';

/** Products of one store that cost less together. */
migrate(
  (app) => {
    collection(
      app,
      'product_bundles',
      [
        link('store', app.findCollectionByNameOrId('stores'), { required: true, cascadeDelete: true }),
        text('title', BUNDLE_LIMITS.title, { required: true }),
        count('priceCents', { max: MAXIMUM_PRICE_CENTS }),
        link('products', app.findCollectionByNameOrId('products'), { maxSelect: BUNDLE_LIMITS.products }),
        created,
        updated,
      ],
      ['CREATE INDEX product_bundles_store ON product_bundles (store, created)'],
    );
    feed(app, 'product_bundles', { column: 'store' });
  },
  (app) => {
    for (const event of ['insert', 'update', 'delete'])
      sql(app, `DROP TRIGGER change_feed_product_bundles_${event}`);
    app.delete(app.findCollectionByNameOrId('product_bundles'));
  },
);
