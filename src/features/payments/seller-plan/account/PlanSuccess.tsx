import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import { type PlanView, planText } from '../../../../domain/payments/seller-plan.ts';
import { paths } from '../../../../paths.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';

const POLL_MS = 1500;
/** After this many requests the page stops polling. */
const MAX_POLLS = 20;

/** The page after the payment for Pro: it polls until the plan is active. */
export default function PlanSuccess() {
  const [view, setView] = useState<PlanView | null>(null);
  const [polls, setPolls] = useState(0);
  const state = view?.plan.state;
  const isThere = state === 'active' || state === 'ending';
  useEffect(() => {
    if (isThere || polls >= MAX_POLLS) return undefined;
    let isLeft = false;
    const timer = setTimeout(
      () =>
        void actions.sellerPlans
          .mine({ ask: true })
          .catch(() => ({ data: undefined }))
          .then(({ data }) => {
            if (isLeft) return;
            if (data) setView(data);
            setPolls(polls + 1);
          }),
      polls === 0 ? 0 : POLL_MS,
    );
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [polls, isThere]);

  return (
    <div className="grid max-w-prose gap-4" aria-live="polite">
      <PageTitle>{isThere ? 'You are on Pro' : 'Your payment is being processed'}</PageTitle>
      {isThere && view ? (
        <p>
          {planText(view.plan, view.now)} The commission on new sales is {view.percent}%.
        </p>
      ) : polls < MAX_POLLS ? (
        <p aria-busy="true">We are checking with the payment provider; this takes a few seconds.</p>
      ) : (
        <p>
          The payment provider has not confirmed it yet. You don’t need to wait here: your plan changes
          automatically as soon as it does.
        </p>
      )}
      <p className="flex flex-wrap gap-3">
        <a className={`btn btn-small ${isThere ? '' : 'btn-quiet'}`} href={paths.sellerPlan()}>
          See your plan
        </a>
        <a className="btn btn-quiet btn-small" href={paths.productList()}>
          Go to your products
        </a>
      </p>
    </div>
  );
}
