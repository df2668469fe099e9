import { storedOrder } from '../../../data/commerce/orders.ts';
import {
  type DuePreOrder,
  deliverPreOrder,
  duePreOrders,
  endPreOrderWork,
  lapsePreOrder,
  movePreOrder,
  type PreOrderLine,
  preOrderedLines,
  preOrderOf,
  removePreOrder,
  savePreOrder,
  withPreOrderNotice,
} from '../../../data/commerce/pre-orders.ts';
import { releaseShares } from '../../../data/commerce/shares.ts';
import { transaction } from '../../../data/kernel/transaction.ts';
import {
  deliverRefusal,
  moveRefusal,
  offerRefusal,
  PRE_ORDER_REFUSAL_TEXTS,
  type PreOrderRefusal,
} from '../../../domain/catalogue/price/pre-order.ts';
import type { Product } from '../../../domain/catalogue/product.ts';
import { CANCEL_REFUSAL_TEXTS, cancelRefusal } from '../../../domain/commerce/order.ts';
import { REFUND_REFUSAL_TEXTS } from '../../../domain/commerce/refund.ts';
import type { Instant } from '../../../domain/kernel/instant.ts';
import type { Refusal } from '../../../domain/kernel/refusal.ts';
import { PaymentsUnavailable } from '../../adapters/stripe/payments.ts';
import { NOT_NOW, openPeriodicJob, type PeriodicJob } from '../../jobs/periodic-job.ts';
import type { CommerceContext } from '../../kernel/commerce-context.ts';
import type { Leases } from '../../kernel/leases.ts';
import { withNotice } from '../../notifications/notifications.ts';
import { refundOrder } from '../refunds.ts';
import { settle } from '../settlement.ts';
import { deliveredOccasion, lapsedNotice, lapsedOccasion, movedOccasion } from './pre-order-mails.ts';

/** A seller's promise of a model and what follows from it: delivered, or everybody is refunded. */

const said = (reason: PreOrderRefusal): Refusal => ({
  sentence: PRE_ORDER_REFUSAL_TEXTS[reason],
  field: 'promisedDay',
});

/**
 * Promises a seller's product for a day; null takes the promise back. Before publishing it is as the seller likes; afterwards
 * the day can be moved once, and everybody who has it is told in the same transaction.
 */
export async function promiseProduct(
  commerce: CommerceContext,
  product: Product,
  promisedDay: Instant | null,
): Promise<Refusal | null> {
  const { pb } = commerce;
  const now = commerce.now();
  const before = await preOrderOf(pb, product.id);
  if (product.publishedAt === null || !before) {
    if (promisedDay === null)
      return before && !(await removePreOrder(pb, product.id)) ? 'changed-meanwhile' : null;
    const refusal = offerRefusal(product, promisedDay, now);
    if (refusal !== null) return said(refusal);
    const saved = await savePreOrder(pb, { id: product.id, storeId: product.store.id }, promisedDay, now);
    return saved ? null : 'changed-meanwhile';
  }
  if (promisedDay === before.promisedDay) return null;
  const refusal = promisedDay === null ? 'published' : moveRefusal(before, product, promisedDay, now);
  if (promisedDay === null || refusal !== null) return said(refusal ?? 'published');
  const occasion = movedOccasion(commerce, { ...before, productName: product.name, promisedDay });
  const moved = await movePreOrder(
    pb,
    before,
    promisedDay,
    (steps) => withPreOrderNotice(steps, before, occasion, now, EVERYBODY),
    now,
  );
  if (!moved) return 'changed-meanwhile';
  commerce.mailQueued();
  return null;
}

/** Delivers a seller's product: from now on everybody who has it can download it. The job does the rest. */
export async function deliverProduct(commerce: CommerceContext, product: Product): Promise<Refusal | null> {
  const found = await preOrderOf(commerce.pb, product.id);
  if (!found) return 'not-found';
  const files = product.files.filter(({ retiredAt }) => retiredAt === null).length;
  const refusal = deliverRefusal(found, files, commerce.now());
  if (refusal !== null) return { sentence: PRE_ORDER_REFUSAL_TEXTS[refusal] };
  return (await deliverPreOrder(commerce.pb, found.id, commerce.now())) ? null : 'changed-meanwhile';
}

/**
 * Cancels a pre-ordered line of a buyer's own order for a full refund.
 * @throws PaymentsUnavailable if the provider cannot be reached; the reconciler then refunds
 */
export async function cancelPreOrder(
  commerce: CommerceContext,
  buyerId: string,
  { orderId, lineId }: { orderId: string; lineId: string },
): Promise<Refusal | null> {
  const stored = await storedOrder(commerce.pb, orderId);
  const line = stored?.order.lines.find(({ id }) => id === lineId);
  if (!stored || !line || stored.order.buyerId !== buyerId) return 'not-found';
  const refusal = cancelRefusal(stored.order, line);
  if (refusal !== null) return { sentence: CANCEL_REFUSAL_TEXTS[refusal] };
  const refused = await refundLine(commerce, { id: lineId, orderId }, 'pre-order cancelled');
  return refused === null ? null : { sentence: refused };
}

/** Refunds what is left of a line; a sentence why not, or null. */
async function refundLine(
  commerce: CommerceContext,
  { id, orderId }: Pick<PreOrderLine, 'id' | 'orderId'>,
  reason: string,
): Promise<string | null> {
  const wish = { orderId, lineId: id, amountCents: null, reason };
  const refusal = await refundOrder(commerce, { by: 'operator' }, wish);
  // Refunds under way count as refunded: this one was begun before, and the reconciler ends it.
  return refusal === null || refusal === 'more-than-left' ? null : REFUND_REFUSAL_TEXTS[refusal];
}

const EVERY_MS = 30_000;
const AT_ONCE = 20;
/** People notified per transaction, so that the database stays free for others. */
const MOST = 500;
/** More people than any model has. */
const EVERYBODY = 1_000_000;
/** When it is tried again where a line could not be refunded, such as one whose payment is disputed. */
const AGAIN_MS = 86_400_000;

/**
 * Does what pre-orders need at this moment: ends those whose day is over, refunds their lines, and after a delivery tells
 * everybody and lets the sellers' shares be sent. Each step is done once, whoever does it and however often it is cut off.
 * @returns NOT_NOW where the payment provider does not answer
 */
export async function keepPromises(
  commerce: CommerceContext,
  signal?: AbortSignal,
): Promise<symbol | undefined> {
  const now = commerce.now();
  for (const due of await duePreOrders(commerce.pb, now, AT_ONCE)) {
    if (signal?.aborted) return;
    let current = due;
    if (due.state === 'open') {
      const notice = lapsedNotice(due);
      const more = (steps: Parameters<typeof withNotice>[0]) => withNotice(steps, commerce, notice, now);
      const lapsed = await lapsePreOrder(commerce.pb, due, more, now);
      if (!lapsed) continue;
      current = lapsed;
    }
    const isDelivered = current.state === 'delivered';
    const occasion = isDelivered ? deliveredOccasion(commerce, current) : lapsedOccasion(commerce, current);
    // Before the refunds, while everybody still has it.
    await tell(commerce, current, occasion);
    const outcome = isDelivered
      ? await release(commerce, current, signal)
      : await refundAll(commerce, current, signal);
    if (outcome === 'stopped') return;
    if (outcome === NOT_NOW) return NOT_NOW;
    await endPreOrderWork(commerce.pb, current, outcome === 'again' ? now + AGAIN_MS : null);
  }
  return undefined;
}

async function tell(
  commerce: CommerceContext,
  due: DuePreOrder,
  occasion: ReturnType<typeof deliveredOccasion>,
): Promise<void> {
  for (let more = -1; more !== 0; ) {
    const steps = transaction(commerce.pb);
    const told = withPreOrderNotice(steps, due, occasion, commerce.now(), MOST);
    await steps.run();
    more = told.rows;
    if (more > 0) commerce.mailQueued();
  }
}

type Outcome = 'done' | 'again' | 'stopped' | typeof NOT_NOW;

/** Lines in turn. @param step answers whether it is done with a line */
async function eachLine(
  { pb }: CommerceContext,
  due: DuePreOrder,
  signal: AbortSignal | undefined,
  step: (line: PreOrderLine) => Promise<boolean>,
): Promise<Outcome> {
  let isDone = true;
  for (let after = ''; ; ) {
    const lines = await preOrderedLines(pb, due.id, after, AT_ONCE);
    for (const line of lines) {
      if (signal?.aborted) return 'stopped';
      isDone = (await step(line)) && isDone;
      after = line.id;
    }
    if (lines.length < AT_ONCE) return isDone ? 'done' : 'again';
  }
}

/** Lets what is held be sent. What the provider does not take now is sent by the reconciler. */
function release(commerce: CommerceContext, due: DuePreOrder, signal?: AbortSignal): Promise<Outcome> {
  return eachLine(commerce, due, signal, async (line) => {
    if (await releaseShares(commerce.pb, line.orderId, commerce.now()))
      await settle(commerce, line.orderId).catch(commerce.onError);
    return true;
  });
}

async function refundAll(
  commerce: CommerceContext,
  due: DuePreOrder,
  signal?: AbortSignal,
): Promise<Outcome> {
  try {
    return await eachLine(
      commerce,
      due,
      signal,
      async (line) => (await refundLine(commerce, line, 'pre-order not delivered')) === null,
    );
  } catch (reason) {
    if (reason instanceof PaymentsUnavailable) return NOT_NOW;
    throw reason;
  }
}

/** The job of the pre-orders; one process at a time. */
export function preOrderJob(commerce: CommerceContext, leases: Leases): PeriodicJob {
  return openPeriodicJob(
    () =>
      leases.hold(
        'pre-orders',
        ({ signal }) => keepPromises(commerce, signal),
        () => undefined,
      ),
    EVERY_MS,
    commerce.onError,
  );
}
