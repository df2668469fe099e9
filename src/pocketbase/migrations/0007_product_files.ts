import { FACETS } from '../../domain/facets.ts';
import { FILE_ROLES } from '../../domain/product.ts';
import { choice, closed, count, created, dropper, link, number, text, updated } from './fields.ts';

/** The record of a file a buyer receives; the bytes lie in the file store under `storageKey`, which never leaves the server. */
migrate((app) => {
  app.save(
    new Collection({
      type: 'base',
      name: 'product_files',
      ...closed,
      fields: [
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
      indexes: ['CREATE INDEX product_files_product ON product_files (product, position)'],
    }),
  );
}, dropper('product_files'));
