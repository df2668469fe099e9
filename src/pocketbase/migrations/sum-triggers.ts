import { AMOUNTS, DAY_KEYS, DAY_SUMS, kindOf, MONTH_KEYS, MONTH_SUMS } from './income.ts';
import { SALES } from './site-days.ts';
import { follow, grow, type Sign } from './sums.ts';

/** What keeps sums: of income, of page views, of guilds by month, of the marketplace by day, of sale weeks, of interest. */

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

const VIEWED = ['views', 'visits', 'carts'];

const addViews = (row: string, sign: Sign) => {
  const amounts = VIEWED.map((name) => `${sign}${row}.${name}`).join(', ');
  return (
    grow('view_days', ['store', 'day'], VIEWED, `SELECT ${row}.store, ${row}.day, ${amounts} WHERE true`) +
    grow(
      'view_months',
      ['store', 'month', 'product'],
      VIEWED,
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

export const SELLER_INCOME_SUMS = follow(
  'seller_income',
  ['store', 'source', 'day', 'state', 'product', 'name', 'couponCode', 'memberPercent', ...AMOUNTS],
  addIncome,
);
export const VIEW_SUMS = follow('view_counts', ['store', 'product', 'day', ...VIEWED], addViews);
export const GUILD_MONTHS = follow(
  'membership_periods',
  ['guild', 'member', 'month', 'kind', 'joinedAt'],
  addPeriod,
);

/** The days in which a row counts: its own, and "" for all time. */
const daysOf = (day: string) => `(SELECT '' AS day UNION ALL SELECT ${day} WHERE ${day} <> '')`;
const add = (sums: readonly string[], day: string, values: readonly string[], where: string) =>
  grow('site_days', ['day'], sums, `SELECT d.day, ${values.join(', ')} FROM ${daysOf(day)} d WHERE ${where}`);

/** Counts each row of a table in the day of its moment. */
const addOne = (sum: string, moment: string) => (row: string, sign: Sign) =>
  add([sum], `substr(${row}.${moment}, 1, 10)`, [`${sign}1`], `${row}.${moment} <> ''`);

const addStored = (row: string, sign: Sign) =>
  add(['storedBytes'], `substr(${row}.created, 1, 10)`, [`${sign}${row}.sizeBytes`], 'true');

const addMail = (row: string, sign: Sign) =>
  add(
    ['mailsSent', 'mailsFailed'],
    `substr(${row}.updated, 1, 10)`,
    [`${sign}(${row}.state = 'sent')`, `${sign}(${row}.state = 'failed')`],
    `${row}.state IN ('sent', 'failed')`,
  );

const addSale = (row: string, sign: Sign) =>
  grow(
    'site_days',
    ['day'],
    SALES,
    `SELECT d.day, ${[
      // A partner's part is of the same sale.
      `${sign}(${row}.source <> 'partner')`,
      ...['paidCents', 'commissionCents', 'refundedCents'].map((name) => `${sign}${row}.${name}`),
      `${sign}(${row}.source <> 'partner' AND ${row}.refundedCents > 0)`,
      `${sign}(${row}.source <> 'partner' AND ${row}.state = 'disputed')`,
    ].join(
      ', ',
    )} FROM (SELECT '' AS day UNION ALL SELECT ${row}.day WHERE ${row}.day <> '') d WHERE ${row}.day <> ''`,
  );

export const SITE_SALES = follow(
  'seller_income',
  ['day', 'state', 'paidCents', 'commissionCents', 'refundedCents'],
  addSale,
  'site_sales',
);
export const SITE_PEOPLE = follow('users', ['created'], addOne('people', 'created'), 'site_people');
export const SITE_STORES = follow('stores', ['openedAt'], addOne('stores', 'openedAt'), 'site_stores');
export const SITE_PRODUCTS = follow(
  'products',
  ['publishedAt'],
  addOne('products', 'publishedAt'),
  'site_products',
);
export const SITE_STORED = follow('product_files', ['created', 'sizeBytes'], addStored, 'site_stored');
export const SITE_MAILS = follow('mails', ['state', 'updated'], addMail, 'site_mails');

const WEEK_KEYS = ['week', 'startsAt', 'store'];
const WEEK_AMOUNTS = ['paidCents', 'refundedCents', 'heldCents', 'yoursCents'];
const WEEK_SUMS = ['sales', ...WEEK_AMOUNTS];

/**
 * Adds a row of income to the sums of its week: to its store's and, as store "", to those of the whole marketplace, for which
 * a partner's part is of the same sale.
 */
const addToWeek = (row: string, sign: Sign) =>
  grow(
    'sale_week_sums',
    WEEK_KEYS,
    WEEK_SUMS,
    `SELECT w.week, w.startsAt, s.store, ${sign}(s.store <> '' OR ${row}.source <> 'partner'),
      ${WEEK_AMOUNTS.map((name) => `${sign}${row}.${name}`).join(', ')}
      FROM sale_week_lines w, (SELECT '' AS store UNION SELECT ${row}.store) s
      WHERE w.line = coalesce((SELECT p.line FROM partner_parts p WHERE p.id = ${row}.id), ${row}.id)`,
  );

export const SALE_WEEK_SALES = follow(
  'seller_income',
  ['store', 'source', ...WEEK_AMOUNTS],
  addToWeek,
  'sale_week_sales',
);

/** What interest in a product is made of, counted since its popularity was reckoned. Points are in the domain. */
const COUNTS = ['visits', 'carts', 'wishes', 'claims', 'sales'] as const;

/** Counts what happened to a product, and lets it be reckoned anew. The first time its popularity so far is taken over. */
const note = (product: string, counts: Partial<Record<(typeof COUNTS)[number], string>>) =>
  `INSERT INTO product_interest (product, heat, reckonedOn, dueOn, ${COUNTS.join(', ')})
    SELECT p.id, p.popularity * 1000, date('now'), '', ${COUNTS.map((name) => counts[name] ?? '0').join(', ')}
    FROM products p WHERE p.id = ${product}
    ON CONFLICT (product) DO UPDATE SET dueOn = '',
    ${COUNTS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')};`;

const BOUGHT = (row: string) => `${row}.source IN ('purchase', 'gift')`;
/** What somebody chose to own: bought, got as a gift, or taken for nothing. What guilds and groups hand out is not counted. */
const gained = (sign: Sign) =>
  note('new.product', { sales: `${sign}(${BOUGHT('new')})`, claims: `${sign}(new.source = 'free')` });

/** Bodies of the triggers that count interest in products. */
export const INTEREST = {
  interest_viewed: `AFTER INSERT ON view_counts WHEN new.product <> ''
        BEGIN ${note('new.product', { visits: 'new.visits', carts: 'new.carts' })} END`,
  interest_viewed_more: `AFTER UPDATE OF visits, carts ON view_counts WHEN new.product <> ''
        BEGIN ${note('new.product', { visits: 'new.visits - old.visits', carts: 'new.carts - old.carts' })} END`,
  interest_wished: `AFTER INSERT ON wishes BEGIN ${note('new.product', { wishes: '1' })} END`,
  interest_wished_no_more: `AFTER DELETE ON wishes BEGIN ${note('old.product', { wishes: '-1' })} END`,
  interest_gained: `AFTER INSERT ON entitlements WHEN (${BOUGHT('new')} OR new.source = 'free') AND new.revokedAt = ''
        BEGIN ${gained('+')} END`,
  interest_lost: `AFTER UPDATE OF revokedAt ON entitlements
        WHEN (${BOUGHT('new')} OR new.source = 'free') AND old.revokedAt = '' AND new.revokedAt <> ''
        BEGIN ${gained('-')} END`,
  interest_regained: `AFTER UPDATE OF revokedAt ON entitlements
        WHEN (${BOUGHT('new')} OR new.source = 'free') AND old.revokedAt <> '' AND new.revokedAt = ''
        BEGIN ${gained('+')} END`,
};
