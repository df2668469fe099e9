import { closed, count, created, dropper, text, updated } from './fields.ts';

/** The operator's taxonomy, two levels deep; the first level has no parent. */
migrate((app) => {
  const categories = new Collection({
    type: 'base',
    name: 'categories',
    ...closed,
    fields: [
      text('slug', 60, { required: true, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
      text('name', 80, { required: true }),
      text('description', 600),
      count('position'),
      created,
      updated,
    ],
    indexes: ['CREATE UNIQUE INDEX categories_slug ON categories (slug)'],
  });
  app.save(categories);
  // A relation to itself can only be added once the collection has its id.
  const saved = app.findCollectionByNameOrId('categories') as Collection & {
    fields: { add(field: unknown): void };
  };
  saved.fields.add(
    new Field({
      type: 'relation',
      name: 'parent',
      collectionId: saved.id,
      maxSelect: 1,
      cascadeDelete: false,
    }),
  );
  app.save(saved);
}, dropper('categories'));
