/** What a product looks like from the front: rings of corners in mm, see src/domain/product.ts; mostly about 1.4 kB. */
interface Products extends Collection {
  fields: { add(field: unknown): void; removeByName(name: string): void };
}

migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products') as Products;
    products.fields.add(new Field({ type: 'json', name: 'outline', maxSize: 4000 }));
    app.save(products);
  },
  (app) => {
    const products = app.findCollectionByNameOrId('products') as Products;
    products.fields.removeByName('outline');
    app.save(products);
  },
);
