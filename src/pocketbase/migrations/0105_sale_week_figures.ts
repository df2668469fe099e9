import { collection, sql, triggers } from './collections.ts';
import { count, created, link, number, text } from './fields.ts';
import { follow, grow, type Sign } from './sums.ts';

const KEYS = ['week', 'startsAt', 'store'];
const AMOUNTS = ['paidCents', 'refundedCents', 'heldCents', 'yoursCents'];
const SUMS = ['sales', ...AMOUNTS];

/**
 * Adds a row of income to the sums of its week: to its store's and, as store "", to those of the whole marketplace, for which
 * a partner's part is of the same sale.
 */
const add = (row: string, sign: Sign) =>
  grow(
    'sale_week_sums',
    KEYS,
    SUMS,
    `SELECT w.week, w.startsAt, s.store, ${sign}(s.store <> '' OR ${row}.source <> 'partner'),
      ${AMOUNTS.map((name) => `${sign}${row}.${name}`).join(', ')}
      FROM sale_week_lines w, (SELECT '' AS store UNION SELECT ${row}.store) s
      WHERE w.line = coalesce((SELECT p.line FROM partner_parts p WHERE p.id = ${row}.id), ${row}.id)`,
  );

/** What a line has earned before it was known to be of a week: an order without a price is paid as it is placed. */
const EARNED = (store: string, sales: string, where: string) =>
  `SELECT new.week, new.startsAt, ${store}, ${sales}, ${AMOUNTS.map((name) => `i.${name}`).join(', ')}
    FROM seller_income i WHERE (i.id = new.line OR i.id IN (SELECT p.id FROM partner_parts p WHERE p.line = new.line)) AND ${where}`;

/** What was sold of models in a sale week: the lines, and sums of them by week and store. */
migrate(
  (app) => {
    collection(
      app,
      'sale_week_lines',
      [
        link('line', app.findCollectionByNameOrId('order_lines'), { required: true, cascadeDelete: true }),
        text('week', 60, { required: true }),
        // The first moment of the week for which its model had joined.
        { type: 'date', name: 'startsAt', required: true },
        created,
      ],
      ['CREATE UNIQUE INDEX sale_week_lines_line ON sale_week_lines (line)'],
    );
    collection(
      app,
      'sale_week_sums',
      [
        text('week', 60, { required: true }),
        { type: 'date', name: 'startsAt', required: true },
        // "" is the whole marketplace.
        text('store', 15),
        count('sales'),
        ...AMOUNTS.map((name) => number(name, { onlyInt: true })),
      ],
      [
        'CREATE UNIQUE INDEX sale_week_sums_store ON sale_week_sums (store, week, startsAt)',
        'CREATE INDEX sale_week_sums_week ON sale_week_sums (week, startsAt)',
      ],
    );
    triggers(app, {
      ...follow('seller_income', ['store', 'source', ...AMOUNTS], add, 'sale_week_sales'),
      sale_week_lines_earned: `AFTER INSERT ON sale_week_lines BEGIN
        ${grow('sale_week_sums', KEYS, SUMS, EARNED('i.store', '1', "i.store <> ''"))}
        ${grow('sale_week_sums', KEYS, SUMS, EARNED("''", "i.source <> 'partner'", 'true'))} END`,
    });
    sql(
      app,
      `INSERT INTO sale_week_lines (id, line, week, startsAt, created)
        SELECT 'r' || lower(hex(randomblob(7))), l.id, e.week, min(e.startsAt), strftime('%Y-%m-%d %H:%M:%fZ', 'now')
        FROM sale_week_products e JOIN order_lines l ON l.product = e.product JOIN orders o ON o.id = l.\`order\`
        WHERE o.placedAt >= e.startsAt AND o.placedAt < e.endsAt GROUP BY l.id`,
    );
  },
  () => {
    throw new Error('The figures of sale weeks would be lost; restore a backup instead.');
  },
);
