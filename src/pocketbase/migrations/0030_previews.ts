import { choice, closed, count, created, dropper, link, number, sql, text, updated } from './fields.ts';

/**
 * A product's light 3D preview, one row a product, its id the product's own: of which file it was made and where it lies
 * in the file store, or that there is none. `judgedAt` is the product's `updated` of which the row is true, so that the products
 * to look at again are those changed since; `recipe` tells which making of ours it came from. A seller may switch the preview off.
 */
const FEED = [
  ['INSERT', 'new', 'put'],
  ['UPDATE', 'new', 'put'],
  ['DELETE', 'old', 'del'],
] as const;

migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products');
    products.fields.add(new Field({ type: 'bool', name: 'previewOff' }));
    app.save(products);
    app.save(
      new Collection({
        type: 'base',
        name: 'previews',
        ...closed,
        fields: [
          link('product', products),
          choice('state', ['ready', 'none', 'failed'], { required: true }),
          count('recipe'),
          text('madeOf', 64, { pattern: '^([0-9a-f]{64})?$' }),
          text('storageKey', 200, { hidden: true }),
          text('sha256', 64, { pattern: '^([0-9a-f]{64})?$' }),
          count('sizeBytes'),
          count('triangles'),
          number('sizeX', { min: 0 }),
          number('sizeY', { min: 0 }),
          number('sizeZ', { min: 0 }),
          { type: 'date', name: 'judgedAt' },
          count('tries'),
          { type: 'date', name: 'tryAfter' },
          created,
          updated,
        ],
        indexes: [
          'CREATE INDEX previews_product ON previews (product)',
          'CREATE INDEX previews_key ON previews (storageKey)',
        ],
      }),
    );
    // Whoever shows a product must hear when its preview is there.
    for (const [event, row, op] of FEED)
      sql(
        app,
        `CREATE TRIGGER change_feed_previews_${event.toLowerCase()} AFTER ${event} ON previews BEGIN
           INSERT INTO change_feed (collection, record, op) VALUES ('previews', ${row}.id, '${op}');
         END`,
      );
  },
  (app) => {
    dropper('previews')(app);
    const products = app.findCollectionByNameOrId('products');
    products.fields.removeByName('previewOff');
    app.save(products);
  },
);
