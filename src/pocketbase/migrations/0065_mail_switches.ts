import { sql } from './fields.ts';

/** Four switches stood on the person; they become rows beside those of every other kind. */
const SWITCHES = [
  ['saleMailsOff', 'wish-sale'],
  ['releaseMailsOff', 'release'],
  ['guildMailsOff', 'guild-news'],
  ['dunningMailsOff', 'payment-failed'],
] as const;

migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    for (const [field, kind] of SWITCHES) {
      sql(
        app,
        `INSERT OR IGNORE INTO notification_switches (id, [[user]], kind, store, inApp, mail, created, updated)
          SELECT 's' || lower(hex(randomblob(7))), id, '${kind}', '', '', 'off', strftime('%Y-%m-%d %H:%M:%fZ'),
            strftime('%Y-%m-%d %H:%M:%fZ') FROM users WHERE ${field} = TRUE`,
      );
      users.fields.removeByName(field);
    }
    app.save(users);
  },
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    for (const [name] of SWITCHES) users.fields.add(new Field({ type: 'bool', name, hidden: true }));
    app.save(users);
    for (const [field, kind] of SWITCHES) {
      sql(
        app,
        `UPDATE users SET ${field} = TRUE WHERE EXISTS (SELECT 1 FROM notification_switches s
          WHERE s.[[user]] = users.id AND s.kind = '${kind}' AND s.store = '' AND s.mail = 'off')`,
      );
    }
  },
);
