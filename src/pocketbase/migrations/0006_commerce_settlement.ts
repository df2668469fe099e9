import { DISPUTE_STATES } from '../../domain/payments/payment.ts';
import { collection, firstSchema, triggers } from './collections.ts';
import { choice, count, created, link, number, text, updated } from './fields.ts';

/**
 * The share of each store in an order, and the transfers to it. Shares say what is due, transfers what was sent and
 * reversed. A seller's debt is set off without moving money: `withheld` is kept from one order's share, `recovered` pays
 * for what was transferred too much of another's, and both are written together.
 */
function makeShares(app: App, order: object, store: object): void {
  collection(
    app,
    'seller_shares',
    [
      order,
      store,
      count('shareCents'),
      count('sentCents'),
      choice('state', ['owed', 'sent', 'frozen', 'returned', 'debt'], { required: true }),
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX seller_shares_order ON seller_shares (`order`, store)',
      'CREATE INDEX seller_shares_state ON seller_shares (state, store)',
    ],
  );
  collection(
    app,
    'seller_transfers',
    [
      order,
      store,
      count('turn'),
      choice('kind', ['transfer', 'reversal', 'withheld', 'recovered'], { required: true }),
      count('amountCents'),
      choice('state', ['sending', 'done', 'failed'], { required: true }),
      text('stripeId', 100, { hidden: true }),
      text('of', 100, { hidden: true }),
      created,
      updated,
    ],
    ['CREATE UNIQUE INDEX seller_transfers_turn ON seller_transfers (`order`, store, turn)'],
  );
}

function makeRefundsAndDisputes(app: App, order: object, line: object): void {
  collection(
    app,
    'refunds',
    [
      order,
      line,
      count('amountCents'),
      choice('by', ['operator', 'seller', 'provider'], { required: true }),
      text('reason', 500),
      choice('state', ['sending', 'pending', 'done', 'failed'], { required: true }),
      text('stripeId', 100, { hidden: true }),
      text('refundKey', 80, { required: true, hidden: true }),
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX refunds_key ON refunds (refundKey)',
      "CREATE UNIQUE INDEX refunds_stripe ON refunds (stripeId) WHERE stripeId <> ''",
      'CREATE INDEX refunds_order ON refunds (`order`)',
    ],
  );
  collection(
    app,
    'disputes',
    [
      order,
      count('amountCents'),
      text('reason', 100),
      choice('state', DISPUTE_STATES, { required: true }),
      text('stripeId', 100, { required: true, hidden: true }),
      created,
      updated,
    ],
    ['CREATE UNIQUE INDEX disputes_stripe ON disputes (stripeId)'],
  );
}

/** Every movement of money. Rows can only be added, by anybody. */
function makeLedger(app: App, order: object, line: object, store: object): void {
  collection(
    app,
    'ledger',
    [
      order,
      line,
      store,
      choice('account', ['buyer', 'seller', 'hall', 'tax', 'provider'], { required: true }),
      choice('kind', ['sale', 'fee', 'refund', 'refund_failed'], { required: true }),
      number('amountCents', { onlyInt: true }),
      text('entry', 120, { required: true }),
      created,
    ],
    [
      'CREATE UNIQUE INDEX ledger_entry ON ledger (entry)',
      'CREATE INDEX ledger_order ON ledger (`order`)',
      'CREATE INDEX ledger_store ON ledger (store, created)',
    ],
  );
  const refuse = "BEGIN SELECT RAISE(ABORT, 'the ledger only grows'); END";
  triggers(app, {
    ledger_only_grows_update: `BEFORE UPDATE ON ledger ${refuse}`,
    ledger_only_grows_delete: `BEFORE DELETE ON ledger ${refuse}`,
  });
}

/** Webhook events of the payment provider. */
function makePaymentEvents(app: App): void {
  collection(
    app,
    'payment_events',
    [
      text('eventId', 100, { required: true }),
      text('type', 80, { required: true }),
      text('objectId', 100),
      // When it happened, by the provider's clock.
      { type: 'date', name: 'at' },
      count('tries'),
      { type: 'date', name: 'handledAt' },
      text('error', 500),
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX payment_events_event ON payment_events (eventId)',
      'CREATE INDEX payment_events_at ON payment_events (at)',
      'CREATE INDEX payment_events_handled ON payment_events (handledAt, created)',
    ],
  );
}

firstSchema((app) => {
  const order = link('order', app.findCollectionByNameOrId('orders'), { required: true });
  const line = link('line', app.findCollectionByNameOrId('order_lines'));
  const store = link('store', app.findCollectionByNameOrId('stores'));
  makeShares(app, order, store);
  makeRefundsAndDisputes(app, order, line);
  makeLedger(app, order, line, store);
  makePaymentEvents(app);
});
