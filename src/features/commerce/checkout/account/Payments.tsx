import { actions } from 'astro:actions';
import { useState } from 'react';
import { Link } from 'wouter';
import { cardText, orderNumber, orderStateText } from '../../../../domain/commerce/order.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { ResourceList } from '../../../../ui/account/ResourceList.tsx';
import { asPage, pageAfter, useKeyset } from '../../../../ui/account/useKeyset.ts';
import { useDebounced } from '../../../../ui/useDebounced.ts';
import { PlanInvoices } from '../../../payments/seller-plan/account/PlanInvoices.tsx';
import { InvoiceLinks } from './InvoiceLinks.tsx';
import { PaidMemberships } from './MembershipInvoices.tsx';

/** My orders, newest first, each with a link to its receipt. */
export default function Payments() {
  const [text, setText] = useState('');
  const list = useKeyset(
    (page: number | null) =>
      asPage(actions.checkout.myOrders({ page: page ?? 1, text }), ({ orders, total, perPage }) => ({
        rows: orders,
        next: pageAfter(page ?? 1, perPage, total),
      })),
    text,
    { keepsRows: true },
  );
  // Guilds and plans are paid by invoices, which stand below the orders.
  const [hasInvoices, setHasInvoices] = useState(false);
  return (
    <>
      <PageTitle>Payments</PageTitle>
      <p className="mt-2 text-ink-2">Your orders and receipts.</p>
      {((list.rows?.length ?? 0) > 0 || text !== '') && <SearchOrders text={text} onSearch={setText} />}
      <ResourceList
        list={list}
        more="Show older payments"
        empty={
          text !== '' ? (
            <p className="empty mt-6">None of your orders has these words.</p>
          ) : (
            <div className="empty mt-6">
              <h2 className="text-2xl">{hasInvoices ? 'No orders yet' : 'No payments yet'}</h2>
              <p>Every purchase and every free product appears here with its receipt.</p>
              <a className="btn" href={paths.search()}>
                Find something to print
              </a>
            </div>
          )
        }
      >
        {(orders) => (
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
        )}
      </ResourceList>
      <PaidMemberships onFound={() => setHasInvoices(true)} />
      <PlanInvoices onFound={() => setHasInvoices(true)} />
    </>
  );
}

/** The field that searches orders by what was bought, from whom, and by number. */
function SearchOrders({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const [typed, type] = useDebounced(text, onSearch, 250);
  return (
    <search className="mt-4 block">
      <input
        type="search"
        className="field"
        aria-label="Search your orders"
        placeholder="Search your orders"
        maxLength={200}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
    </search>
  );
}
