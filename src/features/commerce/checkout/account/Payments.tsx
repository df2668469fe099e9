import { actions } from 'astro:actions';
import { useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'wouter';
import { cardText, orderNumber, orderStateText } from '../../../../domain/commerce/order.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { paths } from '../../../../paths.ts';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { LoadError } from '../../../../ui/QueryState.tsx';
import { PlanInvoices } from '../../../payments/seller-plan/account/PlanInvoices.tsx';
import { InvoiceLinks } from './InvoiceLinks.tsx';
import { MembershipInvoices } from './MembershipInvoices.tsx';

interface Shown {
  orders: ActionAnswer<typeof actions.checkout.myOrders>['orders'];
  total: number;
  page: number;
  state: 'loading' | 'ready' | 'failed';
}

/** My orders, newest first, each with a link to its receipt. */
export default function Payments() {
  const [{ orders, total, page, state }, setShown] = useState<Shown>({
    orders: [],
    total: 0,
    page: 0,
    state: 'loading',
  });
  // Guilds and plans are paid by invoices, which stand below the orders.
  const [hasInvoices, setHasInvoices] = useState(false);
  const load = async (next: number) => {
    setShown((before) => ({ ...before, state: 'loading' }));
    const { data } = await actions.checkout.myOrders({ page: next }).catch(() => ({ data: undefined }));
    setShown((before) =>
      data
        ? {
            orders: next === 1 ? data.orders : [...before.orders, ...data.orders],
            total: data.total,
            page: next,
            state: 'ready',
          }
        : { ...before, state: 'failed' },
    );
  };
  const opened = useEffectEvent(() => void load(1));
  useEffect(() => opened(), []);

  return (
    <>
      <h1 className="text-4xl outline-none" tabIndex={-1}>
        Payments
      </h1>
      <p className="mt-2 text-ink-2">Your orders and receipts.</p>
      {state === 'failed' && (
        <LoadError onRetry={() => void load(page + 1)}>Your payments could not be loaded.</LoadError>
      )}
      {state === 'loading' && page === 0 && <div className="skeleton mt-6 h-40" aria-busy="true" />}
      {state === 'ready' && total === 0 && (
        <div className="empty mt-6">
          <h2 className="text-2xl">{hasInvoices ? 'No orders yet' : 'No payments yet'}</h2>
          <p>Every purchase and every free product appears here with its receipt.</p>
          <a className="btn" href={paths.search()}>
            Find something to print
          </a>
        </div>
      )}
      <ul className="mt-6 grid gap-3">
        {orders.map((order) => (
          <li key={order.id} className="card relative grid gap-1 p-5 transition-shadow hover:shadow-card">
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <Link
                href={`/payments/${order.id}`}
                className="font-semibold after:absolute after:inset-0 hover:text-verdigris"
              >
                {orderNumber(order)}
              </Link>
              <span className="font-display text-xl tabular-nums">
                {moneyText(order.totalCents + order.taxCents)}
              </span>
            </div>
            <p className="text-ink-2">
              {dayText(order.placedAt)}, {orderStateText(order).toLowerCase()}
              {order.card && `, ${cardText(order.card)}`}
              {order.gift && `, a gift for ${order.gift.email}`}
            </p>
            <p className="line-clamp-2 text-sm text-ink-2">
              {order.lines.map(({ productName }) => productName).join(', ')}
            </p>
            <InvoiceLinks invoices={order.invoices} />
            {order.refundedCents > 0 && (
              <p className="text-sm text-wax">{moneyText(order.refundedCents)} refunded</p>
            )}
          </li>
        ))}
      </ul>
      {orders.length < total && (
        <button
          type="button"
          className="btn btn-quiet mt-4 w-full"
          aria-busy={state === 'loading'}
          onClick={() => void load(page + 1)}
        >
          Show older payments
        </button>
      )}
      <MembershipInvoices onFound={() => setHasInvoices(true)} />
      <PlanInvoices onFound={() => setHasInvoices(true)} />
    </>
  );
}
