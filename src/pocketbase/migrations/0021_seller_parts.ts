import { extend, sql, triggers } from './collections.ts';
import { number, text } from './fields.ts';

/** part * refunded / paid, rounded half up, as `sellerPartOf` computes it. */
const inProportion = (part: string, refunded: string, paid: string) =>
  `iif(${paid} = 0, 0, (2 * ${part} * ${refunded} + ${paid}) / (2 * ${paid}))`;

const BACK = 'min(p.refundedCents, p.paidCents)';
/** What was paid and given back without tax, as `incomeOfPayment` in `src/domain/payments/income.ts` computes it. */
const PRICE = '(p.paidCents - p.taxCents)';
const PRICE_BACK = `(${BACK} - ${inProportion('p.taxCents', BACK, 'p.paidCents')})`;
const LEFT = `(p.netCents - ${inProportion('p.netCents', PRICE_BACK, PRICE)})`;

const COLUMNS = `id, store, source, at, paidAt, day, placedAt, state, \`order\`, guild, member, number, product, name, buyer,
  couponCode, memberPercent, releaseTitle, listCents, discountCents, commissionPercent, paidCents, commissionCents, netCents,
  refundedCents, heldCents, yoursCents`;

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

const write = (rows: string) => `INSERT INTO seller_income (${COLUMNS}) SELECT ${COLUMNS} FROM (${rows})`;
const rewrite = `BEGIN DELETE FROM seller_income WHERE id = new.id; ${write(`${MEMBERSHIPS} WHERE p.id = new.id`)}; END`;

/**
 * Members' payments are divided into tax, commission and the seller's part of the price; a payment says what the seller
 * should have of it and what their account at the provider holds.
 */
migrate(
  (app) => {
    sql(app, 'DROP TRIGGER guild_payments_earn_new');
    sql(app, 'DROP TRIGGER guild_payments_earn');
    extend(
      app,
      'guild_payments',
      [
        number('dueCents', { onlyInt: true, hidden: true }),
        // Below 0 where more was taken back than the seller had.
        number('sentCents', { onlyInt: true, hidden: true }),
        text('movements', 2000, { hidden: true }),
      ],
      [
        "CREATE INDEX guild_payments_uneven ON guild_payments (updated) WHERE dueCents <> sentCents AND paymentId <> ''",
      ],
    );
    // So far sellers had their part of the whole payment, and disputed money was not taken back.
    sql(
      app,
      `UPDATE guild_payments AS p SET sentCents = p.netCents - ${inProportion('p.netCents', BACK, 'p.paidCents')}`,
    );
    sql(
      app,
      `UPDATE guild_payments AS p SET commissionCents = ${inProportion(PRICE, 'p.commissionCents', 'p.paidCents')},
        netCents = ${PRICE} - ${inProportion(PRICE, 'p.commissionCents', 'p.paidCents')} WHERE p.taxCents > 0`,
    );
    sql(app, `UPDATE guild_payments AS p SET dueCents = iif(p.state = 'disputed', 0, ${LEFT})`);
    sql(app, "DELETE FROM seller_income WHERE source = 'membership'");
    sql(app, write(MEMBERSHIPS));
    triggers(app, {
      guild_payments_earn_new: `AFTER INSERT ON guild_payments ${rewrite}`,
      guild_payments_earn: `AFTER UPDATE OF state, paidCents, taxCents, netCents, refundedCents ON guild_payments ${rewrite}`,
    });
  },
  () => {
    throw new Error(
      'This migration cannot be reverted: what sellers hold of members’ payments would be forgotten.',
    );
  },
);
