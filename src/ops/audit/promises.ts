import { IS_AWAITED } from '../../data/commerce/pre-orders.ts';
import { IS_OF_SHARE } from '../../data/commerce/shares.ts';
import { type Query, select } from '../../data/kernel/query.ts';
import { type RowOf, shape, value } from '../../data/kernel/shape.ts';
import { type Sql, sql } from '../../data/kernel/sql.ts';
import { text } from '../../data/kernel/table.ts';

/** What must hold of money, entitlements and takedowns, and the question for the rows of which it does not. */
export interface KeptPromise {
  name: string;
  broken: Query<Broken>;
}

const OF_BROKEN = { id: value(sql`b.id`, text) };
const BROKEN = shape(OF_BROKEN);

/** A row that breaks a promise: its id, or what else names it. */
export type Broken = RowOf<typeof OF_BROKEN>;

/** A promise, and the rows that break it: a SELECT of their `id`, of those created since `{:since}`. */
const promise = (name: string, rows: Sql, since: string): KeptPromise => ({
  name,
  broken: select(BROKEN, sql`SELECT ${BROKEN} FROM (${rows}) b`, { since }),
});

/** A column that holds a whole number of cents from 0. */
const cents = (amount: Sql) => sql`(typeof(${amount}) = 'integer' AND ${amount} >= 0)`;
const wasPaid = sql`o.state NOT IN ('pending', 'expired')`;
const isWholeRefund = sql`(l.refundedCents > 0 AND l.refundedCents = l.paidCents)`;
/** Whether all of an order is refunded at once, from the moment it was decided: as where it was paid from a country without sale. */
const isGivenBack = sql`EXISTS (SELECT 1 FROM refunds r WHERE r.[[order]] = o.id AND r.line = '' AND r.state <> 'failed'
  AND r.amountCents = o.totalCents + o.taxCents)`;
/** The first two parts of a ledger's entry, such as "refund:re_1" of "refund:re_1:buyer". */
const event = sql`iif(instr(substr(entry, instr(entry, ':') + 1), ':') = 0, entry,
  substr(entry, 1, instr(entry, ':') + instr(substr(entry, instr(entry, ':') + 1), ':') - 1))`;
const movedCents = sql`sum(CASE m.kind WHEN 'transfer' THEN 1 WHEN 'withheld' THEN 1 ELSE -1 END * m.amountCents)`;

/**
 * What must hold of orders, grants, ledger, shares, members' payments and takedowns whatever has happened, told by the rows alone:
 * a restored copy is audited without the payment provider. The drill compares them with the provider as well.
 * @param since only of rows created from then on, as the database writes it ("2026-11-22 20:00:00.000Z"); "" means all.
 */
export function promisesOf(since: string): KeptPromise[] {
  return [
    ...ofOrders(since),
    ...ofGrants(since),
    ...ofLedger(since),
    ...ofSellers(since),
    ...ofMembers(since),
    ...ofHiddenThings(since),
  ];
}

const ofOrders = (since: string): KeptPromise[] => [
  promise(
    'an order is the sum of its lines',
    sql`SELECT o.id FROM orders o LEFT JOIN order_lines l ON l.[[order]] = o.id WHERE o.created >= {:since}
        GROUP BY o.id HAVING coalesce(sum(l.paidCents), 0) <> o.totalCents`,
    since,
  ),
  promise(
    'a line is divided to the cent',
    sql`SELECT id FROM order_lines WHERE created >= {:since} AND NOT (
        ${cents(sql`listCents`)} AND ${cents(sql`discountCents`)} AND ${cents(sql`paidCents`)} AND ${cents(sql`commissionCents`)}
        AND ${cents(sql`feeCents`)} AND ${cents(sql`netCents`)} AND ${cents(sql`refundedCents`)}
        AND ${cents(sql`includedTaxCents`)} AND ${cents(sql`refundedTaxCents`)}
        AND listCents - discountCents = paidCents + includedTaxCents AND commissionCents + feeCents + netCents = paidCents
        AND refundedCents <= paidCents AND (includedTaxCents = 0 OR refundedTaxCents <= includedTaxCents))`,
    since,
  ),
  promise(
    'an order is disputed while a dispute of it is open, and only then',
    sql`SELECT o.id FROM orders o WHERE o.created >= {:since} AND (o.state = 'disputed') <>
        EXISTS (SELECT 1 FROM disputes d WHERE d.[[order]] = o.id AND d.state = 'open')`,
    since,
  ),
  promise(
    'what a bank took back in lost disputes is given back',
    sql`SELECT o.id FROM orders o WHERE o.created >= {:since} AND NOT (${cents(sql`o.lostCents`)}
        AND o.lostCents <= o.refundedCents AND o.refundedCents >= min(o.totalCents + o.taxCents,
          (SELECT coalesce(sum(d.amountCents), 0) FROM disputes d WHERE d.[[order]] = o.id AND d.state = 'lost'))
        AND (o.lostCents = 0 OR EXISTS (SELECT 1 FROM disputes d WHERE d.[[order]] = o.id AND d.state = 'lost'))
        AND (SELECT coalesce(sum(l.lostCents), 0) FROM order_lines l WHERE l.[[order]] = o.id) <= o.lostCents)`,
    since,
  ),
  promise(
    'a coupon counts its uses',
    sql`SELECT c.id FROM coupons c WHERE c.created >= {:since} AND c.uses <>
        (SELECT count(*) FROM coupon_uses u WHERE u.coupon = c.id AND u.state <> 'returned')`,
    since,
  ),
];

const ofGrants = (since: string): KeptPromise[] => [
  promise(
    'nothing is granted twice',
    sql`SELECT min(id) AS id FROM entitlements WHERE created >= {:since}
        GROUP BY [[user]], product, source, sourceId HAVING count(*) > 1`,
    since,
  ),
  // The recipient of a gift does not get products that were refunded before it was claimed, and who is refunded at once nothing.
  promise(
    'a paid line is granted once',
    sql`SELECT l.id FROM orders o JOIN order_lines l ON l.[[order]] = o.id
        WHERE o.created >= {:since} AND ${wasPaid}
          AND NOT EXISTS (SELECT 1 FROM gifts g WHERE g.[[order]] = o.id AND g.claimedBy = '')
          AND NOT EXISTS (SELECT 1 FROM membership_gifts m WHERE m.[[order]] = o.id)
          AND (SELECT count(*) FROM entitlements e WHERE e.sourceId = l.id) <> 1
          AND NOT (${isWholeRefund} AND o.giftEmail <> ''
            AND NOT EXISTS (SELECT 1 FROM entitlements e WHERE e.sourceId = l.id))
          AND NOT (${isGivenBack} AND NOT EXISTS (SELECT 1 FROM entitlements e WHERE e.sourceId = l.id))`,
    since,
  ),
  promise(
    'a redeemed gift of a membership covers its months once',
    sql`SELECT m.id FROM membership_gifts m WHERE m.created >= {:since} AND m.startedAt <> '' AND m.claimedBy <> ''
        AND m.months <> (SELECT count(*) FROM membership_periods p WHERE p.payment = 'gift-order:' || m.[[order]])`,
    since,
  ),
  promise(
    'access ends with a whole refund or a dispute, and only then',
    sql`SELECT l.id FROM orders o JOIN order_lines l ON l.[[order]] = o.id JOIN entitlements e ON e.sourceId = l.id
        WHERE o.created >= {:since} AND ${wasPaid} AND (e.revokedAt <> '') <> (${isWholeRefund} OR o.state = 'disputed')`,
    since,
  ),
];

const ofLedger = (since: string): KeptPromise[] => [
  promise(
    'the ledger balances',
    sql`SELECT ${event} AS id FROM ledger WHERE created >= {:since} GROUP BY 1 HAVING sum(amountCents) <> 0`,
    since,
  ),
  promise(
    'the ledger knows every payment',
    sql`SELECT o.id FROM orders o LEFT JOIN ledger r ON r.[[order]] = o.id AND r.account = 'buyer'
        WHERE o.created >= {:since} AND ${wasPaid}
        GROUP BY o.id HAVING coalesce(sum(r.amountCents), 0) + o.totalCents + o.taxCents - o.refundedCents <> 0`,
    since,
  ),
  promise(
    'the tax held is what was not given back',
    sql`SELECT o.id FROM orders o WHERE o.created >= {:since} AND ${wasPaid}
        AND (SELECT coalesce(sum(r.amountCents), 0) FROM ledger r WHERE r.[[order]] = o.id AND r.account = 'tax')
          <> o.taxCents - (o.refundedCents - (SELECT coalesce(sum(l.refundedCents), 0) FROM order_lines l WHERE l.[[order]] = o.id))`,
    since,
  ),
];

const ofSellers = (since: string): KeptPromise[] => [
  promise(
    'a partner has what was agreed of a line',
    sql`SELECT q.id FROM partner_parts q JOIN order_lines l ON l.id = q.line WHERE q.created >= {:since} AND NOT (
        ${cents(sql`q.netCents`)} AND q.netCents = l.netCents * q.percent / 100 AND q.[[order]] = l.[[order]]
        AND (q.store = '' OR q.store <> l.store))`,
    since,
  ),
  // While a payment is disputed, nothing is a seller's; the ledger has no rows for that.
  promise(
    'a share is what the ledger says',
    sql`SELECT s.id FROM seller_shares s WHERE s.created >= {:since} AND s.store <> '' AND s.shareCents <>
          (SELECT coalesce(sum(r.amountCents), 0) FROM ledger r
            WHERE r.[[order]] = s.[[order]] AND r.store = s.store AND r.account = 'seller')
        AND NOT EXISTS (SELECT 1 FROM disputes d WHERE d.[[order]] = s.[[order]] AND d.state = 'open')`,
    since,
  ),
  promise(
    'a share is the sum of its movements',
    sql`SELECT s.id FROM seller_shares s
        LEFT JOIN seller_transfers m ON m.[[order]] = s.[[order]] AND m.store = s.store AND m.state = 'done'
        WHERE s.created >= {:since} GROUP BY s.id HAVING coalesce(${movedCents}, 0) <> s.sentCents`,
    since,
  ),
  promise(
    'a share is in the state that its amounts say',
    sql`SELECT s.id FROM seller_shares s WHERE s.created >= {:since} AND (
        s.state IN ('sent', 'returned') AND s.sentCents <> s.shareCents
        OR s.state = 'debt' AND s.sentCents <= s.shareCents
        OR s.state = 'held' AND s.sentCents >= s.shareCents
        OR s.state = 'frozen' AND NOT EXISTS
          (SELECT 1 FROM disputes d WHERE d.[[order]] = s.[[order]] AND d.state = 'open')
        OR s.state = 'owed' AND s.sentCents >= s.shareCents AND NOT EXISTS
          (SELECT 1 FROM seller_transfers m WHERE m.[[order]] = s.[[order]] AND m.state = 'sending'))`,
    since,
  ),
  promise(
    'nothing is sent for a pre-order before it is delivered',
    sql`SELECT s.id FROM seller_shares s WHERE s.created >= {:since} AND s.sentCents > 0 AND EXISTS
        (SELECT 1 FROM order_lines l WHERE ${IS_OF_SHARE} AND ${IS_AWAITED})`,
    since,
  ),
  promise(
    'a share that is held waits for a pre-order',
    sql`SELECT s.id FROM seller_shares s WHERE s.created >= {:since} AND s.state = 'held' AND NOT EXISTS
        (SELECT 1 FROM order_lines l JOIN pre_orders w ON w.id = l.preOrder
          WHERE ${IS_OF_SHARE} AND (${IS_AWAITED} OR w.workAt > ''))`,
    since,
  ),
  // A membership's debt is repaid by withholding alone: its share lies with the seller as part of the payment.
  promise(
    'what is withheld repays a debt of the same store',
    sql`SELECT store || ' ' || payer || ' ' || owed AS id FROM (
          SELECT m.store AS store, iif(m.kind = 'withheld', m.[[order]], m.[[of]]) AS payer,
            iif(m.kind = 'withheld', m.[[of]], m.[[order]]) AS owed, m.amountCents AS amountCents, m.kind AS kind
          FROM seller_transfers m WHERE m.created >= {:since} AND m.state = 'done' AND m.kind IN ('withheld', 'recovered')
            AND NOT EXISTS (SELECT 1 FROM guild_payments p WHERE p.id = m.[[of]]))
        GROUP BY store, payer, owed, amountCents HAVING sum(iif(kind = 'withheld', 1, -1)) <> 0`,
    since,
  ),
];

const ofMembers = (since: string): KeptPromise[] => [
  promise(
    "a member's payment is divided to the cent",
    sql`SELECT id FROM guild_payments WHERE created >= {:since} AND NOT (
        ${cents(sql`paidCents`)} AND ${cents(sql`taxCents`)} AND ${cents(sql`commissionCents`)} AND ${cents(sql`netCents`)}
        AND ${cents(sql`refundedCents`)} AND ${cents(sql`lostCents`)} AND lostCents <= refundedCents
        AND taxCents + commissionCents + netCents = paidCents)`,
    since,
  ),
  promise(
    "what is withheld for a member's payment is recovered",
    sql`SELECT p.id FROM guild_payments p WHERE p.created >= {:since} AND (
        p.recoveredCents <> (SELECT coalesce(sum(m.amountCents), 0) FROM seller_transfers m
          WHERE m.kind = 'withheld' AND m.[[of]] = p.id)
        OR p.isDebt AND p.sentCents <= p.dueCents)`,
    since,
  ),
];

/** Whether somebody at the desk showed it again since the case was decided, as the audit log says. */
const wasLifted = sql`EXISTS (SELECT 1 FROM audit_log a WHERE a.record = c.subject AND a.field = 'state'
  AND a.before = 'suspended' AND a.who IN ('operator', 'moderator') AND a.created >= c.decidedAt)`;

const ofHiddenThings = (since: string): KeptPromise[] => [
  promise(
    'what an upheld case hides stays hidden until the desk shows it',
    sql`SELECT c.what || ' ' || c.subject AS id FROM cases c WHERE c.created >= {:since} AND c.state = 'upheld' AND (
        c.what = 'product' AND NOT ${wasLifted}
          AND EXISTS (SELECT 1 FROM products p WHERE p.id = c.subject AND p.state <> 'suspended')
        OR c.what = 'store' AND NOT ${wasLifted}
          AND EXISTS (SELECT 1 FROM stores s WHERE s.id = c.subject AND s.state <> 'suspended')
        OR c.what = 'review' AND EXISTS (SELECT 1 FROM reviews r WHERE r.id = c.subject AND r.hiddenAt = '')
        OR c.what = 'print' AND EXISTS (SELECT 1 FROM review_photos r WHERE r.id = c.subject AND r.hiddenAt = '')
        OR c.what = 'message' AND EXISTS (SELECT 1 FROM messages m WHERE m.id = c.subject AND m.hiddenAt = '')
        OR c.what = 'post' AND EXISTS (SELECT 1 FROM posts q WHERE q.id = c.subject AND q.hiddenAt = '')
        OR c.what = 'question' AND EXISTS (SELECT 1 FROM questions q WHERE q.id = c.subject AND q.state <> 'hidden'))`,
    since,
  ),
];
