import { feed, triggers, view } from './collections.ts';
import { choice, choices, count, created, number, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';
import { EARNED } from './income-triggers.ts';
import { guardStates } from './state-guards.ts';

/** Discount codes of a store. Only guarded statements change `uses`. */
function coupons(app: App): void {
  table(app, 'coupons', {
    fields: [
      linkTo('store', 'stores', { required: true }),
      text('code', 20, { pattern: '^[A-Z0-9]{5,20}$', required: true }),
      count('percent', { max: 100 }),
      count('fixedCents'),
      { type: 'date', name: 'from' },
      { type: 'date', name: 'to' },
      count('minimumCents'),
      count('maxUses'),
      count('maxUsesPerBuyer'),
      count('uses'),
      choice('scope', ['all', 'products', 'shelves', 'tiers'], { required: true }),
      linkTo('products', 'products', { maxSelect: 500 }),
      linkTo('shelves', 'shelves', { maxSelect: 100 }),
      { type: 'bool', name: 'off' },
      created,
      updated,
    ],
    indexes: ['CREATE UNIQUE INDEX coupons_store_code ON coupons (store, code)'],
  });
}

function orders(app: App): void {
  table(app, 'orders', {
    fields: [
      linkTo('buyer', 'users'),
      text('email', 254),
      choice('state', ['pending', 'paid', 'partly_refunded', 'refunded', 'disputed', 'expired'], {
        required: true,
      }),
      text('currency', 3, { required: true }),
      count('totalCents'),
      count('taxCents'),
      count('feeCents'),
      count('refundedCents'),
      text('fingerprint', 64, { required: true }),
      text('checkoutKey', 80, { hidden: true, required: true }),
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
      // One hash of what the provider said last about refunds and disputes.
      text('facts', 64, { hidden: true }),
      // Empty while its settlement is unfinished; the reconciler then queries the provider again.
      { type: 'date', name: 'settledAt' },
      created,
      updated,
    ],
    later: [
      // The provider's fee of an order may be unknown for an hour after the payment.
      { type: 'bool', name: 'feePending', hidden: true },
      text('fraudWarning', 100, { hidden: true }),
      // Invoices and credit notes of orders. A number is taken in the transaction that writes the row, so there are no
      // gaps: the highest serial of the kind and year, plus one. Triggers refuse to change or delete what was issued.
      // `cause` is what a row is for: "sale", "refund:" or "failed:" and the refund's id; nothing is invoiced twice.
      // `content` is a `InvoiceContent`. An order says what the provider knows of its buyer: country, VAT number, the rate
      // of tax in percent, and whether the buyer owes the tax (reverse charge). A consent says what a buyer agreed to, in
      // which version of its wording.
      text('country', 2),
      text('vatId', 40),
      number('taxPercent', { min: 0 }),
      { type: 'bool', name: 'reverseCharge' },
      count('lostCents'),
    ],
    unlistedFirst: [
      `CREATE INDEX orders_done ON orders (buyer, placedAt, id, state) WHERE state NOT IN ('pending', 'expired')`,
      `CREATE INDEX orders_unsettled ON orders (placedAt, id) WHERE settledAt = '' AND state NOT IN ('pending', 'expired')`,
    ],
    asWritten: [
      'CREATE INDEX orders_buyer ON orders (buyer, placedAt)',
      'CREATE INDEX orders_state ON orders (state, placedAt)',
      "CREATE UNIQUE INDEX orders_session ON orders (sessionId) WHERE sessionId <> ''",
      "CREATE UNIQUE INDEX orders_payment ON orders (paymentId) WHERE paymentId <> ''",
      // One checkout for one cart at a time: a double click finds the order of the first.
      "CREATE UNIQUE INDEX orders_fingerprint ON orders (fingerprint) WHERE state = 'pending'",
      'CREATE UNIQUE INDEX orders_checkout_key ON orders (checkoutKey)',
      'CREATE INDEX orders_fee_pending ON orders (settledAt) WHERE feePending = TRUE',
      'CREATE INDEX orders_by_sessionId ON orders (sessionId)',
      'CREATE INDEX orders_by_paymentId ON orders (paymentId)',
      'CREATE INDEX orders_placed ON orders (placedAt, id)',
      'CREATE INDEX orders_email ON orders (email COLLATE NOCASE, placedAt, id)',
      "CREATE INDEX orders_warned ON orders (paidAt, id) WHERE fraudWarning <> ''",
    ],
  });
  triggers(app, {
    // A sale counts in the week of its payment, a Monday to a Sunday.
    order_origins_counted: `AFTER UPDATE OF state ON orders WHEN old.state = 'pending' AND new.state <> 'pending'
        BEGIN
          INSERT INTO origin_weeks (store, week, product, origin, visits, carts, sales) SELECT o.store, date(new.paidAt, '-6 days', 'weekday 1'), iif(t.one, o.product, ''), o.origin, 0, 0, count(*)
              FROM order_origins o, (SELECT true AS one UNION ALL SELECT false) t
              WHERE o."order" = new.id AND new.state = 'paid' GROUP BY 1, 2, 3, 4
    ON CONFLICT (store, week, product, origin) DO UPDATE SET
    visits = visits + excluded.visits, carts = carts + excluded.carts, sales = sales + excluded.sales;
          DELETE FROM order_origins WHERE "order" = new.id;
        END`,
    orders_earn: EARNED.orders_earn,
    // Partners of products are told of sales and refunds, too, and everybody of refunds of whole orders.
    webhooks_sale: `AFTER UPDATE OF state ON orders WHEN new.state = 'paid' AND old.state IN ('pending', 'expired') BEGIN
        INSERT INTO webhook_deliveries
  (id, webhook, event, subject, payload, state, tries, queuedAt, sendAfter, status, answer, created, updated)
  SELECT 'r' || lower(hex(randomblob(7))), w.id, 'sale', s.subject, '', 'waiting', 0, t.now, t.now, 0, '', t.now, t.now
  FROM (SELECT l.store, new.id AS subject FROM order_lines l WHERE l.\`order\` = new.id
  UNION SELECT p.store, new.id FROM partner_parts p WHERE p.\`order\` = new.id AND p.netCents > 0) s
  JOIN (SELECT strftime('%Y-%m-%d %H:%M:%fZ', 'now') AS now) t
  JOIN webhooks w ON w.store = s.store
  WHERE instr(' ' || w.events || ' ', ' sale ') > 0; END`,
  });
  guardStates(app, {
    collection: 'orders',
    noun: 'order',
    changes: [
      { from: ['pending'], to: ['paid', 'expired'], by: ['system'] },
      { from: ['expired'], to: ['paid'], by: ['system'] },
      {
        from: ['paid', 'partly_refunded', 'refunded', 'disputed'],
        to: ['paid', 'partly_refunded', 'refunded', 'disputed'],
        by: ['system', 'operator'],
      },
    ],
  });
}

/**
 * Lines of orders. `claim` is "buyer:product" while that buyer's order of that product is open or paid: the unique key
 * makes a second charge for it impossible.
 */
function orderLines(app: App): void {
  table(app, 'order_lines', {
    fields: [
      linkTo('order', 'orders', { required: true }),
      count('position'),
      linkTo('product', 'products'),
      linkTo('store', 'stores'),
      text('storeName', 80),
      text('productName', 200),
      text('picture', 200),
      { type: 'bool', name: 'free' },
      count('listCents'),
      count('discountCents'),
      linkTo('coupon', 'coupons'),
      text('couponCode', 20),
      count('paidCents'),
      count('commissionPercent', { max: 100 }),
      count('commissionCents'),
      count('feeCents'),
      count('netCents'),
      count('refundedCents'),
      choices('licences', ['personal', 'merchant']),
      text('licenceText', 64),
      text('claim', 40, { hidden: true }),
      created,
      updated,
    ],
    later: [
      // The discount for members of the store's guild in percent; 0 where there is none or another applies.
      count('memberPercent', { max: 100 }),
      // Title, at that time, of the past release that the line was bought with; empty where it was bought alone.
      text('releaseTitle', 100),
      count('includedTaxCents'),
      count('refundedTaxCents'),
      text('preOrder', 15),
      count('lostCents'),
      // A row of `downloads` is a delivery: it is written before the first byte of a part, or the first link to it, is
      // given to a person, and a withdrawal reads it. `begunAt` is that moment. `lastAt` is when a download last came to
      // its end, which the library shows; empty before the first one did.
      { type: 'bool', name: 'isWithdrawn' },
    ],
    unlistedFirst: ["CREATE INDEX order_lines_coupon ON order_lines (store, coupon) WHERE coupon <> ''"],
    asWritten: [
      'CREATE UNIQUE INDEX order_lines_order ON order_lines (`order`, position)',
      'CREATE INDEX order_lines_store ON order_lines (store, created)',
      'CREATE INDEX order_lines_product ON order_lines (product)',
      "CREATE UNIQUE INDEX order_lines_claim ON order_lines (claim) WHERE claim <> ''",
      'CREATE INDEX order_lines_by_claim ON order_lines (claim)',
      'CREATE INDEX order_lines_product_id ON order_lines (product, id)',
      "CREATE INDEX order_lines_pre_order ON order_lines (preOrder, id) WHERE preOrder <> ''",
    ],
  });
  triggers(app, {
    order_lines_earn_new: EARNED.order_lines_earn_new,
    order_lines_earn: EARNED.order_lines_earn,
  });
}

/** Uses of coupons by orders, and the result of each coupon: one row per coupon, with its id. */
function couponUses(app: App): void {
  table(app, 'coupon_uses', {
    fields: [
      linkTo('coupon', 'coupons', { required: true }),
      linkTo('order', 'orders', { required: true }),
      linkTo('buyer', 'users'),
      choice('state', ['held', 'used', 'returned'], { required: true }),
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX coupon_uses_order ON coupon_uses (coupon, `order`)',
      'CREATE INDEX coupon_uses_buyer ON coupon_uses (coupon, buyer, state)',
    ],
  });
}

function couponResults(app: App): void {
  view(
    app,
    'coupon_results',
    `SELECT l.coupon AS id, l.store AS store, COUNT(DISTINCT l.\`order\`) AS orders,
        CAST(SUM(l.paidCents - l.refundedCents) AS INTEGER) AS paidCents,
        CAST(SUM(l.discountCents) AS INTEGER) AS discountCents
      FROM order_lines l JOIN orders o ON o.id = l.\`order\`
      WHERE l.coupon <> '' AND o.state IN ('paid', 'partly_refunded', 'refunded', 'disputed')
      GROUP BY l.store, l.coupon`,
  );
}

/** Products of one store that cost less together. */
function productBundles(app: App): void {
  table(app, 'product_bundles', {
    fields: [
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      text('title', 80, { required: true }),
      count('priceCents', { max: 1_000_000 }),
      linkTo('products', 'products', { maxSelect: 30 }),
      created,
      updated,
    ],
    indexes: ['CREATE INDEX product_bundles_store ON product_bundles (store, created)'],
  });
  feed(app, 'product_bundles', { column: 'store' });
}

/** Orders and what lowers their prices. */
firstSchema((app) => {
  coupons(app);
  orders(app);
  orderLines(app);
  couponUses(app);
  couponResults(app);
  productBundles(app);
});
