import { PRE_ORDER_STATES } from '../../domain/catalogue/price/pre-order.ts';
import { collection, extend, feed, sql } from './collections.ts';
import { choice, created, link, text, updated } from './fields.ts';

const SHARE_STATES = ['owed', 'sent', 'frozen', 'returned', 'debt'];

/** Models that are sold before they are finished, and which lines of orders wait for them. */
migrate(
  (app) => {
    collection(
      app,
      'pre_orders',
      [
        link('product', app.findCollectionByNameOrId('products'), { required: true, cascadeDelete: true }),
        link('store', app.findCollectionByNameOrId('stores'), { required: true, cascadeDelete: true }),
        choice('state', PRE_ORDER_STATES, { required: true }),
        { type: 'date', name: 'promisedDay', required: true },
        // The day that was promised before, where the seller moved it.
        { type: 'date', name: 'movedFrom' },
        // From when on a job has something to do here; empty where nothing is left.
        { type: 'date', name: 'workAt' },
        created,
        updated,
      ],
      [
        'CREATE UNIQUE INDEX pre_orders_product ON pre_orders (product)',
        "CREATE INDEX pre_orders_work ON pre_orders (workAt) WHERE workAt <> ''",
        'CREATE INDEX pre_orders_store ON pre_orders (store)',
      ],
    );
    feed(app, 'pre_orders', { column: 'product' });
    // The id as text, so that what was sold says so also when the model is deleted.
    extend(
      app,
      'order_lines',
      [text('preOrder', 15)],
      ["CREATE INDEX order_lines_pre_order ON order_lines (preOrder, id) WHERE preOrder <> ''"],
    );
    allowed(app, [...SHARE_STATES, 'held']);
  },
  (app) => {
    allowed(app, SHARE_STATES);
    for (const event of ['insert', 'update', 'delete'])
      sql(app, `DROP TRIGGER change_feed_pre_orders_${event}`);
    const lines = app.findCollectionByNameOrId('order_lines');
    lines['indexes'] = (lines['indexes'] as string[]).filter(
      (index) => !index.includes('order_lines_pre_order'),
    );
    lines.fields.removeByName('preOrder');
    app.save(lines);
    app.delete(app.findCollectionByNameOrId('pre_orders'));
  },
);

function allowed(app: App, states: string[]): void {
  const shares = app.findCollectionByNameOrId('seller_shares');
  (shares.fields.getByName('state') as { values: string[] }).values = states;
  app.save(shares);
}
