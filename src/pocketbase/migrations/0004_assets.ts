import { UPLOAD_STATES } from '../../domain/assets/upload.ts';
import { FACETS } from '../../domain/catalogue/facets.ts';
import { FILE_ROLES } from '../../domain/catalogue/product.ts';
import { collection, extend, feed, firstSchema } from './collections.ts';
import { choice, count, created, link, number, text, updated } from './fields.ts';

/** Files that buyers receive. The bytes are in the file store under `storageKey`, which never leaves the server. */
function makeProductFiles(app: App): void {
  collection(
    app,
    'product_files',
    [
      link('product', app.findCollectionByNameOrId('products'), { required: true }),
      count('position'),
      text('name', 200, { required: true }),
      choice('role', Object.keys(FILE_ROLES), { required: true }),
      choice('scale', Object.keys(FACETS.scale.values)),
      text('part', 80),
      count('sizeBytes'),
      text('sha256', 64, { required: true, pattern: '^[0-9a-f]{64}$' }),
      count('version'),
      text('storageKey', 200, { required: true, hidden: true }),
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
    ['CREATE INDEX product_files_product ON product_files (product, position)'],
  );
  // Removed from the product; those who own it keep the file.
  extend(app, 'product_files', [{ type: 'date', name: 'retiredAt' }]);
  feed(app, 'product_files');
}

/**
 * Uploads of a store and their results. Until an upload is checked its bytes are in a folder of their own, under the
 * record's id; then they are in the file store under `storageKey`. A file that came in an archive names it.
 */
function makeUploads(app: App): void {
  collection(
    app,
    'uploads',
    [
      link('store', app.findCollectionByNameOrId('stores'), { required: true }),
      link('product', app.findCollectionByNameOrId('products')),
      text('name', 200, { required: true }),
      text('path', 500, { required: true }),
      text('archive', 15),
      count('sizeBytes'),
      choice('state', UPLOAD_STATES, { required: true }),
      text('reason', 40),
      text('sha256', 64, { pattern: '^([0-9a-f]{64})?$' }),
      text('storageKey', 200, { hidden: true }),
      { type: 'json', name: 'sameAs', maxSize: 1000 },
      { type: 'json', name: 'mesh', maxSize: 100_000 },
      created,
      updated,
    ],
    [
      'CREATE INDEX uploads_store ON uploads (store, state)',
      'CREATE INDEX uploads_state ON uploads (state, created)',
      'CREATE INDEX uploads_key ON uploads (storageKey)',
      "CREATE UNIQUE INDEX uploads_member ON uploads (archive, path) WHERE archive <> ''",
    ],
  );
}

/**
 * The light 3D preview of a product, one row per product with the product's own id: which file it was made of and where
 * it is in the file store, or that there is none. `judgedAt` is the product's `updated` that the row is based on, so that
 * products changed since then are found; `recipe` is the version of our own code that made it.
 */
function makePreviews(app: App): void {
  collection(
    app,
    'previews',
    [
      link('product', app.findCollectionByNameOrId('products')),
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
    [
      'CREATE INDEX previews_product ON previews (product)',
      'CREATE INDEX previews_key ON previews (storageKey)',
    ],
  );
  feed(app, 'previews');
}

/** Zips made for downloads. */
function makeZips(app: App): void {
  collection(
    app,
    'product_zips',
    [
      link('product', app.findCollectionByNameOrId('products'), { required: true }),
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
    ['CREATE UNIQUE INDEX product_zips_contents ON product_zips (product, contents)'],
  );
}

firstSchema((app) => {
  makeProductFiles(app);
  makeUploads(app);
  makePreviews(app);
  makeZips(app);
});
