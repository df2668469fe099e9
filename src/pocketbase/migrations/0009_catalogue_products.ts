import { alarmOnceShown, audited } from './audit-triggers.ts';
import { feed, triggers } from './collections.ts';
import { choice, choices, count, created, number, pictures, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';
import { guardStates } from './state-guards.ts';
import { SITE_PRODUCTS } from './sum-triggers.ts';

/** States of products that are not suspended. */
const SHOWN_STATES = [
  'draft',
  'processing',
  'ready',
  'in-review',
  'scheduled',
  'published',
  'unlisted',
  'archived',
];
const STATES = [...SHOWN_STATES, 'suspended'];

/**
 * Products. Sizes in mm, volume in ml, money in cents. Deleting a category or shelf only empties the relation.
 */
function products(app: App): void {
  table(app, 'products', {
    fields: [
      linkTo('store', 'stores', { required: true }),
      text('name', 120, { required: true }),
      text('slug', 140, { pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', required: true }),
      text('description', 20_000),
      count('priceCents', { max: 1_000_000 }),
      { type: 'bool', name: 'free' },
      count('salePercent', { max: 100 }),
      { type: 'date', name: 'saleFrom' },
      { type: 'date', name: 'saleTo' },
      linkTo('category', 'categories'),
      linkTo('shelves', 'shelves', { maxSelect: 20 }),
      { type: 'json', name: 'tags', maxSize: 4000 },
      choice('type', ['figure', 'mount', 'vehicle', 'terrain', 'base', 'prop', 'bust']),
      choices('genre', ['fantasy', 'sci-fi', 'historical', 'modern', 'horror']),
      text('archetype', 60),
      choice('scale', ['6', '10', '15', '20', '28', '32', '35', '54', '75', 'free']),
      choices('supports', ['unsupported', 'presupported', 'slicer_project', 'support_free']),
      choices('printer', ['resin', 'fdm']),
      choice('parts', ['single', 'multipart']),
      number('baseMm', { max: 1000, min: 0 }),
      number('sizeX', { max: 10_000, min: 0 }),
      number('sizeY', { max: 10_000, min: 0 }),
      number('sizeZ', { max: 10_000, min: 0 }),
      number('volumeMl', { max: 1_000_000, min: 0 }),
      choices('licences', ['personal', 'merchant']),
      pictures('images', 12),
      { type: 'json', name: 'imageAlts', maxSize: 8000 },
      text('printNotes', 4000),
      { type: 'bool', name: 'mature' },
      choice('ai', ['none', 'assisted', 'generated']),
      choice('state', STATES, { required: true }),
      count('popularity'),
      { type: 'date', name: 'publishedAt' },
      created,
      updated,
    ],
    later: [
      // Its silhouette from the front: rings of corners in mm, see src/domain/catalogue/product.ts; mostly about 1.4 kB.
      { type: 'json', name: 'outline', maxSize: 4000 },
      { type: 'date', name: 'publishAt' },
      text('timeZone', 60),
      { type: 'bool', name: 'previewOff' },
      choice('suspendedFrom', SHOWN_STATES),
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
      // What the seller declared at the first publish: src/domain/catalogue/origin.ts.
      choice('originKind', ['own', 'licensed']),
      text('originFrom', 200),
      text('originLicence', 200),
      { type: 'date', name: 'originAt' },
      count('originVersion'),
      { type: 'date', name: 'reviewSince' },
      text('reviewNote', 1000),
      // Print settings as fields, of products and of prints that people show, and whether a person hides what was made
      // with generative AI. A number that was not given is 0.
      number('printLayerMm', { max: 1.2, min: 0 }),
      number('printExposureS', { max: 120, min: 0 }),
      choice('printSupports', ['none', 'added', 'presupported']),
      choice('printMaterial', ['resin', 'tough_resin', 'pla', 'petg', 'abs', 'other']),
      text('printPrinter', 80),
      // Prices that buyers choose: `priceCents` is the least they pay; a suggestion of 0 is none.
      { type: 'bool', name: 'openPrice' },
      count('suggestedCents', { max: 1_000_000 }),
      // A short video of a product, beside its pictures.
      {
        type: 'file',
        name: 'video',
        maxSelect: 1,
        maxSize: 7_900_000,
        mimeTypes: ['video/webm', 'video/mp4'],
        protected: false,
      },
    ],
    unlistedFirst: [
      'CREATE INDEX products_best_rated ON products (ratingScore)',
      'CREATE INDEX products_free ON products (state, publishedAt, id) WHERE free = 1',
    ],
    asWritten: [
      'CREATE UNIQUE INDEX products_store_slug ON products (store, slug)',
      'CREATE INDEX products_published ON products (state, publishedAt)',
      'CREATE INDEX products_category_published ON products (category, state, publishedAt)',
      'CREATE INDEX products_state_id ON products (state, id)',
      'CREATE INDEX products_state_created ON products (state, created, id)',
      "CREATE INDEX products_due ON products (publishAt) WHERE state = 'scheduled'",
      'CREATE INDEX products_store_created ON products (store, created, id)',
      `CREATE INDEX products_sale_ends ON products (saleTo, free, saleFrom, salePercent, id) WHERE state = 'published' AND salePercent > 0`,
      'CREATE INDEX products_store_published ON products (store, state, publishedAt, id, mature, shelves)',
      'CREATE INDEX products_store_names ON products (store, name, id, state, tags)',
      "CREATE INDEX products_in_review ON products (reviewSince, id) WHERE state = 'in-review'",
      'CREATE INDEX products_names ON products (name COLLATE NOCASE, id)',
      'CREATE INDEX products_created ON products (created, id)',
    ],
    unlisted: ["CREATE INDEX products_sitemap ON products (id, updated, store) WHERE state = 'published'"],
  });
  feed(app, 'products');
  triggers(app, {
    products_rated: `AFTER UPDATE OF stars1, stars2, stars3, stars4, stars5 ON products BEGIN
  UPDATE products SET
    rating = iif(new.stars1 + new.stars2 + new.stars3 + new.stars4 + new.stars5 = 0, 0, ((1 * new.stars1 + 2 * new.stars2 + 3 * new.stars3 + 4 * new.stars4 + 5 * new.stars5) * 20 + (new.stars1 + new.stars2 + new.stars3 + new.stars4 + new.stars5)) / (2 * max(1, new.stars1 + new.stars2 + new.stars3 + new.stars4 + new.stars5))),
    ratingScore = iif(new.stars1 + new.stars2 + new.stars3 + new.stars4 + new.stars5 = 0, 0, (1000 * (1 * new.stars1 + 2 * new.stars2 + 3 * new.stars3 + 4 * new.stars4 + 5 * new.stars5 + 14)) / (new.stars1 + new.stars2 + new.stars3 + new.stars4 + new.stars5 + 4))
    WHERE id = new.id; END`,
    // The feed names them "store_ratings": only the store's own pages are outdated.
    store_sums_move: `AFTER UPDATE OF stars1, stars2, stars3, stars4, stars5, printCount ON products BEGIN
      UPDATE stores SET stars1 = stars1 + new.stars1 - old.stars1, stars2 = stars2 + new.stars2 - old.stars2, stars3 = stars3 + new.stars3 - old.stars3, stars4 = stars4 + new.stars4 - old.stars4, stars5 = stars5 + new.stars5 - old.stars5, printCount = printCount + new.printCount - old.printCount
        WHERE id = new.store;
      INSERT INTO change_feed (collection, record, op) VALUES ('store_ratings', new.store, 'put'); END`,
    follow_news_product: `AFTER UPDATE OF state ON products WHEN new.state = 'published' AND old.state <> 'published' BEGIN 
  INSERT OR IGNORE INTO follow_news (id, kind, subject, store, publishedAt, doneAt, created, updated)
    SELECT 'n' || lower(hex(randomblob(7))), 'new-product', new.id, s.id, new.publishedAt, '', strftime('%Y-%m-%d %H:%M:%fZ', 'now'), strftime('%Y-%m-%d %H:%M:%fZ', 'now')
    FROM stores s WHERE s.id = new.store; END`,
    products_suspend: `AFTER UPDATE OF state ON products WHEN new.state = 'suspended' AND old.state <> 'suspended' BEGIN
      UPDATE products SET suspendedFrom = old.state WHERE id = new.id; END`,
    products_suspend_counted: `AFTER UPDATE OF state ON products
      WHEN new.state = 'suspended' AND old.state = 'published' BEGIN 
  UPDATE stores SET productCount = max(0, productCount - 1) WHERE id = new.store;
  UPDATE shelves SET productCount = max(0, productCount - 1) WHERE id IN (
    SELECT value FROM json_each(CASE WHEN json_valid(new.shelves) THEN new.shelves ELSE '[]' END)); END`,
    products_lift: `AFTER UPDATE OF state ON products
      WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedFrom <> '' BEGIN
      UPDATE products SET state = old.suspendedFrom, suspendedFrom = '', suspendedWhy = '' WHERE id = new.id; END`,
    products_lift_counted: `AFTER UPDATE OF state ON products
      WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedFrom = 'published' BEGIN 
  UPDATE stores SET productCount = max(0, productCount + 1) WHERE id = new.store;
  UPDATE shelves SET productCount = max(0, productCount + 1) WHERE id IN (
    SELECT value FROM json_each(CASE WHEN json_valid(new.shelves) THEN new.shelves ELSE '[]' END)); END`,
    cases_products_lifted: `AFTER UPDATE OF state ON products
      WHEN old.state = 'suspended' AND new.state <> 'suspended' AND old.suspendedByCase BEGIN
      UPDATE products SET suspendedByCase = FALSE WHERE id = new.id; END`,
    library_products_new: `AFTER INSERT ON products BEGIN INSERT INTO library_products (product, seq, name, store, picture, type, scale, supports, sizeBytes, newestFileAt)
  SELECT p.id, (SELECT coalesce(max(l.seq), 0) + 1 FROM library_products l), p.name, s.name, coalesce(iif(json_valid(p.images), p.images ->> '$[0]', ''), ''), p.type, p.scale, p.supports,
    (SELECT coalesce(sum(f.sizeBytes), 0) FROM product_files f WHERE f.product = p.id),
    (SELECT coalesce(max(f.created), '') FROM product_files f WHERE f.product = p.id)
  FROM products p JOIN stores s ON s.id = p.store WHERE p.id = new.id
  ON CONFLICT (product) DO UPDATE SET seq = excluded.seq, name = excluded.name, store = excluded.store, picture = excluded.picture, type = excluded.type, scale = excluded.scale, supports = excluded.supports, sizeBytes = excluded.sizeBytes, newestFileAt = excluded.newestFileAt; END`,
    library_products_changed: `AFTER UPDATE OF \`name\`, \`images\`, \`type\`, \`scale\`, \`supports\`, \`store\` ON products
        WHEN old.\`name\` <> new.\`name\` OR old.\`images\` <> new.\`images\` OR old.\`type\` <> new.\`type\` OR old.\`scale\` <> new.\`scale\` OR old.\`supports\` <> new.\`supports\` OR old.\`store\` <> new.\`store\`
        BEGIN INSERT INTO library_products (product, seq, name, store, picture, type, scale, supports, sizeBytes, newestFileAt)
  SELECT p.id, (SELECT coalesce(max(l.seq), 0) + 1 FROM library_products l), p.name, s.name, coalesce(iif(json_valid(p.images), p.images ->> '$[0]', ''), ''), p.type, p.scale, p.supports,
    (SELECT coalesce(sum(f.sizeBytes), 0) FROM product_files f WHERE f.product = p.id),
    (SELECT coalesce(max(f.created), '') FROM product_files f WHERE f.product = p.id)
  FROM products p JOIN stores s ON s.id = p.store WHERE p.id = new.id
  ON CONFLICT (product) DO UPDATE SET seq = excluded.seq, name = excluded.name, store = excluded.store, picture = excluded.picture, type = excluded.type, scale = excluded.scale, supports = excluded.supports, sizeBytes = excluded.sizeBytes, newestFileAt = excluded.newestFileAt; END`,
    // The newest row stays, so that its number is not given out again.
    library_products_gone: `AFTER DELETE ON products BEGIN DELETE FROM library_products
        WHERE product = old.id AND seq < (SELECT max(seq) FROM library_products); END`,
  });
  audited(app, [
    {
      kind: 'price',
      table: 'products',
      fields: ['priceCents', 'free', 'salePercent', 'saleFrom', 'saleTo'],
      who: "'seller'",
    },
    {
      kind: 'suspension',
      table: 'products',
      fields: ['state'],
      who: "'system'",
      when: "(old.state = 'suspended' OR new.state = 'suspended' OR old.suspendedFrom <> '')",
    },
  ]);
  triggers(app, {
    ...SITE_PRODUCTS,
    // A product that was published before it was stored here was offered since then.
    price_terms_new: `AFTER INSERT ON products WHEN new.state IN ('published', 'unlisted')
        BEGIN INSERT INTO price_terms (product, since, priceCents, free, salePercent, saleFrom, saleTo, offered)
  SELECT new.id, iif(new.publishedAt = '' OR new.publishedAt > strftime('%Y-%m-%d %H:%M:%fZ'), strftime('%Y-%m-%d %H:%M:%fZ'), new.publishedAt), new.priceCents, new.free, new.salePercent, new.saleFrom, new.saleTo, new.state IN ('published', 'unlisted'); END`,
    price_terms_gone: 'AFTER DELETE ON products BEGIN DELETE FROM price_terms WHERE product = old.id; END',
    interest_gone: 'AFTER DELETE ON products BEGIN DELETE FROM product_interest WHERE product = old.id; END',
    // A waiting entry knows when its turn comes, so that the job finds what is due by an index: with 100 000 of them it
    // read all, twice a minute. Triggers keep it, since sales are changed in many places.
    sale_week_products_turn: `AFTER UPDATE OF salePercent, saleTo ON products
        WHEN new.salePercent IS NOT old.salePercent OR new.saleTo IS NOT old.saleTo BEGIN
        UPDATE sale_week_products SET dueAt = iif(new.salePercent = 0, '', new.saleTo) WHERE product = new.id AND waiting = TRUE; END`,
    // The terms of a price are written down too when a product is published or hidden. They were written only when a price
    // changed afterwards, so that the lowest price before a first sale was known of no product that had been a draft.
    price_terms_change: `AFTER UPDATE OF priceCents, free, salePercent, saleFrom, saleTo, state ON products
        WHEN (old.state IN ('published', 'unlisted')) <> (new.state IN ('published', 'unlisted')) OR ((new.state IN ('published', 'unlisted'))
          AND (old.priceCents IS NOT new.priceCents OR old.free IS NOT new.free OR old.salePercent IS NOT new.salePercent OR old.saleFrom IS NOT new.saleFrom OR old.saleTo IS NOT new.saleTo))
        BEGIN INSERT INTO price_terms (product, since, priceCents, free, salePercent, saleFrom, saleTo, offered)
          SELECT new.id, strftime('%Y-%m-%d %H:%M:%fZ'), new.priceCents, new.free, new.salePercent, new.saleFrom, new.saleTo, (new.state IN ('published', 'unlisted')); END`,
  });
  guardStates(app, {
    collection: 'products',
    noun: 'product',
    changes: [
      { from: ['draft', 'ready', 'scheduled', 'unlisted'], to: ['published'], by: ['seller'] },
      { from: ['draft', 'ready', 'scheduled'], to: ['scheduled'], by: ['seller'] },
      { from: ['published'], to: ['unlisted'], by: ['seller'] },
      { from: ['in-review', 'scheduled', 'published', 'unlisted'], to: ['ready'], by: ['seller'] },
      {
        from: ['draft', 'ready', 'in-review', 'scheduled', 'published', 'unlisted'],
        to: ['archived'],
        by: ['seller'],
      },
      { from: ['archived'], to: ['ready'], by: ['seller'] },
      { from: ['draft', 'ready', 'scheduled', 'unlisted'], to: ['in-review'], by: ['seller'] },
      { from: ['published', 'unlisted', 'in-review'], to: ['draft', 'ready', 'scheduled'], by: ['seller'] },
      {
        from: ['ready', 'archived'],
        to: ['draft', 'ready', 'scheduled', 'published', 'unlisted'],
        by: ['seller'],
      },
      { from: ['scheduled'], to: ['published', 'in-review', 'ready'], by: ['system'] },
      { from: ['published', 'unlisted', 'scheduled', 'in-review'], to: ['draft'], by: ['system'] },
      { from: ['in-review'], to: ['published', 'ready'], by: ['moderator'] },
      { from: SHOWN_STATES, to: ['suspended'], by: ['moderator'] },
      { from: ['suspended'], to: STATES, by: ['moderator'] },
      { from: STATES, to: STATES, by: ['operator'] },
      { from: STATES, to: ['suspended'], by: 'case-hides' },
      { from: ['suspended'], to: STATES, by: 'case-is-over' },
    ],
  });
  alarmOnceShown(app, 'products', 'c.product = new.id', 'suspended');
}

function productChanges(app: App): void {
  table(app, 'product_changes', {
    fields: [
      linkTo('product', 'products', { cascadeDelete: true, required: true }),
      count('version'),
      text('note', 1000),
      created,
    ],
    later: [
      // Whom a changed model was told to: changes from before this version count as told.
      { type: 'date', name: 'toldAt' },
    ],
    asWritten: [
      'CREATE UNIQUE INDEX product_changes_version ON product_changes (product, version)',
      "CREATE INDEX product_changes_waiting ON product_changes (created, id) WHERE toldAt = ''",
    ],
  });
}

function priceTerms(app: App): void {
  table(app, 'price_terms', {
    fields: [
      text('product', 15),
      { type: 'date', name: 'since' },
      count('priceCents'),
      { type: 'bool', name: 'free' },
      count('salePercent', { max: 100 }),
      { type: 'date', name: 'saleFrom' },
      { type: 'date', name: 'saleTo' },
      // Whether people could buy it.
      { type: 'bool', name: 'offered' },
    ],
    indexes: ['CREATE INDEX price_terms_product ON price_terms (product, since)'],
  });
}

/** Products and the terms of their prices. */
firstSchema((app) => {
  products(app);
  productChanges(app);
  priceTerms(app);
});
