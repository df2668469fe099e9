import { count, sql } from './fields.ts';

/**
 * How many gave a product, and all products of a store, one star, two, up to five, and how many photos of prints are
 * shown. Kept by triggers from the reviews themselves, so that no write can forget them. `rating` is the average in
 * tenths and `ratingScore` what the best rated are sorted by; domain/rating.ts says the same of both.
 */
const STARS = [1, 2, 3, 4, 5] as const;
const STAR_FIELDS = STARS.map((stars) => `stars${stars}`);
const SUMS = [...STAR_FIELDS, 'printCount'];
const FIELDS = [...SUMS, 'rating', 'ratingScore'];

const shown = (row: string) => `(${row}.hiddenAt = '')`;
const starsOf = (row: string, sign: '+' | '-') => `
  UPDATE products SET ${STARS.map((stars) => `stars${stars} = stars${stars} ${sign} (${row}.stars = ${stars})`).join(', ')}
    WHERE id = ${row}.product AND ${shown(row)};`;
const photosOf = (row: string) => `
  UPDATE reviews SET photoCount = (SELECT count(*) FROM review_photos p WHERE p.review = reviews.id AND p.hiddenAt = '')
    WHERE id = ${row}.review;`;
const prints = (row: string, sign: '+' | '-') =>
  `UPDATE products SET printCount = printCount ${sign} ${row}.photoCount WHERE id = ${row}.product AND ${shown(row)};`;

const COUNT = STAR_FIELDS.map((field) => `new.${field}`).join(' + ');
const SUM = STARS.map((stars) => `${stars} * new.stars${stars}`).join(' + ');
const rated = (table: string) => `AFTER UPDATE OF ${STAR_FIELDS.join(', ')} ON ${table} BEGIN
  UPDATE ${table} SET
    rating = iif(${COUNT} = 0, 0, ((${SUM}) * 20 + (${COUNT})) / (2 * max(1, ${COUNT}))),
    ratingScore = iif(${COUNT} = 0, 0, (1000 * (${SUM} + 14)) / (${COUNT} + 4))
    WHERE id = new.id; END`;

/** A store's sums move with its products'. They say nothing to those who follow stores but its own pages. */
const STORE_MOVES = `AFTER UPDATE OF ${SUMS.join(', ')} ON products BEGIN
  UPDATE stores SET ${SUMS.map((field) => `${field} = ${field} + new.${field} - old.${field}`).join(', ')}
    WHERE id = new.store;
  INSERT INTO change_feed (collection, record, op) VALUES ('store_ratings', new.store, 'put'); END`;
const SAME_SUMS = FIELDS.map((field) => `new.${field} IS old.${field}`).join(' AND ');
const feedOfStores = (guard: string) => `AFTER UPDATE ON stores ${guard} BEGIN
  INSERT INTO change_feed (collection, record, op) VALUES ('stores', new.id, 'put'); END`;

const TRIGGERS: Record<string, string> = {
  reviews_stars_come: `AFTER INSERT ON reviews BEGIN ${starsOf('new', '+')} END`,
  reviews_stars_go: `AFTER DELETE ON reviews BEGIN ${starsOf('old', '-')} ${prints('old', '-')} END`,
  reviews_stars_move: `AFTER UPDATE OF stars, hiddenAt ON reviews
    WHEN old.stars <> new.stars OR ${shown('old')} <> ${shown('new')}
    BEGIN ${starsOf('old', '-')} ${starsOf('new', '+')} END`,
  reviews_prints_move: `AFTER UPDATE OF photoCount, hiddenAt ON reviews
    WHEN old.photoCount <> new.photoCount OR ${shown('old')} <> ${shown('new')}
    BEGIN ${prints('old', '-')} ${prints('new', '+')} END`,
  review_photos_come: `AFTER INSERT ON review_photos BEGIN ${photosOf('new')} END`,
  review_photos_go: `AFTER DELETE ON review_photos BEGIN ${photosOf('old')} END`,
  review_photos_move: `AFTER UPDATE OF hiddenAt ON review_photos BEGIN ${photosOf('new')} END`,
  products_rated: rated('products'),
  stores_rated: rated('stores'),
  store_sums_move: STORE_MOVES,
};

migrate(
  (app) => {
    for (const name of ['products', 'stores']) {
      const collection = app.findCollectionByNameOrId(name);
      for (const field of FIELDS) collection.fields.add(new Field(count(field)));
      app.save(collection);
    }
    sql(app, 'CREATE INDEX products_best_rated ON products (ratingScore)');
    for (const [name, what] of Object.entries(TRIGGERS)) sql(app, `CREATE TRIGGER ${name} ${what}`);
    sql(app, 'DROP TRIGGER change_feed_stores_update');
    sql(app, `CREATE TRIGGER change_feed_stores_update ${feedOfStores(`WHEN ${SAME_SUMS}`)}`);
  },
  (app) => {
    for (const name of Object.keys(TRIGGERS)) sql(app, `DROP TRIGGER ${name}`);
    sql(app, 'DROP TRIGGER change_feed_stores_update');
    sql(app, `CREATE TRIGGER change_feed_stores_update ${feedOfStores('')}`);
    sql(app, 'DROP INDEX products_best_rated');
    for (const name of ['products', 'stores']) {
      const collection = app.findCollectionByNameOrId(name);
      for (const field of FIELDS) collection.fields.removeByName(field);
      app.save(collection);
    }
  },
);
