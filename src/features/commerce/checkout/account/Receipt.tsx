import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import { Link, useParams } from 'wouter';
import { cardText, isTaxIncluded, orderNumber, orderStateText } from '../../../../domain/commerce/order.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { MembershipGiftAgain } from '../../membership-gift/account/MembershipGiftAgain.tsx';
import { InvoiceLinks } from './InvoiceLinks.tsx';
import { OrderLines } from './OrderLines.tsx';

/** One order as a printable receipt. */
export default function Receipt() {
  const { id = '' } = useParams<{ id: string }>();
  const [shown, setShown] = useState<ActionAnswer<typeof actions.checkout.myOrder> | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let stale = false;
    actions.checkout.myOrder({ orderId: id }).then(
      ({ data, error }) => {
        if (stale) return;
        if (error) setProblem(error.message);
        else setShown(data);
      },
      () => setProblem('There is no connection. Reload the page in a moment.'),
    );
    return () => {
      stale = true;
    };
  }, [id]);
  const reload = async () => {
    const { data } = await actions.checkout.myOrder({ orderId: id });
    if (data) setShown(data);
  };
  const back = (
    <Link href="/payments" className="link inline-flex min-h-11 items-center print:hidden">
      Payments
    </Link>
  );
  if (problem !== null) {
    return (
      <div className="empty">
        <PageTitle className="text-2xl">Nothing to show</PageTitle>
        <p>{problem}</p>
        {back}
      </div>
    );
  }
  if (!shown) return <div className="skeleton h-72" aria-busy="true" />;
  const { order, membershipGift } = shown;
  const total = order.totalCents + order.taxCents;
  const isIncluded = isTaxIncluded(order);
  return (
    <article className="grid grid-cols-1 gap-4">
      <p className="flex flex-wrap gap-x-6">
        {back}
        <button type="button" className="link min-h-11 print:hidden" onClick={() => print()}>
          Print this receipt
        </button>
      </p>
      <PageTitle className="text-3xl wrap-anywhere">
        Receipt <span className="inline-block max-w-full">{orderNumber(order)}</span>
      </PageTitle>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <dt className="text-ink-2">Date</dt>
        <dd>{dayText(order.paidAt ?? order.placedAt)}</dd>
        <dt className="text-ink-2">State</dt>
        <dd>{orderStateText(order)}</dd>
        {order.card && (
          <>
            <dt className="text-ink-2">Paid by</dt>
            <dd>{cardText(order.card)}</dd>
          </>
        )}
        <dt className="text-ink-2">Sent to</dt>
        <dd className="wrap-anywhere">{order.email}</dd>
        {order.gift && (
          <>
            <dt className="text-ink-2">Gift for</dt>
            <dd className="wrap-anywhere">{order.gift.email}</dd>
          </>
        )}
        {membershipGift && (
          <>
            <dt className="text-ink-2">Gift for</dt>
            <dd className="wrap-anywhere">
              {membershipGift.to}
              <span className="block text-ink-2">{membershipGift.state}</span>
              {membershipGift.isOpen && (
                <MembershipGiftAgain
                  orderId={order.id}
                  to={membershipGift.to}
                  isToAccount={membershipGift.isToAccount}
                  onSent={(to) => setShown({ order, membershipGift: { ...membershipGift, to } })}
                />
              )}
            </dd>
          </>
        )}
      </dl>
      <InvoiceLinks invoices={order.invoices} />
      <section className="card px-5 pb-5">
        <OrderLines order={order} onChanged={() => void reload()} />
        <dl className="mt-2 grid grid-cols-[1fr_auto] gap-y-1 border-t-2 border-line pt-3 tabular-nums [&>dd]:text-right">
          {order.taxCents > 0 && !isIncluded && (
            <>
              <dt>Tax</dt>
              <dd>{moneyText(order.taxCents)}</dd>
            </>
          )}
          <dt className="font-semibold">Total</dt>
          <dd className="font-semibold">{moneyText(total)}</dd>
          {isIncluded && (
            <>
              <dt className="text-ink-2">Tax included in it</dt>
              <dd className="text-ink-2">{moneyText(order.taxCents)}</dd>
            </>
          )}
          {order.refundedCents > 0 && (
            <>
              <dt className="text-wax">{order.lostCents ? 'Given back' : 'Refunded'}</dt>
              <dd className="text-wax">−{moneyText(order.refundedCents)}</dd>
            </>
          )}
        </dl>
      </section>
      <p className="text-sm text-ink-2">
        Sold by {order.soldBy}. The artists named above grant the licences. All amounts in US dollars.
      </p>
    </article>
  );
}
