import { closed, count, created, link, text } from './fields.ts';

/**
 * What a seller needs to change a product: when it shall appear, files that are taken out without being lost to those
 * who own them, and what is said about each new version.
 */
migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products');
    products.fields.add(new Field({ type: 'date', name: 'publishAt' }));
    products.fields.add(new Field(text('timeZone', 60)));
    products.indexes = [
      ...(products.indexes as string[]),
      "CREATE INDEX products_due ON products (publishAt) WHERE state = 'scheduled'",
    ];
    app.save(products);
    const files = app.findCollectionByNameOrId('product_files');
    files.fields.add(new Field({ type: 'date', name: 'retiredAt' }));
    app.save(files);
    app.save(
      new Collection({
        type: 'base',
        name: 'product_changes',
        ...closed,
        fields: [
          link('product', products, { required: true, cascadeDelete: true }),
          count('version'),
          text('note', 1000),
          created,
        ],
        indexes: ['CREATE UNIQUE INDEX product_changes_version ON product_changes (product, version)'],
      }),
    );
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('product_changes'));
    const files = app.findCollectionByNameOrId('product_files');
    files.fields.removeByName('retiredAt');
    app.save(files);
    const products = app.findCollectionByNameOrId('products');
    products.indexes = (products.indexes as string[]).filter((index) => !index.includes('products_due'));
    for (const name of ['publishAt', 'timeZone']) products.fields.removeByName(name);
    app.save(products);
  },
);
