import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import { type PlanView, planText } from '../../../../domain/payments/seller-plan.ts';
import { paths } from '../../../../paths.ts';

const AGAIN_MS = 1500;
/** After so many questions the page stops asking by itself. */
const QUESTIONS = 20;

/** Where a seller lands who paid for Pro: asks until it is there, and leads on. */
export default function PlanSuccess() {
  const [view, setView] = useState<PlanView | null>(null);
  const [asked, setAsked] = useState(0);
  const state = view?.plan.state;
  const isThere = state === 'active' || state === 'ending';
  useEffect(() => {
    if (isThere || asked >= QUESTIONS) return undefined;
    let isLeft = false;
    const timer = setTimeout(
      () =>
        void actions.sellerPlans
          .mine({ ask: true })
          .catch(() => ({ data: undefined }))
          .then(({ data }) => {
            if (isLeft) return;
            if (data) setView(data);
            setAsked(asked + 1);
          }),
      asked === 0 ? 0 : AGAIN_MS,
    );
    return () => {
      isLeft = true;
      clearTimeout(timer);
    };
  }, [asked, isThere]);

  return (
    <div className="grid max-w-prose gap-4" aria-live="polite">
      <h1 className="text-4xl outline-none" tabIndex={-1}>
        {isThere ? 'You are on Pro' : 'Your payment is on its way'}
      </h1>
      {isThere && view ? (
        <p>
          {planText(view.plan, view.now)} Of each new sale {view.percent} % is the hall’s.
        </p>
      ) : asked < QUESTIONS ? (
        <p aria-busy="true">We are asking the payment provider; this takes a few seconds.</p>
      ) : (
        <p>
          The payment provider has not confirmed it yet. You need not wait here: as soon as it does, your plan
          changes by itself.
        </p>
      )}
      <p className="flex flex-wrap gap-3">
        <a className={`btn btn-small ${isThere ? '' : 'btn-quiet'}`} href={paths.sellerPlan()}>
          See your plan
        </a>
        <a className="btn btn-quiet btn-small" href={paths.productList()}>
          To your products
        </a>
      </p>
    </div>
  );
}
