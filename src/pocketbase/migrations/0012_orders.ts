import { ORDER_STATES } from '../../domain/order.ts';
import { LICENCES } from '../../domain/product.ts';
import { choice, choices, closed, count, created, link, text, updated } from './fields.ts';

/**
 * Orders, their lines and the coupon uses they hold. `claim` on a line is "buyer:product" while that buyer's order for
 * that product is under way or paid: the unique key is what makes a second charge for it impossible.
 */
migrate(
  (app) => {
    const users = app.findCollectionByNameOrId('users');
    const products = app.findCollectionByNameOrId('products');
    const stores = app.findCollectionByNameOrId('stores');
    const orders = new Collection({
      type: 'base',
      name: 'orders',
      ...closed,
      fields: [
        link('buyer', users),
        text('email', 254),
        choice('state', ORDER_STATES, { required: true }),
        text('currency', 3, { required: true }),
        count('totalCents'),
        count('taxCents'),
        count('feeCents'),
        count('refundedCents'),
        text('fingerprint', 64, { required: true }),
        text('checkoutKey', 80, { required: true, hidden: true }),
        text('sessionId', 200, { hidden: true }),
        text('sessionUrl', 2000, { hidden: true }),
        text('paymentId', 200, { hidden: true }),
        text('chargeId', 200, { hidden: true }),
        text('cardBrand', 30),
        text('cardLast4', 4),
        text('giftEmail', 254),
        text('giftMessage', 1000),
        { type: 'date', name: 'placedAt', required: true },
        { type: 'date', name: 'paidAt' },
        { type: 'date', name: 'expiresAt', required: true },
        // What the provider said last about refunds and disputes, as one hash.
        text('facts', 64, { hidden: true }),
        // The reconciler asks again about an order whose settling was cut short.
        { type: 'date', name: 'settledAt' },
        created,
        updated,
      ],
      indexes: [
        'CREATE INDEX orders_buyer ON orders (buyer, placedAt)',
        'CREATE INDEX orders_state ON orders (state, placedAt)',
        "CREATE UNIQUE INDEX orders_session ON orders (sessionId) WHERE sessionId <> ''",
        "CREATE UNIQUE INDEX orders_payment ON orders (paymentId) WHERE paymentId <> ''",
        // One way to pay for one cart at a time: a double click finds the order of the first.
        "CREATE UNIQUE INDEX orders_fingerprint ON orders (fingerprint) WHERE state = 'pending'",
        'CREATE UNIQUE INDEX orders_checkout_key ON orders (checkoutKey)',
      ],
    });
    app.save(orders);
    app.save(
      new Collection({
        type: 'base',
        name: 'order_lines',
        ...closed,
        fields: [
          link('order', orders, { required: true }),
          count('position'),
          link('product', products),
          link('store', stores),
          text('storeName', 80),
          text('productName', 200),
          text('picture', 200),
          { type: 'bool', name: 'free' },
          count('listCents'),
          count('discountCents'),
          link('coupon', app.findCollectionByNameOrId('coupons')),
          text('couponCode', 20),
          count('paidCents'),
          count('commissionPercent', { max: 100 }),
          count('commissionCents'),
          count('feeCents'),
          count('netCents'),
          count('refundedCents'),
          choices('licences', Object.keys(LICENCES)),
          text('licenceText', 64),
          text('claim', 40, { hidden: true }),
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX order_lines_order ON order_lines (`order`, position)',
          'CREATE INDEX order_lines_store ON order_lines (store, created)',
          'CREATE INDEX order_lines_product ON order_lines (product)',
          "CREATE UNIQUE INDEX order_lines_claim ON order_lines (claim) WHERE claim <> ''",
        ],
      }),
    );
    app.save(
      new Collection({
        type: 'base',
        name: 'coupon_uses',
        ...closed,
        fields: [
          link('coupon', app.findCollectionByNameOrId('coupons'), { required: true }),
          link('order', orders, { required: true }),
          link('buyer', users),
          choice('state', ['held', 'used', 'returned'], { required: true }),
          created,
          updated,
        ],
        indexes: [
          'CREATE UNIQUE INDEX coupon_uses_order ON coupon_uses (coupon, `order`)',
          'CREATE INDEX coupon_uses_buyer ON coupon_uses (coupon, buyer, state)',
        ],
      }),
    );
  },
  (app) => {
    for (const name of ['coupon_uses', 'order_lines', 'orders'])
      app.delete(app.findCollectionByNameOrId(name));
  },
);
