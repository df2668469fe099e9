import { collection } from './collections.ts';
import { count, text } from './fields.ts';

/**
 * How often somebody tried to get in lately: `key` is a hash of the account, or of the account and who tried, `until` the end
 * of its window in ms since 1970 by the database's clock. In the database, so that all sites share one count that outlives
 * them.
 */
migrate(
  (app) => {
    collection(
      app,
      'sign_in_tries',
      [text('key', 43, { required: true }), count('tries'), count('until')],
      [
        'CREATE UNIQUE INDEX sign_in_tries_key ON sign_in_tries (key)',
        'CREATE INDEX sign_in_tries_until ON sign_in_tries (until)',
      ],
    );
  },
  (app) => app.delete(app.findCollectionByNameOrId('sign_in_tries')),
);
