import { FACETS } from '../../domain/catalogue/facets.ts';
import {
  IMPORT_ROW_STATES,
  PRODUCT_IMPORT_STATES,
} from '../../domain/catalogue/import/product-import-state.ts';
import { AI_DECLARATIONS, LICENCES, PRODUCT_STATES } from '../../domain/catalogue/product.ts';
import { STORE_STATES } from '../../domain/catalogue/store.ts';
import { MAXIMUM_PRICE_CENTS } from '../../domain/kernel/money.ts';
import { collection, extend, feed, firstSchema, sql } from './collections.ts';
import { choice, choices, count, created, link, number, pictures, text, updated } from './fields.ts';

const values = (facet: keyof typeof FACETS) => Object.keys(FACETS[facet].values);

/** Stores, one per person, and their shelves: a store's own categories, shown at /store/{id}/categories. */
function makeStores(app: App): void {
  const stores = collection(
    app,
    'stores',
    [
      link('owner', app.findCollectionByNameOrId('users'), { required: true }),
      text('slug', 60, { required: true, min: 2, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
      text('name', 80, { required: true }),
      text('tagline', 160),
      text('about', 20_000),
      pictures('logo', 1),
      pictures('banner', 1),
      text('bannerAlt', 300),
      { type: 'json', name: 'socials', maxSize: 2000 },
      choice('state', STORE_STATES, { required: true }),
      count('productCount'),
      { type: 'date', name: 'openedAt' },
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX stores_owner ON stores (owner)',
      'CREATE UNIQUE INDEX stores_slug ON stores (slug)',
      'CREATE INDEX stores_state_opened ON stores (state, openedAt)',
    ],
  );
  collection(
    app,
    'shelves',
    [
      link('store', stores, { required: true, cascadeDelete: true }),
      text('slug', 60, { required: true, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
      text('name', 80, { required: true }),
      count('position'),
      count('productCount'),
      created,
      updated,
    ],
    ['CREATE UNIQUE INDEX shelves_store_slug ON shelves (store, slug)'],
  );
}

/** The operator's taxonomy, two levels deep; the first level has no parent. */
function makeCategories(app: App): void {
  const categories = collection(
    app,
    'categories',
    [
      text('slug', 60, { required: true, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
      text('name', 80, { required: true }),
      text('description', 600),
      count('position'),
      created,
      updated,
    ],
    ['CREATE UNIQUE INDEX categories_slug ON categories (slug)'],
  );
  // A relation to the collection itself needs its id.
  extend(app, 'categories', [link('parent', categories)]);
}

/** Products. Sizes in mm, volume in ml, money in cents. Deleting a category or shelf only empties the relation. */
function makeProducts(app: App): void {
  const products = collection(
    app,
    'products',
    [
      link('store', app.findCollectionByNameOrId('stores'), { required: true }),
      text('name', 120, { required: true }),
      text('slug', 140, { required: true, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
      text('description', 20_000),
      count('priceCents', { max: MAXIMUM_PRICE_CENTS }),
      { type: 'bool', name: 'free' },
      count('salePercent', { max: 100 }),
      { type: 'date', name: 'saleFrom' },
      { type: 'date', name: 'saleTo' },
      link('category', app.findCollectionByNameOrId('categories')),
      link('shelves', app.findCollectionByNameOrId('shelves'), { maxSelect: 20 }),
      { type: 'json', name: 'tags', maxSize: 4000 },
      choice('type', values('type')),
      choices('genre', values('genre')),
      text('archetype', 60),
      choice('scale', values('scale')),
      choices('supports', values('supports')),
      choices('printer', values('printer')),
      choice('parts', values('parts')),
      number('baseMm', { min: 0, max: 1000 }),
      number('sizeX', { min: 0, max: 10_000 }),
      number('sizeY', { min: 0, max: 10_000 }),
      number('sizeZ', { min: 0, max: 10_000 }),
      number('volumeMl', { min: 0, max: 1_000_000 }),
      choices('licences', Object.keys(LICENCES)),
      pictures('images', 12),
      { type: 'json', name: 'imageAlts', maxSize: 8000 },
      text('printNotes', 4000),
      { type: 'bool', name: 'mature' },
      choice('ai', Object.keys(AI_DECLARATIONS)),
      choice('state', PRODUCT_STATES, { required: true }),
      count('popularity'),
      { type: 'date', name: 'publishedAt' },
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX products_store_slug ON products (store, slug)',
      'CREATE INDEX products_published ON products (state, publishedAt)',
      'CREATE INDEX products_store_published ON products (store, state, publishedAt)',
      'CREATE INDEX products_category_published ON products (category, state, publishedAt)',
      'CREATE INDEX products_state_id ON products (state, id)',
      'CREATE INDEX products_state_created ON products (state, created, id)',
    ],
  );
  collection(
    app,
    'product_changes',
    [
      link('product', products, { required: true, cascadeDelete: true }),
      count('version'),
      text('note', 1000),
      created,
    ],
    ['CREATE UNIQUE INDEX product_changes_version ON product_changes (product, version)'],
  );
}

/** Set by triggers of moderation: the state to return to after a suspension, and what the seller reads about it. */
const suspension = (states: readonly string[]) => [
  choice(
    'suspendedFrom',
    states.filter((state) => state !== 'suspended'),
  ),
  text('suspendedWhy', 1000),
  { type: 'bool', name: 'suspendedByCase' },
];

/** Kept up to date by triggers on reviews and photos: see 0011_community.ts. */
const RATINGS = ['stars1', 'stars2', 'stars3', 'stars4', 'stars5', 'printCount', 'rating', 'ratingScore'];

function extendStoresAndProducts(app: App): void {
  extend(
    app,
    'products',
    [
      // Its silhouette from the front: rings of corners in mm, see src/domain/catalogue/product.ts; mostly about 1.4 kB.
      { type: 'json', name: 'outline', maxSize: 4000 },
      { type: 'date', name: 'publishAt' },
      text('timeZone', 60),
      { type: 'bool', name: 'previewOff' },
      ...suspension(PRODUCT_STATES),
      ...RATINGS.map((name) => count(name)),
    ],
    ["CREATE INDEX products_due ON products (publishAt) WHERE state = 'scheduled'"],
  );
  sql(app, 'CREATE INDEX products_best_rated ON products (ratingScore)');
  extend(app, 'stores', [
    text('vacationNote', 300),
    { type: 'bool', name: 'mature' },
    link('featured', app.findCollectionByNameOrId('products'), { maxSelect: 8 }),
  ]);
  extend(app, 'stores', [
    ...suspension(STORE_STATES),
    ...RATINGS.map((name) => count(name)),
    // Kept up to date by triggers on follows.
    count('followers'),
  ]);
}

/**
 * Views of each store's pages, one row per day: its products, and its own page where `product` is empty. Counters only;
 * nothing says who looked.
 */
function makeViewCounts(app: App): void {
  collection(
    app,
    'view_counts',
    [
      link('store', app.findCollectionByNameOrId('stores'), { required: true, cascadeDelete: true }),
      link('product', app.findCollectionByNameOrId('products'), { cascadeDelete: true }),
      text('day', 10, { required: true, pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }),
      count('views'),
      count('visits'),
      count('carts'),
    ],
    ['CREATE UNIQUE INDEX view_counts_row ON view_counts (store, day, product)'],
  );
  sql(app, "CREATE INDEX view_counts_product ON view_counts (product, day) WHERE product <> ''");
}

/**
 * Imports of product tables and their rows. `product` of a row is the id it changes or will create. A row is written in
 * one transaction with its product, so that an interruption neither loses nor repeats a row.
 */
function makeImports(app: App): void {
  const imports = collection(
    app,
    'product_imports',
    [
      link('store', app.findCollectionByNameOrId('stores'), { required: true, cascadeDelete: true }),
      text('fileName', 200),
      choice('state', PRODUCT_IMPORT_STATES, { required: true }),
      count('total'),
      count('done'),
      count('refused'),
      count('undone'),
      count('kept'),
      { type: 'date', name: 'startedAt' },
      created,
      updated,
    ],
    ['CREATE INDEX product_imports_store ON product_imports (store, created)'],
  );
  collection(
    app,
    'product_import_rows',
    [
      link('productImport', imports, { required: true, cascadeDelete: true }),
      count('line'),
      text('product', 15),
      text('name', 120),
      choice('kind', ['change', 'create'], { required: true }),
      { type: 'json', name: 'wanted', maxSize: 40_000, hidden: true },
      { type: 'json', name: 'former', maxSize: 40_000, hidden: true },
      choice('state', IMPORT_ROW_STATES, { required: true }),
      text('note', 500),
      { type: 'date', name: 'writtenAt' },
      created,
      updated,
    ],
    ['CREATE INDEX product_import_rows_state ON product_import_rows (productImport, state, line)'],
  );
}

firstSchema((app) => {
  makeStores(app);
  makeCategories(app);
  makeProducts(app);
  extendStoresAndProducts(app);
  makeViewCounts(app);
  makeImports(app);
  for (const name of ['categories', 'shelves', 'products']) feed(app, name);
  // A new rating or follower does not make a page so outdated that it must be rendered again at once.
  feed(app, 'stores', {
    updatesWhen: [...RATINGS, 'followers'].map((field) => `new.${field} IS old.${field}`).join(' AND '),
  });
});
