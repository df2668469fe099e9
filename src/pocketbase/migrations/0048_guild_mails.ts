/** Each kind of a guild's mails can be switched off by itself. Hidden: only the site's own pages set them. */
const SWITCHES = ['releaseMailsOff', 'guildMailsOff', 'dunningMailsOff'];

migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    for (const name of SWITCHES) users.fields.add(new Field({ type: 'bool', name, hidden: true }));
    app.save(users);
  },
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    for (const name of SWITCHES) users.fields.removeByName(name);
    app.save(users);
  },
);
