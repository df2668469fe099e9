import { extend } from './collections.ts';
import { text } from './fields.ts';

/** The background of the pictures that a store's sellers render from its models. */
migrate(
  (app) => extend(app, 'stores', [text('backdrop', 20)]),
  (app) => {
    const stores = app.findCollectionByNameOrId('stores');
    stores.fields.removeByName('backdrop');
    app.save(stores);
  },
);
