import { actions } from 'astro:actions';
import { useStore } from '@nanostores/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { PlanView } from '../../../../domain/payments/seller-plan.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { $sellerStore } from '../../../catalogue/store/account/seller-store.store.ts';
import { PlanChoice } from './PlanChoice.tsx';
import { PlanStatusSection } from './PlanStatusSection.tsx';
import { StorageSection } from './StorageSection.tsx';

interface Shown {
  view: PlanView | null;
  state: 'asking' | 'ready' | 'failed';
}

/** A seller's plan, its benefits, and how to change it. */
export default function SellerPlanPage() {
  const store = useStore($sellerStore);
  const [{ view, state }, setShown] = useState<Shown>({ view: null, state: 'asking' });
  const [, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const ask = async () => {
    setShown((before) => ({ ...before, state: 'asking' }));
    const { data } = await actions.sellerPlans.mine({ ask: true }).catch(() => ({ data: undefined }));
    setShown((before) =>
      data === undefined ? { ...before, state: 'failed' } : { view: data, state: 'ready' },
    );
  };
  const opened = useEffectEvent(() => {
    if (search.has('back')) navigate('/seller-plan', { replace: true });
    if (store) void ask();
  });
  useEffect(() => opened(), []);

  return (
    <>
      <PageTitle>Seller plan</PageTitle>
      <p className="mt-2 max-w-prose text-ink-2">
        Selling is free. With Pro you keep more of each sale and get more storage for your files.
      </p>
      {!store ? (
        <div className="empty mt-6">
          <h2 className="text-2xl">You have no store yet</h2>
          <p>Open one first; a plan belongs to a store.</p>
          <a className="btn" href={paths.storeSettings()}>
            Open a store
          </a>
        </div>
      ) : (
        <div className="mt-6 grid max-w-2xl grid-cols-1 gap-5">
          {state === 'failed' && (
            <p className="notice notice-bad" role="alert">
              Your plan could not be loaded.{' '}
              <button type="button" className="link" onClick={() => void ask()}>
                Try again
              </button>
            </p>
          )}
          {view?.stale && (
            <p className="notice" role="status">
              The payment provider cannot be reached at the moment. This is the last known status.
            </p>
          )}
          {view === null && state === 'asking' && <div className="skeleton h-60" aria-busy="true" />}
          {view && (
            <>
              <PlanStatusSection view={view} onChanged={() => void ask()} />
              <PlanChoice view={view} onChanged={() => void ask()} />
              <StorageSection view={view} />
            </>
          )}
        </div>
      )}
    </>
  );
}
