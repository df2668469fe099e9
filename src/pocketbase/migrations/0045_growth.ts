import { sql, triggers } from './collections.ts';

/**
 * Names of people by their parts of three letters, so that a part of a name is found without looking at every name. A row is
 * found again by its name, not by a number that a VACUUM could change.
 */
const NAMES = "CREATE VIRTUAL TABLE user_names USING fts5(person UNINDEXED, name, tokenize='trigram')";
const ADD_NAME = 'INSERT INTO user_names (person, name) VALUES (new.id, new.username)';
const DROP_NAME = `DELETE FROM user_names WHERE rowid IN (SELECT n.rowid FROM user_names n
  WHERE n.name MATCH '"' || replace(old.username, '"', '""') || '"' AND n.person = old.id)`;

/**
 * What grew although its answer does not: buyers and partners by a part of their name, who is left out of a broadcast, how
 * many members it reaches, stores that somebody hears from, the pages of a sitemap, and a buyer's orders.
 */
migrate(
  (app) => {
    for (const index of [
      `conversations_shut ON conversations (store, buyer)
        WHERE buyerBlocked = 1 OR storeBlocked = 1 OR buyerLeft = 1`,
      'guild_members_reach ON guild_members (guild, state, tier, joinedAt, `user`)',
      "notifications_stores ON notifications (`user`, created, store) WHERE store <> ''",
      "products_sitemap ON products (id, updated, store) WHERE state = 'published'",
      "orders_done ON orders (buyer, placedAt, id, state) WHERE state NOT IN ('pending', 'expired')",
    ])
      sql(app, `CREATE INDEX ${index}`);
    sql(app, NAMES);
    sql(app, "INSERT INTO user_names (person, name) SELECT id, username FROM users WHERE username <> ''");
    triggers(app, {
      user_names_new: `AFTER INSERT ON users WHEN new.username <> '' BEGIN ${ADD_NAME}; END`,
      user_names_changed: `AFTER UPDATE OF username ON users WHEN old.username <> new.username
        BEGIN ${DROP_NAME}; ${ADD_NAME}; END`,
      user_names_gone: `AFTER DELETE ON users BEGIN ${DROP_NAME}; END`,
    });
  },
  () => {
    throw new Error('Lists need these indexes; restore a backup instead.');
  },
);
