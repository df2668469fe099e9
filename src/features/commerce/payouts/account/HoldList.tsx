import { orderNumber } from '../../../../domain/commerce/order.ts';
import { HOLD_TEXTS, type Hold, holdsOf, type SellerMoney } from '../../../../domain/commerce/payout.ts';
import { dayText, type Instant } from '../../../../domain/kernel/instant.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { plural } from '../../../../domain/kernel/plural.ts';
import { paths } from '../../../../paths.ts';

/** Maximum number of orders listed per hold; the rest is counted. */
const NAMED = 5;

/** All holds: amount, reason, and until when. */
export function HoldList({ money }: { money: SellerMoney }) {
  const holds = holdsOf(money);
  if (holds.length === 0) return null;
  return (
    <section aria-labelledby="holds" className="mt-8">
      <h2 id="holds" className="text-2xl">
        Pending
      </h2>
      <ul className="mt-3 grid gap-3">
        {holds.map((hold) => (
          <HeldSum key={`${hold.reason}:${hold.until}`} hold={hold} />
        ))}
      </ul>
    </section>
  );
}

function HeldSum({ hold: { reason, cents, until, orders } }: { hold: Hold }) {
  const { title, text } = HOLD_TEXTS[reason];
  return (
    <li className="card grid gap-1 p-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-lg">{until === null ? title : `Until ${dayText(until)}`}</h3>
        <span className="font-display text-xl tabular-nums">{moneyText(cents)}</span>
      </div>
      <p className="text-ink-2">
        {text}{' '}
        {reason === 'account' && (
          <a className="link" href={paths.businessAccount()}>
            To your business account
          </a>
        )}
      </p>
      <OrderNumbers orders={orders} />
    </li>
  );
}

/** The orders behind an amount. */
export function OrderNumbers({
  orders,
}: {
  orders: readonly { id: string; placedAt: Instant; note?: string }[];
}) {
  if (orders.length === 0) return null;
  const rest = orders.length - NAMED;
  return (
    <p className="text-sm text-ink-2">
      {plural(orders.length, 'Order')}{' '}
      {orders
        .slice(0, NAMED)
        .map((order) => `${orderNumber(order)}${order.note ? ` (${order.note})` : ''}`)
        .join(', ')}
      {rest > 0 && ` and ${rest} more`}
    </p>
  );
}
