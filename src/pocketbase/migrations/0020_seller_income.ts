import { GUILD_PAYMENT_STATES } from '../../domain/guild/guild-payment.ts';
import { RELEASE_LIMITS } from '../../domain/guild/release.ts';
import { INCOME_SOURCES } from '../../domain/payments/income.ts';
import { collection, sql, triggers, view } from './collections.ts';
import { choice, count, link, text } from './fields.ts';
import { LINES, MEMBERSHIPS, write } from './income.ts';

/** Members of a guild by month: all, those who joined in it, and those without a next month. */
const GUILD_MONTHS = `SELECT (p.guild || p.month) AS id, p.guild AS guild, p.month AS month,
    CAST(count(*) AS INTEGER) AS members,
    CAST(sum(strftime('%Y-%m', p.joinedAt) = p.month) AS INTEGER) AS joined,
    CAST(sum(NOT EXISTS (SELECT 1 FROM membership_periods n WHERE n.member = p.member
      AND n.month = strftime('%Y-%m', p.month || '-01', '+1 month')
      AND n.kind IN ('paid', 'gift', 'skipped'))) AS INTEGER) AS went
  FROM membership_periods p WHERE p.kind IN ('paid', 'gift') GROUP BY p.guild, p.month`;

/** Not "OR REPLACE": within a trigger the conflict clause of the statement that fires it counts, as of an upsert. */
const rewrite = (old: string, rows: string) => `DELETE FROM seller_income WHERE ${old}; ${write(rows)};`;

/**
 * Everything that sellers earn: one row for each sold line and each payment of a member, with its id. Triggers keep it
 * equal to its sources; nothing else writes it. All sums that a seller sees are sums of these rows.
 */
migrate(
  (app) => {
    const to = (name: string) => app.findCollectionByNameOrId(name);
    collection(
      app,
      'seller_income',
      [
        link('store', to('stores')),
        choice('source', INCOME_SOURCES, { required: true }),
        // What the rows are sorted by: when a line was ordered, or a membership paid.
        { type: 'date', name: 'at' },
        { type: 'date', name: 'paidAt' },
        // "2026-11-22", in UTC.
        text('day', 10),
        { type: 'date', name: 'placedAt' },
        choice('state', [...GUILD_PAYMENT_STATES, 'partly_refunded'], { required: true }),
        link('order', to('orders')),
        link('guild', to('guilds')),
        link('member', to('guild_members')),
        text('number', 100),
        link('product', to('products')),
        text('name', 300),
        link('buyer', to('users')),
        text('couponCode', 20),
        count('memberPercent', { max: 100 }),
        text('releaseTitle', RELEASE_LIMITS.title),
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
      [
        'CREATE INDEX seller_income_newest ON seller_income (store, at, id)',
        'CREATE INDEX seller_income_by_day ON seller_income (store, source, day, yoursCents, heldCents)',
        'CREATE INDEX seller_income_order ON seller_income (`order`)',
        'CREATE INDEX seller_income_buyer ON seller_income (buyer)',
        'CREATE INDEX seller_income_product ON seller_income (product)',
      ],
    );
    sql(app, write(LINES));
    sql(app, write(MEMBERSHIPS));
    triggers(app, {
      orders_earn: `AFTER UPDATE OF state, paidAt ON orders WHEN new.state NOT IN ('pending', 'expired')
        BEGIN ${rewrite('`order` = new.id', `${LINES} AND o.id = new.id`)} END`,
      order_lines_earn_new: `AFTER INSERT ON order_lines
        BEGIN ${rewrite('id = new.id', `${LINES} AND l.id = new.id`)} END`,
      order_lines_earn: `AFTER UPDATE OF store, product, paidCents, netCents, refundedCents ON order_lines
        BEGIN ${rewrite('id = new.id', `${LINES} AND l.id = new.id`)} END`,
      guild_payments_earn_new: `AFTER INSERT ON guild_payments
        BEGIN ${rewrite('id = new.id', `${MEMBERSHIPS} WHERE p.id = new.id`)} END`,
      guild_payments_earn: `AFTER UPDATE OF state, paidCents, netCents, refundedCents ON guild_payments
        BEGIN ${rewrite('id = new.id', `${MEMBERSHIPS} WHERE p.id = new.id`)} END`,
    });
    view(
      app,
      'seller_income_days',
      `SELECT (i.store || i.source || i.day) AS id, i.store AS store, i.source AS source, i.day AS day,
          CAST(count(*) AS INTEGER) AS count, CAST(sum(i.paidCents) AS INTEGER) AS paidCents,
          CAST(sum(i.commissionCents) AS INTEGER) AS commissionCents, CAST(sum(i.netCents) AS INTEGER) AS netCents,
          CAST(sum(i.refundedCents) AS INTEGER) AS refundedCents, CAST(sum(i.heldCents) AS INTEGER) AS heldCents,
          CAST(sum(i.yoursCents) AS INTEGER) AS yoursCents
        FROM seller_income i GROUP BY i.store, i.source, i.day`,
    );
    // Members are counted by month; what they pay is income of the day on which they pay it.
    const months = app.findCollectionByNameOrId('guild_months');
    months['viewQuery'] = GUILD_MONTHS;
    app.save(months);
    view(
      app,
      'seller_income_totals',
      `SELECT i.store AS id, CAST(count(*) AS INTEGER) AS count, CAST(sum(i.heldCents) AS INTEGER) AS heldCents,
          CAST(sum(i.yoursCents) AS INTEGER) AS yoursCents FROM seller_income i GROUP BY i.store`,
    );
  },
  () => {
    throw new Error('Sales cannot be shown without their income; restore a backup instead.');
  },
);
