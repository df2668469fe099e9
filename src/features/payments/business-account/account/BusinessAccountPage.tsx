import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { BusinessAccount } from '../../../../domain/payments/business-account.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { AccountStatusSection } from './AccountStatusSection.tsx';
import { DetailsSection } from './DetailsSection.tsx';

interface Shown {
  account: BusinessAccount | null;
  countries: readonly string[];
  state: 'asking' | 'ready' | 'stale' | 'failed';
}

/** The seller's details and account status, with the links to the payment provider and back. */
export default function BusinessAccountPage() {
  const store = useStore($sellerStore);
  const [{ account, countries, state }, setShown] = useState<Shown>({
    ...{ account: null, countries: [], state: 'asking' },
  });
  const search = new URLSearchParams(useSearch());
  const [, navigate] = useLocation();
  // Kept in state, because the address is cleaned up as soon as it is read.
  const [came] = useState({ back: search.has('back'), again: search.has('again') });

  const ask = async (fresh: boolean): Promise<BusinessAccount | null> => {
    setShown((before) => ({ ...before, state: 'asking' }));
    const { data } = await actions.businessAccounts.mine({ ask: fresh }).catch(() => ({ data: undefined }));
    if (data)
      setShown({ account: data.account, countries: data.countries, state: data.stale ? 'stale' : 'ready' });
    else setShown((before) => ({ ...before, state: 'failed' }));
    return data?.account ?? null;
  };
  const opened = useEffectEvent(() => {
    if (came.back || came.again) navigate('/business-account', { replace: true });
    // A settled account is shown as stored; an unfinished one is synced.
    void ask(came.back || came.again).then((known) => {
      if (!came.back && !came.again && (known?.state === 'pending' || known?.state === 'restricted'))
        void ask(true);
    });
  });
  useEffect(() => opened(), []);

  const isFirst = account === null && state === 'asking';
  return (
    <>
      <PageTitle>Business account</PageTitle>
      <p className="mt-2 max-w-prose text-ink-2">
        What the payment provider needs to know before your share of a sale can be sent to you.
      </p>
      {!store ? (
        <div className="empty mt-6">
          <h2 className="text-2xl">You have no store yet</h2>
          <p>Open one first; a business account belongs to a store.</p>
          <a className="btn" href={paths.storeSettings()}>
            Open a store
          </a>
        </div>
      ) : (
        <div className="mt-6 grid max-w-2xl grid-cols-1 gap-5">
          {came.again && (
            <p className="notice">
              The link to the payment provider has expired. Continue from here; what you submitted is saved.
            </p>
          )}
          {state === 'stale' && (
            <p className="notice" role="status">
              The payment provider cannot be reached at the moment. This is the last known status.
            </p>
          )}
          {state === 'failed' && (
            <p className="notice notice-bad" role="alert">
              Your business account could not be loaded.{' '}
              <button type="button" className="link" onClick={() => void ask(true)}>
                Try again
              </button>
            </p>
          )}
          {isFirst && <div className="skeleton h-60" aria-busy="true" />}
          {!isFirst && (state !== 'failed' || account) && (
            <>
              <AccountStatusSection
                account={account}
                asking={state === 'asking'}
                onAsk={() => void ask(true)}
              />
              <DetailsSection
                key={account?.state ?? 'none'}
                account={account}
                countries={countries}
                onSaved={(kept) => setShown({ account: kept, countries, state: 'ready' })}
              />
            </>
          )}
        </div>
      )}
    </>
  );
}
