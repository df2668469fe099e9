import { extend, sql } from './collections.ts';

/** The newest photos of prints of the whole marketplace, and what a person prints next, are read along an index. */
migrate(
  (app) => {
    extend(
      app,
      'review_photos',
      [],
      ['CREATE INDEX review_photos_newest ON review_photos (hiddenAt, created, id)'],
    );
    extend(
      app,
      'library_marks',
      [],
      ["CREATE INDEX library_marks_queue ON library_marks (`user`, updated, product) WHERE print = 'queued'"],
    );
  },
  (app) => {
    sql(app, 'DROP INDEX review_photos_newest');
    sql(app, 'DROP INDEX library_marks_queue');
  },
);
