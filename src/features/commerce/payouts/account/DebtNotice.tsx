import type { SellerMoney } from '../../../../domain/commerce/payout.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { OrderNumbers } from './HoldList.tsx';

/** A seller's debt to the operator, what it is for, and how it is paid. */
export function DebtNotice({ debts }: Pick<SellerMoney, 'debts'>) {
  if (debts.length === 0) return null;
  const sum = debts.reduce((whole, { cents }) => whole + cents, 0);
  const members = debts.filter((debt) => debt.of === 'membership').length;
  return (
    <section className="notice mt-6 grid gap-1" aria-labelledby="debts">
      <h2 id="debts" className="text-lg">
        You owe {moneyText(sum)}
      </h2>
      <p>
        A payment was refunded or disputed after your share of it had been paid out. You do not need to send
        anything: it is deducted from your next sales.
      </p>
      <OrderNumbers orders={debts.filter((debt) => debt.of === 'order')} />
      {members > 0 && (
        <p className="text-sm text-ink-2">
          {members === 1 ? 'One payment of a guild member' : `${members} payments of guild members`}
        </p>
      )}
    </section>
  );
}
