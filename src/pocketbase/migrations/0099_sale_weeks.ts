import { SALE_WEEK_LIMITS } from '../../domain/catalogue/price/sale-week.ts';
import { collection } from './collections.ts';
import { count, created, link, text } from './fields.ts';

/** Products that joined a sale week, each with the sale that it was given for it. */
migrate(
  (app) => {
    collection(
      app,
      'sale_week_products',
      [
        // The slug of the week's name.
        text('week', SALE_WEEK_LIMITS.name, { required: true }),
        link('product', app.findCollectionByNameOrId('products'), { required: true, cascadeDelete: true }),
        link('store', app.findCollectionByNameOrId('stores'), { required: true, cascadeDelete: true }),
        count('percent'),
        { type: 'date', name: 'startsAt', required: true },
        { type: 'date', name: 'endsAt', required: true },
        created,
      ],
      [
        'CREATE UNIQUE INDEX sale_week_products_product ON sale_week_products (product, week)',
        'CREATE INDEX sale_week_products_week ON sale_week_products (week, id)',
        'CREATE INDEX sale_week_products_store ON sale_week_products (store, week, product)',
      ],
    );
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('sale_week_products'));
  },
);
