import { sql } from './fields.ts';

/**
 * Every change to what the public sees, in order: page cache and search index follow it. Triggers write it within the
 * change's own transaction, so that raw SQL counts too and nothing is announced that was rolled back.
 */
const WATCHED = ['users', 'stores', 'categories', 'shelves', 'products', 'product_files'];
/** Readers that were away longer than this many changes rebuild from the records themselves. */
const KEPT = 50_000;

migrate(
  (app) => {
    sql(
      app,
      'CREATE TABLE change_feed (seq INTEGER PRIMARY KEY AUTOINCREMENT, collection TEXT NOT NULL, record TEXT NOT NULL, op TEXT NOT NULL)',
    );
    for (const name of WATCHED) {
      for (const [event, row, op] of [
        ['INSERT', 'new', 'put'],
        ['UPDATE', 'new', 'put'],
        ['DELETE', 'old', 'del'],
      ]) {
        sql(
          app,
          `CREATE TRIGGER change_feed_${name}_${event?.toLowerCase()} AFTER ${event} ON ${name} BEGIN
             INSERT INTO change_feed (collection, record, op) VALUES ('${name}', ${row}.id, '${op}');
           END`,
        );
      }
    }
    sql(
      app,
      `CREATE TRIGGER change_feed_purge AFTER INSERT ON change_feed WHEN new.seq % 1000 = 0 BEGIN
         DELETE FROM change_feed WHERE seq <= new.seq - ${KEPT};
       END`,
    );
  },
  (app) => {
    for (const name of WATCHED) {
      for (const event of ['insert', 'update', 'delete'])
        sql(app, `DROP TRIGGER change_feed_${name}_${event}`);
    }
    sql(app, 'DROP TABLE change_feed');
  },
);
