import { ORIGINS } from '../../domain/commerce/origin.ts';
import { collection, sql, triggers } from './collections.ts';
import { choice, count, link, text } from './fields.ts';
import { grow } from './sums.ts';

/**
 * Where buyers come from: sums by product and week, and once more for all products of a store where `product` is empty.
 * Counters only; nothing says who came.
 */
migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products');
    const stores = app.findCollectionByNameOrId('stores');
    collection(
      app,
      'origin_weeks',
      [
        link('store', stores, { required: true, cascadeDelete: true }),
        link('product', products, { cascadeDelete: true }),
        // Its Monday, in UTC.
        text('week', 10, { required: true, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
        choice('origin', ORIGINS, { required: true }),
        count('visits'),
        count('carts'),
        count('sales'),
      ],
      ['CREATE UNIQUE INDEX origin_weeks_row ON origin_weeks (store, week, product, origin)'],
    );
    sql(app, "CREATE INDEX origin_weeks_product ON origin_weeks (product, week) WHERE product <> ''");
    // Only while the order waits for its payment.
    collection(
      app,
      'order_origins',
      [
        link('order', app.findCollectionByNameOrId('orders'), { required: true, cascadeDelete: true }),
        link('product', products, { required: true, cascadeDelete: true }),
        link('store', stores, { required: true, cascadeDelete: true }),
        choice('origin', ORIGINS, { required: true }),
      ],
      ['CREATE UNIQUE INDEX order_origins_row ON order_origins (`order`, product)'],
    );
    sql(app, 'CREATE INDEX order_origins_product ON order_origins (product)');
    sql(app, 'CREATE INDEX order_origins_store ON order_origins (store)');
    triggers(app, {
      // A sale counts in the week of its payment, a Monday to a Sunday.
      order_origins_counted: `AFTER UPDATE OF state ON orders WHEN old.state = 'pending' AND new.state <> 'pending'
        BEGIN
          ${grow(
            'origin_weeks',
            ['store', 'week', 'product', 'origin'],
            ['visits', 'carts', 'sales'],
            `SELECT o.store, date(new.paidAt, '-6 days', 'weekday 1'), iif(t.one, o.product, ''), o.origin, 0, 0, count(*)
              FROM order_origins o, (SELECT true AS one UNION ALL SELECT false) t
              WHERE o."order" = new.id AND new.state = 'paid' GROUP BY 1, 2, 3, 4`,
          )}
          DELETE FROM order_origins WHERE "order" = new.id;
        END`,
    });
  },
  (app) => {
    sql(app, 'DROP TRIGGER order_origins_counted');
    for (const name of ['order_origins', 'origin_weeks']) app.delete(app.findCollectionByNameOrId(name));
  },
);
