import { ENTITLEMENT_SOURCES } from '../../domain/catalogue/entitlement.ts';
import { MATERIALS } from '../../domain/catalogue/print/print-settings.ts';
import { SAVED_NAME_MAX, SAVED_QUERY_MAX, SEARCH_PACES } from '../../domain/catalogue/saved-search.ts';
import { NEWS_KINDS } from '../../domain/community/follow.ts';
import {
  ANSWER_LENGTH,
  HIDE_REASONS,
  QUESTION_LENGTH,
  QUESTION_STATES,
} from '../../domain/community/question.ts';
import { PRINT_OUTCOMES, REVIEW_LIMITS } from '../../domain/community/review.ts';
import { collection, feed, firstSchema, triggers } from './collections.ts';
import { choice, count, created, link, pictures, text, updated } from './fields.ts';

/**
 * Reviews, one per person and product, and photos of prints in them. `user` is empty once the account is deleted; stars
 * and text stay. A review or photo with `hiddenAt` counts nowhere and is not shown.
 */
function makeReviews(app: App): void {
  const product = link('product', app.findCollectionByNameOrId('products'), { required: true });
  const store = link('store', app.findCollectionByNameOrId('stores'), { required: true });
  const reviews = collection(
    app,
    'reviews',
    [
      product,
      store,
      link('user', app.findCollectionByNameOrId('users')),
      // How the author came to own the product, at the time of writing.
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
      // Number of its photos that are shown; triggers keep it up to date.
      count('photoCount'),
      created,
      updated,
    ],
    [
      "CREATE UNIQUE INDEX reviews_once ON reviews (product, `user`) WHERE `user` <> ''",
      'CREATE INDEX reviews_newest ON reviews (product, writtenAt, id)',
      'CREATE INDEX reviews_stars ON reviews (product, stars, writtenAt)',
      'CREATE INDEX reviews_store ON reviews (store, writtenAt, id)',
      'CREATE INDEX reviews_user ON reviews (`user`)',
    ],
  );
  collection(
    app,
    'review_photos',
    [
      link('review', reviews, { required: true, cascadeDelete: true }),
      product,
      store,
      pictures('picture', 1),
      count('position'),
      { type: 'date', name: 'hiddenAt' },
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX review_photos_place ON review_photos (review, position)',
      'CREATE INDEX review_photos_product ON review_photos (product, created, id)',
      'CREATE INDEX review_photos_store ON review_photos (store, created, id)',
    ],
  );
  // Under the product's id, for its page is what is outdated; a deleted review is a change of the product, too.
  for (const [event, row] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ])
    triggers(app, {
      [`change_feed_reviews_${event}`]: `AFTER ${event} ON reviews BEGIN
        INSERT INTO change_feed (collection, record, op) VALUES ('reviews', ${row}.product, 'put'); END`,
    });
}

const STARS = [1, 2, 3, 4, 5] as const;
const STAR_FIELDS = STARS.map((stars) => `stars${stars}`);
const SUM_FIELDS = [...STAR_FIELDS, 'printCount'];

const isShown = (row: string) => `(${row}.hiddenAt = '')`;
const addStars = (row: string, sign: '+' | '-') => `
  UPDATE products SET ${STARS.map((stars) => `stars${stars} = stars${stars} ${sign} (${row}.stars = ${stars})`).join(', ')}
    WHERE id = ${row}.product AND ${isShown(row)};`;
const countPhotos = (row: string) => `
  UPDATE reviews SET photoCount = (SELECT count(*) FROM review_photos p WHERE p.review = reviews.id AND p.hiddenAt = '')
    WHERE id = ${row}.review;`;
const addPrints = (row: string, sign: '+' | '-') =>
  `UPDATE products SET printCount = printCount ${sign} ${row}.photoCount WHERE id = ${row}.product AND ${isShown(row)};`;

const COUNT = STAR_FIELDS.map((field) => `new.${field}`).join(' + ');
const SUM = STARS.map((stars) => `${stars} * new.stars${stars}`).join(' + ');
const rate = (table: string) => `AFTER UPDATE OF ${STAR_FIELDS.join(', ')} ON ${table} BEGIN
  UPDATE ${table} SET
    rating = iif(${COUNT} = 0, 0, ((${SUM}) * 20 + (${COUNT})) / (2 * max(1, ${COUNT}))),
    ratingScore = iif(${COUNT} = 0, 0, (1000 * (${SUM} + 14)) / (${COUNT} + 4))
    WHERE id = new.id; END`;

/**
 * How many reviews gave a product, and all products of a store, one to five stars, and how many photos of prints are
 * shown. Triggers compute both, so that no write can forget them. `rating` is the average in tenths, `ratingScore` what
 * "best rated" sorts by; src/domain/catalogue/rating.ts has the same formulas.
 */
function countReviews(app: App): void {
  triggers(app, {
    reviews_stars_come: `AFTER INSERT ON reviews BEGIN ${addStars('new', '+')} END`,
    reviews_stars_go: `AFTER DELETE ON reviews BEGIN ${addStars('old', '-')} ${addPrints('old', '-')} END`,
    reviews_stars_move: `AFTER UPDATE OF stars, hiddenAt ON reviews
      WHEN old.stars <> new.stars OR ${isShown('old')} <> ${isShown('new')}
      BEGIN ${addStars('old', '-')} ${addStars('new', '+')} END`,
    reviews_prints_move: `AFTER UPDATE OF photoCount, hiddenAt ON reviews
      WHEN old.photoCount <> new.photoCount OR ${isShown('old')} <> ${isShown('new')}
      BEGIN ${addPrints('old', '-')} ${addPrints('new', '+')} END`,
    review_photos_come: `AFTER INSERT ON review_photos BEGIN ${countPhotos('new')} END`,
    review_photos_go: `AFTER DELETE ON review_photos BEGIN ${countPhotos('old')} END`,
    review_photos_move: `AFTER UPDATE OF hiddenAt ON review_photos BEGIN ${countPhotos('new')} END`,
    products_rated: rate('products'),
    stores_rated: rate('stores'),
    // The feed names them "store_ratings": only the store's own pages are outdated.
    store_sums_move: `AFTER UPDATE OF ${SUM_FIELDS.join(', ')} ON products BEGIN
      UPDATE stores SET ${SUM_FIELDS.map((field) => `${field} = ${field} + new.${field} - old.${field}`).join(', ')}
        WHERE id = new.store;
      INSERT INTO change_feed (collection, record, op) VALUES ('store_ratings', new.store, 'put'); END`,
  });
}

/** Questions about products. Their author, product and store may be deleted; question and answer stay. */
function makeQuestions(app: App): void {
  collection(
    app,
    'questions',
    [
      link('product', app.findCollectionByNameOrId('products')),
      link('store', app.findCollectionByNameOrId('stores')),
      link('asker', app.findCollectionByNameOrId('users')),
      text('question', QUESTION_LENGTH.max, { required: true }),
      text('answer', ANSWER_LENGTH.max),
      choice('state', QUESTION_STATES, { required: true }),
      choice('hiddenFor', Object.keys(HIDE_REASONS)),
      { type: 'date', name: 'answeredAt' },
      { type: 'date', name: 'answerChangedAt' },
      created,
      updated,
    ],
    [
      'CREATE INDEX questions_product ON questions (product, state, answeredAt)',
      'CREATE INDEX questions_store ON questions (store, state, created)',
      'CREATE INDEX questions_asker ON questions (asker, created)',
    ],
  );
  feed(app, 'questions', { column: 'product' });
}

/**
 * Who follows which store. A store's `followers` always equals the number of rows: triggers count them again, so that a
 * record saved at the same moment cannot restore an older number for good.
 */
function makeFollows(app: App): void {
  collection(
    app,
    'follows',
    [
      link('user', app.findCollectionByNameOrId('users'), { required: true, cascadeDelete: true }),
      link('store', app.findCollectionByNameOrId('stores'), { required: true, cascadeDelete: true }),
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX follows_once ON follows (`user`, store)',
      'CREATE INDEX follows_store ON follows (store, id)',
    ],
  );
  const countFollowers = (store: string) =>
    `UPDATE stores SET followers = (SELECT count(*) FROM follows WHERE store = ${store}) WHERE id = ${store};`;
  triggers(app, {
    follows_come: `AFTER INSERT ON follows BEGIN ${countFollowers('new.store')} END`,
    follows_go: `AFTER DELETE ON follows BEGIN ${countFollowers('old.store')} END`,
  });
}

/**
 * Saved searches. `lookedFor` is the time of the last search: a run for a given time moves it, and so happens once.
 * `seenUntil` is the publication time up to which results were seen.
 */
function makeSavedSearches(app: App): void {
  collection(
    app,
    'saved_searches',
    [
      link('user', app.findCollectionByNameOrId('users'), { required: true, cascadeDelete: true }),
      text('name', SAVED_NAME_MAX, { required: true }),
      text('query', SAVED_QUERY_MAX, { required: true }),
      choice('pace', SEARCH_PACES, { required: true }),
      { type: 'date', name: 'lookedFor', required: true },
      { type: 'date', name: 'seenUntil', required: true },
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX saved_searches_once ON saved_searches (`user`, query)',
      'CREATE INDEX saved_searches_due ON saved_searches (pace, lookedFor)',
    ],
  );
}

const NOW = "strftime('%Y-%m-%d %H:%M:%fZ', 'now')";
const IS_PUBLISHED = "WHEN new.state = 'published' AND old.state <> 'published'";
const addNews = (kind: (typeof NEWS_KINDS)[number], store: string) => `
  INSERT OR IGNORE INTO follow_news (id, kind, subject, store, publishedAt, doneAt, created, updated)
    SELECT 'n' || lower(hex(randomblob(7))), '${kind}', new.id, s.id, new.publishedAt, '', ${NOW}, ${NOW}
    FROM stores s WHERE s.id = ${store};`;

/**
 * News for the followers of a store, each subject once ever. Triggers write the row with the publication itself, however
 * it happens: by hand, on schedule, in bulk. `doneAt` is empty until every follower was notified.
 */
function makeFollowNews(app: App): void {
  collection(
    app,
    'follow_news',
    [
      choice('kind', NEWS_KINDS, { required: true }),
      // Id of the product or release, which may be deleted by the time it is read.
      text('subject', 15, { required: true }),
      link('store', app.findCollectionByNameOrId('stores'), { required: true, cascadeDelete: true }),
      { type: 'date', name: 'publishedAt' },
      { type: 'date', name: 'doneAt' },
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX follow_news_once ON follow_news (kind, subject)',
      "CREATE INDEX follow_news_waiting ON follow_news (id) WHERE doneAt = ''",
      'CREATE INDEX follow_news_store ON follow_news (store, kind, publishedAt)',
    ],
  );
  triggers(app, {
    follow_news_product: `AFTER UPDATE OF state ON products ${IS_PUBLISHED} BEGIN ${addNews('new-product', 'new.store')} END`,
    follow_news_release: `AFTER UPDATE OF state ON releases ${IS_PUBLISHED} BEGIN ${addNews(
      'new-release',
      '(SELECT store FROM guilds WHERE id = new.guild)',
    )} END`,
  });
}

firstSchema((app) => {
  makeReviews(app);
  makeQuestions(app);
  makeFollows(app);
  makeSavedSearches(app);
  countReviews(app);
  makeFollowNews(app);
});
