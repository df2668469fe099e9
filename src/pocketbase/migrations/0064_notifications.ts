import { choice, closed, created, link, sql, text, updated } from './fields.ts';

/**
 * What people are told of. `noteKey` names the occasion: one row a person and occasion, so that whoever tells it twice
 * tells it once. `mail` says what becomes of the mail: "now" was queued with the row, "daily" and "weekly" wait for the
 * digest, "told" went with one. `about` names what it is about, such as a conversation: the newest takes the place of
 * what was unread before. A row that is not shown is kept for the digest and for its key.
 */
migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    const stores = app.findCollectionByNameOrId('stores');
    app.save(
      new Collection({
        type: 'base',
        name: 'notifications',
        ...closed,
        fields: [
          link('user', users, { required: true, cascadeDelete: true }),
          text('kind', 40, { required: true }),
          link('store', stores),
          text('noteKey', 120, { required: true }),
          text('about', 80),
          text('title', 200, { required: true }),
          text('path', 500, { required: true }),
          { type: 'bool', name: 'shown' },
          { type: 'date', name: 'readAt' },
          choice('mail', ['now', 'daily', 'weekly', 'told']),
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX notifications_once ON notifications (noteKey, user)',
          'CREATE INDEX notifications_list ON notifications (user, shown, created)',
        ],
      }),
    );
    sql(
      app,
      "CREATE INDEX notifications_unread ON notifications (about, user) WHERE about <> '' AND readAt = ''",
    );
    sql(
      app,
      "CREATE INDEX notifications_waiting ON notifications (mail, user) WHERE mail IN ('daily', 'weekly')",
    );
    app.save(
      new Collection({
        type: 'base',
        name: 'notification_switches',
        ...closed,
        fields: [
          link('user', users, { required: true, cascadeDelete: true }),
          text('kind', 40, { required: true }),
          // Empty: the kind in general.
          link('store', stores, { cascadeDelete: true }),
          // Empty: as it is in general.
          choice('inApp', ['on', 'off']),
          choice('mail', ['now', 'daily', 'weekly', 'off']),
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX notification_switches_row ON notification_switches (user, kind, store)',
        ],
      }),
    );
    // The store a mail is about, for whoever switches off what comes of that store alone.
    const mails = app.findCollectionByNameOrId('mails');
    mails.fields.add(new Field(text('store', 15)));
    app.save(mails);
  },
  (app) => {
    const mails = app.findCollectionByNameOrId('mails');
    mails.fields.removeByName('store');
    app.save(mails);
    app.delete(app.findCollectionByNameOrId('notification_switches'));
    app.delete(app.findCollectionByNameOrId('notifications'));
  },
);
