import {
  endTakedown,
  type LineToRefund,
  linesToRefund,
  noteRefundedLine,
  runningTakedown,
} from '../../data/commerce/takedowns.ts';
import { actingAs } from '../../data/kernel/actor.ts';
import { REFUND_REFUSAL_TEXTS } from '../../domain/commerce/refund.ts';
import { PaymentsUnavailable } from '../adapters/stripe/payments.ts';
import { NOT_NOW, openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import type { Leases } from '../kernel/leases.ts';
import { refundOrder } from './refunds.ts';

const EVERY_MS = 30_000;
const AT_ONCE = 20;

type Running = NonNullable<Awaited<ReturnType<typeof runningTakedown>>>;

/**
 * Refunds everybody who bought what an operator took down, line by line. Each line is noted after its refund; a refund that a
 * killed process had begun is repeated under the same key, so nobody is paid twice.
 * @returns NOT_NOW where the payment provider does not answer
 */
export async function refundTakenDown(
  commerce: CommerceContext,
  signal?: AbortSignal,
): Promise<symbol | undefined> {
  for (;;) {
    const takedown = await runningTakedown(commerce.pb);
    if (!takedown) return;
    const lines = await linesToRefund(commerce.pb, takedown.productId, takedown.afterLine, AT_ONCE);
    for (const line of lines) {
      if (signal?.aborted) return;
      const problem = await refundLine(commerce, takedown, line);
      if (problem === NOT_NOW) return NOT_NOW;
      await noteRefundedLine(commerce.pb, takedown.id, {
        line,
        problem: problem as string | null,
        now: commerce.now(),
      });
    }
    if (lines.length < AT_ONCE) await endTakedown(commerce.pb, takedown.id, commerce.now());
  }
}

/** Refunds what is left of a line. Answers null, a sentence why not, or NOT_NOW. */
async function refundLine(
  commerce: CommerceContext,
  { startedBy, startedByName }: Running,
  { id, orderId }: LineToRefund,
): Promise<string | null | symbol> {
  const pb = actingAs(commerce.pb, { id: startedBy, name: startedByName, role: 'operator' });
  try {
    const refusal = await refundOrder(
      { ...commerce, pb },
      { by: 'operator' },
      { orderId, lineId: id, amountCents: null, reason: 'taken down' },
    );
    // Refunds under way count as refunded: this one was begun before, and the reconciler ends it.
    return refusal === null || refusal === 'more-than-left' ? null : REFUND_REFUSAL_TEXTS[refusal];
  } catch (reason) {
    if (reason instanceof PaymentsUnavailable) return NOT_NOW;
    throw reason;
  }
}

/** The job that refunds what was taken down; one process at a time. */
export function openTakedowns(commerce: CommerceContext, leases: Leases): PeriodicJob {
  return openPeriodicJob(
    () =>
      leases.hold(
        'takedowns',
        ({ signal }) => refundTakenDown(commerce, signal),
        () => undefined,
      ),
    EVERY_MS,
    commerce.onError,
  );
}
