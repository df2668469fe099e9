import { DISPUTE_STATES } from '../../domain/payment.ts';
import { choice, closed, count, created, link, number, sql, text, updated } from './fields.ts';

/**
 * Where the money of an order goes after it was paid. Shares say how it should be, transfers what was sent and called
 * back, the ledger what happened; ledger rows can be added and nothing else, whoever asks.
 */
const NAMES = ['payment_events', 'ledger', 'disputes', 'refunds', 'seller_transfers', 'seller_shares'];

migrate(
  (app) => {
    const order = link('order', app.findCollectionByNameOrId('orders'), { required: true });
    const line = link('line', app.findCollectionByNameOrId('order_lines'));
    const store = link('store', app.findCollectionByNameOrId('stores'));
    const base = { type: 'base', ...closed };
    app.save(
      new Collection({
        ...base,
        name: 'seller_shares',
        fields: [
          order,
          store,
          count('shareCents'),
          count('sentCents'),
          choice('state', ['owed', 'sent', 'frozen', 'returned', 'debt'], { required: true }),
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX seller_shares_order ON seller_shares (`order`, store)',
          'CREATE INDEX seller_shares_state ON seller_shares (state, store)',
        ],
      }),
    );
    app.save(
      new Collection({
        ...base,
        name: 'seller_transfers',
        fields: [
          order,
          store,
          count('turn'),
          choice('kind', ['transfer', 'reversal'], { required: true }),
          count('amountCents'),
          choice('state', ['sending', 'done', 'failed'], { required: true }),
          text('stripeId', 100, { hidden: true }),
          text('of', 100, { hidden: true }),
          created,
          updated,
        ],
        indexes: ['CREATE UNIQUE INDEX seller_transfers_turn ON seller_transfers (`order`, store, turn)'],
      }),
    );
    app.save(
      new Collection({
        ...base,
        name: 'refunds',
        fields: [
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
        indexes: [
          'CREATE UNIQUE INDEX refunds_key ON refunds (refundKey)',
          "CREATE UNIQUE INDEX refunds_stripe ON refunds (stripeId) WHERE stripeId <> ''",
          'CREATE INDEX refunds_order ON refunds (`order`)',
        ],
      }),
    );
    app.save(
      new Collection({
        ...base,
        name: 'disputes',
        fields: [
          order,
          count('amountCents'),
          text('reason', 100),
          choice('state', DISPUTE_STATES, { required: true }),
          text('stripeId', 100, { required: true, hidden: true }),
          created,
          updated,
        ],
        indexes: ['CREATE UNIQUE INDEX disputes_stripe ON disputes (stripeId)'],
      }),
    );
    app.save(
      new Collection({
        ...base,
        name: 'ledger',
        fields: [
          order,
          line,
          store,
          choice('account', ['buyer', 'seller', 'hall', 'tax', 'provider'], { required: true }),
          choice('kind', ['sale', 'fee', 'refund', 'refund_failed'], { required: true }),
          number('amountCents', { onlyInt: true }),
          text('entry', 120, { required: true }),
          created,
        ],
        indexes: [
          'CREATE UNIQUE INDEX ledger_entry ON ledger (entry)',
          'CREATE INDEX ledger_order ON ledger (`order`)',
          'CREATE INDEX ledger_store ON ledger (store, created)',
        ],
      }),
    );
    for (const event of ['UPDATE', 'DELETE']) {
      sql(
        app,
        `CREATE TRIGGER ledger_only_grows_${event.toLowerCase()} BEFORE ${event} ON ledger BEGIN SELECT RAISE(ABORT, 'the ledger only grows'); END`,
      );
    }
    app.save(
      new Collection({
        ...base,
        name: 'payment_events',
        fields: [
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
        indexes: [
          'CREATE UNIQUE INDEX payment_events_event ON payment_events (eventId)',
          'CREATE INDEX payment_events_at ON payment_events (at)',
          'CREATE INDEX payment_events_handled ON payment_events (handledAt, created)',
        ],
      }),
    );
  },
  (app) => {
    for (const event of ['update', 'delete']) sql(app, `DROP TRIGGER ledger_only_grows_${event}`);
    for (const name of NAMES) app.delete(app.findCollectionByNameOrId(name));
  },
);
