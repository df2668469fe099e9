import { closed, count, created, dropper, link, text, updated } from './fields.ts';

/** A store's own categories, shown at /store/{id}/categories. They go with their store, never with a product. */
migrate((app) => {
  app.save(
    new Collection({
      type: 'base',
      name: 'shelves',
      ...closed,
      fields: [
        link('store', app.findCollectionByNameOrId('stores'), { required: true, cascadeDelete: true }),
        text('slug', 60, { required: true, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
        text('name', 80, { required: true }),
        count('position'),
        count('productCount'),
        created,
        updated,
      ],
      indexes: ['CREATE UNIQUE INDEX shelves_store_slug ON shelves (store, slug)'],
    }),
  );
}, dropper('shelves'));
