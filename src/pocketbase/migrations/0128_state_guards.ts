import { STATE_TABLES } from '../../domain/desk/state-tables.ts';
import { sql } from './collections.ts';
import { guardStates } from './state-guards.ts';

/** Who may change the state of a product, store, guild, member, case or order is decided by the database. */
migrate(
  (app) => {
    for (const table of STATE_TABLES) guardStates(app, table);
  },
  (app) => {
    for (const { collection } of STATE_TABLES) sql(app, `DROP TRIGGER ${collection}_state_guard`);
  },
);
