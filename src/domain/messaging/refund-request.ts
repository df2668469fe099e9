import type { OrderState } from '../commerce/order.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/**
 * The states of a buyer's refund request. `granting`: granted by the seller or by the deadline, the refund is being made.
 * `void`: granted, but nothing was left to refund or the payment provider refused.
 */
export const REFUND_REQUEST_STATES = [
  'asked',
  'granting',
  'granted',
  'declined',
  'withdrawn',
  'void',
] as const;
export type RefundRequestState = (typeof REFUND_REQUEST_STATES)[number];

export const REFUND_REQUEST_STATE_TEXTS: Record<RefundRequestState, string> = {
  asked: 'Waiting for an answer',
  granting: 'Refund in progress',
  granted: 'Refunded',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  void: 'Nothing could be refunded',
};

/** A refund request as both sides see it. */
export interface RefundRequest {
  id: string;
  orderId: string;
  lineId: string;
  productName: string;
  /** The amount to refund. */
  amountCents: Cents;
  state: RefundRequestState;
  /** The seller's deadline; a request without an answer is granted then. */
  answerUntil: Instant;
}

const DAY_MS = 86_400_000;
/** A refund can be requested this many days after the payment. */
export const REFUND_REQUEST_DAYS = 30;
/** Days a seller has to answer; without an answer the request is granted. */
export const REFUND_ANSWER_DAYS = 7;

/** An order line with the state of its earlier refund requests. */
export interface RefundableLine {
  state: OrderState;
  paidAt: Instant | null;
  paidCents: Cents;
  refundedCents: Cents;
  /** Earlier refund requests for this line. */
  requests: readonly RefundRequestState[];
}

export type RefundRequestRefusal = 'nothing-paid' | 'too-late' | 'refunded' | 'disputed' | 'open' | 'decided';

export const REFUND_REQUEST_REFUSAL_TEXTS: Record<RefundRequestRefusal, string> = {
  'nothing-paid': 'This was free, so there is nothing to refund.',
  'too-late': `Refunds can be requested within ${REFUND_REQUEST_DAYS} days of the payment. Write to the store instead.`,
  refunded: 'This has already been refunded.',
  disputed: 'Your bank is reviewing this payment. Try again once it has decided.',
  open: 'You have already requested this refund; the store has not answered yet.',
  decided: 'The store has already answered your request for this. Write to the store instead.',
};

/** Why no refund can be requested for a line now, or null. A withdrawn request can be made again, an answered one cannot. */
export function refundRequestRefusal(line: RefundableLine, now: Instant): RefundRequestRefusal | null {
  if (line.state === 'pending' || line.state === 'expired' || line.paidAt === null || line.paidCents === 0)
    return 'nothing-paid';
  if (line.requests.some((state) => state === 'asked' || state === 'granting')) return 'open';
  if (line.refundedCents >= line.paidCents) return 'refunded';
  if (line.requests.some((state) => state !== 'withdrawn')) return 'decided';
  if (line.state === 'disputed') return 'disputed';
  return now > refundRequestUntil(line.paidAt) ? 'too-late' : null;
}

/** The last moment a refund of this payment can be requested. */
export function refundRequestUntil(paidAt: Instant): Instant {
  return paidAt + REFUND_REQUEST_DAYS * DAY_MS;
}

/** The deadline for answering a request made now. */
export function refundAnswerUntil(now: Instant): Instant {
  return now + REFUND_ANSWER_DAYS * DAY_MS;
}

/** Whether the seller can still answer it, and the buyer withdraw it. */
export function refundAwaitsAnswer(state: RefundRequestState): boolean {
  return state === 'asked';
}

/** Whether it is granted because the deadline passed without an answer. */
export function refundLapsed(request: Pick<RefundRequest, 'state' | 'answerUntil'>, now: Instant): boolean {
  return request.state === 'asked' && now >= request.answerUntil;
}
