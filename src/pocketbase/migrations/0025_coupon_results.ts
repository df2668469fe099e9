import { sql } from './fields.ts';

/**
 * What came of each coupon, one row a coupon with its id: counted by the database, for a popular one has more lines than
 * anybody should carry over to be summed up.
 */
migrate(
  (app) => {
    sql(app, "CREATE INDEX order_lines_coupon ON order_lines (store, coupon) WHERE coupon <> ''");
    app.save(
      new Collection({
        type: 'view',
        name: 'coupon_results',
        listRule: null,
        viewRule: null,
        viewQuery: `SELECT l.coupon AS id, l.store AS store, COUNT(DISTINCT l.\`order\`) AS orders,
            CAST(SUM(l.paidCents - l.refundedCents) AS INTEGER) AS paidCents,
            CAST(SUM(l.discountCents) AS INTEGER) AS discountCents
          FROM order_lines l JOIN orders o ON o.id = l.\`order\`
          WHERE l.coupon <> '' AND o.state IN ('paid', 'partly_refunded', 'refunded', 'disputed')
          GROUP BY l.store, l.coupon`,
      }),
    );
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('coupon_results'));
    sql(app, 'DROP INDEX order_lines_coupon');
  },
);
