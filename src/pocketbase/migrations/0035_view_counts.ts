import { closed, count, link, sql, text } from './fields.ts';

/**
 * How often each page of a store was looked at, a row a day: its products, and its own page where `product` is empty.
 * Counters and nothing else; who looked stands nowhere.
 */
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'view_counts',
        ...closed,
        fields: [
          link('store', app.findCollectionByNameOrId('stores'), { required: true, cascadeDelete: true }),
          link('product', app.findCollectionByNameOrId('products'), { cascadeDelete: true }),
          text('day', 10, { required: true, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
          count('views'),
          count('visits'),
          count('carts'),
        ],
        indexes: ['CREATE UNIQUE INDEX view_counts_row ON view_counts (store, day, product)'],
      }),
    );
    sql(app, "CREATE INDEX view_counts_product ON view_counts (product, day) WHERE product <> ''");
  },
  (app) => {
    sql(app, 'DROP INDEX view_counts_product');
    app.delete(app.findCollectionByNameOrId('view_counts'));
  },
);
