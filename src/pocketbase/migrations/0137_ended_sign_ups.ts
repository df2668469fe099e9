import { sql, triggers } from './collections.ts';

/**
 * What a browser keeps of its sign-up ends with the account's token key, as sessions, codes and API tokens do: whoever made
 * an account with somebody else's address has nothing left once its owner confirmed it.
 */
migrate(
  (app) => {
    triggers(app, {
      users_end_sign_ups: `AFTER UPDATE OF tokenKey ON users WHEN new.tokenKey <> old.tokenKey BEGIN
        DELETE FROM sign_ups WHERE user = new.id; END`,
    });
  },
  (app) => {
    sql(app, 'DROP TRIGGER users_end_sign_ups');
  },
);
