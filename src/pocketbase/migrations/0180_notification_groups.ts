/** The list of notifications counts those of one kind, store and day as one row: along this index alone. */
migrate(
  (app) => {
    app
      .db()
      .newQuery(
        'CREATE INDEX notifications_groups ON notifications (`user`, created, kind, store, readAt) WHERE shown = 1',
      )
      .execute();
  },
  (app) => {
    app.db().newQuery('DROP INDEX notifications_groups').execute();
  },
);
