import { extend, sql } from './collections.ts';
import { count } from './fields.ts';

/**
 * What banks took back in lost disputes is counted as given back, and as its own part of that. So far a lost dispute left its
 * order or its member's payment "disputed" for ever. Both are asked about again: the events that are added here are handled
 * by the reconciler like those of the provider.
 */
migrate(
  (app) => {
    for (const name of ['orders', 'order_lines', 'guild_payments']) extend(app, name, [count('lostCents')]);
    for (const disputed of [
      `SELECT o.paymentId AS payment FROM orders o WHERE o.state = 'disputed' AND o.paymentId <> ''`,
      `SELECT g.paymentId AS payment FROM guild_payments g WHERE g.state = 'disputed' AND g.paymentId <> ''`,
    ])
      sql(
        app,
        `INSERT OR IGNORE INTO payment_events (eventId, type, objectId, at, tries, handledAt, error, created, updated)
          SELECT 'disputed-' || payment, 'charge.dispute.updated', payment, '', 0, '', '',
            strftime('%Y-%m-%d %H:%M:%fZ'), strftime('%Y-%m-%d %H:%M:%fZ') FROM (${disputed})`,
      );
    // The same facts are written again, by the rule of now.
    sql(app, "UPDATE orders SET facts = '' WHERE state = 'disputed'");
  },
  () => {
    throw new Error('This migration cannot be reverted: what banks took back would be forgotten.');
  },
);
