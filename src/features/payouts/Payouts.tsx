import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import type { SellerMoney } from '../../domain/payout.ts';
import { paths } from '../../paths.ts';
import { BalanceCards } from './BalanceCards.tsx';
import { DebtNotice } from './DebtNotice.tsx';
import { HoldList } from './HoldList.tsx';
import { PayoutList } from './PayoutList.tsx';

type Known = SellerMoney & { isPartial: boolean; now: number };
type Shown = { state: 'asking' | 'failed' | 'no-store' } | { state: 'ready'; money: Known };

/** Where a seller's money lies, why it waits, and what left for the bank. */
export default function Payouts() {
  const [shown, setShown] = useState<Shown>({ state: 'asking' });
  const ask = async () => {
    setShown({ state: 'asking' });
    const answer = await actions.payouts.mine().catch(() => null);
    if (!answer || answer.error) setShown({ state: 'failed' });
    else setShown(answer.data ? { state: 'ready', money: answer.data } : { state: 'no-store' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page is opened
  useEffect(() => void ask(), []);

  return (
    <>
      <h1 className="text-4xl outline-none" tabIndex={-1}>
        Payouts
      </h1>
      <p className="mt-2 max-w-prose text-ink-2">
        What your sales brought, on its way to your bank. Payouts leave every Monday, by themselves.
      </p>
      {shown.state === 'asking' && <div className="skeleton mt-6 h-40" aria-busy="true" />}
      {shown.state === 'failed' && (
        <p className="notice notice-bad mt-4" role="alert">
          Your payouts could not be shown.{' '}
          <button type="button" className="link" onClick={() => void ask()}>
            Try again
          </button>
        </p>
      )}
      {shown.state === 'no-store' && (
        <div className="empty mt-6">
          <h2 className="text-2xl">You have no store yet</h2>
          <p>What you earn with one, and when it reaches your bank, stands here.</p>
          <a className="btn" href={paths.join()}>
            How selling works
          </a>
        </div>
      )}
      {shown.state === 'ready' && <Money money={shown.money} onAgain={() => void ask()} />}
    </>
  );
}

function Money({ money, onAgain }: { money: Known; onAgain: () => void }) {
  const isClosed = money.account !== 'active' && money.account !== 'restricted';
  return (
    <>
      {money.isPartial && (
        <p className="notice mt-4" role="status">
          The payment provider cannot be reached now, so only what waits with us is shown.{' '}
          <button type="button" className="link" onClick={onAgain}>
            Try again
          </button>
        </p>
      )}
      {isClosed && (
        <p className="notice mt-4">
          {money.account === 'rejected'
            ? 'The payment provider refused your business account, so nothing can be paid out now.'
            : 'Before you can be paid, the payment provider has to know who you are.'}{' '}
          <a className="link" href={paths.businessAccount()}>
            To your business account
          </a>
        </p>
      )}
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
