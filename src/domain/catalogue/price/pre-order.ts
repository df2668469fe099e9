import { dayText, type Instant } from '../../kernel/instant.ts';

/** A model that is sold before it is finished: its seller promises a day, and delivers by then or everybody is refunded. */

/**
 * How many days a promised day may lie ahead of the day from which the model is sold. The payment provider gives money back
 * for 180 days after a payment; ten of them are left for the refunds, should a bank or the provider make us wait.
 */
export const PRE_ORDER_DAYS = 170;

const DAY_MS = 86_400_000;
/** A day is over everywhere on earth twelve hours after it is over in UTC. */
const EVERYWHERE_MS = DAY_MS / 2;

export const PRE_ORDER_STATES = ['open', 'delivered', 'lapsed'] as const;
/** Open until the seller delivers or the promised day is over; both are for ever. */
export type PreOrderState = (typeof PRE_ORDER_STATES)[number];

export interface PreOrder {
  id: string;
  productId: string;
  storeId: string;
  state: PreOrderState;
  /** The promised day, its first moment in UTC. */
  promisedDay: Instant;
  /** The day that was promised first, where the seller has moved it; null otherwise. */
  movedFrom: Instant | null;
}

/** An open pre-order as its product shows it. */
export type ProductPreOrder = Pick<PreOrder, 'promisedDay' | 'movedFrom'>;

/** What buyers read wherever such a model is offered. */
export function preOrderText(promisedDay: Instant): string {
  return `Pre-order: arrives by ${dayText(promisedDay)}`;
}

/** From when on a promised day is over and what was not delivered is refunded. */
export function promiseEndsAt(promisedDay: Instant): Instant {
  return promisedDay + DAY_MS + EVERYWHERE_MS;
}

export type PromiseRefusal = 'no-day' | 'past' | 'too-far';

export const PROMISE_REFUSAL_TEXTS: Record<PromiseRefusal, string> = {
  'no-day': 'Enter a day.',
  past: 'Enter a day from tomorrow on.',
  'too-far': `Enter a day at most ${PRE_ORDER_DAYS} days after the model is published, because payments cannot be refunded for longer.`,
};

/**
 * Why this day cannot be promised, or null.
 * @param publishedAt since when it is sold; null where it is not published yet, and then from `now`
 */
export function promiseRefusal(
  promisedDay: number,
  publishedAt: Instant | null,
  now: Instant,
): PromiseRefusal | null {
  if (!Number.isSafeInteger(promisedDay) || promisedDay % DAY_MS !== 0) return 'no-day';
  if (promisedDay <= now) return 'past';
  return promisedDay > (publishedAt ?? now) + PRE_ORDER_DAYS * DAY_MS ? 'too-far' : null;
}

export type PreOrderRefusal =
  | PromiseRefusal
  | 'free'
  | 'published'
  | 'over'
  | 'moved'
  | 'earlier'
  | 'no-files';

export const PRE_ORDER_REFUSAL_TEXTS: Record<PreOrderRefusal, string> = {
  ...PROMISE_REFUSAL_TEXTS,
  free: 'A free model cannot be pre-ordered. Give it a price, or publish it once it is finished.',
  published: 'Only a model that was never published can be offered as a pre-order.',
  over: 'This pre-order is over: it was delivered, or its day has passed.',
  moved: 'You have moved the day once already. Deliver by then, or the buyers are refunded.',
  earlier: 'Enter a day after the one that you promised. You can deliver earlier at any time.',
  'no-files': 'Upload the files of the model first; then deliver it.',
};

interface Offered {
  free: boolean;
  publishedAt: Instant | null;
}

/** Why a model cannot be offered as a pre-order for this day, or null. */
export function offerRefusal(product: Offered, promisedDay: number, now: Instant): PreOrderRefusal | null {
  if (product.publishedAt !== null) return 'published';
  return product.free ? 'free' : promiseRefusal(promisedDay, null, now);
}

/** Whether a pre-order can still be delivered or moved. */
function isOpen({ state, promisedDay }: Pick<PreOrder, 'state' | 'promisedDay'>, now: Instant): boolean {
  return state === 'open' && now < promiseEndsAt(promisedDay);
}

/** Why the seller cannot move the day of a published pre-order to this one, or null. */
export function moveRefusal(
  preOrder: Pick<PreOrder, 'state' | 'promisedDay' | 'movedFrom'>,
  product: Pick<Offered, 'publishedAt'>,
  promisedDay: number,
  now: Instant,
): PreOrderRefusal | null {
  if (!isOpen(preOrder, now)) return 'over';
  if (preOrder.movedFrom !== null) return 'moved';
  const refusal = promiseRefusal(promisedDay, product.publishedAt, now);
  return refusal ?? (promisedDay <= preOrder.promisedDay ? 'earlier' : null);
}

/** Why the seller cannot deliver now, or null. @param files those that buyers would receive */
export function deliverRefusal(
  preOrder: Pick<PreOrder, 'state' | 'promisedDay'>,
  files: number,
  now: Instant,
): PreOrderRefusal | null {
  if (!isOpen(preOrder, now)) return 'over';
  return files === 0 ? 'no-files' : null;
}
