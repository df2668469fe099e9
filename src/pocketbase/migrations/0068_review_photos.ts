import { closed, count, created, link, pictures, updated } from './fields.ts';

/** Photos of prints, each a public picture that belongs to a review. `hiddenAt` hides one of them alone. */
migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'review_photos',
        ...closed,
        fields: [
          link('review', app.findCollectionByNameOrId('reviews'), { required: true, cascadeDelete: true }),
          link('product', app.findCollectionByNameOrId('products'), { required: true }),
          link('store', app.findCollectionByNameOrId('stores'), { required: true }),
          pictures('picture', 1),
          count('position'),
          { type: 'date', name: 'hiddenAt' },
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX review_photos_place ON review_photos (review, position)',
          'CREATE INDEX review_photos_product ON review_photos (product, created, id)',
          'CREATE INDEX review_photos_store ON review_photos (store, created, id)',
        ],
      }),
    );
  },
  (app) => app.delete(app.findCollectionByNameOrId('review_photos')),
);
