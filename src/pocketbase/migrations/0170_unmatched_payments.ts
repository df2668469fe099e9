import { collection } from './collections.ts';
import { choice, count, created, text, updated } from './fields.ts';

/** Payments that arrived and have no order here: rebuilt from what the payment page carries, or given back at the desk. */
migrate(
  (app) => {
    collection(
      app,
      'unmatched_payments',
      [
        // The provider's ids of the payment page and its payment, and our id of the order that it was opened for.
        text('sessionId', 200, { required: true }),
        text('paymentId', 200, { required: true }),
        text('orderId', 15, { required: true }),
        text('email', 254),
        count('paidCents'),
        choice('state', ['open', 'refunding', 'refunded', 'delivered'], { required: true }),
        choice('reason', ['no-manifest', 'no-buyer', 'no-product', 'conflict', 'mismatch']),
        count('tries'),
        { type: 'date', name: 'tryAt', required: true },
        created,
        updated,
      ],
      [
        'CREATE UNIQUE INDEX unmatched_payments_session ON unmatched_payments (sessionId)',
        "CREATE INDEX unmatched_payments_open ON unmatched_payments (created, id) WHERE state = 'open'",
        "CREATE INDEX unmatched_payments_due ON unmatched_payments (tryAt, id) WHERE state <> 'delivered' AND state <> 'refunded'",
      ],
    );
  },
  (app) => {
    app.delete(app.findCollectionByNameOrId('unmatched_payments'));
  },
);
