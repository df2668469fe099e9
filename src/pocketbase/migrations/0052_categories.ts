import { extend } from './collections.ts';
import { link } from './fields.ts';

/**
 * Categories that operators change while the site runs: a hidden one is not offered, a merged one stays as a row, so that its
 * address leads to the other one for ever.
 */
migrate(
  (app) => {
    extend(
      app,
      'categories',
      [{ type: 'bool', name: 'hidden' }, link('mergedInto', app.findCollectionByNameOrId('categories'))],
      ["CREATE INDEX categories_merged ON categories (mergedInto) WHERE mergedInto <> ''"],
    );
  },
  () => {
    throw new Error('This migration cannot be reverted: addresses of merged categories would be lost.');
  },
);
