import { extend } from './collections.ts';

/**
 * Indexes for rows that are found by one value of another: a payment, a page to pay at, an archive. Their unique indexes
 * leave out rows without one, and SQLite does not use such an index for a bound value, which could be empty.
 */
const LOOKUPS = [
  ['orders', 'sessionId'],
  ['orders', 'paymentId'],
  ['order_lines', 'claim'],
  ['business_accounts', 'stripeAccountId'],
  ['guild_members', 'subscriptionId'],
  ['guild_members', 'licenceKey'],
  ['guild_joinings', 'sessionId'],
  ['guild_payments', 'paymentId'],
  ['membership_periods', 'raisePayment'],
  ['messages', 'answering'],
  ['stores', 'nameFold'],
  ['uploads', 'archive'],
] as const;

migrate(
  (app) => {
    for (const [table, column] of LOOKUPS)
      extend(app, table, [], [`CREATE INDEX ${table}_by_${column} ON ${table} (${column})`]);
  },
  () => {
    throw new Error('Payments would be looked for in all orders again; restore a backup instead.');
  },
);
