/** What sellers earn and its sums, as SQL: for the triggers that keep them, and for rows that are there already. */

/** What is left of the net after refunds: net * refunded / paid, rounded half up, as `sellerPartOf` computes it. */
const left = (row: string) =>
  `(${row}.netCents - iif(${row}.paidCents = 0, 0,
    (2 * ${row}.netCents * min(${row}.refundedCents, ${row}.paidCents) + ${row}.paidCents) / (2 * ${row}.paidCents)))`;

/** The amounts of a row, as `incomeOf` in `src/domain/payments/income.ts` computes them. */
const amounts = (row: string, isDisputed: string) => `
  ${row}.paidCents AS paidCents, ${row}.paidCents - ${row}.netCents AS commissionCents, ${row}.netCents AS netCents,
  min(${row}.refundedCents, ${row}.paidCents) AS refundedCents,
  iif(${isDisputed}, ${left(row)}, 0) AS heldCents, iif(${isDisputed}, 0, ${left(row)}) AS yoursCents`;

/** The columns of a row of income. */
const COLUMNS = `id, store, source, at, paidAt, day, placedAt, state, \`order\`, guild, member, number, product, name, buyer,
  couponCode, memberPercent, releaseTitle, listCents, discountCents, commissionPercent, paidCents, commissionCents, netCents,
  refundedCents, heldCents, yoursCents`;

/** The income from sold lines; a condition can be added with AND. */
export const LINES = `SELECT l.id AS id, l.store AS store, 'sale' AS source, l.created AS at, o.paidAt AS paidAt,
    substr(o.paidAt, 1, 10) AS day, o.placedAt AS placedAt, o.state AS state, o.id AS \`order\`, '' AS guild, '' AS member,
    '' AS number, l.product AS product, l.productName AS name, o.buyer AS buyer, l.couponCode AS couponCode,
    l.memberPercent AS memberPercent, l.releaseTitle AS releaseTitle, l.listCents AS listCents,
    l.discountCents AS discountCents, l.commissionPercent AS commissionPercent, ${amounts('l', "o.state = 'disputed'")}
  FROM order_lines l JOIN orders o ON o.id = l.\`order\`
  WHERE o.state IN ('paid', 'partly_refunded', 'refunded', 'disputed') AND l.store <> ''`;

/** The income from members' payments; a condition can be added with WHERE. */
export const MEMBERSHIPS = `SELECT p.id AS id, p.store AS store, 'membership' AS source, p.paidAt AS at, p.paidAt AS paidAt,
    substr(p.paidAt, 1, 10) AS day, p.paidAt AS placedAt,
    iif(p.state = 'paid' AND p.refundedCents > 0, 'partly_refunded', p.state) AS state, '' AS \`order\`, p.guild AS guild,
    p.member AS member, p.number AS number, '' AS product, g.name || ', ' || t.name AS name, m.\`user\` AS buyer,
    '' AS couponCode, 0 AS memberPercent, '' AS releaseTitle, p.paidCents AS listCents, 0 AS discountCents,
    iif(p.paidCents = 0, 0, (200 * (p.paidCents - p.netCents) + p.paidCents) / (2 * p.paidCents)) AS commissionPercent,
    ${amounts('p', "p.state = 'disputed'")}
  FROM guild_payments p JOIN guilds g ON g.id = p.guild JOIN guild_tiers t ON t.id = p.tier
    JOIN guild_members m ON m.id = p.member`;

/** Writes rows of income. */
export const write = (rows: string) =>
  `INSERT INTO seller_income (${COLUMNS}) SELECT ${COLUMNS} FROM (${rows})`;

export const AMOUNTS = [
  ...['listCents', 'discountCents', 'paidCents', 'commissionCents', 'netCents'],
  ...['refundedCents', 'heldCents', 'yoursCents'],
];

/** How a filter by state sees a row: refunded and disputed are no opposites. */
export const kindOf = (row: string) =>
  `iif(${row}.state = 'disputed', iif(${row}.refundedCents > 0, 'disputed-given-back', 'disputed'),
    iif(${row}.refundedCents > 0, 'given-back', 'kept'))`;

export const DAY_KEYS = ['store', 'day', 'source', 'kind'];
export const DAY_SUMS = ['count', ...AMOUNTS];
export const MONTH_KEYS = ['store', 'month', 'part', 'what', 'source', 'kind'];
export const MONTH_SUMS = ['count', 'discountCents', 'yoursCents'];

/** The sums of some columns of the rows "r". */
export const total = (names: readonly string[]) => names.map((name) => `sum(r.${name})`).join(', ');

const DAYS = `INSERT INTO seller_income_days (${[...DAY_KEYS, ...DAY_SUMS].join(', ')})
  SELECT r.store, r.day, r.source, ${kindOf('r')}, count(*), ${total(AMOUNTS)}
  FROM seller_income r WHERE r.store <> '' GROUP BY 1, 2, 3, 4`;

/** What a row counts for. The parts are written out, because a part of FROM cannot read the row beside it. */
const PARTS = [
  ["iif(r.product = '', 'name', 'product')", "iif(r.product = '', r.name, r.product)", 'true'],
  ["'coupon'", 'r.couponCode', "r.couponCode <> ''"],
  ["'members'", "''", 'r.memberPercent > 0'],
];
/** The months in which it counts: all time, and its own. */
const MONTHS = [
  ["''", 'true'],
  ['substr(r.day, 1, 7)', "r.day <> ''"],
];

/** Fills the sums by day and by month from all rows of income, where there are none yet. */
export const FILL_SUMS: readonly string[] = [
  DAYS,
  ...PARTS.flatMap(([part, what, where]) =>
    MONTHS.map(
      ([inMonth, and]) => `INSERT INTO seller_income_months (${[...MONTH_KEYS, ...MONTH_SUMS].join(', ')})
        SELECT r.store, ${inMonth}, ${part}, ${what}, r.source, ${kindOf('r')}, count(*),
          sum(r.discountCents), sum(r.yoursCents)
        FROM seller_income r WHERE r.store <> '' AND ${where} AND ${and} GROUP BY 1, 2, 3, 4, 5, 6`,
    ),
  ),
];
