import { extend, sql } from './collections.ts';

/**
 * Accounts that can always be deleted: neither what somebody began at a guild nor their store needs the person for ever.
 * `leavingAt` says since when an account is being deleted. It is written before anything is ended at the payment provider.
 */
migrate(
  (app) => {
    extend(
      app,
      'users',
      // Hidden: a person who signs up cannot set it.
      [{ type: 'date', name: 'leavingAt', hidden: true }],
      ["CREATE INDEX users_leaving ON users (leavingAt) WHERE leavingAt <> ''"],
    );
    need(app, 'guild_joinings', 'user', false);
    need(app, 'stores', 'owner', false);
    index(app, 'guild_joinings', 'guild_joinings_once', [
      "CREATE UNIQUE INDEX guild_joinings_once ON guild_joinings (guild, `user`) WHERE state = 'pending' AND `user` <> ''",
    ]);
    index(app, 'stores', 'stores_owner', [
      "CREATE UNIQUE INDEX stores_owner ON stores (owner) WHERE owner <> ''",
      'CREATE INDEX stores_by_owner ON stores (owner)',
    ]);
    // Members whose account is gone, and stores without an owner, who could still be charged.
    sql(
      app,
      "CREATE INDEX guild_members_gone ON guild_members (id) WHERE `user` = '' AND subscriptionId <> ''",
    );
    sql(app, "CREATE INDEX stores_gone ON stores (id) WHERE owner = ''");
    // Where the address of somebody who leaves is found.
    sql(app, "CREATE INDEX mails_address ON mails (`to` COLLATE NOCASE) WHERE `to` <> ''");
    sql(app, "CREATE INDEX gifts_claimed ON gifts (claimedBy) WHERE claimedBy <> ''");
  },
  (app) => {
    sql(app, 'DROP INDEX gifts_claimed');
    sql(app, 'DROP INDEX mails_address');
    sql(app, 'DROP INDEX stores_gone');
    sql(app, 'DROP INDEX guild_members_gone');
    index(app, 'stores', 'stores_by_owner', []);
    index(app, 'stores', 'stores_owner', ['CREATE UNIQUE INDEX stores_owner ON stores (owner)']);
    index(app, 'guild_joinings', 'guild_joinings_once', [
      "CREATE UNIQUE INDEX guild_joinings_once ON guild_joinings (guild, `user`) WHERE state = 'pending'",
    ]);
    need(app, 'stores', 'owner', true);
    need(app, 'guild_joinings', 'user', true);
    const users = app.findCollectionByNameOrId('users');
    users.indexes = (users.indexes as string[]).filter((one) => !one.includes('users_leaving'));
    users.fields.removeByName('leavingAt');
    app.save(users);
  },
);

/** Whether a relation must lead somewhere. Saving the collection would make all of its indexes again, in another order. */
function need(app: App, name: string, field: string, required: boolean): void {
  const changed = app.findCollectionByNameOrId(name);
  const relation = changed.fields.getByName(field) as unknown as { required: boolean };
  relation.required = required;
  write(app, changed, changed['indexes'] as string[]);
}

/** Puts other indexes in place of one, at its place. */
function index(app: App, name: string, old: string, made: string[]): void {
  const changed = app.findCollectionByNameOrId(name);
  sql(app, `DROP INDEX ${old}`);
  for (const statement of made) sql(app, statement);
  const before = changed['indexes'] as string[];
  write(
    app,
    changed,
    before.flatMap((one) => (one.includes(` ${old} `) ? made : [one])),
  );
}

function write(app: App, changed: Collection, indexes: string[]): void {
  app
    .nonconcurrentDB()
    .newQuery(
      `UPDATE _collections SET fields = {:fields}, indexes = {:indexes}, updated = strftime('%Y-%m-%d %H:%M:%fZ')
        WHERE id = {:id}`,
    )
    .bind({
      id: changed.id,
      fields: toString(changed.fields.marshalJSON()),
      indexes: JSON.stringify(indexes),
    })
    .execute();
  app.reloadCachedCollections();
}
