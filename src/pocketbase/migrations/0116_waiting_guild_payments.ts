import { extend } from './collections.ts';

/** Disputed and suspicious payments of members wait at the desk, and are found by an index. */
migrate(
  (app) => {
    extend(
      app,
      'guild_payments',
      [],
      [
        "CREATE INDEX guild_payments_disputed ON guild_payments (updated, id) WHERE state = 'disputed'",
        "CREATE INDEX guild_payments_warned ON guild_payments (paidAt, id) WHERE fraudWarning <> ''",
      ],
    );
  },
  () => undefined,
);
