import { ORIGIN_KINDS, ORIGIN_LIMITS } from '../../domain/catalogue/origin.ts';
import { SELLER_STATUS_LIMITS, SELLER_STATUSES } from '../../domain/catalogue/seller-status.ts';
import { collection, extend, sql } from './collections.ts';
import { choice, count, created, link, text } from './fields.ts';

/** A product may wait for the marketplace's staff, also while it is suspended. */
function addReviewState(app: App): void {
  const products = app.findCollectionByNameOrId('products');
  for (const name of ['state', 'suspendedFrom']) {
    const field = products.fields.getByName(name) as { values: string[] };
    // A new data folder has it already: the first schema takes the states from the domain.
    if (!field.values.includes('in-review')) field.values = [...field.values, 'in-review'];
  }
  app.save(products);
}

/** Lists of the operator desk: rows found by the beginning of a name, or the newest first. */
const DESK_LISTS = [
  ['users', 'CREATE INDEX users_newest ON users (created, id)'],
  ['stores', 'CREATE INDEX stores_names ON stores (name COLLATE NOCASE, id)'],
  ['stores', 'CREATE INDEX stores_created ON stores (created, id)'],
  ['products', 'CREATE INDEX products_names ON products (name COLLATE NOCASE, id)'],
  ['products', 'CREATE INDEX products_created ON products (created, id)'],
  ['orders', 'CREATE INDEX orders_placed ON orders (placedAt, id)'],
  ['orders', 'CREATE INDEX orders_email ON orders (email COLLATE NOCASE, placedAt, id)'],
] as const;

migrate(
  (app) => {
    addReviewState(app);
    extend(
      app,
      'products',
      [
        // What the seller declared at the first publish: src/domain/catalogue/origin.ts.
        choice('originKind', Object.keys(ORIGIN_KINDS)),
        text('originFrom', ORIGIN_LIMITS.from),
        text('originLicence', ORIGIN_LIMITS.licence),
        { type: 'date', name: 'originAt' },
        count('originVersion'),
        { type: 'date', name: 'reviewSince' },
        text('reviewNote', 1000),
      ],
      ["CREATE INDEX products_in_review ON products (reviewSince, id) WHERE state = 'in-review'"],
    );
    extend(app, 'stores', [
      choice('sellerStatus', Object.keys(SELLER_STATUSES)),
      text('traderName', SELLER_STATUS_LIMITS.name),
      text('traderAddress', SELLER_STATUS_LIMITS.address),
      text('traderContact', SELLER_STATUS_LIMITS.contact),
      text('traderRegister', SELLER_STATUS_LIMITS.register),
      { type: 'date', name: 'sellerStatusAt' },
      { type: 'date', name: 'verifiedAt' },
    ]);
    extend(app, 'users', [text('suspendedWhy', 1000, { hidden: true })]);
    for (const [table, index] of DESK_LISTS) extend(app, table, [], [index]);
    // The column has the name of a keyword, which the collection's own list of indexes does not take.
    sql(app, 'CREATE INDEX mails_addressee ON mails (`to` COLLATE NOCASE, created, id)');
    const users = app.findCollectionByNameOrId('users');
    collection(
      app,
      'account_looks',
      [
        link('user', users, { required: true, cascadeDelete: true }),
        text('staffId', 15, { required: true }),
        text('staffName', 80),
        text('reason', 500, { required: true }),
        { type: 'date', name: 'until' },
        created,
      ],
      ['CREATE INDEX account_looks_user ON account_looks (`user`, created)'],
    );
  },
  () => {
    throw new Error('Declarations of sellers would be lost; restore a backup instead.');
  },
);
