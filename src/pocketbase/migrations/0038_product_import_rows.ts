import { IMPORT_ROW_STATES } from '../../domain/product-import-state.ts';
import { choice, closed, count, created, dropper, link, text, updated } from './fields.ts';

/**
 * What each row of an import writes, and what was there before: `product` is the id it changes, or the one it is going
 * to make. A row is written in one transaction with its product, so that an end in the middle loses and repeats nothing.
 */
migrate((app) => {
  app.save(
    new Collection({
      type: 'base',
      name: 'product_import_rows',
      ...closed,
      fields: [
        link('productImport', app.findCollectionByNameOrId('product_imports'), {
          required: true,
          cascadeDelete: true,
        }),
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
      indexes: ['CREATE INDEX product_import_rows_state ON product_import_rows (productImport, state, line)'],
    }),
  );
}, dropper('product_import_rows'));
