import { feed, triggers } from './collections.ts';
import { choice, count, created, number, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';

/**
 * Imports of product tables and their rows. `product` of a row is the id it changes or will create. A row is written in
 * one transaction with its product, so that an interruption neither loses nor repeats a row.
 */
function productImports(app: App): void {
  table(app, 'product_imports', {
    fields: [
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      text('fileName', 200),
      choice('state', ['checked', 'running', 'done', 'undoing', 'undone'], { required: true }),
      count('total'),
      count('done'),
      count('refused'),
      count('undone'),
      count('kept'),
      { type: 'date', name: 'startedAt' },
      created,
      updated,
    ],
    indexes: ['CREATE INDEX product_imports_store ON product_imports (store, created)'],
  });
}

function productImportRows(app: App): void {
  table(app, 'product_import_rows', {
    fields: [
      linkTo('productImport', 'product_imports', { cascadeDelete: true, required: true }),
      count('line'),
      text('product', 15),
      text('name', 120),
      choice('kind', ['change', 'create'], { required: true }),
      { type: 'json', name: 'wanted', hidden: true, maxSize: 40_000 },
      { type: 'json', name: 'former', hidden: true, maxSize: 40_000 },
      choice('state', ['waiting', 'done', 'refused', 'undone', 'kept'], { required: true }),
      text('note', 500),
      { type: 'date', name: 'writtenAt' },
      created,
      updated,
    ],
    indexes: ['CREATE INDEX product_import_rows_state ON product_import_rows (productImport, state, line)'],
  });
}

function productInterest(app: App): void {
  table(app, 'product_interest', {
    fields: [
      // A text, not a link: PocketBase empties links to a deleted row, and two rows would have one key.
      text('product', 15),
      // Points in thousandths, as they were worth on the day `reckonedOn`.
      number('heat', { onlyInt: true }),
      text('reckonedOn', 10),
      // "" for at once.
      text('dueOn', 10),
      number('visits', { onlyInt: true }),
      number('carts', { onlyInt: true }),
      number('wishes', { onlyInt: true }),
      number('claims', { onlyInt: true }),
      number('sales', { onlyInt: true }),
    ],
    indexes: [
      'CREATE UNIQUE INDEX product_interest_product ON product_interest (product)',
      'CREATE INDEX product_interest_due ON product_interest (dueOn, product)',
    ],
  });
}

/** Models that are sold before they are finished, and which lines of orders wait for them. */
function preOrders(app: App): void {
  table(app, 'pre_orders', {
    fields: [
      linkTo('product', 'products', { cascadeDelete: true, required: true }),
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      choice('state', ['open', 'delivered', 'lapsed'], { required: true }),
      { type: 'date', name: 'promisedDay', required: true },
      // The day that was promised before, where the seller moved it.
      { type: 'date', name: 'movedFrom' },
      // From when on a job has something to do here; empty where nothing is left.
      { type: 'date', name: 'workAt' },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX pre_orders_product ON pre_orders (product)',
      "CREATE INDEX pre_orders_work ON pre_orders (workAt) WHERE workAt <> ''",
      'CREATE INDEX pre_orders_store ON pre_orders (store)',
    ],
  });
  feed(app, 'pre_orders', { column: 'product' });
}

/** Second stores that are named on a product's page; at most one a product. */
function productPartners(app: App): void {
  table(app, 'product_partners', {
    fields: [
      linkTo('product', 'products', { cascadeDelete: true, required: true }),
      // The product's own store, which asks; it never changes.
      linkTo('owner', 'stores', { cascadeDelete: true, required: true }),
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      choice('state', ['asked', 'agreed'], { required: true }),
      created,
      updated,
    ],
    later: [count('percent', { max: 100 })],
    asWritten: [
      'CREATE UNIQUE INDEX product_partners_product ON product_partners (product)',
      'CREATE INDEX product_partners_owner ON product_partners (owner, state, created)',
      'CREATE INDEX product_partners_store ON product_partners (store, state, created)',
    ],
  });
  feed(app, 'product_partners', { column: 'product' });
}

/** Products that joined a sale week, each with the sale that it was given for it. */
function saleWeekProducts(app: App): void {
  table(app, 'sale_week_products', {
    fields: [
      // The slug of the week's name.
      text('week', 60, { required: true }),
      linkTo('product', 'products', { cascadeDelete: true, required: true }),
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      count('percent'),
      { type: 'date', name: 'startsAt', required: true },
      { type: 'date', name: 'endsAt', required: true },
      created,
    ],
    later: [
      // A model has one sale at a time: in several weeks, it waits with the later ones until the earlier one is over.
      { type: 'bool', name: 'waiting' },
      { type: 'date', name: 'dueAt' },
    ],
    indexes: [
      'CREATE UNIQUE INDEX sale_week_products_product ON sale_week_products (product, week)',
      'CREATE INDEX sale_week_products_week ON sale_week_products (week, id)',
      'CREATE INDEX sale_week_products_store ON sale_week_products (store, week, product)',
      'CREATE INDEX sale_week_products_due ON sale_week_products (dueAt, startsAt, product) WHERE waiting = TRUE',
    ],
  });
  triggers(app, {
    sale_week_products_waits: `AFTER INSERT ON sale_week_products WHEN new.waiting BEGIN
        UPDATE sale_week_products SET dueAt = coalesce((SELECT iif(p.salePercent = 0, '', p.saleTo) FROM products p WHERE p.id = sale_week_products.product), '') WHERE id = new.id; END`,
    sale_week_products_waits_again: `AFTER UPDATE OF waiting ON sale_week_products WHEN new.waiting BEGIN
        UPDATE sale_week_products SET dueAt = coalesce((SELECT iif(p.salePercent = 0, '', p.saleTo) FROM products p WHERE p.id = sale_week_products.product), '') WHERE id = new.id; END`,
  });
}

/** What undoing a change of many products needs, for a day: the browser is given the id alone. */
function bulkUndos(app: App): void {
  table(app, 'bulk_undos', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      { type: 'json', name: 'products', maxSize: 2_000_000 },
      { type: 'date', name: 'expiresAt', required: true },
      created,
    ],
    indexes: [
      'CREATE INDEX bulk_undos_expires ON bulk_undos (expiresAt)',
      'CREATE INDEX bulk_undos_user ON bulk_undos (`user`)',
      'CREATE INDEX bulk_undos_store ON bulk_undos (store)',
    ],
  });
}

/** What is done with products: imports, interest, pre-orders, partners, sale weeks. */
firstSchema((app) => {
  productImports(app);
  productImportRows(app);
  productInterest(app);
  preOrders(app);
  productPartners(app);
  saleWeekProducts(app);
  bulkUndos(app);
});
