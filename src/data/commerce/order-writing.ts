import type PocketBase from 'pocketbase';
import type { Licence } from '../../domain/catalogue/product.ts';
import { isTaxIncluded, type OrderGift, type OrderLine } from '../../domain/commerce/order.ts';
import type { BuyerFacts } from '../../domain/commerce/order-invoice.ts';
import type { LedgerRow } from '../../domain/commerce/settlement.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { CURRENCY } from '../../domain/payments/payment.ts';
import { type LicenceText, withLicenceTexts } from '../catalogue/licence-texts.ts';
import { dateOf } from '../kernel/fields.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { type AddressedMail, withAddressedMail } from '../notifications/addressed-mails.ts';
import { withWaiver } from '../payments/consents.ts';
import { newAttemptKey } from './checkout/checkout-attempts.ts';
import { withLedger } from './ledger.ts';
import { withPaidMembershipGift } from './membership-gift-writing.ts';
import { claimOf, type StoredOrder } from './orders.ts';
import { withPartnerNets, withPartnerParts } from './partner-parts.ts';
import { withWeekLines } from './sale-week-figures.ts';
import { withShares } from './shares.ts';

/** Writes orders: placed, expired, paid. Each is one transaction with its own guards. */

export interface NewOrder {
  id: string;
  buyerId: string;
  email: string;
  fingerprint: string;
  totalCents: Cents;
  gift: OrderGift | null;
  /** The version of the waiver of the right of withdrawal that the buyer ticked; null for none. */
  waiver: string | null;
  placedAt: Instant;
  expiresAt: Instant;
  lines: (Omit<OrderLine, 'id' | 'includedTaxCents' | 'refundedCents' | 'refundedTaxCents'> & {
    couponId: string | null;
    licences: Licence[];
    licenceText: string;
  })[];
  /** The coupons that this order uses, with their uses per buyer; null is unlimited. */
  coupons: { id: string; maxUsesPerBuyer: number | null }[];
  licenceTexts: LicenceText[];
}

/** The key of the mail that brings a gift to its recipient. */
export function giftMailKey(orderId: string): string {
  return `gift:${orderId}`;
}

/** The mail that a gift order sends to an address its buyer typed; null for other orders. */
export function giftMailOf(
  { id, buyerId, gift, totalCents }: Pick<NewOrder, 'id' | 'buyerId' | 'gift' | 'totalCents'>,
  client: string | null,
): AddressedMail | null {
  if (!gift) return null;
  const kind = totalCents === 0 ? 'free-gift' : 'gift';
  return { mailKey: giftMailKey(id), kind, sender: buyerId, to: gift.email, client };
}

export type PlaceRefusal = 'conflict' | 'coupon' | 'addressed';

/**
 * Writes a pending order with its lines and reserves its coupon uses. Returns `conflict` if an order for the same cart or
 * product is pending or paid, `coupon` if a coupon has no use left, and `addressed` if the gift's mail may not be sent;
 * nothing is written then.
 * @param more adds what belongs to the order to the same transaction.
 */
export async function placeOrder(
  pb: PocketBase,
  order: NewOrder,
  giftMail: AddressedMail | null,
  more: (steps: Transaction) => Transaction = (steps) => steps,
): Promise<PlaceRefusal | null> {
  const now = dateOf(order.placedAt);
  const steps = transaction(pb).create('orders', {
    id: order.id,
    buyer: order.buyerId,
    email: order.email,
    state: 'pending',
    currency: CURRENCY,
    totalCents: order.totalCents,
    fingerprint: order.fingerprint,
    checkoutKey: newAttemptKey(order.id),
    giftEmail: order.gift?.email ?? '',
    giftMessage: order.gift?.message ?? '',
    placedAt: now,
    expiresAt: dateOf(order.expiresAt),
  });
  if (giftMail) withAddressedMail(steps, giftMail, order.placedAt);
  if (order.waiver !== null) withWaiver(steps, { order: order.id }, order.waiver, order.placedAt);
  for (const { id, maxUsesPerBuyer } of order.coupons) {
    steps
      .exec(
        sql`UPDATE coupons SET uses = uses + 1, updated = {:now}
          WHERE id = {:id} AND off = FALSE AND (maxUses = 0 OR uses < maxUses)`,
        { id, now },
        { expect: 1, else: 'coupon' },
      )
      .exec(
        sql`INSERT INTO coupon_uses (id, coupon, [[order]], buyer, state, created, updated)
          SELECT ${NEW_ID_SQL}, {:id}, {:order}, {:buyer}, 'held', {:now}, {:now}
          WHERE {:max} = 0 OR (SELECT count(*) FROM coupon_uses
            WHERE coupon = {:id} AND buyer = {:buyer} AND state <> 'returned') < {:max}`,
        { id, order: order.id, buyer: order.buyerId, max: maxUsesPerBuyer ?? 0, now },
        { expect: 1, else: 'coupon' },
      );
  }
  withLicenceTexts(steps, order.licenceTexts, now);
  const rows = order.lines.map(({ productId, storeId, couponId, couponCode, ...line }) => ({
    ...line,
    product: productId ?? '',
    store: storeId ?? '',
    coupon: couponId ?? '',
    couponCode: couponCode ?? '',
    memberPercent: line.memberPercent ?? 0,
    releaseTitle: line.releaseTitle ?? '',
    licences: JSON.stringify(line.licences),
    claim: claimOf(order, productId),
  }));
  steps.exec(
    sql`INSERT INTO order_lines (id, [[order]], position, product, store, storeName, productName, picture, free, listCents,
        discountCents, memberPercent, releaseTitle, coupon, couponCode, paidCents, commissionPercent, commissionCents, feeCents, netCents, licences,
        licenceText, claim, preOrder, created, updated)
      SELECT ${NEW_ID_SQL}, {:order}, value ->> '$.position', value ->> '$.product', value ->> '$.store', value ->> '$.storeName',
        value ->> '$.productName', value ->> '$.picture', value ->> '$.free', value ->> '$.listCents',
        value ->> '$.discountCents', value ->> '$.memberPercent', value ->> '$.releaseTitle', value ->> '$.coupon',
        value ->> '$.couponCode', value ->> '$.paidCents', value ->> '$.commissionPercent', value ->> '$.commissionCents',
        value ->> '$.feeCents', value ->> '$.netCents', value ->> '$.licences', value ->> '$.licenceText', value ->> '$.claim',
        coalesce((SELECT w.id FROM pre_orders w WHERE w.product = value ->> '$.product' AND w.state <> 'delivered'), ''), {:now}, {:now}
      FROM json_each({:rows})`,
    { order: order.id, rows: JSON.stringify(rows), now },
  );
  withPartnerParts(steps, order.id, now);
  withWeekLines(steps, order.id, now);
  more(steps);
  return refusalOf(steps, ['conflict', 'coupon', 'addressed']);
}

/**
 * Expires an order that will not be paid and releases its claims and coupon uses.
 * @param sessionId its payment page as the caller knows it, or null; another page may be open and must be closed first.
 * @returns false if it was not pending, or had another page.
 */
export async function expireOrder(
  pb: PocketBase,
  orderId: string,
  sessionId: string | null,
  now: Instant,
): Promise<boolean> {
  const params = { id: orderId, now: dateOf(now) };
  const steps = transaction(pb)
    .exec(
      sql`UPDATE orders SET state = 'expired', updated = {:now}
        WHERE id = {:id} AND state = 'pending' AND sessionId = {:session}`,
      { ...params, session: sessionId ?? '' },
      { expect: 1, else: 'state' },
    )
    .exec(sql`UPDATE order_lines SET claim = '', updated = {:now} WHERE [[order]] = {:id}`, params)
    .exec(
      sql`UPDATE coupons SET uses = uses - 1, updated = {:now} WHERE uses > 0 AND id IN
        (SELECT coupon FROM coupon_uses WHERE [[order]] = {:id} AND state = 'held')`,
      params,
    )
    .exec(
      sql`UPDATE coupon_uses SET state = 'returned', updated = {:now} WHERE [[order]] = {:id} AND state = 'held'`,
      params,
    )
    .exec(sql`DELETE FROM addressed_mails WHERE mailKey = 'gift:' || {:id}`, params);
  return (await refusalOf(steps, ['state'])) === null;
}

/** A successful payment as the provider reports it; all null and 0 for a free order. */
export interface PaymentFacts {
  sessionId: string | null;
  paymentId: string | null;
  chargeId: string | null;
  taxCents: Cents;
  /** Null while the provider does not know it yet. */
  feeCents: Cents | null;
  card: { brand: string; last4: string } | null;
  /** What the buyer said of themselves at the payment. */
  buyer: BuyerFacts;
}

/** What a paid order grants: entitlements to the buyer, a gift to be claimed, a gift of a membership; nothing if it is refunded. */
export type Grant =
  | { kind: 'entitlements'; userId: string }
  | { kind: 'gift'; tokenHash: string }
  | { kind: 'membership-gift' }
  | { kind: 'nothing' };

/**
 * Marks an order as paid, grants its products, counts its coupons, and writes ledger and shares, in one transaction.
 * False if it was paid already.
 * @param stored the order as it was paid: where its prices contained tax, as `withIncludedTax` answers it.
 * @param queue adds the mails about it to the same transaction.
 */
export async function markPaid(
  pb: PocketBase,
  { order, lines }: Pick<StoredOrder, 'order' | 'lines'>,
  facts: PaymentFacts,
  grant: Grant,
  ledger: readonly LedgerRow[],
  queue: (steps: Transaction) => Transaction,
  at: Instant,
): Promise<boolean> {
  const now = dateOf(at);
  const params = { order: order.id, now };
  const steps = transaction(pb);
  // Before the order is paid, because from then on triggers sum up what its lines earn.
  if (isTaxIncluded({ lines })) {
    steps.exec(
      sql`UPDATE order_lines SET includedTaxCents = r.value ->> '$.includedTaxCents', paidCents = r.value ->> '$.paidCents',
          commissionCents = r.value ->> '$.commissionCents', feeCents = r.value ->> '$.feeCents',
          netCents = r.value ->> '$.netCents', updated = {:now}
        FROM json_each({:rows}) AS r WHERE order_lines.id = r.value ->> '$.id' AND order_lines.[[order]] = {:order}`,
      { ...params, rows: JSON.stringify(lines) },
    );
    withPartnerNets(steps, lines);
  }
  steps
    .exec(
      sql`UPDATE orders SET state = 'paid', paidAt = {:now}, updated = {:now}, totalCents = {:total}, taxCents = {:tax}, feeCents = {:fee}, feePending = {:pending},
          sessionId = {:session}, paymentId = {:payment}, chargeId = {:charge}, cardBrand = {:brand}, cardLast4 = {:last4},
          country = {:country}, vatId = {:vatId}, taxPercent = {:percent}, reverseCharge = {:reverse}
        WHERE id = {:order} AND (state = 'pending' OR state = 'expired')`,
      {
        ...params,
        total: order.totalCents,
        tax: facts.taxCents,
        fee: facts.feeCents ?? 0,
        pending: facts.feeCents === null,
        session: facts.sessionId ?? '',
        payment: facts.paymentId ?? '',
        charge: facts.chargeId ?? '',
        brand: facts.card?.brand ?? '',
        last4: facts.card?.last4 ?? '',
        country: facts.buyer.country,
        vatId: facts.buyer.vatId,
        percent: facts.buyer.taxPercent ?? 0,
        reverse: facts.buyer.reverseCharge,
      },
      { expect: 1, else: 'already' },
    )
    .exec(
      sql`UPDATE coupons SET uses = uses + 1, updated = {:now} WHERE id IN
        (SELECT coupon FROM coupon_uses WHERE [[order]] = {:order} AND state = 'returned')`,
      params,
    )
    .exec(sql`UPDATE coupon_uses SET state = 'used', updated = {:now} WHERE [[order]] = {:order}`, params)
    // Paid after its day was over: the job refunds it, as all others of it.
    .exec(
      sql`UPDATE pre_orders SET workAt = {:now} WHERE state = 'lapsed'
        AND id IN (SELECT preOrder FROM order_lines WHERE [[order]] = {:order} AND preOrder > '')`,
      params,
    );
  withShares(steps, order.id, now);
  if (grant.kind === 'entitlements') grantLines(steps, order.id, grant.userId, null, now);
  else if (grant.kind === 'membership-gift') withPaidMembershipGift(steps, order.id, now);
  else if (grant.kind === 'gift') {
    steps.exec(
      sql`INSERT INTO gifts (id, [[order]], giver, email, message, tokenHash, claimedBy, claimedAt, created, updated)
        VALUES (${NEW_ID_SQL}, {:order}, {:giver}, {:email}, {:message}, {:token}, '', '', {:now}, {:now})`,
      {
        ...params,
        giver: order.buyerId ?? '',
        email: order.gift?.email ?? '',
        message: order.gift?.message ?? '',
        token: grant.tokenHash,
      },
    );
  }
  withLedger(steps, order.id, ledger, now);
  queue(steps);
  return (await refusalOf(steps, ['already'])) === null;
}

/** Adds entitlements for every line of an order that is not refunded. Existing ones stay as they are. */
export function grantLines(
  steps: Transaction,
  orderId: string,
  userId: string,
  source: 'gift' | null,
  now: string,
): Transaction {
  return steps.exec(
    sql`INSERT OR IGNORE INTO entitlements (id, [[user]], product, source, sourceId, licences, licenceText, grantedAt,
        revokedAt, revocation, created, updated)
      SELECT ${NEW_ID_SQL}, {:user}, product, CASE WHEN {:source} <> '' THEN {:source} WHEN free THEN 'free' ELSE 'purchase' END,
        id, licences, licenceText, {:now}, '', '', {:now}, {:now}
      FROM order_lines WHERE [[order]] = {:order} AND product <> ''
        AND NOT (paidCents > 0 AND refundedCents >= paidCents)`,
    { user: userId, order: orderId, source: source ?? '', now },
  );
}
