import { sql, triggers } from './collections.ts';

/**
 * What was bought together with a product, and what has a similar shape: lists of products, reckoned by a job that takes those
 * first whose lists are oldest.
 */
migrate(
  (app) => {
    sql(
      app,
      `CREATE TABLE product_companions (product TEXT NOT NULL PRIMARY KEY, together TEXT NOT NULL, shapes TEXT NOT NULL,
        reckonedAt TEXT NOT NULL) WITHOUT ROWID`,
    );
    sql(app, 'CREATE INDEX product_companions_oldest ON product_companions (reckonedAt, product)');
    triggers(app, {
      product_companions_new: `AFTER INSERT ON products BEGIN
        INSERT OR IGNORE INTO product_companions (product, together, shapes, reckonedAt) VALUES (new.id, '[]', '[]', ''); END`,
      product_companions_gone: `AFTER DELETE ON products BEGIN
        DELETE FROM product_companions WHERE product = old.id; END`,
    });
    sql(
      app,
      `INSERT INTO product_companions (product, together, shapes, reckonedAt)
        SELECT id, '[]', '[]', '' FROM products`,
    );
  },
  (app) => {
    sql(app, 'DROP TRIGGER product_companions_new');
    sql(app, 'DROP TRIGGER product_companions_gone');
    sql(app, 'DROP TABLE product_companions');
  },
);
