import { buyerRecords, disputesOfOrder, keepEvidence, noteAnswer } from '../../data/commerce/disputes.ts';
import { storedOrder } from '../../data/commerce/orders.ts';
import { deliveryOfOrder } from '../../data/commerce/withdrawals.ts';
import type { Actor } from '../../data/kernel/actor.ts';
import { waiverOf } from '../../data/payments/consents.ts';
import { invoicesOfOrders } from '../../data/payments/tax-invoices.ts';
import {
  type DisputeEvidence,
  type EvidenceFacts,
  evidenceOf,
} from '../../domain/commerce/dispute/evidence.ts';
import { cardText, orderNumber } from '../../domain/commerce/order.ts';
import { EVIDENCE_REFUSAL_TEXTS, evidenceRefusal } from '../../domain/payments/dispute.ts';
import { WAIVER_TEXTS } from '../../domain/payments/waiver.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import { settle } from '../commerce/settlement.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';

/** The evidence of an order as it would be handed in now; null where there is no such order, or nothing was paid. */
export async function evidencePack(
  commerce: Pick<CommerceContext, 'pb' | 'siteName'>,
  orderId: string,
  words: string,
): Promise<DisputeEvidence | null> {
  const facts = await evidenceFacts(commerce, orderId);
  return facts && evidenceOf(facts, words);
}

async function evidenceFacts(
  { pb, siteName }: Pick<CommerceContext, 'pb' | 'siteName'>,
  orderId: string,
): Promise<EvidenceFacts | null> {
  const stored = await storedOrder(pb, orderId);
  if (!stored || stored.paymentId === null) return null;
  const { order } = stored;
  const [records, waiver, { country }, [invoice]] = await Promise.all([
    buyerRecords(pb, { id: orderId, buyerId: order.buyerId ?? '', placedAt: order.placedAt }),
    waiverOf(pb, { order: orderId }),
    deliveryOfOrder(pb, orderId),
    invoicesOfOrders(pb, [orderId]),
  ]);
  const { username, since, terms, downloads, earlier } = records;
  const buyer = invoice?.content.buyer;
  return {
    siteName,
    order: {
      number: orderNumber(order),
      placedAt: order.placedAt,
      paidAt: order.paidAt,
      totalCents: order.totalCents + order.taxCents,
      refundedCents: order.refundedCents,
      email: order.email,
      card: order.card ? cardText(order.card) : '',
      giftEmail: order.gift?.email ?? null,
      country,
    },
    buyer: { name: buyer?.name ?? '', address: buyer?.address ?? [], username, since },
    lines: order.lines.map(({ productName, storeName, paidCents }) => ({
      name: productName,
      storeName,
      paidCents,
    })),
    consent: waiver && { words: WAIVER_TEXTS[waiver.wording] ?? waiver.wording, at: waiver.at },
    ...{ terms, downloads, earlier },
  };
}

/**
 * Hands in the evidence of a disputed order at the payment provider, which passes it to the bank. The bank takes it once. It
 * is kept here before.
 * @param words what somebody at the desk adds
 * @returns why not, as a sentence, or null
 * @throws PaymentsUnavailable if the provider cannot be reached: the same press may be made again
 */
export async function answerDispute(
  commerce: CommerceContext,
  staff: Actor,
  { orderId, disputeId, words }: { orderId: string; disputeId: string; words: string },
): Promise<string | null> {
  const { pb, payments } = commerce;
  const dispute = (await disputesOfOrder(pb, orderId)).find(({ id }) => id === disputeId);
  const evidence = await evidencePack(commerce, orderId, words);
  if (!dispute || !evidence) return 'There is no such dispute.';
  const refusal = evidenceRefusal(dispute, commerce.now());
  if (refusal) return EVIDENCE_REFUSAL_TEXTS[refusal];
  if (!(await keepEvidence(pb, dispute.id, evidence, commerce.now()))) return EVIDENCE_REFUSAL_TEXTS.answered;
  try {
    await payments.submitEvidence(dispute.stripeId, evidence);
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable) || reason.temporary) throw reason;
    // The bank may have decided, or somebody may have answered at the provider: what it says now is shown.
    commerce.onError(reason);
    await settle(commerce, orderId);
    return 'The payment provider refused the evidence. Look at the dispute there.';
  }
  await noteAnswer(pb, staff, dispute, commerce.now());
  await settle(commerce, orderId);
  return null;
}
