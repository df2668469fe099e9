import { collection, triggers } from './collections.ts';
import { count, created, link, text } from './fields.ts';

/**
 * Mailed codes, each with the number of times it was entered, and sign-ups that wait for their address to be confirmed.
 * The site makes and checks the codes itself: PocketBase counts by IP address, and its answer takes longer for an account
 * that exists.
 */
migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users') as Collection & { otp: { enabled: boolean } };
    users.otp.enabled = false;
    app.save(users);
    collection(
      app,
      'sign_in_codes',
      [
        // Empty where nobody has the address: the row is written all the same, so that the answer takes as long.
        link('user', users, { cascadeDelete: true }),
        text('codeHash', 64, { required: true, hidden: true }),
        count('entries'),
        { type: 'date', name: 'expiresAt', required: true },
        created,
      ],
      [
        'CREATE INDEX sign_in_codes_expires ON sign_in_codes (expiresAt)',
        'CREATE INDEX sign_in_codes_user ON sign_in_codes (user)',
      ],
    );
    collection(
      app,
      'sign_ups',
      [
        link('user', users, { required: true, cascadeDelete: true }),
        // Of the secret in a cookie of the browser that signed up.
        text('secretHash', 64, { required: true, hidden: true }),
        // The path to return to after confirming; "" for none.
        text('redirect', 2000),
        { type: 'date', name: 'expiresAt', required: true },
        created,
      ],
      [
        'CREATE UNIQUE INDEX sign_ups_user ON sign_ups (user)',
        'CREATE INDEX sign_ups_expires ON sign_ups (expiresAt)',
      ],
    );
    triggers(app, {
      // A new password or address, and logging out everywhere, change the token key.
      users_end_codes: `AFTER UPDATE OF tokenKey ON users WHEN new.tokenKey <> old.tokenKey BEGIN
        DELETE FROM sign_in_codes WHERE user = new.id; END`,
    });
  },
  () => {
    throw new Error('Mailed codes cannot go back to PocketBase; restore a backup instead.');
  },
);
