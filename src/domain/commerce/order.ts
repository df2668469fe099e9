import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import type { DisputeState } from '../payments/payment.ts';

/** Where an order stands. `partly_refunded` and `refunded` follow what was given back; a won dispute leads back. */
export const ORDER_STATES = [
  'pending',
  'paid',
  'partly_refunded',
  'refunded',
  'disputed',
  'expired',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** How a person reads each state. */
export const ORDER_STATE_TEXTS: Record<OrderState, string> = {
  pending: 'Waiting for payment',
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  expired: 'Not paid',
};

/** One product of an order, as its buyer reads it. */
export interface BuyerOrderLine {
  id: string;
  position: number;
  /** Null once the product's record is gone; name and picture stay. */
  productId: string | null;
  storeId: string | null;
  storeName: string;
  productName: string;
  picture: string;
  free: boolean;
  listCents: Cents;
  /** Taken off by sale, membership, coupon or a whole release; list - discount = paid. */
  discountCents: Cents;
  /** What being in the store's guild took off; null where it was something else, or nothing. */
  memberPercent: number | null;
  /** The past release it was bought whole with, by its title then; null where it was bought alone. */
  releaseTitle: string | null;
  couponCode: string | null;
  paidCents: Cents;
  refundedCents: Cents;
}

/** The same with the division of what was paid for it, for the seller alone: paid = commission + fee + net. */
export interface OrderLine extends BuyerOrderLine {
  commissionPercent: number;
  commissionCents: Cents;
  feeCents: Cents;
  netCents: Cents;
}

/** Somebody else the order is for, and what is written to him. */
export interface OrderGift {
  email: string;
  message: string;
}

/** An order as its buyer reads it. */
export interface BuyerOrder {
  id: string;
  /** Where the receipt goes. */
  email: string;
  state: OrderState;
  currency: string;
  totalCents: Cents;
  taxCents: Cents;
  refundedCents: Cents;
  /** The card, as a receipt may show it; null where nothing was charged. */
  card: { brand: string; last4: string } | null;
  gift: OrderGift | null;
  lines: BuyerOrderLine[];
  placedAt: Instant;
  paidAt: Instant | null;
  expiresAt: Instant;
}

/** An order as the server knows it. */
export interface Order extends BuyerOrder {
  buyerId: string | null;
  /** What the payment provider kept; the marketplace bears it. */
  feeCents: Cents;
  lines: OrderLine[];
}

/** The number a person quotes: the year in UTC and the first eight letters of the id, short enough for the phone. */
export function orderNumber(order: Pick<Order, 'id' | 'placedAt'>): string {
  return `G-${new Date(order.placedAt).getUTCFullYear()}-${order.id.slice(0, 8).toUpperCase()}`;
}

/**
 * The state of a paid order, from what is known about its money now. The order of arrival plays no part: the same facts
 * give the same state.
 * @param refundedCents what was given back so far, 0 to `paidCents`.
 */
export function paidOrderState(facts: {
  paidCents: Cents;
  refundedCents: Cents;
  disputes: readonly DisputeState[];
}): OrderState {
  if (facts.disputes.some((state) => state !== 'won')) return 'disputed';
  if (facts.refundedCents <= 0) return 'paid';
  return facts.refundedCents >= facts.paidCents ? 'refunded' : 'partly_refunded';
}

/** Why what a line granted is not to be used now, or null. A dispute that was lost stays; a won one restores. */
export function lineRevocation(
  line: Pick<OrderLine, 'paidCents' | 'refundedCents'>,
  disputes: readonly DisputeState[],
): 'refund' | 'dispute' | null {
  if (line.refundedCents > 0 && line.refundedCents >= line.paidCents) return 'refund';
  return disputes.some((state) => state !== 'won') ? 'dispute' : null;
}
