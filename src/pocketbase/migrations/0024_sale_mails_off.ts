/** Whoever wants no mails of sales on his wish list says so once. Hidden: only the site's own pages set it. */
migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    users.fields.add(new Field({ type: 'bool', name: 'saleMailsOff', hidden: true }));
    app.save(users);
  },
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    users.fields.removeByName('saleMailsOff');
    app.save(users);
  },
);
