import type PocketBase from 'pocketbase';
import { dateOf } from '../../../data/kernel/fields.ts';
import { NEW_ID_SQL } from '../../../data/kernel/record-id.ts';
import { type Sql, sql } from '../../../data/kernel/sql.ts';
import { transaction } from '../../../data/kernel/transaction.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import { COMMISSION_PERCENT, saleShares } from '../../../domain/payments/commission.ts';
import { STORES } from '../cast.ts';
import { demoId } from '../ids.ts';
import type { DemoProduct } from '../product.ts';
import { onSale } from './community.ts';
import { HOBBYISTS, type Hobbyist, lot, QUIET } from './crowd.ts';
import { FULL_STORES } from './stores.ts';

const DAY_MS = 86_400_000;
const PAID_AFTER_MS = 90_000;

/** One model that somebody got in an order of its own. */
export interface DemoSale {
  buyer: { id: string; username: string };
  product: DemoProduct;
  placedAt: Instant;
}

/** How much a model is wanted, from 0.1 to 1: what is free, and the figures that stand for their artist, more than most others. */
const fameOf = ({ id, free, folder, model }: DemoProduct): number =>
  free || (folder !== '' && !model.includes('-')) ? 0.75 : 0.1 + 0.9 * lot(id, 'fame') ** 2;

/** Who bought what and when, always the same: after the model came out and the person joined. */
export function demoSales(now: Instant): DemoSale[] {
  return onSale().flatMap((product) =>
    [...HOBBYISTS, ...QUIET]
      .filter(({ id }) => lot(id, product.id, 'buys') < fameOf(product) * (isWriter(id) ? 0.42 : 0.1))
      .map((buyer) => ({
        buyer,
        product,
        placedAt: now - Math.floor((0.2 + product.daysAgo * lot(buyer.id, product.id, 'when')) * DAY_MS),
      })),
  );
}

const WRITERS = new Set(HOBBYISTS.map(({ id }) => id));
const isWriter = (id: string): boolean => WRITERS.has(id);

/** The hobbyist who buys here, or null for somebody who never writes. */
export const writerOf = ({ buyer }: DemoSale): Hobbyist | null =>
  HOBBYISTS.find(({ id }) => id === buyer.id) ?? null;

/** Ids of a sale: the same in every database. */
export const saleIds = ({ buyer, product }: DemoSale) => ({
  order: demoId('order', `${buyer.id}/${product.id}`),
  line: demoId('line', `${buyer.id}/${product.id}`),
});

/** Writes the sales, and all that the site writes for a paid order: what is owned, ledger, shares and transfers. */
export async function seedSales(pb: PocketBase, sales: readonly DemoSale[]): Promise<void> {
  const names = new Map([...Object.values(STORES), ...Object.values(FULL_STORES)].map((s) => [s.id, s.name]));
  const rows = sales.map((sale) => {
    const { product, buyer, placedAt } = sale;
    const cents = product.free ? 0 : product.priceCents;
    return {
      ...{ ...saleIds(sale), buyer: buyer.id, email: `${buyer.username}@guildhall.test` },
      ...{ product: product.id, name: product.name, store: product.storeId, free: product.free },
      ...{
        shop: names.get(product.storeId) ?? '',
        claim: `${buyer.id}:${product.id}`,
        percent: COMMISSION_PERCENT.free,
      },
      ...{ ...saleShares(cents, COMMISSION_PERCENT.free), listCents: cents, licences: '["personal"]' },
      ...{ placedAt: dateOf(placedAt), paidAt: dateOf(placedAt + PAID_AFTER_MS) },
      expiresAt: dateOf(placedAt + 1_860_000),
    };
  });
  const steps = transaction(pb);
  for (const statement of STATEMENTS) steps.exec(statement, { rows: JSON.stringify(rows) });
  await steps.run();
}

const BOOKED = (kind: 'buyer' | 'seller' | 'hall'): Sql =>
  kind === 'buyer'
    ? sql`SELECT ${NEW_ID_SQL}, v.value ->> 'order', v.value ->> 'line', '', 'buyer', 'sale', -(v.value ->> 'paidCents'),
        'sale:' || (v.value ->> 'order') || ':' || (v.value ->> 'line') || ':buyer', v.value ->> 'paidAt'`
    : kind === 'seller'
      ? sql`SELECT ${NEW_ID_SQL}, v.value ->> 'order', v.value ->> 'line', v.value ->> 'store', 'seller', 'sale', v.value ->> 'sellerCents',
          'sale:' || (v.value ->> 'order') || ':' || (v.value ->> 'line') || ':seller', v.value ->> 'paidAt'`
      : sql`SELECT ${NEW_ID_SQL}, v.value ->> 'order', v.value ->> 'line', '', 'hall', 'sale', v.value ->> 'commissionCents',
          'sale:' || (v.value ->> 'order') || ':' || (v.value ->> 'line') || ':hall', v.value ->> 'paidAt'`;

const PAID = sql`FROM json_each({:rows}) v WHERE v.value ->> 'paidCents' > 0`;
const ledgerOf = (kind: 'buyer' | 'seller' | 'hall'): Sql =>
  sql`INSERT OR IGNORE INTO ledger (id, [[order]], line, store, account, kind, amountCents, entry, created) ${BOOKED(kind)} ${PAID}`;

const STATEMENTS: readonly Sql[] = [
  sql`INSERT OR IGNORE INTO orders (id, buyer, email, currency, totalCents, state, fingerprint, checkoutKey, sessionId, paymentId,
      chargeId, cardBrand, cardLast4, placedAt, paidAt, expiresAt, settledAt, created, updated)
    SELECT v.value ->> 'order', v.value ->> 'buyer', v.value ->> 'email', 'usd', v.value ->> 'paidCents', 'paid', v.value ->> 'order',
      v.value ->> 'order', iif(v.value ->> 'free', '', 'cs_' || (v.value ->> 'order')), iif(v.value ->> 'free', '', 'pi_' || (v.value ->> 'order')),
      iif(v.value ->> 'free', '', 'ch_' || (v.value ->> 'order')), iif(v.value ->> 'free', '', 'visa'), iif(v.value ->> 'free', '', '4242'),
      v.value ->> 'placedAt', v.value ->> 'paidAt', v.value ->> 'expiresAt', v.value ->> 'paidAt', v.value ->> 'placedAt', v.value ->> 'paidAt'
    FROM json_each({:rows}) v`,
  sql`INSERT OR IGNORE INTO order_lines (id, [[order]], position, product, store, storeName, productName, free, listCents, paidCents,
      commissionPercent, commissionCents, netCents, licences, licenceText, claim, created, updated)
    SELECT v.value ->> 'line', v.value ->> 'order', 0, v.value ->> 'product', v.value ->> 'store', v.value ->> 'shop', v.value ->> 'name',
      v.value ->> 'free', v.value ->> 'listCents', v.value ->> 'paidCents', iif(v.value ->> 'free', 0, v.value ->> 'percent'),
      v.value ->> 'commissionCents', v.value ->> 'sellerCents', v.value ->> 'licences', (SELECT min([[key]]) FROM licence_texts),
      v.value ->> 'claim', v.value ->> 'placedAt', v.value ->> 'paidAt'
    FROM json_each({:rows}) v`,
  sql`INSERT OR IGNORE INTO entitlements (id, [[user]], product, source, sourceId, licences, licenceText, grantedAt, created, updated)
    SELECT ${NEW_ID_SQL}, v.value ->> 'buyer', v.value ->> 'product', iif(v.value ->> 'free', 'free', 'purchase'), v.value ->> 'line',
      v.value ->> 'licences', (SELECT min([[key]]) FROM licence_texts), v.value ->> 'paidAt', v.value ->> 'paidAt', v.value ->> 'paidAt'
    FROM json_each({:rows}) v`,
  ledgerOf('buyer'),
  ledgerOf('seller'),
  ledgerOf('hall'),
  sql`INSERT OR IGNORE INTO seller_shares (id, [[order]], store, shareCents, sentCents, state, created, updated)
    SELECT ${NEW_ID_SQL}, v.value ->> 'order', v.value ->> 'store', v.value ->> 'sellerCents', v.value ->> 'sellerCents', 'sent',
      v.value ->> 'paidAt', v.value ->> 'paidAt' ${PAID}`,
  sql`INSERT OR IGNORE INTO seller_transfers (id, [[order]], store, turn, kind, amountCents, state, stripeId, created, updated)
    SELECT ${NEW_ID_SQL}, v.value ->> 'order', v.value ->> 'store', 0, 'transfer', v.value ->> 'sellerCents', 'done',
      'tr_' || (v.value ->> 'line'), v.value ->> 'paidAt', v.value ->> 'paidAt' ${PAID}`,
];
