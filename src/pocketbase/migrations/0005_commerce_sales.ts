import { LICENCES } from '../../domain/catalogue/product.ts';
import { COUPON_SCOPES } from '../../domain/commerce/coupon.ts';
import { ORDER_STATES } from '../../domain/commerce/order.ts';
import { RELEASE_LIMITS } from '../../domain/guild/release.ts';
import { BUSINESS_ACCOUNT_STATES, BUSINESS_KINDS } from '../../domain/payments/business-account.ts';
import { PLAN_RHYTHMS, PLAN_STATES } from '../../domain/payments/seller-plan.ts';
import { collection, extend, firstSchema, sql, view } from './collections.ts';
import { choice, choices, count, created, link, text, updated } from './fields.ts';

/** A store's account at the payment provider, where its share of each sale is sent, and its plan there. */
function makeAccounts(app: App): void {
  const store = link('store', app.findCollectionByNameOrId('stores'), { required: true });
  collection(
    app,
    'business_accounts',
    [
      store,
      text('stripeAccountId', 100),
      choice('state', BUSINESS_ACCOUNT_STATES, { required: true }),
      // The plan that its commission is computed by.
      choice('plan', ['free', 'pro']),
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX business_accounts_store ON business_accounts (store)',
      "CREATE UNIQUE INDEX business_accounts_stripe ON business_accounts (stripeAccountId) WHERE stripeAccountId <> ''",
    ],
  );
  extend(app, 'business_accounts', [
    // Who sells, as the seller says.
    choice('kind', Object.keys(BUSINESS_KINDS)),
    text('legalName', 120),
    text('country', 2),
    text('vatId', 20),
    // What the payment provider still needs, and until when.
    { type: 'json', name: 'requirements', maxSize: 4000 },
    { type: 'date', name: 'dueAt' },
    // When it was active for the first time, and when the provider was queried last.
    { type: 'date', name: 'activeAt' },
    { type: 'date', name: 'askedAt' },
    // Number of accounts opened at the provider: a new kind or country needs a new one.
    count('opening'),
    // Text, so that empty ("the plan's rate") differs from 0 ("no commission"): PocketBase has no empty number.
    text('commissionPercent', 3, { pattern: '^(100|[1-9]?[0-9])$' }),
  ]);
  collection(
    app,
    'seller_plans',
    [
      store,
      text('customerId', 100),
      // The payment page that was opened last; another is only opened when this one is closed.
      text('checkoutId', 200),
      text('subscriptionId', 100),
      text('itemId', 100),
      choice('state', PLAN_STATES, { required: true }),
      choice('rhythm', PLAN_RHYTHMS),
      count('priceCents'),
      { type: 'date', name: 'paidUntil' },
      { type: 'bool', name: 'isWaiting' },
      text('dueInvoiceId', 100),
      count('dueCents'),
      { type: 'date', name: 'dueSince' },
      { type: 'date', name: 'askedAt' },
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX seller_plans_store ON seller_plans (store)',
      'CREATE INDEX seller_plans_asked ON seller_plans (askedAt)',
    ],
  );
}

/** Discount codes of a store. Only guarded statements change `uses`. */
function makeCoupons(app: App): void {
  collection(
    app,
    'coupons',
    [
      link('store', app.findCollectionByNameOrId('stores'), { required: true }),
      text('code', 20, { required: true, pattern: '^[A-Z0-9]{5,20}$' }),
      count('percent', { max: 100 }),
      count('fixedCents'),
      { type: 'date', name: 'from' },
      { type: 'date', name: 'to' },
      count('minimumCents'),
      count('maxUses'),
      count('maxUsesPerBuyer'),
      count('uses'),
      choice('scope', COUPON_SCOPES, { required: true }),
      link('products', app.findCollectionByNameOrId('products'), { maxSelect: 500 }),
      link('shelves', app.findCollectionByNameOrId('shelves'), { maxSelect: 100 }),
      { type: 'bool', name: 'off' },
      created,
      updated,
    ],
    ['CREATE UNIQUE INDEX coupons_store_code ON coupons (store, code)'],
  );
}

function makeOrders(app: App): Collection {
  return collection(
    app,
    'orders',
    [
      link('buyer', app.findCollectionByNameOrId('users')),
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
      // One hash of what the provider said last about refunds and disputes.
      text('facts', 64, { hidden: true }),
      // Empty while its settlement is unfinished; the reconciler then queries the provider again.
      { type: 'date', name: 'settledAt' },
      created,
      updated,
    ],
    [
      'CREATE INDEX orders_buyer ON orders (buyer, placedAt)',
      'CREATE INDEX orders_state ON orders (state, placedAt)',
      "CREATE UNIQUE INDEX orders_session ON orders (sessionId) WHERE sessionId <> ''",
      "CREATE UNIQUE INDEX orders_payment ON orders (paymentId) WHERE paymentId <> ''",
      // One checkout for one cart at a time: a double click finds the order of the first.
      "CREATE UNIQUE INDEX orders_fingerprint ON orders (fingerprint) WHERE state = 'pending'",
      'CREATE UNIQUE INDEX orders_checkout_key ON orders (checkoutKey)',
    ],
  );
}

/**
 * Lines of orders. `claim` is "buyer:product" while that buyer's order of that product is open or paid: the unique key
 * makes a second charge for it impossible.
 */
function makeOrderLines(app: App, orders: Collection): void {
  collection(
    app,
    'order_lines',
    [
      link('order', orders, { required: true }),
      count('position'),
      link('product', app.findCollectionByNameOrId('products')),
      link('store', app.findCollectionByNameOrId('stores')),
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
    [
      'CREATE UNIQUE INDEX order_lines_order ON order_lines (`order`, position)',
      'CREATE INDEX order_lines_store ON order_lines (store, created)',
      'CREATE INDEX order_lines_product ON order_lines (product)',
      "CREATE UNIQUE INDEX order_lines_claim ON order_lines (claim) WHERE claim <> ''",
    ],
  );
  extend(app, 'order_lines', [
    // The discount for members of the store's guild in percent; 0 where there is none or another applies.
    count('memberPercent', { max: 100 }),
    // Title, at that time, of the past release that the line was bought with; empty where it was bought alone.
    text('releaseTitle', RELEASE_LIMITS.title),
  ]);
  sql(app, "CREATE INDEX order_lines_coupon ON order_lines (store, coupon) WHERE coupon <> ''");
}

/** Uses of coupons by orders, and the result of each coupon: one row per coupon, with its id. */
function makeCouponUses(app: App, orders: Collection): void {
  collection(
    app,
    'coupon_uses',
    [
      link('coupon', app.findCollectionByNameOrId('coupons'), { required: true }),
      link('order', orders, { required: true }),
      link('buyer', app.findCollectionByNameOrId('users')),
      choice('state', ['held', 'used', 'returned'], { required: true }),
      created,
      updated,
    ],
    [
      'CREATE UNIQUE INDEX coupon_uses_order ON coupon_uses (coupon, `order`)',
      'CREATE INDEX coupon_uses_buyer ON coupon_uses (coupon, buyer, state)',
    ],
  );
  // The database computes the sums: a popular coupon has too many lines to load.
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

firstSchema((app) => {
  makeAccounts(app);
  makeCoupons(app);
  const orders = makeOrders(app);
  makeOrderLines(app, orders);
  makeCouponUses(app, orders);
});
