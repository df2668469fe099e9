import { actions } from 'astro:actions';
import { useState } from 'react';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { UNMATCHED_REASONS } from '../../../../domain/payments/unmatched-payment.ts';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { useQuery } from '../../../../ui/useQuery.ts';
import { withStepUp } from '../../../identity/step-up/account/step-up.store.ts';
import { deskMoment } from '../../shell/account/DeskTable.tsx';
import { ReasonDialog } from '../../shell/account/ReasonDialog.tsx';
import { confirmed } from '../../shell/account/second-factor.store.ts';

/** A payment that has no order, beside the queue: it is delivered after all, or given back. */
export function UnmatchedPane({ id, onDone }: { id: string; onDone: () => void }) {
  const query = useQuery(() => actions.deskUnmatched.one({ id }), id);
  const { busy, mutate } = useMutation();
  const [isRefunding, setRefunding] = useState(false);
  const payment = query.data;
  if (!payment) return <QueryState query={query} tall />;
  const amount = moneyText(payment.paidCents);
  const buyer = payment.email === '' ? 'a buyer without an address' : payment.email;
  return (
    <section className="card grid gap-3 p-5" aria-label="Payment without an order">
      <h2 className="text-2xl wrap-anywhere">
        {amount} paid by {buyer}
      </h2>
      <p className="text-ink-2 wrap-anywhere">
        The payment {payment.paymentId} is at the payment provider since {deskMoment(payment.foundAt)}, but
        its order {payment.orderId} is not here. A fault of the database or a restored copy has lost it.
      </p>
      {payment.reason !== null && <p>{UNMATCHED_REASONS[payment.reason]}</p>}
      <p>It is tried again by itself. Give the money back if it cannot be delivered.</p>
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn btn-quiet"
          disabled={busy}
          onClick={() =>
            void mutate(() => confirmed(() => actions.deskUnmatched.deliver({ id })), 'Delivered.', onDone)
          }
        >
          Try again
        </button>
        <button type="button" className="btn btn-danger" onClick={() => setRefunding(true)}>
          Refund {amount} …
        </button>
      </div>
      {isRefunding && (
        <ReasonDialog
          title={`Refund ${amount}?`}
          yes={`Refund ${amount}`}
          done="Refunded."
          hint="For the audit log."
          action={(reason) =>
            withStepUp(() => actions.deskUnmatched.refund({ id, seenCents: payment.paidCents, reason }))
          }
          onDone={onDone}
          onClose={() => setRefunding(false)}
        >
          <p>
            All of it goes back to the card of {buyer}, who is told by mail. Nothing is delivered then. This
            cannot be undone.
          </p>
        </ReasonDialog>
      )}
    </section>
  );
}
