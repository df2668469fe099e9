import { storedOrder } from '../../data/commerce/orders.ts';
import {
  completeRefund,
  type NewRefund,
  nextRefundKey,
  recordRefund,
  returnFacts,
} from '../../data/commerce/refunds.ts';
import { isLostMoney } from '../../domain/commerce/dispute/lost-money.ts';
import { type RefundRefusal, refundRefusal } from '../../domain/commerce/refund.ts';
import { refundable, withLineTax } from '../../domain/commerce/settlement.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import { type AmountCheck, unchecked } from '../kernel/amount-check.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { settle } from './settlement.ts';

/** Who refunds: the operator any line or the whole order, a seller only lines of their store. */
export type Refunder = { by: 'operator' } | { by: 'seller'; storeId: string };

export interface RefundOrderRequest {
  orderId: string;
  /** Null for the rest of the whole order. */
  lineId: string | null;
  /** What is given back: of a line without the tax on it, which is added; of an order in all. Null for everything left. */
  amountCents: Cents | null;
  /** Whether the amount of a line is with the tax on it already. */
  hasTax?: boolean;
  reason: string;
}

/**
 * Refunds a line or an order and settles access, shares and commission. The refund is recorded before the request to the
 * provider, so that a retry repeats the same refund.
 * @throws PaymentsUnavailable if the provider cannot be reached; the reconciler then retries.
 */
export async function refundOrder(
  commerce: CommerceContext,
  who: Refunder,
  request: RefundOrderRequest,
  check: AmountCheck = unchecked,
): Promise<RefundRefusal | null> {
  const { pb } = commerce;
  const { orderId, lineId } = request;
  const stored = await storedOrder(pb, orderId);
  const lines = stored?.order.lines ?? [];
  const line = lines.find(({ id }) => id === lineId) ?? null;
  const isAllowed = who.by === 'operator' || (line !== null && line.storeId === who.storeId);
  if (!stored || !isAllowed || (lineId !== null && !line)) return 'unknown';
  const before = await returnFacts(pb, orderId);
  const { paidCents, refundedCents } = refundable(stored.order, lineId, before);
  const wished =
    line && !request.hasTax && request.amountCents !== null && Number.isSafeInteger(request.amountCents)
      ? withLineTax(stored.order, line.id, request.amountCents)
      : request.amountCents;
  const amountCents = wished ?? paidCents - refundedCents;
  const refusal = refundRefusal({
    state: stored.order.state,
    paidCents,
    refundedCents,
    amountCents,
    isLost: before.some(isLostMoney),
  });
  if (refusal) return refusal;
  if (stored.paymentId === null) return 'nothing-paid';
  await check(amountCents);
  const key = nextRefundKey(orderId, before);
  if (!(await recordRefund(pb, { ...request, amountCents, by: who.by, key }))) return 'changed-meanwhile';
  if (!(await sendRefund(commerce, { paymentId: stored.paymentId, amountCents, lineId, key })))
    return 'refused-by-provider';
  await settle(commerce, orderId);
  return null;
}

/**
 * Requests a recorded refund at the provider and records the answer. False where the provider refuses it for good.
 * @throws PaymentsUnavailable if the provider cannot be reached; the reconciler then retries.
 */
export async function sendRefund(
  commerce: CommerceContext,
  refund: Pick<NewRefund, 'amountCents' | 'lineId' | 'key'> & { paymentId: string },
): Promise<boolean> {
  const { pb } = commerce;
  try {
    await completeRefund(pb, refund.key, await commerce.payments.refund(refund), commerce.now());
    return true;
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable) || reason.temporary) throw reason;
    await completeRefund(pb, refund.key, { id: '', state: 'failed' }, commerce.now());
    commerce.onError(reason);
    return false;
  }
}
