import { sql } from './collections.ts';

/** What a job looks for again and again, and mostly does not find: an index of just the orders that wait. */
migrate(
  (app) =>
    sql(
      app,
      "CREATE INDEX orders_unsettled ON orders (placedAt, id) WHERE settledAt = '' AND state NOT IN ('pending', 'expired')",
    ),
  (app) => sql(app, 'DROP INDEX orders_unsettled'),
);
