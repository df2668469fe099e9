import { storedOrder } from '../../data/commerce/orders.ts';
import { refundFacts } from '../../data/commerce/refunds.ts';
import { type Actor, actingAs } from '../../data/kernel/actor.ts';
import { ORDER_STATE_TEXTS, orderNumber } from '../../domain/commerce/order.ts';
import { REFUND_REFUSAL_TEXTS } from '../../domain/commerce/refund.ts';
import { refundable } from '../../domain/commerce/settlement.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { refundOrder } from '../commerce/refunds.ts';
import { type AmountCheck, unchecked } from '../kernel/amount-check.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';

/** An order as the operator refunds it: what was paid and what is left, of all and of each line. */
export interface DeskOrder {
  id: string;
  number: string;
  stateText: string;
  email: string;
  placedAt: Instant;
  paymentId: string;
  paidCents: Cents;
  refundedCents: Cents;
  lines: {
    id: string;
    productId: string | null;
    productName: string;
    storeName: string;
    paidCents: Cents;
    refundedCents: Cents;
  }[];
}

/** The order with what can still be given back; null where there is none with this id. Refunds under way count. */
export async function deskOrder(
  { pb }: Pick<CommerceContext, 'pb'>,
  orderId: string,
): Promise<DeskOrder | null> {
  const stored = await storedOrder(pb, orderId);
  if (!stored) return null;
  const { order } = stored;
  const facts = await refundFacts(pb, orderId);
  return {
    id: order.id,
    number: orderNumber(order),
    stateText: ORDER_STATE_TEXTS[order.state],
    email: order.email,
    placedAt: order.placedAt,
    paymentId: stored.paymentId ?? '',
    ...refundable(order, null, facts),
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
