import { UPLOAD_STATES } from '../../domain/upload.ts';
import { choice, closed, count, created, dropper, link, text, updated } from './fields.ts';

/**
 * A file on its way into a store, and what became of it. While it arrives its bytes lie in a folder of their own, under
 * the record's id; once checked they lie in the file store under `storageKey`. What came in an archive names it.
 */
migrate((app) => {
  app.save(
    new Collection({
      type: 'base',
      name: 'uploads',
      ...closed,
      fields: [
        link('store', app.findCollectionByNameOrId('stores'), { required: true }),
        link('product', app.findCollectionByNameOrId('products')),
        text('name', 200, { required: true }),
        text('path', 500, { required: true }),
        text('archive', 15),
        count('sizeBytes'),
        choice('state', [...UPLOAD_STATES], { required: true }),
        text('reason', 40),
        text('sha256', 64, { pattern: '^([0-9a-f]{64})?$' }),
        text('storageKey', 200, { hidden: true }),
        { type: 'json', name: 'sameAs', maxSize: 1000 },
        { type: 'json', name: 'mesh', maxSize: 100_000 },
        created,
        updated,
      ],
      indexes: [
        'CREATE INDEX uploads_store ON uploads (store, state)',
        'CREATE INDEX uploads_state ON uploads (state, created)',
        'CREATE INDEX uploads_key ON uploads (storageKey)',
        "CREATE UNIQUE INDEX uploads_member ON uploads (archive, path) WHERE archive <> ''",
      ],
    }),
  );
}, dropper('uploads'));
