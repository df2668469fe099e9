import { feed, sql, triggers } from './collections.ts';
import { choice, count, created, number, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';
import { SITE_STORED } from './sum-triggers.ts';

/**
 * Files that buyers receive. The bytes are in the file store under `storageKey`, which never leaves the server.
 */
function productFiles(app: App): void {
  table(app, 'product_files', {
    fields: [
      linkTo('product', 'products', { required: true }),
      count('position'),
      text('name', 200, { required: true }),
      choice('role', ['unsupported', 'presupported', 'slicer_project', 'sliced', 'document', 'other'], {
        required: true,
      }),
      choice('scale', ['6', '10', '15', '20', '28', '32', '35', '54', '75', 'free']),
      text('part', 80),
      count('sizeBytes'),
      text('sha256', 64, { pattern: '^[0-9a-f]{64}$', required: true }),
      count('version'),
      text('storageKey', 200, { hidden: true, required: true }),
      number('sizeX', { min: 0 }),
      number('sizeY', { min: 0 }),
      number('sizeZ', { min: 0 }),
      number('volumeMl', { min: 0 }),
      count('triangles'),
      { type: 'bool', name: 'watertight' },
      count('shells'),
      created,
      updated,
    ],
    later: [
      { type: 'date', name: 'retiredAt' },
      // The CRC-32 of each file, as 8 hexadecimal digits, which a zip needs of what it holds: with it the place of every
      // byte of an archive is known before anything is read. Empty for files of before; it is written when they are first
      // packed.
      text('crc32', 8),
      // The edges of a file with more than two triangles, which slicers repair: measured with each upload since long, and
      // now kept. Uploads of files that products have already are still there with what was measured of them.
      count('crowdedEdges'),
    ],
    asWritten: [
      'CREATE INDEX product_files_product ON product_files (product, position)',
      'CREATE INDEX product_files_key ON product_files (storageKey)',
    ],
  });
  feed(app, 'product_files');
  triggers(app, {
    library_products_file_new: `AFTER INSERT ON product_files BEGIN INSERT INTO library_products (product, seq, name, store, picture, type, scale, supports, sizeBytes, newestFileAt)
  SELECT p.id, (SELECT coalesce(max(l.seq), 0) + 1 FROM library_products l), p.name, s.name, coalesce(iif(json_valid(p.images), p.images ->> '$[0]', ''), ''), p.type, p.scale, p.supports,
    (SELECT coalesce(sum(f.sizeBytes), 0) FROM product_files f WHERE f.product = p.id),
    (SELECT coalesce(max(f.created), '') FROM product_files f WHERE f.product = p.id)
  FROM products p JOIN stores s ON s.id = p.store WHERE p.id = new.product
  ON CONFLICT (product) DO UPDATE SET seq = excluded.seq, name = excluded.name, store = excluded.store, picture = excluded.picture, type = excluded.type, scale = excluded.scale, supports = excluded.supports, sizeBytes = excluded.sizeBytes, newestFileAt = excluded.newestFileAt; END`,
    library_products_file_changed: `AFTER UPDATE OF product, sizeBytes, created ON product_files
        BEGIN INSERT INTO library_products (product, seq, name, store, picture, type, scale, supports, sizeBytes, newestFileAt)
  SELECT p.id, (SELECT coalesce(max(l.seq), 0) + 1 FROM library_products l), p.name, s.name, coalesce(iif(json_valid(p.images), p.images ->> '$[0]', ''), ''), p.type, p.scale, p.supports,
    (SELECT coalesce(sum(f.sizeBytes), 0) FROM product_files f WHERE f.product = p.id),
    (SELECT coalesce(max(f.created), '') FROM product_files f WHERE f.product = p.id)
  FROM products p JOIN stores s ON s.id = p.store WHERE p.id IN (old.product, new.product)
  ON CONFLICT (product) DO UPDATE SET seq = excluded.seq, name = excluded.name, store = excluded.store, picture = excluded.picture, type = excluded.type, scale = excluded.scale, supports = excluded.supports, sizeBytes = excluded.sizeBytes, newestFileAt = excluded.newestFileAt; END`,
    library_products_file_gone: `AFTER DELETE ON product_files BEGIN INSERT INTO library_products (product, seq, name, store, picture, type, scale, supports, sizeBytes, newestFileAt)
  SELECT p.id, (SELECT coalesce(max(l.seq), 0) + 1 FROM library_products l), p.name, s.name, coalesce(iif(json_valid(p.images), p.images ->> '$[0]', ''), ''), p.type, p.scale, p.supports,
    (SELECT coalesce(sum(f.sizeBytes), 0) FROM product_files f WHERE f.product = p.id),
    (SELECT coalesce(max(f.created), '') FROM product_files f WHERE f.product = p.id)
  FROM products p JOIN stores s ON s.id = p.store WHERE p.id = old.product
  ON CONFLICT (product) DO UPDATE SET seq = excluded.seq, name = excluded.name, store = excluded.store, picture = excluded.picture, type = excluded.type, scale = excluded.scale, supports = excluded.supports, sizeBytes = excluded.sizeBytes, newestFileAt = excluded.newestFileAt; END`,
    tombstones_product_files_named: `BEFORE INSERT ON product_files WHEN new.storageKey <> '' BEGIN
  SELECT RAISE(ABORT, 'the bytes of this key are being deleted')
    WHERE EXISTS (SELECT 1 FROM tombstones t WHERE t.storageKey = new.storageKey AND t.deleting <> '');
  DELETE FROM tombstones WHERE storageKey = new.storageKey; END`,
    tombstones_product_files_changed: `BEFORE UPDATE OF storageKey ON product_files
          WHEN new.storageKey <> old.storageKey AND new.storageKey <> '' BEGIN
  SELECT RAISE(ABORT, 'the bytes of this key are being deleted')
    WHERE EXISTS (SELECT 1 FROM tombstones t WHERE t.storageKey = new.storageKey AND t.deleting <> '');
  DELETE FROM tombstones WHERE storageKey = new.storageKey; END`,
    tombstones_product_files_left: `AFTER UPDATE OF storageKey ON product_files
          WHEN new.storageKey <> old.storageKey AND old.storageKey <> '' BEGIN
  INSERT INTO tombstones (storageKey, dueAt, deleting)
    VALUES (old.storageKey, CAST(unixepoch('subsec') * 1000 AS INTEGER) + 86400000, '')
    ON CONFLICT (storageKey) DO UPDATE SET dueAt = max(dueAt, excluded.dueAt) WHERE deleting = ''; END`,
    tombstones_product_files_gone: `AFTER DELETE ON product_files WHEN old.storageKey <> '' BEGIN
  INSERT INTO tombstones (storageKey, dueAt, deleting)
    VALUES (old.storageKey, CAST(unixepoch('subsec') * 1000 AS INTEGER) + 86400000, '')
    ON CONFLICT (storageKey) DO UPDATE SET dueAt = max(dueAt, excluded.dueAt) WHERE deleting = ''; END`,
    ...SITE_STORED,
    // Shapes of model files, by which the same model is found in another store, and what was found.
    model_shapes_new: `AFTER INSERT ON product_files WHEN lower(new.name) LIKE '%.stl' OR lower(new.name) LIKE '%.obj' OR lower(new.name) LIKE '%.3mf' OR lower(new.name) LIKE '%.glb' OR lower(new.name) LIKE '%.ply' BEGIN
        INSERT OR IGNORE INTO model_shapes
  (id, file, sha256, dueAt, tries, connectivity, triangles, bucket, middle, smallest, spread, histogram, common, created, updated)
  SELECT f.id, f.id, f.sha256, f.created, 0, '', 0, 0, 0, 0, 0, '[]', FALSE, strftime('%Y-%m-%d %H:%M:%fZ'), strftime('%Y-%m-%d %H:%M:%fZ') FROM (SELECT new.id AS id, new.sha256 AS sha256, new.created AS created) f; END`,
  });
}

/**
 * Uploads of a store and their results. Until an upload is checked its bytes are in a folder of their own, under the
 * record's id; then they are in the file store under `storageKey`. A file that came in an archive names it.
 */
function uploads(app: App): void {
  table(app, 'uploads', {
    fields: [
      linkTo('store', 'stores', { required: true }),
      linkTo('product', 'products'),
      text('name', 200, { required: true }),
      text('path', 500, { required: true }),
      text('archive', 15),
      count('sizeBytes'),
      choice('state', ['uploading', 'arrived', 'checked', 'refused', 'used'], { required: true }),
      text('reason', 40),
      text('sha256', 64, { pattern: '^([0-9a-f]{64})?$' }),
      text('storageKey', 200, { hidden: true }),
      { type: 'json', name: 'sameAs', maxSize: 1000 },
      { type: 'json', name: 'mesh', maxSize: 100_000 },
      created,
      updated,
    ],
    later: [
      // The SHA-256 that a program says a file has, before it sends it.
      text('expectedSha256', 64),
      text('crc32', 8),
    ],
    asWritten: [
      'CREATE INDEX uploads_store ON uploads (store, state)',
      'CREATE INDEX uploads_state ON uploads (state, created)',
      'CREATE INDEX uploads_key ON uploads (storageKey)',
      "CREATE UNIQUE INDEX uploads_member ON uploads (archive, path) WHERE archive <> ''",
      'CREATE INDEX uploads_by_archive ON uploads (archive)',
    ],
  });
  triggers(app, {
    tombstones_uploads_named: `BEFORE INSERT ON uploads WHEN new.storageKey <> '' BEGIN
  SELECT RAISE(ABORT, 'the bytes of this key are being deleted')
    WHERE EXISTS (SELECT 1 FROM tombstones t WHERE t.storageKey = new.storageKey AND t.deleting <> '');
  DELETE FROM tombstones WHERE storageKey = new.storageKey; END`,
    tombstones_uploads_changed: `BEFORE UPDATE OF storageKey ON uploads
          WHEN new.storageKey <> old.storageKey AND new.storageKey <> '' BEGIN
  SELECT RAISE(ABORT, 'the bytes of this key are being deleted')
    WHERE EXISTS (SELECT 1 FROM tombstones t WHERE t.storageKey = new.storageKey AND t.deleting <> '');
  DELETE FROM tombstones WHERE storageKey = new.storageKey; END`,
    tombstones_uploads_left: `AFTER UPDATE OF storageKey ON uploads
          WHEN new.storageKey <> old.storageKey AND old.storageKey <> '' BEGIN
  INSERT INTO tombstones (storageKey, dueAt, deleting)
    VALUES (old.storageKey, CAST(unixepoch('subsec') * 1000 AS INTEGER) + 600000, '')
    ON CONFLICT (storageKey) DO UPDATE SET dueAt = max(dueAt, excluded.dueAt) WHERE deleting = ''; END`,
    tombstones_uploads_gone: `AFTER DELETE ON uploads WHEN old.storageKey <> '' BEGIN
  INSERT INTO tombstones (storageKey, dueAt, deleting)
    VALUES (old.storageKey, CAST(unixepoch('subsec') * 1000 AS INTEGER) + 600000, '')
    ON CONFLICT (storageKey) DO UPDATE SET dueAt = max(dueAt, excluded.dueAt) WHERE deleting = ''; END`,
  });
}

/**
 * The light 3D preview of a product, one row per product with the product's own id: which file it was made of and where
 * it is in the file store, or that there is none. `judgedAt` is the product's `updated` that the row is based on, so
 * that products changed since then are found; `recipe` is the version of our own code that made it.
 */
function previews(app: App): void {
  table(app, 'previews', {
    fields: [
      linkTo('product', 'products'),
      choice('state', ['ready', 'none', 'failed'], { required: true }),
      count('recipe'),
      text('madeOf', 64, { pattern: '^([0-9a-f]{64})?$' }),
      text('storageKey', 200, { hidden: true }),
      text('sha256', 64, { pattern: '^([0-9a-f]{64})?$' }),
      count('sizeBytes'),
      count('triangles'),
      number('sizeX', { min: 0 }),
      number('sizeY', { min: 0 }),
      number('sizeZ', { min: 0 }),
      { type: 'date', name: 'judgedAt' },
      count('tries'),
      { type: 'date', name: 'tryAfter' },
      created,
      updated,
    ],
    indexes: [
      'CREATE INDEX previews_product ON previews (product)',
      'CREATE INDEX previews_key ON previews (storageKey)',
    ],
    unlisted: ["CREATE INDEX previews_failed ON previews (updated, id) WHERE state = 'failed'"],
  });
  feed(app, 'previews');
  triggers(app, {
    tombstones_previews_named: `BEFORE INSERT ON previews WHEN new.storageKey <> '' BEGIN
  SELECT RAISE(ABORT, 'the bytes of this key are being deleted')
    WHERE EXISTS (SELECT 1 FROM tombstones t WHERE t.storageKey = new.storageKey AND t.deleting <> '');
  DELETE FROM tombstones WHERE storageKey = new.storageKey; END`,
    tombstones_previews_changed: `BEFORE UPDATE OF storageKey ON previews
          WHEN new.storageKey <> old.storageKey AND new.storageKey <> '' BEGIN
  SELECT RAISE(ABORT, 'the bytes of this key are being deleted')
    WHERE EXISTS (SELECT 1 FROM tombstones t WHERE t.storageKey = new.storageKey AND t.deleting <> '');
  DELETE FROM tombstones WHERE storageKey = new.storageKey; END`,
    tombstones_previews_left: `AFTER UPDATE OF storageKey ON previews
          WHEN new.storageKey <> old.storageKey AND old.storageKey <> '' BEGIN
  INSERT INTO tombstones (storageKey, dueAt, deleting)
    VALUES (old.storageKey, CAST(unixepoch('subsec') * 1000 AS INTEGER) + 86400000, '')
    ON CONFLICT (storageKey) DO UPDATE SET dueAt = max(dueAt, excluded.dueAt) WHERE deleting = ''; END`,
    tombstones_previews_gone: `AFTER DELETE ON previews WHEN old.storageKey <> '' BEGIN
  INSERT INTO tombstones (storageKey, dueAt, deleting)
    VALUES (old.storageKey, CAST(unixepoch('subsec') * 1000 AS INTEGER) + 86400000, '')
    ON CONFLICT (storageKey) DO UPDATE SET dueAt = max(dueAt, excluded.dueAt) WHERE deleting = ''; END`,
  });
}

/** Zips made for downloads. */
function productZips(app: App): void {
  table(app, 'product_zips', {
    fields: [
      linkTo('product', 'products', { required: true }),
      // One hash of the files in it: a new version of a file makes a new zip.
      text('contents', 64, { required: true }),
      text('part', 60, { required: true }),
      choice('state', ['waiting', 'building', 'ready', 'failed'], { required: true }),
      count('doneBytes'),
      count('sizeBytes'),
      text('sha256', 64),
      text('storageKey', 200, { hidden: true }),
      text('error', 500),
      created,
      updated,
    ],
    asWritten: [
      'CREATE UNIQUE INDEX product_zips_contents ON product_zips (product, contents)',
      'CREATE INDEX product_zips_key ON product_zips (storageKey)',
    ],
    unlisted: ["CREATE INDEX product_zips_failed ON product_zips (updated, id) WHERE state = 'failed'"],
  });
  triggers(app, {
    tombstones_product_zips_named: `BEFORE INSERT ON product_zips WHEN new.storageKey <> '' BEGIN
  SELECT RAISE(ABORT, 'the bytes of this key are being deleted')
    WHERE EXISTS (SELECT 1 FROM tombstones t WHERE t.storageKey = new.storageKey AND t.deleting <> '');
  DELETE FROM tombstones WHERE storageKey = new.storageKey; END`,
    tombstones_product_zips_changed: `BEFORE UPDATE OF storageKey ON product_zips
          WHEN new.storageKey <> old.storageKey AND new.storageKey <> '' BEGIN
  SELECT RAISE(ABORT, 'the bytes of this key are being deleted')
    WHERE EXISTS (SELECT 1 FROM tombstones t WHERE t.storageKey = new.storageKey AND t.deleting <> '');
  DELETE FROM tombstones WHERE storageKey = new.storageKey; END`,
    tombstones_product_zips_left: `AFTER UPDATE OF storageKey ON product_zips
          WHEN new.storageKey <> old.storageKey AND old.storageKey <> '' BEGIN
  INSERT INTO tombstones (storageKey, dueAt, deleting)
    VALUES (old.storageKey, CAST(unixepoch('subsec') * 1000 AS INTEGER) + 600000, '')
    ON CONFLICT (storageKey) DO UPDATE SET dueAt = max(dueAt, excluded.dueAt) WHERE deleting = ''; END`,
    tombstones_product_zips_gone: `AFTER DELETE ON product_zips WHEN old.storageKey <> '' BEGIN
  INSERT INTO tombstones (storageKey, dueAt, deleting)
    VALUES (old.storageKey, CAST(unixepoch('subsec') * 1000 AS INTEGER) + 600000, '')
    ON CONFLICT (storageKey) DO UPDATE SET dueAt = max(dueAt, excluded.dueAt) WHERE deleting = ''; END`,
  });
}

function tombstones(app: App): void {
  sql(
    app,
    `CREATE TABLE tombstones (storageKey TEXT NOT NULL PRIMARY KEY, dueAt INTEGER NOT NULL, deleting TEXT NOT NULL)
        WITHOUT ROWID`,
  );
  sql(app, 'CREATE INDEX tombstones_due ON tombstones (dueAt)');
}

function modelShapes(app: App): void {
  table(app, 'model_shapes', {
    fields: [
      // Its id is also this row's.
      linkTo('file', 'product_files', { cascadeDelete: true, required: true }),
      text('sha256', 64, { required: true }),
      // When it is to be measured and compared; empty where that is done or was given up.
      { type: 'date', name: 'dueAt' },
      count('tries'),
      text('connectivity', 16),
      count('triangles'),
      // Of its moments; 0 where it is not compared by shape.
      count('bucket'),
      number('middle'),
      number('smallest'),
      number('spread'),
      { type: 'json', name: 'histogram', maxSize: 1000 },
      // A part that many stores have; it makes no match any more.
      { type: 'bool', name: 'common' },
      created,
      updated,
    ],
    asWritten: [
      "CREATE INDEX model_shapes_due ON model_shapes (dueAt, id) WHERE dueAt <> ''",
      'CREATE INDEX model_shapes_sha256 ON model_shapes (sha256)',
      "CREATE INDEX model_shapes_connectivity ON model_shapes (connectivity) WHERE connectivity <> ''",
      'CREATE INDEX model_shapes_bucket ON model_shapes (bucket, spread) WHERE bucket > 0',
      "CREATE INDEX model_shapes_measured ON model_shapes (sha256) WHERE connectivity <> ''",
    ],
  });
}

function modelMatches(app: App): void {
  table(app, 'model_matches', {
    fields: [
      // Both products' ids in order, so that a pair has one match.
      text('pair', 31, { required: true }),
      // Both stores', by which licensed re-sellers are known.
      text('stores', 31, { required: true }),
      linkTo('olderFile', 'product_files', { cascadeDelete: true, required: true }),
      linkTo('newerFile', 'product_files', { cascadeDelete: true, required: true }),
      choice('kind', ['file', 'mesh', 'shape'], { required: true }),
      number('distance', { min: 0 }),
      { type: 'date', name: 'foundAt', required: true },
      // Empty while it waits for a decision.
      choice('outcome', ['case', 'licensed', 'common', 'different']),
      text('decidedBy', 100),
      { type: 'date', name: 'decidedAt' },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX model_matches_pair ON model_matches (pair)',
      "CREATE INDEX model_matches_licensed ON model_matches (stores) WHERE outcome = 'licensed'",
      "CREATE INDEX model_matches_open ON model_matches (foundAt, id) WHERE outcome = ''",
      'CREATE INDEX model_matches_older ON model_matches (olderFile)',
      'CREATE INDEX model_matches_newer ON model_matches (newerFile)',
    ],
  });
}

/** Files of products, and what is made of them. */
firstSchema((app) => {
  productFiles(app);
  uploads(app);
  previews(app);
  productZips(app);
  tombstones(app);
  modelShapes(app);
  modelMatches(app);
});
