import { closed, count, created, link, sql, updated } from './fields.ts';

/**
 * Who follows which store. A store's `followers` always equals these rows: triggers count them anew, so that a record
 * saved at the same moment cannot write an older number back for good.
 */
const COUNT = (store: string) =>
  `UPDATE stores SET followers = (SELECT count(*) FROM follows WHERE store = ${store}) WHERE id = ${store};`;
/** What else a store is counted by, since 0069. */
const SUMS = ['stars1', 'stars2', 'stars3', 'stars4', 'stars5', 'printCount', 'rating', 'ratingScore'];
const same = (fields: string[]) => fields.map((field) => `new.${field} IS old.${field}`).join(' AND ');
const FEED = (
  guard: string,
) => `CREATE TRIGGER change_feed_stores_update AFTER UPDATE ON stores ${guard} BEGIN
  INSERT INTO change_feed (collection, record, op) VALUES ('stores', new.id, 'put'); END`;

migrate(
  (app) => {
    const stores = app.findCollectionByNameOrId('stores');
    stores.fields.add(new Field(count('followers')));
    app.save(stores);
    app.save(
      new Collection({
        type: 'base',
        name: 'follows',
        ...closed,
        fields: [
          link('user', app.findCollectionByNameOrId('users'), { required: true, cascadeDelete: true }),
          link('store', stores, { required: true, cascadeDelete: true }),
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX follows_once ON follows (`user`, store)',
          'CREATE INDEX follows_store ON follows (store, id)',
        ],
      }),
    );
    sql(app, `CREATE TRIGGER follows_come AFTER INSERT ON follows BEGIN ${COUNT('new.store')} END`);
    sql(app, `CREATE TRIGGER follows_go AFTER DELETE ON follows BEGIN ${COUNT('old.store')} END`);
    // A follower more makes no page and no search result untrue enough to draw it anew at once: it shows with the next.
    sql(app, 'DROP TRIGGER change_feed_stores_update');
    sql(app, FEED(`WHEN ${same([...SUMS, 'followers'])}`));
  },
  (app) => {
    for (const name of ['follows_come', 'follows_go', 'change_feed_stores_update'])
      sql(app, `DROP TRIGGER ${name}`);
    sql(app, FEED(`WHEN ${same(SUMS)}`));
    app.delete(app.findCollectionByNameOrId('follows'));
    const stores = app.findCollectionByNameOrId('stores');
    stores.fields.removeByName('followers');
    app.save(stores);
  },
);
