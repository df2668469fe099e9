import { ENTITLEMENT_SOURCES, REVOCATIONS } from '../../domain/entitlement.ts';
import { LICENCES } from '../../domain/product.ts';
import { choice, choices, closed, created, link, sql, text, updated } from './fields.ts';

/** What people own, the licence texts as they read when granted, and gifts on their way. */
migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    const products = app.findCollectionByNameOrId('products');
    const licences = Object.keys(LICENCES);
    app.save(
      new Collection({
        type: 'base',
        name: 'licence_texts',
        ...closed,
        fields: [
          text('key', 64, { required: true, pattern: '^[0-9a-f]{64}$' }),
          text('body', 20_000, { required: true }),
          created,
        ],
        indexes: ['CREATE UNIQUE INDEX licence_texts_key ON licence_texts (`key`)'],
      }),
    );
    app.save(
      new Collection({
        type: 'base',
        name: 'entitlements',
        ...closed,
        fields: [
          link('user', users),
          link('product', products, { required: true }),
          choice('source', Object.keys(ENTITLEMENT_SOURCES), { required: true }),
          text('sourceId', 60, { required: true }),
          choices('licences', licences),
          text('licenceText', 64, { required: true }),
          { type: 'date', name: 'grantedAt', required: true },
          { type: 'date', name: 'revokedAt' },
          choice('revocation', REVOCATIONS),
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX entitlements_source ON entitlements (`user`, product, source, sourceId)',
          'CREATE INDEX entitlements_granted ON entitlements (source, sourceId)',
          'CREATE INDEX entitlements_product ON entitlements (product)',
        ],
      }),
    );
    sql(
      app,
      "CREATE TRIGGER entitlements_are_kept BEFORE DELETE ON entitlements BEGIN SELECT RAISE(ABORT, 'entitlements are never deleted'); END",
    );
    app.save(
      new Collection({
        type: 'base',
        name: 'gifts',
        ...closed,
        fields: [
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
        indexes: [
          'CREATE UNIQUE INDEX gifts_order ON gifts (`order`)',
          'CREATE UNIQUE INDEX gifts_token ON gifts (tokenHash)',
        ],
      }),
    );
  },
  (app) => {
    sql(app, 'DROP TRIGGER entitlements_are_kept');
    for (const name of ['gifts', 'entitlements', 'licence_texts'])
      app.delete(app.findCollectionByNameOrId(name));
  },
);
