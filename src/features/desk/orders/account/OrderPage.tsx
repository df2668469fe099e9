import { actions } from 'astro:actions';
import { useState } from 'react';
import { Link } from 'wouter';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { withStepUp } from '../../../identity/step-up/account/step-up.store.ts';
import { DeskTable, deskMoment } from '../../shell/account/DeskTable.tsx';
import { ReasonDialog } from '../../shell/account/ReasonDialog.tsx';
import { OrderDisputes } from './OrderDisputes.tsx';

type Line = ActionAnswer<typeof actions.deskOrders.one>['lines'][number];

/** One order with what is left of each line, and refunds with the sum shown before. */
export function OrderPage({ id }: { id: string }) {
  const query = useQuery(() => actions.deskOrders.one({ id }));
  /** A line, or "all" for the rest of the order. */
  const [refunding, setRefunding] = useState<Line | 'all' | null>(null);
  const order = query.data;
  const left = ({ paidCents, refundedCents }: Pick<Line, 'paidCents' | 'refundedCents'>) =>
    paidCents - refundedCents;
  if (!order) return <QueryState query={query} tall />;
  const sum = refunding === null ? 0 : left(refunding === 'all' ? order : refunding);
  return (
    <>
      <p>
        <Link href="/operator/orders" className="link inline-flex min-h-11 items-center">
          All orders
        </Link>
      </p>
      <PageTitle>Order {order.number}</PageTitle>
      <p className="mt-2 text-ink-2 wrap-anywhere">
        {order.stateText}, placed on {deskMoment(order.placedAt)} by {order.email}
        {order.paymentId !== '' && `, payment ${order.paymentId}`}.{' '}
        <Link href={`/operator/audit?id=${order.id}`} className="link">
          Audit log
        </Link>
      </p>
      <DeskTable
        label="Lines"
        rows={order.lines}
        columns={[
          { head: 'Product', cell: ({ productName }) => productName },
          { head: 'Store', cell: ({ storeName }) => storeName },
          { head: 'Paid with tax', cell: ({ paidCents }) => moneyText(paidCents) },
          { head: 'Given back', cell: ({ refundedCents }) => moneyText(refundedCents) },
          {
            head: 'Actions',
            cell: (line) =>
              order.canRefund &&
              left(line) > 0 && (
                <button
                  type="button"
                  className="link min-h-8"
                  aria-label={`Refund ${line.productName}`}
                  onClick={() => setRefunding(line)}
                >
                  Refund …
                </button>
              ),
          },
        ]}
      />
      <p className="mt-4">
        Paid {moneyText(order.paidCents)}, given back {moneyText(order.refundedCents)}, left{' '}
        <strong>{moneyText(left(order))}</strong>.
        {order.lostCents > 0 &&
          ` The buyer’s bank took ${moneyText(order.lostCents)} of it back after a dispute that was lost.`}
      </p>
      {order.canRefund && (
        <p className="mt-4">
          <button type="button" className="btn btn-danger btn-small" onClick={() => setRefunding('all')}>
            Refund everything left …
          </button>
        </p>
      )}
      <OrderDisputes order={order} onChanged={query.setData} />
      {refunding !== null && (
        <ReasonDialog
          title={`Refund ${moneyText(sum)}?`}
          yes={`Refund ${moneyText(sum)}`}
          done="Refunded."
          hint="For the audit log and the seller."
          action={(reason) =>
            withStepUp(() =>
              actions.deskOrders.refund({
                orderId: order.id,
                lineId: refunding === 'all' ? null : refunding.id,
                seenCents: order.refundedCents,
                reason,
              }),
            )
          }
          onDone={query.setData}
          onClose={() => setRefunding(null)}
        >
          <p>
            {refunding === 'all' ? 'The whole order' : refunding.productName}: {moneyText(sum)} go back to the
            buyer’s card, tax included. What is refunded completely leaves their library. This cannot be
            undone.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
