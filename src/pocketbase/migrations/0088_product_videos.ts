import { extend } from './collections.ts';
import { video } from './fields.ts';

/** A short video of a product, beside its pictures. */
migrate(
  (app) => extend(app, 'products', [video('video')]),
  (app) => {
    const products = app.findCollectionByNameOrId('products');
    products.fields.removeByName('video');
    app.save(products);
  },
);
