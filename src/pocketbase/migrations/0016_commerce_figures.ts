import { triggers } from './collections.ts';
import { choice, count, created, number, text, updated } from './fields.ts';
import { firstSchema, linkTo, table } from './first-schema.ts';

/**
 * Where buyers come from: sums by product and week, and once more for all products of a store where `product` is empty.
 * Counters only; nothing says who came.
 */
function originWeeks(app: App): void {
  table(app, 'origin_weeks', {
    fields: [
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      linkTo('product', 'products', { cascadeDelete: true }),
      // Its Monday, in UTC.
      text('week', 10, { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', required: true }),
      choice('origin', ['search', 'link', 'feed', 'mail', 'post', 'site', 'direct'], { required: true }),
      count('visits'),
      count('carts'),
      count('sales'),
    ],
    indexes: ['CREATE UNIQUE INDEX origin_weeks_row ON origin_weeks (store, week, product, origin)'],
    unlisted: ["CREATE INDEX origin_weeks_product ON origin_weeks (product, week) WHERE product <> ''"],
  });
}

function orderOrigins(app: App): void {
  table(app, 'order_origins', {
    fields: [
      linkTo('order', 'orders', { cascadeDelete: true, required: true }),
      linkTo('product', 'products', { cascadeDelete: true, required: true }),
      linkTo('store', 'stores', { cascadeDelete: true, required: true }),
      choice('origin', ['search', 'link', 'feed', 'mail', 'post', 'site', 'direct'], { required: true }),
    ],
    indexes: ['CREATE UNIQUE INDEX order_origins_row ON order_origins (`order`, product)'],
    unlisted: [
      'CREATE INDEX order_origins_product ON order_origins (product)',
      'CREATE INDEX order_origins_store ON order_origins (store)',
    ],
  });
}

function saleWeekLines(app: App): void {
  table(app, 'sale_week_lines', {
    fields: [
      linkTo('line', 'order_lines', { cascadeDelete: true, required: true }),
      text('week', 60, { required: true }),
      // The first moment of the week for which its model had joined.
      { type: 'date', name: 'startsAt', required: true },
      created,
    ],
    indexes: ['CREATE UNIQUE INDEX sale_week_lines_line ON sale_week_lines (line)'],
  });
  triggers(app, {
    sale_week_lines_earned: `AFTER INSERT ON sale_week_lines BEGIN
        INSERT INTO sale_week_sums (week, startsAt, store, sales, paidCents, refundedCents, heldCents, yoursCents) SELECT new.week, new.startsAt, i.store, 1, i.paidCents, i.refundedCents, i.heldCents, i.yoursCents
    FROM seller_income i WHERE (i.id = new.line OR i.id IN (SELECT p.id FROM partner_parts p WHERE p.line = new.line)) AND i.store <> ''
    ON CONFLICT (week, startsAt, store) DO UPDATE SET
    sales = sales + excluded.sales, paidCents = paidCents + excluded.paidCents, refundedCents = refundedCents + excluded.refundedCents, heldCents = heldCents + excluded.heldCents, yoursCents = yoursCents + excluded.yoursCents;
        INSERT INTO sale_week_sums (week, startsAt, store, sales, paidCents, refundedCents, heldCents, yoursCents) SELECT new.week, new.startsAt, '', i.source <> 'partner', i.paidCents, i.refundedCents, i.heldCents, i.yoursCents
    FROM seller_income i WHERE (i.id = new.line OR i.id IN (SELECT p.id FROM partner_parts p WHERE p.line = new.line)) AND true
    ON CONFLICT (week, startsAt, store) DO UPDATE SET
    sales = sales + excluded.sales, paidCents = paidCents + excluded.paidCents, refundedCents = refundedCents + excluded.refundedCents, heldCents = heldCents + excluded.heldCents, yoursCents = yoursCents + excluded.yoursCents; END`,
  });
}

function saleWeekSums(app: App): void {
  table(app, 'sale_week_sums', {
    fields: [
      text('week', 60, { required: true }),
      { type: 'date', name: 'startsAt', required: true },
      // "" is the whole marketplace.
      text('store', 15),
      count('sales'),
      number('paidCents', { onlyInt: true }),
      number('refundedCents', { onlyInt: true }),
      number('heldCents', { onlyInt: true }),
      number('yoursCents', { onlyInt: true }),
    ],
    indexes: [
      'CREATE UNIQUE INDEX sale_week_sums_store ON sale_week_sums (store, week, startsAt)',
      'CREATE INDEX sale_week_sums_week ON sale_week_sums (week, startsAt)',
    ],
  });
}

/** Months of a tier that somebody paid for another person. The order holds the money, this row the gift. */
function membershipGifts(app: App): void {
  table(app, 'membership_gifts', {
    fields: [
      linkTo('order', 'orders', { required: true }),
      linkTo('guild', 'guilds', { required: true }),
      linkTo('tier', 'guild_tiers', { required: true }),
      count('months'),
      linkTo('giver', 'users'),
      // Who alone may redeem it, where the giver named an account; else the address that the giver typed.
      linkTo('recipient', 'users'),
      text('email', 254),
      text('message', 1000),
      { type: 'date', name: 'deliverAt', required: true },
      { type: 'date', name: 'expiresAt', required: true },
      { type: 'date', name: 'paidAt' },
      { type: 'date', name: 'deliveredAt' },
      text('tokenHash', 64, { hidden: true }),
      linkTo('claimedBy', 'users'),
      { type: 'date', name: 'claimedAt' },
      // When its months were given; empty after a crash in between, which a job mends.
      { type: 'date', name: 'startedAt' },
      { type: 'date', name: 'remindedAt' },
      { type: 'date', name: 'endedAt' },
      choice('endReason', ['expired', 'closed']),
      // When the refund of an ended gift was asked for.
      { type: 'date', name: 'refundedAt' },
      created,
      updated,
    ],
    indexes: [
      'CREATE UNIQUE INDEX membership_gifts_order ON membership_gifts (`order`)',
      "CREATE UNIQUE INDEX membership_gifts_token ON membership_gifts (tokenHash) WHERE tokenHash <> ''",
      'CREATE INDEX membership_gifts_giver ON membership_gifts (giver)',
      "CREATE INDEX membership_gifts_claimed ON membership_gifts (claimedBy) WHERE claimedBy <> ''",
      `CREATE INDEX membership_gifts_due ON membership_gifts (deliverAt) WHERE paidAt <> '' AND deliveredAt = '' AND endedAt = ''`,
      `CREATE INDEX membership_gifts_started ON membership_gifts (claimedAt) WHERE claimedAt <> '' AND startedAt = ''`,
      `CREATE INDEX membership_gifts_over ON membership_gifts (expiresAt) WHERE paidAt <> '' AND claimedAt = '' AND endedAt = ''`,
      `CREATE INDEX membership_gifts_guild ON membership_gifts (guild) WHERE paidAt <> '' AND claimedAt = '' AND endedAt = ''`,
      `CREATE INDEX membership_gifts_refund ON membership_gifts (endedAt) WHERE endedAt <> '' AND refundedAt = ''`,
    ],
  });
}

/** Where sales came from, what sale weeks sold, and memberships that were given away. */
firstSchema((app) => {
  originWeeks(app);
  orderOrigins(app);
  saleWeekLines(app);
  saleWeekSums(app);
  membershipGifts(app);
});
