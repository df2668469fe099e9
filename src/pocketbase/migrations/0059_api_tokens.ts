import { collection, triggers } from './collections.ts';
import { created, link, text, updated } from './fields.ts';

/** Access tokens of the API. Of the secret only a hash is stored. */
migrate(
  (app) => {
    collection(
      app,
      'api_tokens',
      [
        link('user', app.findCollectionByNameOrId('users'), { required: true, cascadeDelete: true }),
        text('name', 60, { required: true }),
        text('tokenHash', 64, { required: true, hidden: true }),
        text('ending', 4, { required: true }),
        // Their names, separated by spaces.
        text('scopes', 400, { required: true }),
        { type: 'date', name: 'expiresAt', required: true },
        { type: 'date', name: 'lastUsedAt' },
        created,
        updated,
      ],
      [
        'CREATE UNIQUE INDEX api_tokens_hash ON api_tokens (tokenHash)',
        'CREATE INDEX api_tokens_user ON api_tokens (`user`, created)',
      ],
    );
    triggers(app, {
      // A new password or address, logging out everywhere and a suspension change the token key.
      users_end_tokens: `AFTER UPDATE OF tokenKey ON users WHEN new.tokenKey <> old.tokenKey BEGIN
        DELETE FROM api_tokens WHERE user = new.id; END`,
    });
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('api_tokens'));
  },
);
