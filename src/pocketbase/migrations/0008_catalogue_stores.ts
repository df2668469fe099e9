import { alarmOnceShown, audited } from './audit-triggers.ts';
import { feed, triggers } from './collections.ts';
import { choice, count, created, pictures, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';
import { guardStates } from './state-guards.ts';
import { INTEREST, SITE_STORES, VIEW_SUMS } from './sum-triggers.ts';

/** Stores, one per person, and their shelves: a store's own categories, shown at /store/{id}/categories. */
function stores(app: App): void {
  table(app, 'stores', {
    fields: [
      linkTo('owner', 'users', { required: true }),
      text('slug', 60, { min: 2, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', required: true }),
      text('name', 80, { required: true }),
      text('tagline', 160),
      text('about', 20_000),
      pictures('logo', 1),
      pictures('banner', 1),
      text('bannerAlt', 300),
      { type: 'json', name: 'socials', maxSize: 2000 },
      choice('state', ['draft', 'open', 'vacation', 'suspended', 'closed'], { required: true }),
      count('productCount'),
      { type: 'date', name: 'openedAt' },
      created,
      updated,
    ],
    later: [
      text('vacationNote', 300),
      { type: 'bool', name: 'mature' },
      linkTo('featured', 'products', { maxSelect: 8 }),
      choice('suspendedFrom', ['draft', 'open', 'vacation', 'closed']),
      text('suspendedWhy', 1000),
      { type: 'bool', name: 'suspendedByCase' },
      count('stars1'),
      count('stars2'),
      count('stars3'),
      count('stars4'),
      count('stars5'),
      count('printCount'),
      count('rating'),
      count('ratingScore'),
      // Kept up to date by triggers on follows.
      count('followers'),
      // A store's name as it is compared: no two stores have names that look alike. The site writes it with the name; it
      // is empty for rows that were written without it, such as those of tests.
      text('nameFold', 200, { hidden: true }),
      choice('sellerStatus', ['trader', 'private']),
      text('traderName', 120),
      text('traderAddress', 400),
      text('traderContact', 200),
      text('traderRegister', 200),
      { type: 'date', name: 'sellerStatusAt' },
      { type: 'date', name: 'verifiedAt' },
      // The background of the pictures that a store's sellers render from its models.
      text('backdrop', 20),
      // What the desk says about the mails with which a store delivers to people outside the shop.
      { type: 'bool', name: 'deliveryMailsOff' },
      // How many a day the desk approved; 0 where it approved nothing.
      count('deliveryMailsADay', { max: 50_000 }),
    ],
    asWritten: [
      'CREATE UNIQUE INDEX stores_owner ON stores (owner)',
      'CREATE UNIQUE INDEX stores_slug ON stores (slug)',
      'CREATE INDEX stores_state_opened ON stores (state, openedAt)',
      'CREATE INDEX stores_followed ON stores (state, mature, followers, productCount, id)',
      'CREATE INDEX stores_newest ON stores (state, mature, openedAt, id)',
      "CREATE UNIQUE INDEX stores_name_fold ON stores (nameFold) WHERE nameFold <> ''",
      'CREATE INDEX stores_by_nameFold ON stores (nameFold)',
      'CREATE INDEX stores_names ON stores (name COLLATE NOCASE, id)',
      'CREATE INDEX stores_created ON stores (created, id)',
      "CREATE INDEX stores_suspended ON stores (id) WHERE state = 'suspended'",
    ],
  });
  feed(app, 'stores', {
    updatesWhen:
      'new.stars1 IS old.stars1 AND new.stars2 IS old.stars2 AND new.stars3 IS old.stars3 AND new.stars4 IS old.stars4 AND new.stars5 IS old.stars5 AND new.printCount IS old.printCount AND new.rating IS old.rating AND new.ratingScore IS old.ratingScore AND new.followers IS old.followers',
  });
  triggers(app, {
    stores_rated: `AFTER UPDATE OF stars1, stars2, stars3, stars4, stars5 ON stores BEGIN
  UPDATE stores SET
    rating = iif(new.stars1 + new.stars2 + new.stars3 + new.stars4 + new.stars5 = 0, 0, ((1 * new.stars1 + 2 * new.stars2 + 3 * new.stars3 + 4 * new.stars4 + 5 * new.stars5) * 20 + (new.stars1 + new.stars2 + new.stars3 + new.stars4 + new.stars5)) / (2 * max(1, new.stars1 + new.stars2 + new.stars3 + new.stars4 + new.stars5))),
    ratingScore = iif(new.stars1 + new.stars2 + new.stars3 + new.stars4 + new.stars5 = 0, 0, (1000 * (1 * new.stars1 + 2 * new.stars2 + 3 * new.stars3 + 4 * new.stars4 + 5 * new.stars5 + 14)) / (new.stars1 + new.stars2 + new.stars3 + new.stars4 + new.stars5 + 4))
    WHERE id = new.id; END`,
    stores_suspend: `AFTER UPDATE OF state ON stores WHEN new.state = 'suspended' AND old.state <> 'suspended' BEGIN
      UPDATE stores SET suspendedFrom = old.state WHERE id = new.id; END`,
    stores_lift: `AFTER UPDATE OF state ON stores
      WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedFrom <> '' BEGIN
      UPDATE stores SET state = old.suspendedFrom, suspendedFrom = '', suspendedWhy = '' WHERE id = new.id; END`,
    cases_stores_lifted: `AFTER UPDATE OF state ON stores
      WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedByCase BEGIN
      UPDATE stores SET suspendedByCase = FALSE WHERE id = new.id; END`,
    library_products_store: `AFTER UPDATE OF name ON stores WHEN old.name <> new.name
        BEGIN INSERT INTO library_products (product, seq, name, store, picture, type, scale, supports, sizeBytes, newestFileAt)
  SELECT p.id, (SELECT coalesce(max(l.seq), 0) + 1 FROM library_products l), p.name, s.name, coalesce(iif(json_valid(p.images), p.images ->> '$[0]', ''), ''), p.type, p.scale, p.supports,
    (SELECT coalesce(sum(f.sizeBytes), 0) FROM product_files f WHERE f.product = p.id),
    (SELECT coalesce(max(f.created), '') FROM product_files f WHERE f.product = p.id)
  FROM products p JOIN stores s ON s.id = p.store WHERE p.store = new.id
  ON CONFLICT (product) DO UPDATE SET seq = excluded.seq, name = excluded.name, store = excluded.store, picture = excluded.picture, type = excluded.type, scale = excluded.scale, supports = excluded.supports, sizeBytes = excluded.sizeBytes, newestFileAt = excluded.newestFileAt; END`,
  });
  audited(app, [{ kind: 'store', table: 'stores', fields: ['state'], who: "'seller'", logsInsert: true }]);
  triggers(app, {
    ...SITE_STORES,
    guilds_hold: `AFTER UPDATE OF state ON stores WHEN old.state <> new.state BEGIN
        
  UPDATE guilds SET heldAt = CASE WHEN (SELECT state FROM stores WHERE id = new.id) = 'open' THEN ''
      WHEN heldAt = '' THEN new.updated ELSE heldAt END,
    openAgainAt = CASE WHEN heldAt <> '' AND (SELECT state FROM stores WHERE id = new.id) = 'open' THEN new.updated
      ELSE openAgainAt END
    WHERE store = new.id; END`,
  });
  guardStates(app, {
    collection: 'stores',
    noun: 'store',
    changes: [
      { from: ['draft'], to: ['open'], by: ['seller'] },
      { from: ['open'], to: ['vacation', 'closed'], by: ['seller'] },
      { from: ['vacation'], to: ['open', 'closed'], by: ['seller'] },
      { from: ['closed'], to: ['open'], by: ['seller'] },
      { from: ['draft', 'open', 'vacation', 'closed'], to: ['suspended'], by: ['moderator'] },
      { from: ['suspended'], to: ['draft', 'open', 'vacation', 'suspended', 'closed'], by: ['moderator'] },
      {
        from: ['draft', 'open', 'vacation', 'suspended', 'closed'],
        to: ['draft', 'open', 'vacation', 'suspended', 'closed'],
        by: ['operator'],
      },
      { from: ['draft', 'open', 'vacation', 'suspended', 'closed'], to: ['suspended'], by: 'case-hides' },
      { from: ['suspended'], to: ['draft', 'open', 'vacation', 'suspended', 'closed'], by: 'case-is-over' },
    ],
  });
  alarmOnceShown(app, 'stores', "c.what = 'store' AND c.store = new.id", 'suspended');
}

function shelves(app: App): void {
  table(app, 'shelves', {
    fields: [
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      text('slug', 60, { pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', required: true }),
      text('name', 80, { required: true }),
      count('position'),
      count('productCount'),
      created,
      updated,
    ],
    indexes: ['CREATE UNIQUE INDEX shelves_store_slug ON shelves (store, slug)'],
  });
  feed(app, 'shelves');
}

/** The operator's taxonomy, two levels deep; the first level has no parent. */
function categories(app: App): void {
  table(app, 'categories', {
    fields: [
      text('slug', 60, { pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', required: true }),
      text('name', 80, { required: true }),
      text('description', 600),
      count('position'),
      created,
      updated,
    ],
    later: [
      linkTo('parent', 'categories'),
      // Categories that operators change while the site runs: a hidden one is not offered, a merged one stays as a row, so
      // that its address leads to the other one for ever.
      { type: 'bool', name: 'hidden' },
      linkTo('mergedInto', 'categories'),
    ],
    asWritten: [
      'CREATE UNIQUE INDEX categories_slug ON categories (slug)',
      "CREATE INDEX categories_merged ON categories (mergedInto) WHERE mergedInto <> ''",
    ],
  });
  feed(app, 'categories');
}

/**
 * Views of each store's pages, one row per day: its products, and its own page where `product` is empty. Counters only;
 * nothing says who looked.
 */
function viewCounts(app: App): void {
  table(app, 'view_counts', {
    fields: [
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      linkTo('product', 'products', { cascadeDelete: true }),
      text('day', 10, { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', required: true }),
      count('views'),
      count('visits'),
      count('carts'),
    ],
    indexes: ['CREATE UNIQUE INDEX view_counts_row ON view_counts (store, day, product)'],
    unlisted: ["CREATE INDEX view_counts_product ON view_counts (product, day) WHERE product <> ''"],
  });
  triggers(app, {
    ...VIEW_SUMS,
    // Interest in products, of which the job of popularity makes their popularity.
    interest_viewed: INTEREST.interest_viewed,
    interest_viewed_more: INTEREST.interest_viewed_more,
  });
}

function viewDays(app: App): void {
  table(app, 'view_days', {
    fields: [text('store', 15), text('day', 10), count('views'), count('visits'), count('carts')],
    indexes: ['CREATE UNIQUE INDEX view_days_row ON view_days (store, day)'],
  });
}

function viewMonths(app: App): void {
  table(app, 'view_months', {
    fields: [
      text('store', 15),
      text('month', 7),
      text('product', 15),
      count('views'),
      count('visits'),
      count('carts'),
    ],
    indexes: ['CREATE UNIQUE INDEX view_months_row ON view_months (store, month, product)'],
  });
}

/**
 * Saved searches. `lookedFor` is the time of the last search: a run for a given time moves it, and so happens once.
 * `seenUntil` is the publication time up to which results were seen.
 */
function savedSearches(app: App): void {
  table(app, 'saved_searches', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      text('name', 80, { required: true }),
      text('query', 2000, { required: true }),
      choice('pace', ['daily', 'weekly', 'off'], { required: true }),
      { type: 'date', name: 'lookedFor', required: true },
      { type: 'date', name: 'seenUntil', required: true },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX saved_searches_once ON saved_searches (`user`, query)',
      'CREATE INDEX saved_searches_due ON saved_searches (pace, lookedFor)',
    ],
  });
}

function searchMisses(app: App): void {
  table(app, 'search_misses', {
    fields: [text('day', 10), text('words', 60), count('times')],
    indexes: ['CREATE UNIQUE INDEX search_misses_day ON search_misses (day, words)'],
  });
}

/** Stores, their shelves, and what people look for. */
firstSchema((app) => {
  stores(app);
  shelves(app);
  categories(app);
  viewCounts(app);
  viewDays(app);
  viewMonths(app);
  savedSearches(app);
  searchMisses(app);
});
