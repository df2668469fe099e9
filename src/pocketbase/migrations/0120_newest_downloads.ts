import { extend } from './collections.ts';

const INDEX = 'CREATE INDEX downloads_newest ON downloads (`user`, product, lastAt)';

/** When somebody last downloaded each of their products, along an index: a library read the row of each download. */
migrate(
  (app) => extend(app, 'downloads', [], [INDEX]),
  (app) => {
    const downloads = app.findCollectionByNameOrId('downloads');
    downloads['indexes'] = (downloads['indexes'] as string[]).filter((one) => one !== INDEX);
    app.save(downloads);
  },
);
