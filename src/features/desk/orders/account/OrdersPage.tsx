import { actions } from 'astro:actions';
import { Link, useSearch } from 'wouter';
import { orderNumber, orderStateText } from '../../../../domain/commerce/order.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { DeskList } from '../../shell/account/DeskList.tsx';
import { deskMoment, RowLink } from '../../shell/account/DeskTable.tsx';
import { OrderPage } from './OrderPage.tsx';

/** Every order, and one order's page. */
export default function OrdersPage() {
  const id = new URLSearchParams(useSearch()).get('id');
  if (id !== null) return <OrderPage key={id} id={id} />;
  return (
    <DeskList
      page="orders"
      title="Orders"
      finds="Order number, id of order or payment, e-mail address or user name of the buyer"
      none="No order is found by this. Numbers, addresses and names have to be whole."
      load={(text, after) => actions.deskOrders.list({ text, after })}
      columns={() => [
        {
          head: 'Order',
          cell: (order) => <RowLink href={`/operator/orders?id=${order.id}`}>{orderNumber(order)}</RowLink>,
        },
        {
          head: 'Buyer',
          cell: ({ buyerId, buyerName, email }) => (
            <>
              {buyerId === null ? (
                'Account deleted'
              ) : (
                <Link href={`/operator/people?id=${buyerId}`} className="link">
                  {buyerName}
                </Link>
              )}
              <span className="block text-ink-2">{email}</span>
            </>
          ),
        },
        { head: 'Placed', cell: ({ placedAt }) => deskMoment(placedAt) },
        {
          head: 'Paid',
          cell: ({ totalCents, taxCents, refundedCents }) => (
            <>
              {moneyText(totalCents + taxCents)}
              {refundedCents > 0 && (
                <span className="block text-ink-2">{moneyText(refundedCents)} given back</span>
              )}
            </>
          ),
        },
        { head: 'State', cell: (order) => orderStateText(order) },
      ]}
    />
  );
}
