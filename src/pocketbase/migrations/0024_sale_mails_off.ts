/** Whoever wants no mails of sales on his wish list says so once. Hidden: only the site's own pages set it. */
migrate(
  (app) => {
    const users = usersOf(app);
    users.fields.add(new Field({ type: 'bool', name: 'saleMailsOff', hidden: true }));
    app.save(users);
  },
  (app) => {
    const users = usersOf(app);
    users.fields.removeByName('saleMailsOff');
    app.save(users);
  },
);

function usersOf(app: App) {
  return app.findCollectionByNameOrId('users') as Collection & {
    fields: { add(field: unknown): void; removeByName(name: string): void };
  };
}
