import { PRODUCT_IMPORT_STATES } from '../../domain/product-import-state.ts';
import { choice, closed, count, created, dropper, link, text, updated } from './fields.ts';

/** Tables of products on their way into a store, and how far each is; the counters are kept in step with its rows. */
migrate((app) => {
  app.save(
    new Collection({
      type: 'base',
      name: 'product_imports',
      ...closed,
      fields: [
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
      indexes: ['CREATE INDEX product_imports_store ON product_imports (store, created)'],
    }),
  );
}, dropper('product_imports'));
