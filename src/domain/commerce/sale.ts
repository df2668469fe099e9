import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import type { Income, IncomeSource } from '../payments/income.ts';
import { ORDER_STATE_TEXTS, type OrderState } from './order.ts';

/** State of a seller's share of an order: to be sent, held until a pre-order is delivered, sent, frozen by a dispute, returned, or owed by the seller. */
export type ShareState = 'owed' | 'held' | 'sent' | 'frozen' | 'returned' | 'debt';

export const SHARE_STATE_TEXTS: Record<ShareState, string> = {
  owed: 'Held until your account can be paid',
  held: 'Held until a pre-order is delivered',
  sent: 'Sent to your account',
  frozen: 'Held while the payment is disputed',
  returned: 'Your share was refunded',
  debt: 'Will be offset against later sales',
};

/** An order line, a part of one as a partner, or a payment of a guild's member, as its seller sees it. */
export interface Sale extends Income {
  source: IncomeSource;
  /** The line, the part of it, or the member's payment. */
  lineId: string;
  /** The order that they may refund; null for a membership, and for a partner. */
  orderId: string | null;
  /** The number of the order, or of the member's invoice. */
  number: string;
  /** Whose payment it was; null for a product. */
  memberId: string | null;
  orderState: OrderState;
  /** The buyer's user name; null once the account is deleted, and for a partner. */
  buyer: string | null;
  /** Null for a membership, and once the product is deleted. */
  productId: string | null;
  /** The product; for a membership guild and tier. */
  productName: string;
  soldAt: Instant;
  placedAt: Instant;
  listCents: Cents;
  discountCents: Cents;
  couponCode: string | null;
  /** Member discount in percent; null if there was none. */
  memberPercent: number | null;
  /** Title of the full release or bundle it was bought with; null if it was bought alone. */
  releaseTitle: string | null;
  commissionPercent: number;
  /** Absent or null unless two stores are paid for it: then all amounts here are this store's part of them. */
  shared?: SharedSale | null;
  share: ShareState | null;
  /** Whether what was given back was taken by the buyer's bank in a lost dispute; absent if not. */
  isLost?: boolean;
}

/** A sale that two stores are paid for, as one of them sees it. */
export interface SharedSale {
  /** The other store; "" once it is deleted. */
  withStore: string;
  /** This store's part. */
  percent: number;
  /** The whole price without tax, and what of it was given back. */
  paidCents: Cents;
  refundedCents: Cents;
}

/** What can still be given back of a sale: of the whole price, also where it is shared. */
export function leftToRefund(sale: Pick<Sale, 'paidCents' | 'refundedCents' | 'shared'>): Cents {
  const { paidCents, refundedCents } = sale.shared ?? sale;
  return paidCents - refundedCents;
}

/** Whose sale it was besides, in few words; null where one store is paid. */
export function sharedText({ source, shared }: Pick<Sale, 'source' | 'shared'>): string | null {
  if (!shared) return null;
  const other = shared.withStore === '' ? 'another artist' : shared.withStore;
  return `${shared.percent}% of it is yours, ${source === 'partner' ? 'sold by' : 'shared with'} ${other}`;
}

/** The tax that the price of a sale contained, or of several: list - discount - tax = paid. 0 where it was added. */
export function taxOfSale(sale: Pick<Sale, 'listCents' | 'discountCents' | 'paidCents'>): Cents {
  return sale.listCents - sale.discountCents - sale.paidCents;
}

/** The reason for a discount, in few words; null for a sale or no discount. */
export function discountReason({
  couponCode,
  memberPercent,
  releaseTitle,
}: Pick<Sale, 'couponCode' | 'memberPercent' | 'releaseTitle'>): string | null {
  return couponCode ?? releaseTitle ?? (memberPercent === null ? null : `Guild, ${memberPercent}%`);
}

const isRefunded = ({ paidCents, refundedCents }: Pick<Sale, 'paidCents' | 'refundedCents'>) =>
  paidCents > 0 && refundedCents >= paidCents;

/** The state of one sale, independent of the other lines of its order. */
export function saleStateText(
  sale: Pick<Sale, 'orderState' | 'paidCents' | 'refundedCents' | 'isLost'>,
): string {
  const { orderState, refundedCents } = sale;
  if (orderState !== 'partly_refunded' && orderState !== 'refunded') return ORDER_STATE_TEXTS[orderState];
  if (sale.isLost) return isRefunded(sale) ? 'Lost in a dispute' : 'Partly lost in a dispute';
  if (isRefunded(sale)) return ORDER_STATE_TEXTS.refunded;
  return ORDER_STATE_TEXTS[refundedCents > 0 ? 'partly_refunded' : 'paid'];
}

/** The state of the seller's share of one sale. A share covers a whole order; refunded lines are no part of it. */
export function shareOfSale(sale: Pick<Sale, 'share' | 'paidCents' | 'refundedCents'>): ShareState | null {
  return sale.share === 'sent' && isRefunded(sale) ? 'returned' : sale.share;
}

/** The state of that share in words. */
export function shareTextOf(
  sale: Pick<Sale, 'share' | 'paidCents' | 'refundedCents' | 'isLost'>,
): string | null {
  const share = shareOfSale(sale);
  if (share === 'returned' && sale.isLost) return 'The buyer’s bank took your share back';
  return share && SHARE_STATE_TEXTS[share];
}
