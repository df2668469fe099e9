import { PRODUCT_STATES } from '../../domain/product.ts';
import { STORE_STATES } from '../../domain/store.ts';
import { choice, sql, text } from './fields.ts';

/**
 * The operator suspends by setting a state in the dashboard. Triggers remember where the product or store stood and
 * keep the counters of its store and shelves true; leaving "suspended", for whatever state, leads back to where it
 * stood, so that lifting a suspension never publishes a draft.
 */
const COUNTERS = (by: '+ 1' | '- 1') => `
  UPDATE stores SET productCount = max(0, productCount ${by}) WHERE id = new.store;
  UPDATE shelves SET productCount = max(0, productCount ${by}) WHERE id IN (
    SELECT value FROM json_each(CASE WHEN json_valid(new.shelves) THEN new.shelves ELSE '[]' END));`;

const TRIGGERS: Record<string, string> = {
  products_suspend: `AFTER UPDATE OF state ON products WHEN new.state = 'suspended' AND old.state <> 'suspended' BEGIN
    UPDATE products SET suspendedFrom = old.state WHERE id = new.id; END`,
  products_suspend_counted: `AFTER UPDATE OF state ON products
    WHEN new.state = 'suspended' AND old.state = 'published' BEGIN ${COUNTERS('- 1')} END`,
  products_lift: `AFTER UPDATE OF state ON products
    WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedFrom <> '' BEGIN
    UPDATE products SET state = old.suspendedFrom, suspendedFrom = '', suspendedWhy = '' WHERE id = new.id; END`,
  products_lift_counted: `AFTER UPDATE OF state ON products
    WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedFrom = 'published' BEGIN ${COUNTERS('+ 1')} END`,
  stores_suspend: `AFTER UPDATE OF state ON stores WHEN new.state = 'suspended' AND old.state <> 'suspended' BEGIN
    UPDATE stores SET suspendedFrom = old.state WHERE id = new.id; END`,
  stores_lift: `AFTER UPDATE OF state ON stores
    WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedFrom <> '' BEGIN
    UPDATE stores SET state = old.suspendedFrom, suspendedFrom = '', suspendedWhy = '' WHERE id = new.id; END`,
};

const STATES = { products: PRODUCT_STATES, stores: STORE_STATES };

migrate(
  (app) => {
    for (const [name, states] of Object.entries(STATES)) {
      const collection = app.findCollectionByNameOrId(name);
      const former = states.filter((state) => state !== 'suspended');
      collection.fields.add(new Field(choice('suspendedFrom', former)));
      // What the seller reads about it.
      collection.fields.add(new Field(text('suspendedWhy', 1000)));
      app.save(collection);
    }
    for (const [name, what] of Object.entries(TRIGGERS)) sql(app, `CREATE TRIGGER ${name} ${what}`);
  },
  (app) => {
    for (const name of Object.keys(TRIGGERS)) sql(app, `DROP TRIGGER ${name}`);
    for (const name of Object.keys(STATES)) {
      const collection = app.findCollectionByNameOrId(name);
      for (const field of ['suspendedFrom', 'suspendedWhy']) collection.fields.removeByName(field);
      app.save(collection);
    }
  },
);
