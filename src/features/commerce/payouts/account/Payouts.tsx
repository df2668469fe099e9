import { actions } from 'astro:actions';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { BalanceCards } from './BalanceCards.tsx';
import { DebtNotice } from './DebtNotice.tsx';
import { HoldList } from './HoldList.tsx';
import { PayoutList } from './PayoutList.tsx';

type MoneyAnswer = NonNullable<ActionAnswer<typeof actions.payouts.mine>['money']>;

/** A seller's balances, holds and payouts. */
export default function Payouts() {
  const query = useQuery(() => actions.payouts.mine());
  const { data, refetch } = query;
  return (
    <>
      <PageTitle>Payouts</PageTitle>
      <p className="mt-2 max-w-prose text-ink-2">
        Your earnings on their way to your bank. Payouts are made automatically every Monday.
      </p>
      <QueryState query={query} />
      {data && !data.money && (
        <div className="empty mt-6">
          <h2 className="text-2xl">You have no store yet</h2>
          <p>Once you have one, your earnings and payouts appear here.</p>
          <a className="btn" href={paths.join()}>
            How selling works
          </a>
        </div>
      )}
      {data?.money && <Money money={data.money} onRetry={refetch} />}
    </>
  );
}

function Money({ money, onRetry }: { money: MoneyAnswer; onRetry: () => void }) {
  const isClosed = money.account !== 'active' && money.account !== 'restricted';
  return (
    <>
      {money.isPartial && (
        <p className="notice mt-4" role="status">
          The payment provider cannot be reached at the moment, so only what we hold for you is shown.{' '}
          <button type="button" className="link" onClick={onRetry}>
            Try again
          </button>
        </p>
      )}
      {money.isSuspended && (
        <p className="notice mt-4">
          Your store is suspended, so nothing is paid out to your bank until that is lifted. What you earned
          stays yours; the e-mail we sent you says why and how to answer.
        </p>
      )}
      {isClosed && (
        <p className="notice mt-4">
          {money.account === 'rejected'
            ? 'The payment provider rejected your business account, so nothing can be paid out.'
            : 'Before you can be paid, the payment provider needs to verify who you are.'}{' '}
          <a className="link" href={paths.businessAccount()}>
            To your business account
          </a>
        </p>
      )}
      <p className="mt-4 max-w-prose">
        You have earned <strong className="tabular-nums">{moneyText(money.earned.yoursCents)}</strong> in all,
        after commission and refunds
        {money.earned.heldCents > 0 &&
          `; another ${moneyText(money.earned.heldCents)} is held while payments are disputed`}
        .{' '}
        <a className="link" href={paths.sales()}>
          All sales and memberships
        </a>
      </p>
      <DebtNotice debts={money.debts} />
      {!money.isPartial && (
        <div className="mt-6">
          <BalanceCards money={money} now={money.now} />
        </div>
      )}
      <HoldList money={money} />
      {!money.isPartial && <PayoutList payouts={money.provider?.payouts ?? []} />}
    </>
  );
}
