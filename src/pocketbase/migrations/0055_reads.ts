import { sql } from './collections.ts';

/**
 * What still grew although its answer does not: a library reads what it shows of a grant from an index, not a row for
 * each grant; the newest grants, and the people whose address was never confirmed, have one of their own.
 */
migrate(
  (app) => {
    for (const index of [
      "entitlements_library ON entitlements (`user`, product, source, grantedAt, licences) WHERE revokedAt = ''",
      "entitlements_newest ON entitlements (`user`, grantedAt, product) WHERE revokedAt = ''",
      'users_unconfirmed ON users (verified) WHERE verified = FALSE',
    ])
      sql(app, `CREATE INDEX ${index}`);
    sql(app, 'DROP INDEX entitlements_owned');
  },
  () => {
    throw new Error('Lists need these indexes; restore a backup instead.');
  },
);
