import { NEWS_KINDS } from '../../domain/follow.ts';
import { choice, closed, created, link, sql, text, updated } from './fields.ts';

/**
 * What followers of a store are to be told of, each subject once ever. Triggers write the row with the publication
 * itself, whichever way it happens: by hand, by the clock, in bulk. `doneAt` is empty until nobody is left to tell.
 */
const NOW = "strftime('%Y-%m-%d %H:%M:%fZ', 'now')";
const row = (kind: (typeof NEWS_KINDS)[number], store: string) => `
  INSERT OR IGNORE INTO follow_news (id, kind, subject, store, publishedAt, doneAt, created, updated)
    SELECT 'n' || lower(hex(randomblob(7))), '${kind}', new.id, s.id, new.publishedAt, '', ${NOW}, ${NOW}
    FROM stores s WHERE s.id = ${store};`;
const PUBLISHED = "WHEN new.state = 'published' AND old.state <> 'published'";
const TRIGGERS: Record<string, string> = {
  follow_news_product: `AFTER UPDATE OF state ON products ${PUBLISHED} BEGIN ${row('new-product', 'new.store')} END`,
  follow_news_release: `AFTER UPDATE OF state ON releases ${PUBLISHED} BEGIN ${row(
    'new-release',
    '(SELECT store FROM guilds WHERE id = new.guild)',
  )} END`,
};

migrate(
  (app) => {
    app.save(
      new Collection({
        type: 'base',
        name: 'follow_news',
        ...closed,
        fields: [
          choice('kind', NEWS_KINDS, { required: true }),
          // The product's or release's id; it may be gone by the time somebody looks.
          text('subject', 15, { required: true }),
          link('store', app.findCollectionByNameOrId('stores'), { required: true, cascadeDelete: true }),
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
      }),
    );
    for (const [name, what] of Object.entries(TRIGGERS)) sql(app, `CREATE TRIGGER ${name} ${what}`);
  },
  (app) => {
    for (const name of Object.keys(TRIGGERS)) sql(app, `DROP TRIGGER ${name}`);
    app.delete(app.findCollectionByNameOrId('follow_news'));
  },
);
