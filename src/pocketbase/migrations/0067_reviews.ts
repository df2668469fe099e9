import { ENTITLEMENT_SOURCES } from '../../domain/entitlement.ts';
import { MATERIALS, PRINT_OUTCOMES, REVIEW_LIMITS } from '../../domain/review.ts';
import { choice, closed, count, created, link, sql, text, updated } from './fields.ts';

/**
 * What owners say of products. One per person and product; `user` is empty once the account is deleted, and stars and
 * words stay. `hiddenAt` is the operator's word after a report: such a review counts nowhere and nobody sees it.
 */
const WRITES = [
  ['insert', 'new'],
  ['update', 'new'],
  ['delete', 'old'],
] as const;

migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'reviews',
        ...closed,
        fields: [
          link('product', app.findCollectionByNameOrId('products'), { required: true }),
          link('store', app.findCollectionByNameOrId('stores'), { required: true }),
          link('user', app.findCollectionByNameOrId('users')),
          // How he came to own it, as it was when he wrote.
          choice('source', Object.keys(ENTITLEMENT_SOURCES), { required: true }),
          count('stars', { required: true, min: 1, max: 5 }),
          text('text', REVIEW_LIMITS.text),
          text('printer', REVIEW_LIMITS.printer),
          choice('material', Object.keys(MATERIALS)),
          text('variant', REVIEW_LIMITS.variant),
          choice('outcome', Object.keys(PRINT_OUTCOMES)),
          { type: 'date', name: 'writtenAt', required: true },
          { type: 'date', name: 'editedAt' },
          text('answer', REVIEW_LIMITS.answer),
          { type: 'date', name: 'answeredAt' },
          { type: 'date', name: 'answerEditedAt' },
          { type: 'date', name: 'hiddenAt' },
          // Photos of it that are shown; kept by triggers.
          count('photoCount'),
          created,
          updated,
        ],
        indexes: [
          "CREATE UNIQUE INDEX reviews_once ON reviews (product, `user`) WHERE `user` <> ''",
          'CREATE INDEX reviews_newest ON reviews (product, writtenAt, id)',
          'CREATE INDEX reviews_stars ON reviews (product, stars, writtenAt)',
          'CREATE INDEX reviews_store ON reviews (store, writtenAt, id)',
          'CREATE INDEX reviews_user ON reviews (`user`)',
        ],
      }),
    );
    // The change is told under the product's id: its page is what becomes untrue.
    for (const [event, row] of WRITES)
      sql(
        app,
        `CREATE TRIGGER change_feed_reviews_${event} AFTER ${event} ON reviews BEGIN
          INSERT INTO change_feed (collection, record, op) VALUES ('reviews', ${row}.product, 'put'); END`,
      );
  },
  (app) => {
    for (const [event] of WRITES) sql(app, `DROP TRIGGER change_feed_reviews_${event}`);
    app.delete(app.findCollectionByNameOrId('reviews'));
  },
);
