import type { Instant } from './instant.ts';
import type { Cents } from './money.ts';
import type { OrderState } from './order.ts';

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
  paidCents: Cents;
  commissionPercent: number;
  commissionCents: Cents;
  feeCents: Cents;
  netCents: Cents;
  refundedCents: Cents;
  share: ShareState | null;
}
