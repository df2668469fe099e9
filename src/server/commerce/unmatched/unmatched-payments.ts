import type { Actor } from '../../../data/kernel/actor.ts';
import { withMail } from '../../../data/notifications/mails.ts';
import {
  beginUnmatchedRefund,
  dueUnmatched,
  endUnmatchedRefund,
  markDelivered,
  type StoredUnmatched,
  unmatchedPayment,
} from '../../../data/payments/unmatched-payments.ts';
import {
  UNMATCHED_REFUSAL_TEXTS,
  unmatchedRefundRefusal,
} from '../../../domain/payments/unmatched-payment.ts';
import { PaymentsUnavailable } from '../../adapters/stripe/payments.ts';
import type { Turns } from '../../jobs/turns.ts';
import { type AmountCheck, unchecked } from '../../kernel/amount-check.ts';
import type { CommerceContext } from '../../kernel/commerce-context.ts';
import { fulfil } from '../fulfilment.ts';
import { unmatchedRefundMail } from './unmatched-mails.ts';

/** Payments without an order after they were noted: tried again, and given back. */

/** A refund whose answer never came is asked for again after this, in ms. */
const RESUME_MS = 2 * 60_000;

/** Tries the payments again whose turn it is, and finishes refunds without an answer. One that fails does not stop the others. */
export async function retryUnmatched(commerce: CommerceContext, turns: Turns): Promise<void> {
  const due = await turns('unmatched payments', (after, most) =>
    dueUnmatched(commerce.pb, commerce.now(), after, most),
  );
  for (const { id, sessionId, state } of due) {
    const run = state === 'open' ? deliver(commerce, { id, sessionId }) : finishRefund(commerce, id);
    await run.catch(commerce.onError);
  }
}

/** A payment that is tried again at once. Answers why it was not delivered, as a sentence, or null. */
export async function deliverUnmatched(commerce: CommerceContext, id: string): Promise<string | null> {
  const payment = await unmatchedPayment(commerce.pb, id);
  if (!payment) return UNKNOWN;
  return (await deliver(commerce, payment)) ? null : STILL_UNMATCHED;
}

async function deliver(
  commerce: CommerceContext,
  { id, sessionId }: Pick<StoredUnmatched, 'id' | 'sessionId'>,
) {
  const isDelivered = (await fulfil(commerce, sessionId)) === 'fulfilled';
  if (isDelivered) await markDelivered(commerce.pb, id, commerce.now());
  return isDelivered;
}

/**
 * Gives a payment without an order back, in the operator's name. It is written down before the provider is asked.
 * @param seenCents the amount that was shown: another one refuses it
 * @returns why not, as a sentence, or null
 * @throws PaymentsUnavailable if the provider cannot be reached; the reconciler then retries.
 */
export async function refundUnmatched(
  commerce: CommerceContext,
  staff: Actor,
  { id, seenCents, reason }: { id: string; seenCents: number; reason: string },
  check: AmountCheck = unchecked,
): Promise<string | null> {
  const { pb } = commerce;
  const payment = await unmatchedPayment(pb, id);
  if (!payment) return UNKNOWN;
  const refusal = unmatchedRefundRefusal(payment);
  if (refusal) return UNMATCHED_REFUSAL_TEXTS[refusal];
  if (payment.paidCents !== seenCents) return CHANGED;
  await check(payment.paidCents);
  const now = commerce.now();
  if (!(await beginUnmatchedRefund(pb, { id, tryAt: now + RESUME_MS, reason }, staff, now))) return CHANGED;
  return sendRefund(commerce, payment, false);
}

async function finishRefund(commerce: CommerceContext, id: string): Promise<void> {
  const payment = await unmatchedPayment(commerce.pb, id);
  if (payment?.state === 'refunding') await sendRefund(commerce, payment, true);
}

async function sendRefund(
  commerce: CommerceContext,
  payment: StoredUnmatched,
  isResumed: boolean,
): Promise<string | null> {
  const { id, paymentId, paidCents: amountCents, sessionId } = payment;
  try {
    await commerce.payments.refund({
      paymentId,
      amountCents,
      lineId: null,
      key: `unmatched:${sessionId}`,
      isResumed,
    });
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable) || reason.temporary) throw reason;
    commerce.onError(reason);
    await endUnmatchedRefund(commerce.pb, id, 'open', (steps) => steps, commerce.now());
    return REFUSED;
  }
  const now = commerce.now();
  const mail = unmatchedRefundMail(commerce, payment);
  await endUnmatchedRefund(
    commerce.pb,
    id,
    'refunded',
    (steps) => (mail ? withMail(steps, mail, now) : steps),
    now,
  );
  commerce.mailQueued();
  return null;
}

const UNKNOWN = 'This payment is not there any more.';
const CHANGED = 'Something has changed in the meantime. Look again before you refund it.';
const REFUSED = 'The payment provider refused the refund. Look at the payment there.';
const STILL_UNMATCHED = 'It could not be delivered yet. It is tried again by itself.';
