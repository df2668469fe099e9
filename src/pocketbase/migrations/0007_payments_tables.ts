import { audited } from './audit-triggers.ts';
import { triggers, view } from './collections.ts';
import { choice, count, created, number, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';
import { SALE_WEEK_SALES, SELLER_INCOME_SUMS, SITE_SALES } from './sum-triggers.ts';

/** A store's account at the payment provider, where its share of each sale is sent, and its plan there. */
function businessAccounts(app: App): void {
  table(app, 'business_accounts', {
    fields: [
      linkTo('store', 'stores', { required: true }),
      text('stripeAccountId', 100),
      choice('state', ['none', 'pending', 'active', 'restricted', 'rejected'], { required: true }),
      // The plan that its commission is computed by.
      choice('plan', ['free', 'pro']),
      created,
      updated,
    ],
    later: [
      // Who sells, as the seller says.
      choice('kind', ['individual', 'company']),
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
      // A guild is on hold while its store is not open. A trigger says so, whoever changes the state of the store: seller,
      // desk, case or job. Members remember that their payments are paused for it, and what they had skipped themselves;
      // payments remember what of a hold is given back.
      { type: 'date', name: 'payoutsHeldAt', hidden: true },
    ],
    asWritten: [
      'CREATE UNIQUE INDEX business_accounts_store ON business_accounts (store)',
      `CREATE UNIQUE INDEX business_accounts_stripe ON business_accounts (stripeAccountId) WHERE stripeAccountId <> ''`,
      'CREATE INDEX business_accounts_by_stripeAccountId ON business_accounts (stripeAccountId)',
      "CREATE INDEX business_accounts_held ON business_accounts (payoutsHeldAt) WHERE payoutsHeldAt <> ''",
    ],
  });
  audited(app, [
    {
      kind: 'account',
      table: 'business_accounts',
      fields: ['state', 'plan'],
      who: "'system'",
      logsInsert: true,
    },
    { kind: 'commission', table: 'business_accounts', fields: ['commissionPercent'], who: "'operator'" },
  ]);
}

function sellerPlans(app: App): void {
  table(app, 'seller_plans', {
    fields: [
      linkTo('store', 'stores', { required: true }),
      text('customerId', 100),
      // The payment page that was opened last; another is only opened when this one is closed.
      text('checkoutId', 200),
      text('subscriptionId', 100),
      text('itemId', 100),
      choice('state', ['none', 'active', 'ending', 'past-due', 'ended'], { required: true }),
      choice('rhythm', ['monthly', 'annual']),
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
    later: [
      { type: 'date', name: 'remindedFor' },
      // Invoices of memberships and seller plans: they have no order, but a bill, which is the provider's invoice, the
      // subscription that it belongs to, and the account that paid. The account is a text: an invoice does not change when
      // the account goes. What was paid before this is not invoiced again, since its tax was declared from the provider's
      // invoices: payments of members are marked, and plans say since when they are invoiced.
      { type: 'date', name: 'invoicedSince' },
      { type: 'date', name: 'heldAt', hidden: true },
    ],
    unlistedFirst: ["CREATE INDEX seller_plans_annual ON seller_plans (paidUntil) WHERE rhythm = 'annual'"],
    asWritten: [
      'CREATE UNIQUE INDEX seller_plans_store ON seller_plans (store)',
      'CREATE INDEX seller_plans_asked ON seller_plans (askedAt)',
      "CREATE INDEX seller_plans_held ON seller_plans (heldAt) WHERE heldAt <> ''",
    ],
  });
}

/** What is wrong with the billing of subscriptions until the operator has mended it: it waits at the desk. */
function billingTroubles(app: App): void {
  table(app, 'billing_troubles', {
    fields: [
      // The provider's id of the subscription.
      text('subscription', 100, { required: true }),
      choice('kind', ['tax-off', 'not-finalized'], { required: true }),
      text('reason', 200),
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX billing_troubles_of ON billing_troubles (subscription, kind)',
      'CREATE INDEX billing_troubles_created ON billing_troubles (created, id)',
    ],
  });
}

/** Webhook events of the payment provider. */
function paymentEvents(app: App): void {
  table(app, 'payment_events', {
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
  });
}

/**
 * Everything that sellers earn: one row for each sold line and each payment of a member, with its id. Triggers keep it
 * equal to its sources; nothing else writes it. All sums that a seller sees are sums of these rows.
 */
function sellerIncome(app: App): void {
  table(app, 'seller_income', {
    fields: [
      linkTo('store', 'stores'),
      choice('source', ['sale', 'membership', 'partner'], { required: true }),
      // What the rows are sorted by: when a line was ordered, or a membership paid.
      { type: 'date', name: 'at' },
      { type: 'date', name: 'paidAt' },
      // "2026-11-22", in UTC.
      text('day', 10),
      { type: 'date', name: 'placedAt' },
      choice('state', ['paid', 'refunded', 'disputed', 'partly_refunded'], { required: true }),
      linkTo('order', 'orders'),
      linkTo('guild', 'guilds'),
      linkTo('member', 'guild_members'),
      text('number', 100),
      linkTo('product', 'products'),
      text('name', 300),
      linkTo('buyer', 'users'),
      text('couponCode', 20),
      count('memberPercent', { max: 100 }),
      text('releaseTitle', 100),
      count('listCents'),
      count('discountCents'),
      count('commissionPercent', { max: 100 }),
      count('paidCents'),
      count('commissionCents'),
      count('netCents'),
      count('refundedCents'),
      count('heldCents'),
      count('yoursCents'),
    ],
    indexes: [
      'CREATE INDEX seller_income_newest ON seller_income (store, at, id)',
      'CREATE INDEX seller_income_order ON seller_income (`order`)',
      'CREATE INDEX seller_income_by_day ON seller_income (store, day, at, id)',
      'CREATE INDEX seller_income_source ON seller_income (store, source, at, id)',
      'CREATE INDEX seller_income_buyer ON seller_income (buyer, store)',
      'CREATE INDEX seller_income_product ON seller_income (product, at, id)',
      `CREATE INDEX seller_income_coupon ON seller_income (store, couponCode, at, id) WHERE couponCode <> ''`,
      "CREATE INDEX seller_income_disputed ON seller_income (store, at, id) WHERE state = 'disputed'",
      'CREATE INDEX seller_income_refunded ON seller_income (store, at, id) WHERE refundedCents > 0',
    ],
  });
  triggers(app, {
    // What sellers sum up is kept as sums: income by day, and by month for each product and coupon; page views likewise;
    // members of a guild by month. Triggers write them in the transaction of the row that counts.
    ...SELLER_INCOME_SUMS,
    // What partners of products get of each sale: agreed in percent, frozen with the order, paid out to both.
    ...SITE_SALES,
    // What was sold of models in a sale week: the lines, and sums of them by week and store.
    ...SALE_WEEK_SALES,
  });
}

function sellerIncomeDays(app: App): void {
  table(app, 'seller_income_days', {
    fields: [
      text('store', 15),
      text('day', 10),
      choice('source', ['sale', 'membership', 'partner']),
      choice('kind', ['kept', 'given-back', 'disputed', 'disputed-given-back']),
      count('count'),
      number('listCents', { onlyInt: true }),
      number('discountCents', { onlyInt: true }),
      number('paidCents', { onlyInt: true }),
      number('commissionCents', { onlyInt: true }),
      number('netCents', { onlyInt: true }),
      number('refundedCents', { onlyInt: true }),
      number('heldCents', { onlyInt: true }),
      number('yoursCents', { onlyInt: true }),
    ],
    indexes: ['CREATE UNIQUE INDEX seller_income_days_row ON seller_income_days (store, day, source, kind)'],
  });
}

function sellerIncomeMonths(app: App): void {
  table(app, 'seller_income_months', {
    fields: [
      text('store', 15),
      // "" is all time.
      text('month', 7),
      choice('part', ['product', 'name', 'coupon', 'members']),
      text('what', 300),
      choice('source', ['sale', 'membership', 'partner']),
      choice('kind', ['kept', 'given-back', 'disputed', 'disputed-given-back']),
      count('count'),
      number('discountCents', { onlyInt: true }),
      number('yoursCents', { onlyInt: true }),
    ],
    indexes: [
      'CREATE UNIQUE INDEX seller_income_months_row ON seller_income_months (store, month, part, what, source, kind)',
    ],
  });
}

function sellerIncomeTotals(app: App): void {
  view(
    app,
    'seller_income_totals',
    `SELECT d.store AS id, CAST(sum(d.count) AS INTEGER) AS count, CAST(sum(d.heldCents) AS INTEGER) AS heldCents,
          CAST(sum(d.yoursCents) AS INTEGER) AS yoursCents FROM seller_income_days d GROUP BY d.store`,
  );
}

/** Sellers at the payment provider, what they earn, and what the provider says. */
firstSchema((app) => {
  businessAccounts(app);
  sellerPlans(app);
  billingTroubles(app);
  paymentEvents(app);
  sellerIncome(app);
  sellerIncomeDays(app);
  sellerIncomeMonths(app);
  sellerIncomeTotals(app);
});
