import type { SellerMoney } from '../../../../domain/commerce/payout.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { OrderNumbers } from './HoldList.tsx';

/** What a seller owes the hall, of what, and how it is paid. */
export function DebtNotice({ debts }: Pick<SellerMoney, 'debts'>) {
  if (debts.length === 0) return null;
  const sum = debts.reduce((whole, { cents }) => whole + cents, 0);
  return (
    <section className="notice mt-6 grid gap-1" aria-labelledby="debts">
      <h2 id="debts" className="text-lg">
        You owe the hall {moneyText(sum)}
      </h2>
      <p>
        A buyer got money back after your share had left for your bank. You need not send anything: it is kept
        back from your next sales, and the rest of them is yours.
      </p>
      <OrderNumbers orders={debts.map(({ orderId, placedAt }) => ({ id: orderId, placedAt }))} />
    </section>
  );
}
