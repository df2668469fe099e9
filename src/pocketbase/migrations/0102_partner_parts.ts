import { INCOME_SOURCES } from '../../domain/payments/income.ts';
import { collection, extend, sql, triggers } from './collections.ts';
import { count, created, link } from './fields.ts';
import { write } from './income.ts';
import { SALES } from './site-days.ts';
import { follow, grow, type Sign } from './sums.ts';

/** An amount's part that goes to the partner, as `partnerPart` in `src/domain/commerce/partner-part.ts` computes it; 0 without one. */
const part = (amount: string) => `coalesce((${amount}) * p.netCents / nullif(l.netCents, 0), 0)`;

const REFUNDED = 'min(l.refundedCents, l.paidCents)';
/** What the sellers gave back: net * refunded / paid, rounded half up, as `sellerPartOf` computes it. */
const BACK = `iif(l.paidCents = 0, 0, (2 * l.netCents * ${REFUNDED} + l.paidCents) / (2 * l.paidCents))`;
const TAX = 'l.listCents - l.discountCents - l.paidCents';
const LIST_PART = `(${part('l.paidCents')} + ${part('l.discountCents')} + ${part(TAX)})`;
const NET_PART = 'coalesce(p.netCents, 0)';

/** The amounts of one of the two sellers. @param of turns an amount and the partner's part of it into this seller's. */
const amounts = (of: (whole: string, part: string) => string) => {
  const left = `(${of('l.netCents', NET_PART)} - ${of(BACK, part(BACK))})`;
  const paid = of('l.paidCents', part('l.paidCents'));
  const net = of('l.netCents', NET_PART);
  return `${of('l.listCents', LIST_PART)} AS listCents, ${of('l.discountCents', part('l.discountCents'))} AS discountCents,
    l.commissionPercent AS commissionPercent, ${paid} AS paidCents, ${paid} - ${net} AS commissionCents, ${net} AS netCents,
    ${of(REFUNDED, part(REFUNDED))} AS refundedCents, iif(o.state = 'disputed', ${left}, 0) AS heldCents,
    iif(o.state = 'disputed', 0, ${left}) AS yoursCents`;
};

const SOLD = "o.state IN ('paid', 'partly_refunded', 'refunded', 'disputed')";
const WHEN = `l.created AS at, o.paidAt AS paidAt, substr(o.paidAt, 1, 10) AS day, o.placedAt AS placedAt, o.state AS state,
  o.id AS \`order\`, '' AS guild, '' AS member, '' AS number, l.product AS product, l.productName AS name`;

/** The income of the store that sold a line: without the partner's part. */
const LINES = `SELECT l.id AS id, l.store AS store, 'sale' AS source, ${WHEN}, o.buyer AS buyer, l.couponCode AS couponCode,
    l.memberPercent AS memberPercent, l.releaseTitle AS releaseTitle, ${amounts((whole, part) => `(${whole} - ${part})`)}
  FROM order_lines l JOIN orders o ON o.id = l.\`order\` LEFT JOIN partner_parts p ON p.line = l.id AND p.netCents > 0
  WHERE ${SOLD} AND l.store <> ''`;

/** The income of partners. They do not see who bought it, and coupon and membership are the other store's. */
const PARTS = `SELECT p.id AS id, p.store AS store, 'partner' AS source, ${WHEN}, '' AS buyer, '' AS couponCode, 0 AS memberPercent,
    '' AS releaseTitle, ${amounts((_whole, part) => part)}
  FROM partner_parts p JOIN order_lines l ON l.id = p.line JOIN orders o ON o.id = l.\`order\`
  WHERE ${SOLD} AND p.netCents > 0 AND p.store <> ''`;

const earn = (line: string) => `DELETE FROM seller_income WHERE id = ${line};
  DELETE FROM seller_income WHERE id IN (SELECT id FROM partner_parts WHERE line = ${line});
  ${write(`${LINES} AND l.id = ${line}`)}; ${write(`${PARTS} AND p.line = ${line}`)};`;

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

const REPLACED = ['orders_earn', 'order_lines_earn_new', 'order_lines_earn'];
const COUNTED = ['site_sales_add', 'site_sales_take', 'site_sales_move'];

/** What partners of products get of each sale: agreed in percent, frozen with the order, paid out to both. */
migrate(
  (app) => {
    extend(app, 'product_partners', [count('percent', { max: 100 })]);
    const stores = app.findCollectionByNameOrId('stores');
    collection(
      app,
      'partner_parts',
      [
        link('order', app.findCollectionByNameOrId('orders'), { required: true, cascadeDelete: true }),
        link('line', app.findCollectionByNameOrId('order_lines'), { required: true, cascadeDelete: true }),
        // The partner's store.
        link('store', stores),
        count('percent', { max: 100 }),
        // Of the line's net.
        count('netCents'),
        created,
      ],
      [
        'CREATE UNIQUE INDEX partner_parts_line ON partner_parts (line)',
        'CREATE INDEX partner_parts_order ON partner_parts (`order`, store)',
        'CREATE INDEX partner_parts_store ON partner_parts (store)',
        'CREATE INDEX partner_parts_created ON partner_parts (created)',
      ],
    );
    for (const name of ['seller_income', 'seller_income_days', 'seller_income_months']) {
      const income = app.findCollectionByNameOrId(name);
      (income.fields.getByName('source') as { values: string[] }).values = [...INCOME_SOURCES];
      app.save(income);
    }
    for (const name of [...REPLACED, ...COUNTED]) sql(app, `DROP TRIGGER ${name}`);
    triggers(app, {
      orders_earn: `AFTER UPDATE OF state, paidAt ON orders WHEN new.state NOT IN ('pending', 'expired')
        BEGIN DELETE FROM seller_income WHERE \`order\` = new.id;
          ${write(`${LINES} AND o.id = new.id`)}; ${write(`${PARTS} AND p.\`order\` = new.id`)}; END`,
      order_lines_earn_new: `AFTER INSERT ON order_lines BEGIN ${earn('new.id')} END`,
      order_lines_earn: `AFTER UPDATE OF store, product, paidCents, netCents, refundedCents ON order_lines
        BEGIN ${earn('new.id')} END`,
      partner_parts_earn_new: `AFTER INSERT ON partner_parts BEGIN ${earn('new.line')} END`,
      partner_parts_earn: `AFTER UPDATE OF store, netCents ON partner_parts BEGIN ${earn('new.line')} END`,
      ...follow(
        'seller_income',
        ['day', 'state', 'paidCents', 'commissionCents', 'refundedCents'],
        addSale,
        'site_sales',
      ),
    });
  },
  () => {
    throw new Error('What partners earned cannot be forgotten; restore a backup instead.');
  },
);
