import { INCOME_KINDS, INCOME_SOURCES } from '../../domain/payments/income.ts';
import { collection, sql, triggers, view } from './collections.ts';
import { choice, count, number, text } from './fields.ts';
import { AMOUNTS, DAY_KEYS, DAY_SUMS, FILL_SUMS, kindOf, MONTH_KEYS, MONTH_SUMS, total } from './income.ts';
import { follow, grow, type Sign } from './sums.ts';

/** Keys are texts, not links: PocketBase empties links to a deleted row, and two rows would have one key. */
const key = (name: string, max = 15) => text(name, max);
const cents = (name: string) => number(name, { onlyInt: true });

/** The months in which a row counts: its own, and "" for all time. */
const monthsOf = (day: string) =>
  `(SELECT '' AS month UNION ALL SELECT substr(${day}, 1, 7) WHERE ${day} <> '')`;

/** What a row counts for: its product (a deleted one by its name), its coupon, and member prices. */
const partsOf = (row: string) => `(SELECT iif(${row}.product = '', 'name', 'product') AS part,
    iif(${row}.product = '', ${row}.name, ${row}.product) AS what
  UNION ALL SELECT 'coupon', ${row}.couponCode WHERE ${row}.couponCode <> ''
  UNION ALL SELECT 'members', '' WHERE ${row}.memberPercent > 0)`;

const addIncome = (row: string, sign: Sign) =>
  grow(
    'seller_income_days',
    DAY_KEYS,
    DAY_SUMS,
    `SELECT ${row}.store, ${row}.day, ${row}.source, ${kindOf(row)}, ${sign}1,
      ${AMOUNTS.map((name) => `${sign}${row}.${name}`).join(', ')} WHERE ${row}.store <> ''`,
  ) +
  grow(
    'seller_income_months',
    MONTH_KEYS,
    MONTH_SUMS,
    `SELECT ${row}.store, m.month, p.part, p.what, ${row}.source, ${kindOf(row)}, ${sign}1,
      ${sign}${row}.discountCents, ${sign}${row}.yoursCents
      FROM ${monthsOf(`${row}.day`)} m, ${partsOf(row)} p WHERE ${row}.store <> ''`,
  );

const VIEW_SUMS = ['views', 'visits', 'carts'];

const addViews = (row: string, sign: Sign) => {
  const amounts = VIEW_SUMS.map((name) => `${sign}${row}.${name}`).join(', ');
  return (
    grow('view_days', ['store', 'day'], VIEW_SUMS, `SELECT ${row}.store, ${row}.day, ${amounts} WHERE true`) +
    grow(
      'view_months',
      ['store', 'month', 'product'],
      VIEW_SUMS,
      `SELECT ${row}.store, m.month, ${row}.product, ${amounts} FROM ${monthsOf(`${row}.day`)} m WHERE true`,
    )
  );
};

const IS_MEMBER = "kind IN ('paid', 'gift')";
const STAYS = "kind IN ('paid', 'gift', 'skipped')";
const month = (row: string, step: '+1' | '-1') => `strftime('%Y-%m', ${row}.month || '-01', '${step} month')`;

/**
 * Adds a period to its guild's month, and to the month before, of which it may be the member's next. It is no neighbour of
 * its own, so that the same holds before and after a change of its month.
 */
const addPeriod = (row: string, sign: Sign) => `${grow(
  'guild_months',
  ['guild', 'month'],
  ['members', 'joined', 'stayed'],
  `SELECT ${row}.guild, ${row}.month, ${sign}1, ${sign}(strftime('%Y-%m', ${row}.joinedAt) = ${row}.month),
    ${sign}EXISTS (SELECT 1 FROM membership_periods n WHERE n.member = ${row}.member
      AND n.month = ${month(row, '+1')} AND n.${STAYS} AND n.id <> ${row}.id) WHERE ${row}.${IS_MEMBER}`,
)}
  UPDATE guild_months SET stayed = stayed ${sign} 1
    WHERE ${row}.${STAYS} AND (guild, month) = (SELECT b.guild, b.month FROM membership_periods b
      WHERE b.member = ${row}.member AND b.month = ${month(row, '-1')} AND b.${IS_MEMBER} AND b.id <> ${row}.id)
    AND NOT EXISTS (SELECT 1 FROM membership_periods n WHERE n.member = ${row}.member AND n.month = ${row}.month
      AND n.${STAYS} AND n.id <> ${row}.id);`;

/**
 * What sellers sum up is kept as sums: income by day, and by month for each product and coupon; page views likewise;
 * members of a guild by month. Triggers write them in the transaction of the row that counts.
 */
migrate(
  (app) => {
    for (const name of ['seller_income_days', 'seller_income_totals', 'guild_months'])
      app.delete(app.findCollectionByNameOrId(name));
    collection(
      app,
      'seller_income_days',
      [
        key('store'),
        key('day', 10),
        choice('source', INCOME_SOURCES),
        choice('kind', INCOME_KINDS),
        count('count'),
        ...AMOUNTS.map(cents),
      ],
      ['CREATE UNIQUE INDEX seller_income_days_row ON seller_income_days (store, day, source, kind)'],
    );
    collection(
      app,
      'seller_income_months',
      [
        key('store'),
        // "" is all time.
        key('month', 7),
        choice('part', ['product', 'name', 'coupon', 'members']),
        key('what', 300),
        choice('source', INCOME_SOURCES),
        choice('kind', INCOME_KINDS),
        count('count'),
        cents('discountCents'),
        cents('yoursCents'),
      ],
      [
        'CREATE UNIQUE INDEX seller_income_months_row ON seller_income_months (store, month, part, what, source, kind)',
      ],
    );
    collection(
      app,
      'view_days',
      [key('store'), key('day', 10), ...VIEW_SUMS.map((name) => count(name))],
      ['CREATE UNIQUE INDEX view_days_row ON view_days (store, day)'],
    );
    collection(
      app,
      'view_months',
      [key('store'), key('month', 7), key('product'), ...VIEW_SUMS.map((name) => count(name))],
      ['CREATE UNIQUE INDEX view_months_row ON view_months (store, month, product)'],
    );
    collection(
      app,
      'guild_months',
      [key('guild'), key('month', 7), count('members'), count('joined'), count('stayed')],
      ['CREATE UNIQUE INDEX guild_months_row ON guild_months (guild, month)'],
    );
    for (const fill of FILL_SUMS) sql(app, fill);
    sql(
      app,
      `INSERT INTO view_days (store, day, views, visits, carts)
        SELECT r.store, r.day, ${total(VIEW_SUMS)} FROM view_counts r GROUP BY 1, 2`,
    );
    for (const inMonth of ["''", 'substr(r.day, 1, 7)'])
      sql(
        app,
        `INSERT INTO view_months (store, month, product, views, visits, carts)
          SELECT r.store, ${inMonth}, r.product, ${total(VIEW_SUMS)} FROM view_counts r GROUP BY 1, 2, 3`,
      );
    sql(
      app,
      `INSERT INTO guild_months (guild, month, members, joined, stayed)
        SELECT r.guild, r.month, count(*), sum(strftime('%Y-%m', r.joinedAt) = r.month),
          sum(EXISTS (SELECT 1 FROM membership_periods n WHERE n.member = r.member
            AND n.month = ${month('r', '+1')} AND n.${STAYS}))
        FROM membership_periods r WHERE r.${IS_MEMBER} GROUP BY 1, 2`,
    );
    triggers(app, {
      ...follow(
        'seller_income',
        ['store', 'source', 'day', 'state', 'product', 'name', 'couponCode', 'memberPercent', ...AMOUNTS],
        addIncome,
      ),
      ...follow('view_counts', ['store', 'product', 'day', ...VIEW_SUMS], addViews),
      ...follow('membership_periods', ['guild', 'member', 'month', 'kind', 'joinedAt'], addPeriod),
    });
    movements(app);
    view(
      app,
      'seller_income_totals',
      `SELECT d.store AS id, CAST(sum(d.count) AS INTEGER) AS count, CAST(sum(d.heldCents) AS INTEGER) AS heldCents,
          CAST(sum(d.yoursCents) AS INTEGER) AS yoursCents FROM seller_income_days d GROUP BY d.store`,
    );
    indexes(app);
  },
  () => {
    throw new Error('Sales cannot be summed up without their sums; restore a backup instead.');
  },
);

/** The payment behind each movement at the provider: payouts ask for it, and a list in a text has no index. */
function movements(app: App): void {
  collection(
    app,
    'guild_movements',
    [text('movement', 100), key('payment')],
    ['CREATE UNIQUE INDEX guild_movements_once ON guild_movements (movement)'],
  );
  const write = (payments: string, row: string) =>
    `INSERT INTO guild_movements (movement, payment) SELECT m.value, ${row}.id
      FROM ${payments} json_each('["' || replace(${row}.movements, ' ', '","') || '"]') m WHERE m.value <> ''
      ON CONFLICT (movement) DO NOTHING`;
  sql(app, write('guild_payments p,', 'p'));
  triggers(app, {
    guild_payments_moved_new: `AFTER INSERT ON guild_payments WHEN new.movements <> '' BEGIN ${write('', 'new')}; END`,
    guild_payments_moved: `AFTER UPDATE OF movements ON guild_payments WHEN new.movements <> ''
      BEGIN ${write('', 'new')}; END`,
  });
}

/** What lists of sellers are read by: the newest sales of each filter, products, and a guild's last month. */
function indexes(app: App): void {
  const change = (name: string, drop: readonly string[], add: readonly string[]) => {
    const changed = app.findCollectionByNameOrId(name);
    const kept = (changed['indexes'] as string[]).filter(
      (index) => !drop.some((one) => index.includes(` ${one} `)),
    );
    changed['indexes'] = [...kept, ...add];
    app.save(changed);
  };
  change(
    'seller_income',
    ['seller_income_by_day', 'seller_income_buyer', 'seller_income_product'],
    [
      'CREATE INDEX seller_income_by_day ON seller_income (store, day, at, id)',
      'CREATE INDEX seller_income_source ON seller_income (store, source, at, id)',
      'CREATE INDEX seller_income_buyer ON seller_income (buyer, store)',
      'CREATE INDEX seller_income_product ON seller_income (product, at, id)',
      "CREATE INDEX seller_income_coupon ON seller_income (store, couponCode, at, id) WHERE couponCode <> ''",
      "CREATE INDEX seller_income_disputed ON seller_income (store, at, id) WHERE state = 'disputed'",
      'CREATE INDEX seller_income_refunded ON seller_income (store, at, id) WHERE refundedCents > 0',
    ],
  );
  // PocketBase cannot read brackets in an index.
  sql(
    app,
    `CREATE INDEX guild_payments_held ON guild_payments (store, paidAt, id)
      WHERE paymentId <> '' AND (state = 'disputed' OR dueCents <> sentCents)`,
  );
  change('seller_transfers', [], ['CREATE INDEX seller_transfers_stripe ON seller_transfers (stripeId)']);
  change('products', [], ['CREATE INDEX products_store_created ON products (store, created, id)']);
  change(
    'membership_periods',
    [],
    ['CREATE INDEX membership_periods_last ON membership_periods (guild, endsAt, kind)'],
  );
}
