/** What a product looks like from the front: rings of corners in mm, see src/domain/product.ts; mostly about 1.4 kB. */
migrate(
  (app) => {
    const products = app.findCollectionByNameOrId('products');
    products.fields.add(new Field({ type: 'json', name: 'outline', maxSize: 4000 }));
    app.save(products);
  },
  (app) => {
    const products = app.findCollectionByNameOrId('products');
    products.fields.removeByName('outline');
    app.save(products);
  },
);
