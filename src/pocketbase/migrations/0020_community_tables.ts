import { alarmOnceShown } from './audit-triggers.ts';
import { feed, triggers } from './collections.ts';
import { choice, count, created, number, pictures, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';

/**
 * Reviews, one per person and product, and photos of prints in them. `user` is empty once the account is deleted; stars
 * and text stay. A review or photo with `hiddenAt` counts nowhere and is not shown.
 */
function reviews(app: App): void {
  table(app, 'reviews', {
    fields: [
      linkTo('product', 'products', { required: true }),
      linkTo('store', 'stores', { required: true }),
      linkTo('user', 'users'),
      // How the author came to own the product, at the time of writing.
      choice(
        'source',
        ['purchase', 'free', 'release', 'entry_bundle', 'access_group', 'loyalty', 'gift', 'operator'],
        { required: true },
      ),
      count('stars', { max: 5, min: 1, required: true }),
      text('text', 4000),
      text('printer', 80),
      choice('material', ['resin', 'tough_resin', 'pla', 'petg', 'abs', 'other']),
      text('variant', 120),
      choice('outcome', ['yes', 'changes', 'no']),
      { type: 'date', name: 'writtenAt', required: true },
      { type: 'date', name: 'editedAt' },
      text('answer', 2000),
      { type: 'date', name: 'answeredAt' },
      { type: 'date', name: 'answerEditedAt' },
      { type: 'date', name: 'hiddenAt' },
      // Number of its photos that are shown; triggers keep it up to date.
      count('photoCount'),
      created,
      updated,
    ],
    later: [
      number('layerMm', { max: 1.2, min: 0 }),
      number('exposureS', { max: 120, min: 0 }),
      choice('supports', ['none', 'added', 'presupported']),
      { type: 'date', name: 'returnedAt' },
    ],
    unlistedFirst: ['CREATE INDEX reviews_products ON reviews (`user`, product)'],
    asWritten: [
      "CREATE UNIQUE INDEX reviews_once ON reviews (product, `user`) WHERE `user` <> ''",
      'CREATE INDEX reviews_stars ON reviews (product, stars, writtenAt)',
      'CREATE INDEX reviews_user ON reviews (`user`)',
      'CREATE INDEX reviews_store ON reviews (store, writtenAt, id, hiddenAt, answeredAt)',
      'CREATE INDEX reviews_newest ON reviews (product, writtenAt, id, hiddenAt, photoCount)',
    ],
  });
  triggers(app, {
    change_feed_reviews_insert: `AFTER insert ON reviews BEGIN
        INSERT INTO change_feed (collection, record, op) VALUES ('reviews', new.product, 'put'); END`,
    change_feed_reviews_update: `AFTER update ON reviews BEGIN
        INSERT INTO change_feed (collection, record, op) VALUES ('reviews', new.product, 'put'); END`,
    change_feed_reviews_delete: `AFTER delete ON reviews BEGIN
        INSERT INTO change_feed (collection, record, op) VALUES ('reviews', old.product, 'put'); END`,
    reviews_stars_come: `AFTER INSERT ON reviews BEGIN 
  UPDATE products SET stars1 = stars1 + (new.stars = 1), stars2 = stars2 + (new.stars = 2), stars3 = stars3 + (new.stars = 3), stars4 = stars4 + (new.stars = 4), stars5 = stars5 + (new.stars = 5)
    WHERE id = new.product AND (new.hiddenAt = ''); END`,
    reviews_stars_go: `AFTER DELETE ON reviews BEGIN 
  UPDATE products SET stars1 = stars1 - (old.stars = 1), stars2 = stars2 - (old.stars = 2), stars3 = stars3 - (old.stars = 3), stars4 = stars4 - (old.stars = 4), stars5 = stars5 - (old.stars = 5)
    WHERE id = old.product AND (old.hiddenAt = ''); UPDATE products SET printCount = printCount - old.photoCount WHERE id = old.product AND (old.hiddenAt = ''); END`,
    reviews_stars_move: `AFTER UPDATE OF stars, hiddenAt ON reviews
      WHEN old.stars <> new.stars OR (old.hiddenAt = '') <> (new.hiddenAt = '')
      BEGIN 
  UPDATE products SET stars1 = stars1 - (old.stars = 1), stars2 = stars2 - (old.stars = 2), stars3 = stars3 - (old.stars = 3), stars4 = stars4 - (old.stars = 4), stars5 = stars5 - (old.stars = 5)
    WHERE id = old.product AND (old.hiddenAt = ''); 
  UPDATE products SET stars1 = stars1 + (new.stars = 1), stars2 = stars2 + (new.stars = 2), stars3 = stars3 + (new.stars = 3), stars4 = stars4 + (new.stars = 4), stars5 = stars5 + (new.stars = 5)
    WHERE id = new.product AND (new.hiddenAt = ''); END`,
    reviews_prints_move: `AFTER UPDATE OF photoCount, hiddenAt ON reviews
      WHEN old.photoCount <> new.photoCount OR (old.hiddenAt = '') <> (new.hiddenAt = '')
      BEGIN UPDATE products SET printCount = printCount - old.photoCount WHERE id = old.product AND (old.hiddenAt = ''); UPDATE products SET printCount = printCount + new.photoCount WHERE id = new.product AND (new.hiddenAt = ''); END`,
    webhooks_review: `AFTER INSERT ON reviews WHEN new.hiddenAt = '' BEGIN
        INSERT INTO webhook_deliveries
  (id, webhook, event, subject, payload, state, tries, queuedAt, sendAfter, status, answer, created, updated)
  SELECT 'r' || lower(hex(randomblob(7))), w.id, 'review', s.subject, '', 'waiting', 0, t.now, t.now, 0, '', t.now, t.now
  FROM (SELECT new.store AS store, new.id AS subject) s
  JOIN (SELECT strftime('%Y-%m-%d %H:%M:%fZ', 'now') AS now) t
  JOIN webhooks w ON w.store = s.store
  WHERE instr(' ' || w.events || ' ', ' review ') > 0; END`,
  });
  alarmOnceShown(app, 'reviews', "c.what = 'review' AND c.subject = new.id");
  triggers(app, {
    // Whatever shows it, such as a case that is dismissed: what was returned stays hidden.
    reviews_returned_hidden: `AFTER UPDATE OF returnedAt, hiddenAt ON reviews
        WHEN new.returnedAt <> '' AND new.hiddenAt = ''
        BEGIN UPDATE reviews SET hiddenAt = new.returnedAt WHERE id = new.id; END`,
  });
}

function reviewPhotos(app: App): void {
  table(app, 'review_photos', {
    fields: [
      linkTo('review', 'reviews', { cascadeDelete: true, required: true }),
      linkTo('product', 'products', { required: true }),
      linkTo('store', 'stores', { required: true }),
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
  });
  triggers(app, {
    review_photos_come: `AFTER INSERT ON review_photos BEGIN 
  UPDATE reviews SET photoCount = (SELECT count(*) FROM review_photos p WHERE p.review = reviews.id AND p.hiddenAt = '')
    WHERE id = new.review; END`,
    review_photos_go: `AFTER DELETE ON review_photos BEGIN 
  UPDATE reviews SET photoCount = (SELECT count(*) FROM review_photos p WHERE p.review = reviews.id AND p.hiddenAt = '')
    WHERE id = old.review; END`,
    review_photos_move: `AFTER UPDATE OF hiddenAt ON review_photos BEGIN 
  UPDATE reviews SET photoCount = (SELECT count(*) FROM review_photos p WHERE p.review = reviews.id AND p.hiddenAt = '')
    WHERE id = new.review; END`,
  });
  alarmOnceShown(app, 'review_photos', "c.what = 'print' AND c.subject = new.id");
}

/** Questions about products. Their author, product and store may be deleted; question and answer stay. */
function questions(app: App): void {
  table(app, 'questions', {
    fields: [
      linkTo('product', 'products'),
      linkTo('store', 'stores'),
      linkTo('asker', 'users'),
      text('question', 1000, { required: true }),
      text('answer', 2000),
      choice('state', ['open', 'answered', 'hidden'], { required: true }),
      choice('hiddenFor', [
        'off-topic',
        'rude',
        'private',
        'advertising',
        'asked-before',
        'held',
        'reported',
      ]),
      { type: 'date', name: 'answeredAt' },
      { type: 'date', name: 'answerChangedAt' },
      created,
      updated,
    ],
    later: [linkTo('post', 'posts', { cascadeDelete: true })],
    asWritten: [
      'CREATE INDEX questions_product ON questions (product, state, answeredAt)',
      'CREATE INDEX questions_asker ON questions (asker, created)',
      'CREATE INDEX questions_store ON questions (store, state, created, id, product)',
      "CREATE INDEX questions_post ON questions (post, created, id) WHERE post <> ''",
    ],
  });
  triggers(app, {
    webhooks_question: `AFTER INSERT ON questions WHEN new.state = 'open' BEGIN
        INSERT INTO webhook_deliveries
  (id, webhook, event, subject, payload, state, tries, queuedAt, sendAfter, status, answer, created, updated)
  SELECT 'r' || lower(hex(randomblob(7))), w.id, 'question', s.subject, '', 'waiting', 0, t.now, t.now, 0, '', t.now, t.now
  FROM (SELECT new.store AS store, new.id AS subject) s
  JOIN (SELECT strftime('%Y-%m-%d %H:%M:%fZ', 'now') AS now) t
  JOIN webhooks w ON w.store = s.store
  WHERE instr(' ' || w.events || ' ', ' question ') > 0; END`,
    webhooks_question_let: `AFTER UPDATE OF state ON questions
        WHEN new.state = 'open' AND old.state = 'hidden' AND old.hiddenFor = 'held' BEGIN
        INSERT INTO webhook_deliveries
  (id, webhook, event, subject, payload, state, tries, queuedAt, sendAfter, status, answer, created, updated)
  SELECT 'r' || lower(hex(randomblob(7))), w.id, 'question', s.subject, '', 'waiting', 0, t.now, t.now, 0, '', t.now, t.now
  FROM (SELECT new.store AS store, new.id AS subject) s
  JOIN (SELECT strftime('%Y-%m-%d %H:%M:%fZ', 'now') AS now) t
  JOIN webhooks w ON w.store = s.store
  WHERE instr(' ' || w.events || ' ', ' question ') > 0; END`,
    change_feed_questions_insert: `AFTER insert ON questions BEGIN
          INSERT INTO change_feed (collection, record, op)
            VALUES ('questions', iif(new.post = '', new.product, new.post), 'put'); END`,
    change_feed_questions_update: `AFTER update ON questions BEGIN
          INSERT INTO change_feed (collection, record, op)
            VALUES ('questions', iif(new.post = '', new.product, new.post), 'put'); END`,
    change_feed_questions_delete: `AFTER delete ON questions BEGIN
          INSERT INTO change_feed (collection, record, op)
            VALUES ('questions', iif(old.post = '', old.product, old.post), 'del'); END`,
  });
  alarmOnceShown(app, 'questions', "c.what = 'question' AND c.subject = new.id", 'hidden');
}

/**
 * Who follows which store. A store's `followers` always equals the number of rows: triggers count them again, so that a
 * record saved at the same moment cannot restore an older number for good.
 */
function follows(app: App): void {
  table(app, 'follows', {
    fields: [
      linkTo('user', 'users', { cascadeDelete: true, required: true }),
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX follows_once ON follows (`user`, store)',
      'CREATE INDEX follows_store ON follows (store, id)',
    ],
  });
  triggers(app, {
    follows_come:
      'AFTER INSERT ON follows BEGIN UPDATE stores SET followers = (SELECT count(*) FROM follows WHERE store = new.store) WHERE id = new.store; END',
    follows_go:
      'AFTER DELETE ON follows BEGIN UPDATE stores SET followers = (SELECT count(*) FROM follows WHERE store = old.store) WHERE id = old.store; END',
  });
}

/**
 * News for the followers of a store, each subject once ever. Triggers write the row with the publication itself,
 * however it happens: by hand, on schedule, in bulk. `doneAt` is empty until every follower was notified.
 */
function followNews(app: App): void {
  table(app, 'follow_news', {
    fields: [
      choice('kind', ['new-product', 'new-release', 'new-post'], { required: true }),
      // Id of the product or release, which may be deleted by the time it is read.
      text('subject', 15, { required: true }),
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      { type: 'date', name: 'publishedAt' },
      { type: 'date', name: 'doneAt' },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX follow_news_once ON follow_news (kind, subject)',
      "CREATE INDEX follow_news_waiting ON follow_news (id) WHERE doneAt = ''",
      'CREATE INDEX follow_news_store ON follow_news (store, kind, publishedAt)',
    ],
  });
}

/**
 * Posts of stores. Comments are questions about a post, and their files are attachments without a conversation.
 */
function posts(app: App): void {
  table(app, 'posts', {
    fields: [
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      text('title', 120),
      text('teaser', 300),
      text('text', 20_000),
      choice('audience', ['everybody', 'members', 'tiers'], { required: true }),
      // Ids of tiers, as JSON; only where the audience is "tiers".
      text('tiers', 2000),
      choice('state', ['draft', 'published'], { required: true }),
      { type: 'date', name: 'publishedAt' },
      { type: 'date', name: 'editedAt' },
      { type: 'date', name: 'hiddenAt' },
      // It can be restored for a day.
      { type: 'date', name: 'deletedAt' },
      created,
      updated,
    ],
    indexes: [
      `CREATE INDEX posts_shown ON posts (store, publishedAt, id) WHERE state = 'published' AND hiddenAt = '' AND deletedAt = ''`,
      `CREATE INDEX posts_public ON posts (id) WHERE state = 'published' AND hiddenAt = '' AND deletedAt = '' AND audience = 'everybody'`,
      'CREATE INDEX posts_own ON posts (store, created, id)',
      "CREATE INDEX posts_deleted ON posts (deletedAt) WHERE deletedAt <> ''",
    ],
  });
  feed(app, 'posts');
  triggers(app, {
    change_feed_store_posts_insert: `AFTER INSERT ON posts BEGIN
        INSERT INTO change_feed (collection, record, op) VALUES ('store_posts', new.store, 'put'); END`,
    change_feed_store_posts_update: `AFTER UPDATE ON posts BEGIN
        INSERT INTO change_feed (collection, record, op) VALUES ('store_posts', new.store, 'put'); END`,
    change_feed_store_posts_delete: `AFTER DELETE ON posts BEGIN
        INSERT INTO change_feed (collection, record, op) VALUES ('store_posts', old.store, 'put'); END`,
    follow_news_post: `AFTER UPDATE OF state ON posts WHEN new.state = 'published' AND old.state <> 'published' BEGIN
      INSERT OR IGNORE INTO follow_news (id, kind, subject, store, publishedAt, doneAt, created, updated)
        VALUES ('n' || lower(hex(randomblob(7))), 'new-post', new.id, new.store, new.publishedAt, '', strftime('%Y-%m-%d %H:%M:%fZ', 'now'), strftime('%Y-%m-%d %H:%M:%fZ', 'now')); END`,
  });
  alarmOnceShown(app, 'posts', "c.what = 'post' AND c.subject = new.id");
}

/** Reviews, questions, posts and who follows whom. */
firstSchema((app) => {
  reviews(app);
  reviewPhotos(app);
  questions(app);
  follows(app);
  followNews(app);
  posts(app);
});
