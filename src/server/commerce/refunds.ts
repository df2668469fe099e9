import { storedOrder } from '../../data/commerce/orders.ts';
import { completeRefund, recordRefund, refundTotals } from '../../data/commerce/refunds.ts';
import { type RefundRefusal, refundRefusal } from '../../domain/commerce/refund.ts';
import type { Cents } from '../../domain/kernel/money.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { settle } from './settlement.ts';

/** Who gives money back: the operator any line or the whole order, a seller his own lines. */
export type Refunder = { by: 'operator' } | { by: 'seller'; storeId: string };

export interface RefundOrderRequest {
  orderId: string;
  /** Null is the whole order, what is left of it. */
  lineId: string | null;
  /** Null is everything that is left. */
  amountCents: Cents | null;
  reason: string;
}

/**
 * Gives money back and makes access, shares and commission follow. The wish is written down before the provider is
 * asked, so that a retry asks for the same refund and not for another.
 * @throws PaymentsUnavailable where the provider cannot be reached; the reconciler tries again then.
 */
export async function refundOrder(
  commerce: CommerceContext,
  who: Refunder,
  asked: RefundOrderRequest,
): Promise<RefundRefusal | null> {
  const { pb } = commerce;
  const file = await storedOrder(pb, asked.orderId);
  const lines = file?.order.lines ?? [];
  const line = lines.find(({ id }) => id === asked.lineId) ?? null;
  const mine = who.by === 'operator' || (line !== null && line.storeId === who.storeId);
  if (!file || !mine || (asked.lineId !== null && !line)) return 'unknown';
  const before = await refundTotals(pb, asked.orderId);
  const paid = line ? line.paidCents : file.order.totalCents + file.order.taxCents;
  const back = line
    ? Math.max(line.refundedCents, before.ofLine(line.id))
    : Math.max(file.order.refundedCents, before.inAll);
  const amountCents = asked.amountCents ?? paid - back;
  const refusal = refundRefusal({
    state: file.order.state,
    paidCents: paid,
    refundedCents: back,
    amountCents,
  });
  if (refusal) return refusal;
  if (file.paymentId === null) return 'nothing-paid';
  const key = `${asked.orderId}:refund:${before.count}`;
  const wish = { ...asked, amountCents, by: who.by, key };
  // Two people refunding at once have the same turn; the second is told to look again.
  if (!(await recordRefund(pb, wish))) return 'changed-meanwhile';
  try {
    const made = await commerce.payments.refund({
      paymentId: file.paymentId,
      amountCents,
      lineId: asked.lineId,
      key,
    });
    await completeRefund(pb, key, made, commerce.now());
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable) || reason.temporary) throw reason;
    await completeRefund(pb, key, { id: '', state: 'failed' }, commerce.now());
    commerce.onError(reason);
    return 'refused-by-provider';
  }
  await settle(commerce, asked.orderId);
  return null;
}
