import { sql, triggers } from './collections.ts';

/**
 * An account that runs a store goes after the store has closed: otherwise it would go on selling for nobody. The rule with its
 * sentence is `leavingRefusal`; this holds where a store opens at the same moment, and at the dashboard.
 */
migrate(
  (app) => {
    triggers(app, {
      open_store_keeps_owner: `BEFORE DELETE ON users
        WHEN EXISTS (SELECT 1 FROM stores s WHERE s.owner = old.id AND s.state IN ('open', 'vacation'))
        BEGIN SELECT RAISE(ABORT, 'the store of this account is open'); END`,
    });
  },
  (app) => sql(app, 'DROP TRIGGER open_store_keeps_owner'),
);
