import { POST_AUDIENCES, POST_LIMITS, POST_STATES } from '../../domain/community/post.ts';
import { collection, extend, feed, sql, triggers } from './collections.ts';
import { choice, created, link, text, updated } from './fields.ts';

const NOW = "strftime('%Y-%m-%d %H:%M:%fZ', 'now')";
/** Whether a case hides what it is about, as in migration 0013. */
const hides = (row: string) =>
  `(${row}.state = 'upheld' OR (${row}.state = 'appealed' AND ${row}.appealedFrom = 'upheld')
    OR (${row}.suspendMeanwhile AND ${row}.state IN ('open', 'answered')))`;
const SHOWN = "state = 'published' AND hiddenAt = '' AND deletedAt = ''";

/** Adds a value to a choice that an older folder was made with. */
function allow(app: App, name: string, field: string, value: string): void {
  const changed = app.findCollectionByNameOrId(name);
  const found = changed.fields.getByName(field) as { values: string[] };
  if (!found.values.includes(value)) found.values = [...found.values, value];
  app.save(changed);
}

/** Posts of stores. Comments are questions about a post, and their files are attachments without a conversation. */
function makePosts(app: App): Collection {
  const posts = collection(
    app,
    'posts',
    [
      link('store', app.findCollectionByNameOrId('stores'), { required: true, cascadeDelete: true }),
      text('title', POST_LIMITS.title),
      text('teaser', POST_LIMITS.teaser),
      text('text', POST_LIMITS.text),
      choice('audience', POST_AUDIENCES, { required: true }),
      // Ids of tiers, as JSON; only where the audience is "tiers".
      text('tiers', 2000),
      choice('state', POST_STATES, { required: true }),
      { type: 'date', name: 'publishedAt' },
      { type: 'date', name: 'editedAt' },
      { type: 'date', name: 'hiddenAt' },
      // It can be restored for a day.
      { type: 'date', name: 'deletedAt' },
      created,
      updated,
    ],
    [
      `CREATE INDEX posts_shown ON posts (store, publishedAt, id) WHERE ${SHOWN}`,
      `CREATE INDEX posts_public ON posts (id) WHERE ${SHOWN} AND audience = 'everybody'`,
      'CREATE INDEX posts_own ON posts (store, created, id)',
      "CREATE INDEX posts_deleted ON posts (deletedAt) WHERE deletedAt <> ''",
    ],
  );
  feed(app, 'posts');
  // A store's pages list its posts.
  for (const [event, row] of [
    ['INSERT', 'new'],
    ['UPDATE', 'new'],
    ['DELETE', 'old'],
  ] as const)
    triggers(app, {
      [`change_feed_store_posts_${event.toLowerCase()}`]: `AFTER ${event} ON posts BEGIN
        INSERT INTO change_feed (collection, record, op) VALUES ('store_posts', ${row}.store, 'put'); END`,
    });
  triggers(app, {
    follow_news_post: `AFTER UPDATE OF state ON posts WHEN new.state = 'published' AND old.state <> 'published' BEGIN
      INSERT OR IGNORE INTO follow_news (id, kind, subject, store, publishedAt, doneAt, created, updated)
        VALUES ('n' || lower(hex(randomblob(7))), 'new-post', new.id, new.store, new.publishedAt, '', ${NOW}, ${NOW}); END`,
  });
  return posts;
}

/** A case about a post hides it as one about a review does. */
function hidePosts(app: App): void {
  allow(app, 'cases', 'what', 'post');
  allow(app, 'notices', 'what', 'post');
  triggers(app, {
    cases_hide_posts: `AFTER UPDATE OF state, suspendMeanwhile ON cases WHEN new.what = 'post' BEGIN
      UPDATE posts SET hiddenAt = ${NOW}, updated = ${NOW}
        WHERE id = new.subject AND hiddenAt = '' AND ${hides('new')};
      UPDATE posts SET hiddenAt = '', updated = ${NOW}
        WHERE id = new.subject AND hiddenAt <> '' AND ${hides('old')} AND NOT ${hides('new')}
          AND NOT EXISTS (SELECT 1 FROM cases c WHERE c.what = 'post' AND c.subject = new.subject AND ${hides('c')}); END`,
  });
}

migrate(
  (app) => {
    allow(app, 'follow_news', 'kind', 'new-post');
    const posts = makePosts(app);
    hidePosts(app);

    extend(
      app,
      'message_attachments',
      [link('post', posts, { cascadeDelete: true }), text('alt', POST_LIMITS.alt)],
      ["CREATE INDEX message_attachments_post ON message_attachments (post, created) WHERE post <> ''"],
    );
    const attachments = app.findCollectionByNameOrId('message_attachments');
    (attachments.fields.getByName('conversation') as { required: boolean }).required = false;
    attachments['indexes'] = (attachments['indexes'] as string[]).map((index) =>
      index.includes('message_attachments_waiting')
        ? "CREATE INDEX message_attachments_waiting ON message_attachments (created) WHERE message = '' AND post = ''"
        : index,
    );
    app.save(attachments);

    extend(
      app,
      'questions',
      [link('post', posts, { cascadeDelete: true })],
      ["CREATE INDEX questions_post ON questions (post, created, id) WHERE post <> ''"],
    );
    for (const [event, row, operation] of [
      ['insert', 'new', 'put'],
      ['update', 'new', 'put'],
      ['delete', 'old', 'del'],
    ] as const) {
      sql(app, `DROP TRIGGER change_feed_questions_${event}`);
      triggers(app, {
        [`change_feed_questions_${event}`]: `AFTER ${event} ON questions BEGIN
          INSERT INTO change_feed (collection, record, op)
            VALUES ('questions', iif(${row}.post = '', ${row}.product, ${row}.post), '${operation}'); END`,
      });
    }
  },
  () => {
    throw new Error('Posts would be lost; restore a backup instead.');
  },
);
