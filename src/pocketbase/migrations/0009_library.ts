import { ENTITLEMENT_SOURCES, REVOCATIONS } from '../../domain/catalogue/entitlement.ts';
import { LICENCES } from '../../domain/catalogue/product.ts';
import { PRINT_STATES } from '../../domain/library/library.ts';
import { collection, firstSchema, triggers, view } from './collections.ts';
import { choice, choices, count, created, link, text, updated } from './fields.ts';

/** What people own, under the licence texts as they read when granted. Rows are never deleted. */
function makeEntitlements(app: App): void {
  collection(
    app,
    'licence_texts',
    [
      text('key', 64, { required: true, pattern: '^[0-9a-f]{64}$' }),
      text('body', 20_000, { required: true }),
      created,
    ],
    ['CREATE UNIQUE INDEX licence_texts_key ON licence_texts (`key`)'],
  );
  collection(
    app,
    'entitlements',
    [
      link('user', app.findCollectionByNameOrId('users')),
      link('product', app.findCollectionByNameOrId('products'), { required: true }),
      choice('source', Object.keys(ENTITLEMENT_SOURCES), { required: true }),
      text('sourceId', 60, { required: true }),
      choices('licences', Object.keys(LICENCES)),
      text('licenceText', 64, { required: true }),
      { type: 'date', name: 'grantedAt', required: true },
      { type: 'date', name: 'revokedAt' },
      choice('revocation', REVOCATIONS),
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX entitlements_source ON entitlements (`user`, product, source, sourceId)',
      'CREATE INDEX entitlements_granted ON entitlements (source, sourceId)',
      'CREATE INDEX entitlements_product ON entitlements (product)',
    ],
  );
  triggers(app, {
    entitlements_are_kept:
      "BEFORE DELETE ON entitlements BEGIN SELECT RAISE(ABORT, 'entitlements are never deleted'); END",
  });
}

/** Orders that were bought as gifts. */
function makeGifts(app: App): void {
  const users = app.findCollectionByNameOrId('users');
  collection(
    app,
    'gifts',
    [
      link('order', app.findCollectionByNameOrId('orders'), { required: true }),
      link('giver', users),
      text('email', 254, { required: true }),
      text('message', 1000),
      text('tokenHash', 64, { required: true, hidden: true }),
      link('claimedBy', users),
      { type: 'date', name: 'claimedAt' },
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX gifts_order ON gifts (`order`)',
      'CREATE UNIQUE INDEX gifts_token ON gifts (tokenHash)',
    ],
  );
}

/** What a person records about products they own or want: downloads, print states, lists, wishes. */
function makeLibraries(app: App): void {
  const user = link('user', app.findCollectionByNameOrId('users'), { required: true, cascadeDelete: true });
  const product = link('product', app.findCollectionByNameOrId('products'), { required: true });
  collection(
    app,
    'downloads',
    [
      user,
      product,
      // What was downloaded: a file's id, a variant's key, or "all".
      text('part', 60, { required: true }),
      count('version'),
      count('times'),
      { type: 'date', name: 'lastAt', required: true },
      created,
      updated,
    ],
    ['CREATE UNIQUE INDEX downloads_part ON downloads (`user`, product, part)'],
  );
  const lists = collection(
    app,
    'library_lists',
    [user, text('name', 60, { required: true }), count('position'), created, updated],
    ['CREATE UNIQUE INDEX library_lists_name ON library_lists (`user`, name)'],
  );
  collection(
    app,
    'library_marks',
    [user, product, choice('print', PRINT_STATES), link('lists', lists, { maxSelect: 50 }), created, updated],
    ['CREATE UNIQUE INDEX library_marks_product ON library_marks (`user`, product)'],
  );
  collection(
    app,
    'wishes',
    [
      user,
      product,
      count('seenCents'),
      // The start of the sale that a mail was sent about, so that one sale makes one mail.
      { type: 'date', name: 'alertedSale' },
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX wishes_product ON wishes (`user`, product)',
      'CREATE INDEX wishes_of_product ON wishes (product)',
    ],
  );
}

/**
 * The whole library of a person in one row, with the person's id: every valid grant and what the library shows of it, as
 * JSON. A library of 5 000 products is one query this way; as rows it took five, of a fifth of a second each.
 */
function makeLibraryView(app: App): void {
  view(
    app,
    'libraries',
    `SELECT e.user AS id, json_group_array(json_object(
        'product', e.product, 'source', e.source, 'licences', e.licences, 'grantedAt', e.grantedAt,
        'name', p.name, 'images', p.images, 'type', p.type, 'scale', p.scale, 'supports', p.supports,
        'storeName', s.name,
        'newestFileAt', (SELECT max(f.created) FROM product_files f WHERE f.product = e.product),
        'sizeBytes', (SELECT sum(f.sizeBytes) FROM product_files f WHERE f.product = e.product),
        'downloadedAt', (SELECT max(d.lastAt) FROM downloads d WHERE d.user = e.user AND d.product = e.product)
      )) AS grants
      FROM entitlements e JOIN products p ON p.id = e.product JOIN stores s ON s.id = p.store
      WHERE e.revokedAt = '' GROUP BY e.user`,
  );
}

firstSchema((app) => {
  makeEntitlements(app);
  makeGifts(app);
  makeLibraries(app);
  makeLibraryView(app);
});
