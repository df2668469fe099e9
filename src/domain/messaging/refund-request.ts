import type { OrderState } from '../commerce/order.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Cents } from '../kernel/money.ts';

/**
 * A buyer asks for his money back. `granting` is granted by the seller or by the clock while the money is on its way;
 * `void` is granted when nothing was left to give back, or the provider refused.
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
  granting: 'The money is on its way back',
  granted: 'Refunded',
  declined: 'Declined',
  withdrawn: 'Taken back',
  void: 'Nothing could be refunded',
};

/** A request as both sides read it. */
export interface RefundRequest {
  id: string;
  orderId: string;
  lineId: string;
  productName: string;
  /** What would be given back. */
  amountCents: Cents;
  state: RefundRequestState;
  /** Until when the seller may answer; then it is granted by itself. */
  answerUntil: Instant;
}

const DAY_MS = 86_400_000;
/** So long after paying a refund can be asked for. */
export const REFUND_REQUEST_DAYS = 30;
/** So long a seller has for an answer; silence grants. */
export const REFUND_ANSWER_DAYS = 7;

/** A line of an order, with what was asked about it before. */
export interface RefundableLine {
  state: OrderState;
  paidAt: Instant | null;
  paidCents: Cents;
  refundedCents: Cents;
  /** Requests about this line so far. */
  requests: readonly RefundRequestState[];
}

export type RefundRequestRefusal = 'nothing-paid' | 'too-late' | 'refunded' | 'disputed' | 'open' | 'decided';

export const REFUND_REQUEST_REFUSAL_TEXTS: Record<RefundRequestRefusal, string> = {
  'nothing-paid': 'Nothing was paid for this, so nothing can be given back.',
  'too-late': `A refund can be asked for within ${REFUND_REQUEST_DAYS} days of paying. Write to the store instead.`,
  refunded: 'This was refunded already.',
  disputed: 'Your bank is deciding about this payment; ask again when it has.',
  open: 'You have asked for this already; the store has not answered yet.',
  decided: 'The store has answered your request about this already. Write to it instead.',
};

/** Why no refund can be asked for a line now, or null. What was taken back may be asked again; an answer stands. */
export function refundRequestRefusal(line: RefundableLine, now: Instant): RefundRequestRefusal | null {
  if (line.state === 'pending' || line.state === 'expired' || line.paidAt === null || line.paidCents === 0)
    return 'nothing-paid';
  if (line.requests.some((state) => state === 'asked' || state === 'granting')) return 'open';
  if (line.refundedCents >= line.paidCents) return 'refunded';
  if (line.requests.some((state) => state !== 'withdrawn')) return 'decided';
  if (line.state === 'disputed') return 'disputed';
  return now > refundRequestUntil(line.paidAt) ? 'too-late' : null;
}

/** Until when a refund of what was paid then can be asked for. */
export function refundRequestUntil(paidAt: Instant): Instant {
  return paidAt + REFUND_REQUEST_DAYS * DAY_MS;
}

/** Until when a request made now is to be answered. */
export function refundAnswerUntil(now: Instant): Instant {
  return now + REFUND_ANSWER_DAYS * DAY_MS;
}

/** Whether the seller can answer it, or the buyer take it back: while nobody has decided. */
export function refundAwaitsAnswer(state: RefundRequestState): boolean {
  return state === 'asked';
}

/** Whether silence has granted it: a seller who does not answer in time agrees. */
export function refundLapsed(request: Pick<RefundRequest, 'state' | 'answerUntil'>, now: Instant): boolean {
  return request.state === 'asked' && now >= request.answerUntil;
}
