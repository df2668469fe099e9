import { PRODUCT_STATE_TABLE } from '../../domain/catalogue/product-states.ts';
import { STORE_STATE_TABLE } from '../../domain/catalogue/store-states.ts';
import { sql } from './collections.ts';
import { guardStates } from './state-guards.ts';

const TABLES = [PRODUCT_STATE_TABLE, STORE_STATE_TABLE];

/** Who may change the state of a product or store is decided by the database. */
migrate(
  (app) => {
    for (const table of TABLES) guardStates(app, table);
  },
  (app) => {
    for (const { collection } of TABLES) sql(app, `DROP TRIGGER ${collection}_state_guard`);
  },
);
