import { write } from './income.ts';

/** What writes the income of sellers: each sold line, a partner's part of it, and each payment of a member. */

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

/** part * refunded / paid, rounded half up, as `sellerPartOf` computes it. */
const inProportion = (part: string, refunded: string, paid: string) =>
  `iif(${paid} = 0, 0, (2 * ${part} * ${refunded} + ${paid}) / (2 * ${paid}))`;

const PAYMENT_BACK = 'min(p.refundedCents, p.paidCents)';
/** What was paid and given back without tax, as `incomeOfPayment` in `src/domain/payments/income.ts` computes it. */
const PRICE = '(p.paidCents - p.taxCents)';
const PRICE_BACK = `(${PAYMENT_BACK} - ${inProportion('p.taxCents', PAYMENT_BACK, 'p.paidCents')})`;
const LEFT = `(p.netCents - ${inProportion('p.netCents', PRICE_BACK, PRICE)})`;

const MEMBERSHIPS = `SELECT p.id AS id, p.store AS store, 'membership' AS source, p.paidAt AS at, p.paidAt AS paidAt,
    substr(p.paidAt, 1, 10) AS day, p.paidAt AS placedAt,
    iif(p.state = 'paid' AND p.refundedCents > 0, 'partly_refunded', p.state) AS state, '' AS \`order\`, p.guild AS guild,
    p.member AS member, p.number AS number, '' AS product, g.name || ', ' || t.name AS name, m.\`user\` AS buyer,
    '' AS couponCode, 0 AS memberPercent, '' AS releaseTitle, ${PRICE} AS listCents, 0 AS discountCents,
    iif(${PRICE} = 0, 0, (200 * (${PRICE} - p.netCents) + ${PRICE}) / (2 * ${PRICE})) AS commissionPercent,
    ${PRICE} AS paidCents, ${PRICE} - p.netCents AS commissionCents, p.netCents AS netCents, ${PRICE_BACK} AS refundedCents,
    iif(p.state = 'disputed', ${LEFT}, 0) AS heldCents, iif(p.state = 'disputed', 0, ${LEFT}) AS yoursCents
  FROM guild_payments p JOIN guilds g ON g.id = p.guild JOIN guild_tiers t ON t.id = p.tier
    JOIN guild_members m ON m.id = p.member`;

const rewrite = `BEGIN DELETE FROM seller_income WHERE id = new.id; ${write(`${MEMBERSHIPS} WHERE p.id = new.id`)}; END`;

/** Bodies of the triggers that keep the rows of income. */
export const EARNED = {
  orders_earn: `AFTER UPDATE OF state, paidAt ON orders WHEN new.state NOT IN ('pending', 'expired')
        BEGIN DELETE FROM seller_income WHERE \`order\` = new.id;
          ${write(`${LINES} AND o.id = new.id`)}; ${write(`${PARTS} AND p.\`order\` = new.id`)}; END`,
  order_lines_earn_new: `AFTER INSERT ON order_lines BEGIN ${earn('new.id')} END`,
  order_lines_earn: `AFTER UPDATE OF store, product, paidCents, netCents, refundedCents ON order_lines
        BEGIN ${earn('new.id')} END`,
  partner_parts_earn_new: `AFTER INSERT ON partner_parts BEGIN ${earn('new.line')} END`,
  partner_parts_earn: `AFTER UPDATE OF store, netCents ON partner_parts BEGIN ${earn('new.line')} END`,
  guild_payments_earn_new: `AFTER INSERT ON guild_payments ${rewrite}`,
  guild_payments_earn: `AFTER UPDATE OF state, paidCents, taxCents, netCents, refundedCents ON guild_payments ${rewrite}`,
};
