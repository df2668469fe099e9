import { balanceCards, nextPayoutDay, type SellerMoney } from '../../../../domain/commerce/payout.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { moneyText } from '../../../../domain/kernel/money.ts';

interface Props {
  money: SellerMoney;
  now: number;
}

/** The three balances of a seller, and what happens to each next. */
export function BalanceCards({ money, now }: Props) {
  const { pendingCents, availableCents, onItsWayCents } = balanceCards(money);
  const { provider } = money;
  const bank = provider?.bank ? `your bank account ending in ${provider.bank.last4}` : 'your bank';
  const cards = [
    {
      name: 'Pending',
      cents: pendingCents,
      text: pendingCents === 0 ? 'Nothing is pending.' : 'See below why, and until when.',
    },
    {
      name: 'Available',
      cents: availableCents,
      text:
        availableCents > 0
          ? `Will be paid out to ${bank} on ${dayText(nextPayoutDay(now))}.`
          : availableCents < 0
            ? 'Refunds exceeded this balance; pending money makes up for it first.'
            : `The next payout day is ${dayText(nextPayoutDay(now))}.`,
    },
    {
      name: 'On the way',
      cents: onItsWayCents,
      text:
        onItsWayCents > 0
          ? `Between the payment provider and ${bank}.`
          : 'No payout is on its way to your bank.',
    },
  ];
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      {cards.map(({ name, cents, text }) => (
        <div key={name} className="card grid content-start gap-1 p-5">
          <dt className="text-ink-2">{name}</dt>
          <dd className={`font-display text-3xl tabular-nums ${cents < 0 ? 'text-wax' : ''}`}>
            {moneyText(cents)}
          </dd>
          <dd className="text-sm text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
