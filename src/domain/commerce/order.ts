import type { PreOrder } from '../catalogue/price/pre-order.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import type { DisputeState } from '../payments/payment.ts';
import type { LinePartner } from './partner-part.ts';

/**
 * States of an order. `partly_refunded` and `refunded` follow what was given back, by refunds and in lost disputes; it is
 * `disputed` only while a dispute is open.
 */
export const ORDER_STATES = [
  'pending',
  'paid',
  'partly_refunded',
  'refunded',
  'disputed',
  'expired',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];

/** Labels of the states. */
export const ORDER_STATE_TEXTS: Record<OrderState, string> = {
  pending: 'Waiting for payment',
  paid: 'Paid',
  partly_refunded: 'Partly refunded',
  refunded: 'Refunded',
  disputed: 'Disputed',
  expired: 'Not paid',
};

/** One product of an order, as its buyer sees it. */
export interface BuyerOrderLine {
  id: string;
  position: number;
  /** Null once the product is deleted; name and picture stay. */
  productId: string | null;
  storeId: string | null;
  storeName: string;
  productName: string;
  picture: string;
  free: boolean;
  listCents: Cents;
  /** Discount by sale, membership, coupon or full release; list - discount = paid. */
  discountCents: Cents;
  /** Discount as a member of the store's guild, in percent; null if there was another discount or none. */
  memberPercent: number | null;
  /** Title of the full release or bundle it was bought with; null if it was bought alone. */
  releaseTitle: string | null;
  couponCode: string | null;
  /** The price without tax; before the payment, and where prices do not contain tax, the whole price. */
  paidCents: Cents;
  /** The tax that the price contained, known once it is paid: list - discount = paid + included tax. */
  includedTaxCents: Cents;
  /** What was given back of the price without tax, by refunds and in lost disputes. */
  refundedCents: Cents;
  /** What was given back of the tax on it, included or added. */
  refundedTaxCents: Cents;
  /** The part of `refundedCents` that a bank took back in lost disputes; absent for none. */
  lostCents?: Cents;
  /** What it waits, or waited, for; absent or null where it was bought finished. */
  preOrder?: LinePreOrder | null;
}

/** The pre-order that a line was bought as. */
export type LinePreOrder = Pick<PreOrder, 'state' | 'promisedDay' | 'movedFrom'>;

/** Whether a line was paid, was not refunded, and is not delivered yet: the seller gets nothing for it, the buyer may cancel. */
export function isAwaited(
  line: Pick<BuyerOrderLine, 'paidCents' | 'refundedCents' | 'preOrder'>,
  refundedCents: Cents = line.refundedCents,
): boolean {
  return !!line.preOrder && line.preOrder.state !== 'delivered' && line.paidCents > refundedCents;
}

/** Why a buyer cannot cancel a line of their order, or null. */
export function cancelRefusal(
  order: Pick<BuyerOrder, 'state'>,
  line: Pick<BuyerOrderLine, 'paidCents' | 'refundedCents' | 'preOrder'>,
): CancelRefusal | null {
  if (!line.preOrder) return 'no-pre-order';
  if (line.preOrder.state === 'delivered') return 'delivered';
  if (order.state === 'disputed') return 'disputed';
  return isAwaited(line) && order.state !== 'pending' && order.state !== 'expired' ? null : 'nothing-left';
}

export type CancelRefusal = 'no-pre-order' | 'delivered' | 'disputed' | 'nothing-left';

export const CANCEL_REFUSAL_TEXTS: Record<CancelRefusal, string> = {
  'no-pre-order': 'Only a pre-order can be cancelled here. Ask the artist for a refund instead.',
  delivered: 'This pre-order was delivered: it is in your library. Ask the artist for a refund instead.',
  disputed: 'Your bank is reviewing this payment. It cannot be refunded until that is decided.',
  'nothing-left': 'This pre-order was refunded already.',
};

/** The price of a line as the buyer saw and paid it, with the tax that it contained. */
export function shownPrice(line: Pick<BuyerOrderLine, 'paidCents' | 'includedTaxCents'>): Cents {
  return line.paidCents + line.includedTaxCents;
}

/** What a buyer got back of a line: of the price as they saw it, with the tax that it contained. */
export function shownRefund(
  line: Pick<BuyerOrderLine, 'includedTaxCents' | 'refundedCents' | 'refundedTaxCents'>,
): Cents {
  return line.refundedCents + (line.includedTaxCents > 0 ? line.refundedTaxCents : 0);
}

/** Whether the prices of a paid order contained its tax; otherwise it was added, or there was none. */
export function isTaxIncluded(order: {
  lines: readonly Pick<BuyerOrderLine, 'includedTaxCents'>[];
}): boolean {
  return order.lines.some(({ includedTaxCents }) => includedTaxCents > 0);
}

/** An order line with the split of what was paid, which only sellers see: paid = commission + fee + net. */
export interface OrderLine extends BuyerOrderLine {
  commissionPercent: number;
  commissionCents: Cents;
  feeCents: Cents;
  /** What the sellers get: the store, and the partner where the product has one. */
  netCents: Cents;
  /** Absent or null where it was sold without a partner who is paid. */
  partner?: LinePartner | null;
  /** Whether its buyer withdrew from it: any refund then takes it back. Absent for false. */
  isWithdrawn?: boolean;
}

/** The recipient of a gift order, and the message to them. */
export interface OrderGift {
  email: string;
  message: string;
}

/** An order as its buyer sees it. */
export interface BuyerOrder {
  id: string;
  /** Address for the receipt. */
  email: string;
  state: OrderState;
  currency: string;
  /** The sum of the lines' prices without tax; before the payment the sum of the prices as shown. */
  totalCents: Cents;
  taxCents: Cents;
  /** Given back so far, with tax, by refunds and in lost disputes. */
  refundedCents: Cents;
  /** The part of it that a bank took back in lost disputes; absent for none. */
  lostCents?: Cents;
  /** The card as shown on the receipt; null if nothing was charged. */
  card: { brand: string; last4: string } | null;
  gift: OrderGift | null;
  lines: BuyerOrderLine[];
  placedAt: Instant;
  paidAt: Instant | null;
  expiresAt: Instant;
}

/** An order without the card that paid it and the words to whom it was given, for whoever looks at the buyer's pages. */
export function withoutPrivateParts<T extends Pick<BuyerOrder, 'card' | 'gift'>>(order: T): T {
  return { ...order, card: null, gift: order.gift && { email: order.gift.email, message: '' } };
}

/** An order as the server knows it. */
export interface Order extends BuyerOrder {
  buyerId: string | null;
  /** Fee of the payment provider, which the marketplace bears; null until the provider knows it. */
  feeCents: Cents | null;
  lines: OrderLine[];
}

/** How the provider's names of cards are written; others begin with a capital letter. */
const CARD_NAMES: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  eftpos_au: 'Eftpos Australia',
};

/** "Visa ending in 4242". */
export function cardText({ brand, last4 }: { brand: string; last4: string }): string {
  const name = Object.hasOwn(CARD_NAMES, brand)
    ? CARD_NAMES[brand]
    : brand.charAt(0).toUpperCase() + brand.slice(1).replaceAll('_', ' ');
  return `${name} ending in ${last4}`;
}

/** The order number people quote: the year in UTC and the first eight characters of the id. */
export function orderNumber(order: Pick<Order, 'id' | 'placedAt'>): string {
  return `G-${new Date(order.placedAt).getUTCFullYear()}-${order.id.slice(0, 8).toUpperCase()}`;
}

/**
 * The state of a paid order by its refunds and disputes. The same facts give the same state, in whatever order they
 * arrived.
 * @param refundedCents given back so far, refunds and what lost disputes took; 0 to `paidCents`.
 */
export function paidOrderState(facts: {
  paidCents: Cents;
  refundedCents: Cents;
  disputes: readonly DisputeState[];
}): OrderState {
  if (facts.disputes.includes('open')) return 'disputed';
  if (facts.refundedCents <= 0) return 'paid';
  return facts.refundedCents >= facts.paidCents ? 'refunded' : 'partly_refunded';
}

/**
 * Why the entitlements of a line are revoked, or null. An open dispute suspends all lines. Once it is decided, only lines of
 * which everything was given back stay revoked: a bank that took a part of the payment is like a refund of a part.
 */
export function lineRevocation(
  line: Pick<OrderLine, 'paidCents' | 'refundedCents' | 'lostCents' | 'isWithdrawn'>,
  disputes: readonly DisputeState[],
): 'refund' | 'dispute' | null {
  if (line.isWithdrawn && line.refundedCents > 0) return 'refund';
  if (line.refundedCents > 0 && line.refundedCents >= line.paidCents)
    return (line.lostCents ?? 0) > 0 ? 'dispute' : 'refund';
  return disputes.includes('open') ? 'dispute' : null;
}

/** The state in words: what a bank took back was not refunded by anybody here. */
export function orderStateText({ state, lostCents = 0 }: Pick<BuyerOrder, 'state' | 'lostCents'>): string {
  if (lostCents > 0 && state === 'refunded') return 'Taken back by the bank';
  if (lostCents > 0 && state === 'partly_refunded') return 'Partly taken back by the bank';
  return ORDER_STATE_TEXTS[state];
}
