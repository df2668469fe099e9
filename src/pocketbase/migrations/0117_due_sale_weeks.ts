import { extend, sql, triggers } from './collections.ts';

/** When the sale that a waiting entry waits for is over; "" where its product has none. */
const dueAt = (product: string) => `iif(${product}.salePercent = 0, '', ${product}.saleTo)`;
const SET_DUE = `UPDATE sale_week_products SET dueAt = coalesce((SELECT ${dueAt('p')} FROM products p WHERE p.id = sale_week_products.product), '')`;

/**
 * A waiting entry knows when its turn comes, so that the job finds what is due by an index: with 100 000 of them it read all,
 * twice a minute. Triggers keep it, since sales are changed in many places.
 */
migrate(
  (app) => {
    extend(
      app,
      'sale_week_products',
      [{ type: 'date', name: 'dueAt' }],
      [
        'CREATE INDEX sale_week_products_due ON sale_week_products (dueAt, startsAt, product) WHERE waiting = TRUE',
      ],
    );
    // Its index by the first day served the same question only.
    const entries = app.findCollectionByNameOrId('sale_week_products');
    entries['indexes'] = (entries['indexes'] as string[]).filter(
      (statement) => !statement.includes('sale_week_products_waiting'),
    );
    app.save(entries);
    sql(app, `${SET_DUE} WHERE waiting = TRUE`);
    triggers(app, {
      sale_week_products_waits: `AFTER INSERT ON sale_week_products WHEN new.waiting BEGIN
        ${SET_DUE} WHERE id = new.id; END`,
      sale_week_products_waits_again: `AFTER UPDATE OF waiting ON sale_week_products WHEN new.waiting BEGIN
        ${SET_DUE} WHERE id = new.id; END`,
      sale_week_products_turn: `AFTER UPDATE OF salePercent, saleTo ON products
        WHEN new.salePercent IS NOT old.salePercent OR new.saleTo IS NOT old.saleTo BEGIN
        UPDATE sale_week_products SET dueAt = ${dueAt('new')} WHERE product = new.id AND waiting = TRUE; END`,
    });
  },
  () => {
    throw new Error('What waits for a later week would be lost; restore a backup instead.');
  },
);
