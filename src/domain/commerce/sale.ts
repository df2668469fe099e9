import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';
import { ORDER_STATE_TEXTS, type OrderState } from './order.ts';

/** Where a seller's share of an order is: on its way to be sent, sent, held for a dispute, given back, or owed by her. */
export type ShareState = 'owed' | 'sent' | 'frozen' | 'returned' | 'debt';

export const SHARE_STATE_TEXTS: Record<ShareState, string> = {
  owed: 'Waiting until your account can be paid',
  sent: 'Sent to your account',
  frozen: 'Held while the payment is disputed',
  returned: 'Given back',
  debt: 'To be set off against later sales',
};

/** One line of an order as its seller sees it; paid = commission + fee + net. */
export interface Sale {
  lineId: string;
  orderId: string;
  orderState: OrderState;
  /** The buyer's user name; null once the account is gone. */
  buyer: string | null;
  /** Null once the product's record is gone. */
  productId: string | null;
  productName: string;
  soldAt: Instant;
  placedAt: Instant;
  listCents: Cents;
  discountCents: Cents;
  couponCode: string | null;
  /** What being in the guild took off, in percent; null where it took nothing. */
  memberPercent: number | null;
  /** The past release it was bought whole with, by its title then; null where it was bought alone. */
  releaseTitle: string | null;
  paidCents: Cents;
  commissionPercent: number;
  commissionCents: Cents;
  feeCents: Cents;
  netCents: Cents;
  refundedCents: Cents;
  share: ShareState | null;
}

/** Why less than the list price was paid, in few words; null where a sale says enough, or nothing was taken off. */
export function discountReason({
  couponCode,
  memberPercent,
  releaseTitle,
}: Pick<Sale, 'couponCode' | 'memberPercent' | 'releaseTitle'>): string | null {
  return couponCode ?? releaseTitle ?? (memberPercent === null ? null : `Guild, ${memberPercent} %`);
}

const isGivenBack = ({ paidCents, refundedCents }: Pick<Sale, 'paidCents' | 'refundedCents'>) =>
  paidCents > 0 && refundedCents >= paidCents;

/** How one sale stands, whatever became of the other lines of its order. */
export function saleStateText(sale: Pick<Sale, 'orderState' | 'paidCents' | 'refundedCents'>): string {
  const { orderState, refundedCents } = sale;
  if (orderState !== 'partly_refunded' && orderState !== 'refunded') return ORDER_STATE_TEXTS[orderState];
  if (isGivenBack(sale)) return ORDER_STATE_TEXTS.refunded;
  return ORDER_STATE_TEXTS[refundedCents > 0 ? 'partly_refunded' : 'paid'];
}

/** Where the seller's share of one sale is; a share is of a whole order, and what was given back is no part of it. */
export function shareOfSale(sale: Pick<Sale, 'share' | 'paidCents' | 'refundedCents'>): ShareState | null {
  return sale.share === 'sent' && isGivenBack(sale) ? 'returned' : sale.share;
}
