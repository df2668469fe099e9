import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import type { Takedown } from '../../../../domain/commerce/takedown.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { counted } from '../../../../domain/kernel/plural.ts';

const ASK_EVERY_MS = 2000;

/** How far the refunds to all buyers are; it is asked again until they are done. */
export function RefundProgress({ caseId, first }: { caseId: string; first: Takedown }) {
  const [takedown, setTakedown] = useState(first);
  useEffect(() => {
    if (takedown.state === 'done') return;
    const timer = setTimeout(async () => {
      const answer = await actions.deskCases.refunds({ id: caseId }).catch(() => null);
      setTakedown((before) => answer?.data?.takedown ?? { ...before });
    }, ASK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [takedown, caseId]);
  const { state, refundedLines, refundedCents, failedLines, totalCents, lastProblem, startedByName } =
    takedown;
  return (
    <section className="notice grid gap-1" aria-label="Refunds">
      <p role="status">
        {state === 'done' ? 'Buyers were refunded: ' : 'Buyers are being refunded: '}
        {counted(refundedLines, 'sale')}, {moneyText(refundedCents)} of {moneyText(totalCents)}.
      </p>
      {failedLines > 0 && (
        <p className="text-wax">
          {failedLines} could not be refunded. {lastProblem}
        </p>
      )}
      <p className="text-sm text-ink-2">Begun by {startedByName}</p>
    </section>
  );
}
