import { COMMISSION_PERCENT, saleShares } from '../../domain/payments/commission.ts';
import type { Catalogue } from './catalogue.ts';
import { productId } from './catalogue.ts';
import { grownEmail, notablesOf, personId, storeId } from './people.ts';
import { AGE_MS, DAY_MS, type Plan } from './plan.ts';
import { grownId } from './tables.ts';

/** Lines of one of the collector's orders. */
const COLLECTORS_LINES = 50;
/** After its first line an order stays at its store in this share of the draws. */
const SAME_STORE = 0.7;
const REFUNDED_SHARE = 0.02;
/** Draws until a product is found that the buyer does not own. */
const TRIES = 20;
const PAID_AFTER_MS = 90_000;
const REFUNDED_AFTER_MS = 3 * DAY_MS;

/**
 * Adds paid orders from three years until an hour ago, some lines refunded, and everything that follows from them:
 * entitlements, ledger, sellers' shares and transfers. What is paid adds up as `npm run drill` audits it.
 */
export function addSales(plan: Plan, catalogue: Catalogue): void {
  addOrders(plan, catalogue);
  const { tables } = plan;
  for (const statement of FOLLOWING) tables.run(statement);
  addDownloads(plan);
}

function addOrders(plan: Plan, catalogue: Catalogue): void {
  const { tables, chance, size, now, date } = plan;
  const { order, line, refund } = writersOf(plan);
  const owned = new Set<number>();
  const licence = tables.rows<{ key: string }>('SELECT key FROM licence_texts ORDER BY key')[0]?.key ?? '0';
  const names = tables.rows<{ name: string }>(
    `SELECT name FROM stores WHERE id GLOB 's*' AND slug GLOB 'grown-*' ORDER BY id`,
  );
  const collectorAt = size.stores;
  const giantGoods = catalogue.onSale[0] ?? [];
  let lines = 0;
  let giant = 0;
  let collected = 0;
  for (let orders = 0; lines < size.orderLines; orders++) {
    const left = size.orderLines - lines;
    // The collector buys all along, between the others.
    const isCollector = collected < size.collected && collected / size.collected <= lines / size.orderLines;
    const buyer = isCollector ? collectorAt : size.stores + 1 + chance.popular(size.people - size.stores - 1);
    const wanted = Math.min(
      left,
      isCollector ? Math.min(COLLECTORS_LINES, size.collected - collected) : linesOf(chance.share()),
    );
    const placed =
      now - AGE_MS + Math.floor((AGE_MS - 3_600_000 - REFUNDED_AFTER_MS) * (lines / size.orderLines));
    const id = grownId('o', orders);
    const paidAt = date(placed + PAID_AFTER_MS);
    const goods: number[] = [];
    for (let tries = 0; goods.length < wanted && tries < wanted + TRIES; tries++) {
      const before = goods[0];
      const pool =
        giant < size.giantSales && giant / size.giantSales <= lines / size.orderLines
          ? giantGoods
          : before !== undefined && !isCollector && chance.is(SAME_STORE)
            ? (catalogue.onSale[catalogue.storeOf[before] ?? 0] ?? [])
            : catalogue.sold;
      const good = pool[isCollector ? chance.below(pool.length) : chance.popular(pool.length)];
      if (good === undefined) continue;
      // The giant store sells as much as planned, no more.
      if (catalogue.storeOf[good] === 0 && giant >= size.giantSales) continue;
      const key = buyer * size.products + good;
      if (owned.has(key)) continue;
      owned.add(key);
      goods.push(good);
      if (catalogue.storeOf[good] === 0) giant += 1;
    }
    if (goods.length === 0) continue;
    const priced = goods.map((good) => {
      const paidCents = catalogue.cents[good] ?? 0;
      const back = chance.is(REFUNDED_SHARE) ? paidCents : 0;
      return { good, back, ...saleShares(paidCents, COMMISSION_PERCENT.free) };
    });
    const [total, back] = priced.reduce(
      ([paid, given], one) => [paid + one.paidCents, given + one.back] as const,
      [0, 0] as readonly [number, number],
    );
    const settled = date(placed + PAID_AFTER_MS + (back > 0 ? REFUNDED_AFTER_MS : 0));
    order({
      ...{
        id,
        buyer: personId(buyer),
        email: grownEmail(personId(buyer)),
        currency: 'usd',
        totalCents: total,
      },
      state: back === 0 ? 'paid' : back === total ? 'refunded' : 'partly_refunded',
      ...{
        refundedCents: back,
        fingerprint: id,
        checkoutKey: id,
        sessionId: `cs_${id}`,
        paymentId: `pi_${id}`,
      },
      ...{ chargeId: `ch_${id}`, cardBrand: 'visa', cardLast4: '4242', placedAt: date(placed), paidAt },
      ...{ expiresAt: date(placed + 1_860_000), settledAt: settled, created: date(placed), updated: settled },
    });
    for (const [position, { good, back, paidCents, commissionCents, sellerCents }] of priced.entries()) {
      const lineId = grownId('l', lines++);
      const store = catalogue.storeOf[good] ?? 0;
      line({
        ...{ id: lineId, order: id, position, product: productId(good), store: storeId(store) },
        ...{
          storeName: names[store]?.name ?? '',
          productName: catalogue.names[good] ?? '',
          listCents: paidCents,
        },
        ...{ paidCents, commissionPercent: COMMISSION_PERCENT.free, commissionCents, netCents: sellerCents },
        ...{ refundedCents: back, licences: '["personal"]', licenceText: licence },
        claim: back > 0 ? '' : `${personId(buyer)}:${productId(good)}`,
        ...{ created: date(placed), updated: settled },
      });
      if (back > 0)
        refund({
          ...{
            id: `d${lineId.slice(1)}`,
            order: id,
            line: lineId,
            amountCents: back,
            by: 'provider',
            state: 'done',
          },
          ...{ stripeId: `re_${lineId}`, refundKey: `re_${lineId}`, created: settled, updated: settled },
        });
    }
    if (isCollector) collected += goods.length;
  }
}

/** Most orders are small: half have one line, one of sixteen has ten. */
function linesOf(share: number): number {
  return share < 0.5 ? 1 : share < 0.75 ? 2 : share < 0.875 ? 4 : share < 0.9375 ? 6 : 10;
}

function writersOf({ tables }: Plan) {
  return {
    order: tables.into('orders', [
      ...([
        'id',
        'buyer',
        'email',
        'currency',
        'totalCents',
        'state',
        'refundedCents',
        'fingerprint',
      ] as const),
      ...([
        'checkoutKey',
        'sessionId',
        'paymentId',
        'chargeId',
        'cardBrand',
        'cardLast4',
        'placedAt',
      ] as const),
      ...(['paidAt', 'expiresAt', 'settledAt', 'created', 'updated'] as const),
    ]),
    line: tables.into('order_lines', [
      ...(['id', 'order', 'position', 'product', 'store', 'storeName', 'productName', 'listCents'] as const),
      ...(['paidCents', 'commissionPercent', 'commissionCents', 'netCents', 'refundedCents'] as const),
      ...(['licences', 'licenceText', 'claim', 'created', 'updated'] as const),
    ]),
    refund: tables.into('refunds', [
      ...(['id', 'order', 'line', 'amountCents', 'by', 'state', 'stripeId', 'refundKey'] as const),
      ...(['created', 'updated'] as const),
    ]),
  };
}

const OF_ORDERS =
  "order_lines l JOIN orders o ON o.id = l.\"order\" WHERE o.id GLOB 'o*' AND l.id GLOB 'l*' AND o.paymentId = 'pi_' || o.id";

/** A ledger row for each line: account, store, amount. */
const booked = (kind: string, letter: string, account: string, cents: string, where = '') =>
  `INSERT INTO ledger (id, "order", line, store, account, kind, amountCents, entry, created)
    SELECT '${letter}' || substr(l.id, 2), o.id, l.id, ${account === 'seller' ? 'l.store' : "''"}, '${account}', '${kind}',
      ${cents}, '${kind}:' || ${kind === 'sale' ? 'o.id' : "'re_' || l.id"} || ':' || l.id || ':${account}',
      ${kind === 'sale' ? 'o.paidAt' : 'l.updated'}
    FROM ${OF_ORDERS} ${where}`;

/** What follows from orders and lines, as the site would have written it. */
const FOLLOWING = [
  `INSERT INTO entitlements (id, "user", product, source, sourceId, licences, licenceText, grantedAt, revokedAt, revocation,
      created, updated)
    SELECT 'e' || substr(l.id, 2), o.buyer, l.product, 'purchase', l.id, l.licences, l.licenceText, o.paidAt,
      iif(l.refundedCents > 0, l.updated, ''), iif(l.refundedCents > 0, 'refund', ''), o.paidAt, l.updated
    FROM ${OF_ORDERS}`,
  booked('sale', 'u', 'buyer', '-l.paidCents'),
  booked('sale', 'v', 'seller', 'l.netCents'),
  booked('sale', 'w', 'hall', 'l.commissionCents'),
  booked('refund', 'x', 'buyer', 'l.refundedCents', 'AND l.refundedCents > 0'),
  booked('refund', 'y', 'seller', '-l.netCents', 'AND l.refundedCents > 0'),
  booked('refund', 'z', 'hall', '-l.commissionCents', 'AND l.refundedCents > 0'),
  `INSERT INTO seller_shares (id, "order", store, shareCents, sentCents, state, created, updated)
    SELECT 'q' || substr(min(l.id), 2), o.id, l.store, sum(iif(l.refundedCents > 0, 0, l.netCents)),
      sum(iif(l.refundedCents > 0, 0, l.netCents)), iif(sum(l.refundedCents = 0) > 0, 'sent', 'returned'), o.paidAt, o.updated
    FROM ${OF_ORDERS} GROUP BY o.id, l.store`,
  `INSERT INTO seller_transfers (id, "order", store, turn, kind, amountCents, state, stripeId, created, updated)
    SELECT 't' || substr(min(l.id), 2), o.id, l.store, 0, 'transfer', sum(l.netCents), 'done', 'tr_' || min(l.id), o.paidAt, o.paidAt
    FROM ${OF_ORDERS} GROUP BY o.id, l.store`,
  `INSERT INTO seller_transfers (id, "order", store, turn, kind, amountCents, state, stripeId, created, updated)
    SELECT 'r' || substr(min(l.id), 2), o.id, l.store, 1, 'reversal', sum(l.netCents), 'done', 'trr_' || min(l.id), o.updated, o.updated
    FROM ${OF_ORDERS} AND l.refundedCents > 0 GROUP BY o.id, l.store`,
];

/** Half of what was bought was downloaded; the collector also sorts their library. */
function addDownloads({ tables, size }: Plan): void {
  tables.run(`INSERT INTO downloads (id, "user", product, part, version, times, lastAt, created, updated)
    SELECT 'd' || substr(id, 2), "user", product, 'all', 1, 1, grantedAt, grantedAt, grantedAt FROM entitlements
    WHERE id GLOB 'e*' AND source = 'purchase' AND sourceId = 'l' || substr(id, 2) AND unicode(substr(id, 15)) % 2 = 0`);
  const { collector } = notablesOf(size.stores);
  tables.run(`INSERT INTO library_lists (id, "user", name, position, created, updated)
    SELECT 'k' || printf('%014d', 0), id, 'Winter campaign', 0, created, created FROM users WHERE id = '${collector}'`);
  tables.run(`INSERT INTO library_marks (id, "user", product, print, lists, created, updated)
    SELECT 'j' || substr(id, 2), "user", product, iif(unicode(substr(id, 14)) % 2, 'queued', ''),
      json_array('k' || printf('%014d', 0)), grantedAt, grantedAt
    FROM entitlements WHERE "user" = '${collector}' AND revokedAt = '' AND unicode(substr(id, 15)) % 3 = 0`);
}
