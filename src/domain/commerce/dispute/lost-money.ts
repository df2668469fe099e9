import type { Cents } from '../../kernel/money.ts';
import type { DisputeFact } from '../../payments/payment.ts';

/** A refund as the payment provider reports it. `lineId` is null for a refund of the whole order. */
export interface RefundFact {
  id: string;
  lineId: string | null;
  amountCents: Cents;
  /** A failed refund does not count; a pending one does. */
  state: 'pending' | 'done' | 'failed';
}

const DISPUTE = 'dispute:';

/** Whether it is money that a bank took back, as `lostMoney` writes it, instead of a refund. */
export const isLostMoney = ({ id }: Pick<RefundFact, 'id'>): boolean => id.startsWith(DISPUTE);

/**
 * What a bank took back in a dispute, as a refund of the whole order is written: it counts once the dispute is lost, and no
 * more if it is won after that. So a lost dispute ends where a refund ends: in the order, its lines, shares, ledger and
 * credit notes.
 */
export function lostMoney({ id, state, amountCents }: DisputeFact): RefundFact {
  return { id: `${DISPUTE}${id}`, lineId: null, amountCents, state: state === 'lost' ? 'done' : 'failed' };
}

/**
 * Whether a bank took only a part of what an order had left: then nothing leaves the buyer's library for it.
 * @param order as it was before, or with this loss in its sums
 */
export function isPartlyLost(
  order: { totalCents: Cents; taxCents: Cents; refundedCents: Cents; lostCents?: Cents },
  { state, amountCents }: Pick<DisputeFact, 'state' | 'amountCents'>,
): boolean {
  const refundedCents = order.refundedCents - (order.lostCents ?? 0);
  return state === 'lost' && amountCents < order.totalCents + order.taxCents - refundedCents;
}

/** The provider's id of a refund, or of the dispute behind it. */
export const providerIdOf = (fact: Pick<RefundFact, 'id'>): string =>
  isLostMoney(fact) ? fact.id.slice(DISPUTE.length) : fact.id;
