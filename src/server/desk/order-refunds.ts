import { disputesOfOrder, type StoredDispute } from '../../data/commerce/disputes.ts';
import { storedOrder } from '../../data/commerce/orders.ts';
import { returnFacts } from '../../data/commerce/refunds.ts';
import { type Actor, actingAs } from '../../data/kernel/actor.ts';
import { isLostMoney } from '../../domain/commerce/dispute/lost-money.ts';
import { orderNumber, orderStateText } from '../../domain/commerce/order.ts';
import { REFUND_REFUSAL_TEXTS, refundRefusal } from '../../domain/commerce/refund.ts';
import { refundable } from '../../domain/commerce/settlement.ts';
import { providerWords } from '../../domain/desk/queue.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { type Dispute, EVIDENCE_REFUSAL_TEXTS, evidenceRefusal } from '../../domain/payments/dispute.ts';
import { refundOrder } from '../commerce/refunds.ts';
import { type AmountCheck, unchecked } from '../kernel/amount-check.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';

/** A dispute as the operator answers it. */
export interface DeskDispute extends Omit<Dispute, 'reason'> {
  reasonText: string;
  /** Why no evidence can be handed in now, as a sentence; null where it can. */
  refusal: string | null;
}

/** An order as the operator refunds it: what was paid and what is left, of all and of each line. */
export interface DeskOrder {
  id: string;
  number: string;
  stateText: string;
  email: string;
  placedAt: Instant;
  paymentId: string;
  paidCents: Cents;
  /** Given back, also by a bank in a lost dispute. */
  refundedCents: Cents;
  lostCents: Cents;
  /** Whether something of it can be refunded now. */
  canRefund: boolean;
  disputes: DeskDispute[];
  lines: {
    id: string;
    productId: string | null;
    productName: string;
    storeName: string;
    paidCents: Cents;
    refundedCents: Cents;
  }[];
}

function deskDispute(dispute: StoredDispute, now: Instant): DeskDispute {
  const { id, state, amountCents, reason, dueAt, answeredAt, answeredBy } = dispute;
  const refusal = evidenceRefusal(dispute, now);
  return {
    ...{ id, state, amountCents, dueAt, answeredAt, answeredBy },
    reasonText: providerWords(reason),
    refusal: refusal && EVIDENCE_REFUSAL_TEXTS[refusal],
  };
}

/** The order with what can still be given back; null where there is none with this id. Refunds under way count. */
export async function deskOrder(
  { pb, now }: Pick<CommerceContext, 'pb' | 'now'>,
  orderId: string,
): Promise<DeskOrder | null> {
  const stored = await storedOrder(pb, orderId);
  if (!stored) return null;
  const { order } = stored;
  const [facts, disputes] = await Promise.all([returnFacts(pb, orderId), disputesOfOrder(pb, orderId)]);
  const whole = refundable(order, null, facts);
  const isLost = facts.some(isLostMoney);
  return {
    id: order.id,
    number: orderNumber(order),
    stateText: orderStateText(order),
    lostCents: order.lostCents ?? 0,
    email: order.email,
    placedAt: order.placedAt,
    paymentId: stored.paymentId ?? '',
    ...whole,
    canRefund: refundRefusal({ state: order.state, ...whole, amountCents: 1, isLost }) === null,
    disputes: disputes.map((dispute) => deskDispute(dispute, now())),
    lines: order.lines.map(({ id, productId, productName, storeName }) => ({
      ...{ id, productId, productName, storeName },
      ...refundable(order, id, facts),
    })),
  };
}

/**
 * Refunds what is left of an order or of a line, in the operator's name.
 * @param seenCents what had been refunded of the order when the sum was shown: another value refuses it, so that a refund
 *   that is sent twice is done once
 * @returns why not, as a sentence, or null
 * @throws PaymentsUnavailable if the provider cannot be reached; the reconciler then retries.
 */
export async function refundAtDesk(
  commerce: CommerceContext,
  staff: Actor,
  {
    orderId,
    lineId,
    seenCents,
    reason,
  }: { orderId: string; lineId: string | null; seenCents: Cents; reason: string },
  check: AmountCheck = unchecked,
): Promise<string | null> {
  const before = await deskOrder(commerce, orderId);
  if (!before) return REFUND_REFUSAL_TEXTS.unknown;
  if (before.refundedCents !== seenCents) return REFUND_REFUSAL_TEXTS['changed-meanwhile'];
  const acting = { ...commerce, pb: actingAs(commerce.pb, staff) };
  const request = { orderId, lineId, amountCents: null, reason };
  const refusal = await refundOrder(acting, { by: 'operator' }, request, check);
  return refusal && REFUND_REFUSAL_TEXTS[refusal];
}
