import { actions } from 'astro:actions';
import { moneyText } from '../../../../domain/kernel/money.ts';
import { type PlanView, planText } from '../../../../domain/payments/seller-plan.ts';
import { paths } from '../../../../paths.ts';
import { Section } from '../../../../ui/Form.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { toast } from '../../../../ui/toast.ts';
import { useMutation } from '../../../../ui/useMutation.ts';

/** The status of the plan, and what can be done: pay, keep, cancel, change the card. */
export function PlanStatusSection({ view, onChanged }: { view: PlanView; onChanged: () => void }) {
  const { plan, now, percent } = view;
  const { busy, mutate } = useMutation();
  const { state, due } = plan;
  const isAlive = state !== 'none' && state !== 'ended';
  const pay = () =>
    void mutate(
      () => actions.sellerPlans.pay(),
      null,
      ({ confirmUrl }) => {
        // The bank wants a confirmation, which the payment provider's page asks for.
        if (confirmUrl !== null) return location.assign(confirmUrl);
        void toast('Paid.', { kind: 'success' });
        onChanged();
      },
    );
  const openPortal = () =>
    void mutate(
      () => actions.sellerPlans.portal(),
      null,
      ({ url }) => location.assign(url),
    );
  const setEnding = (ending: boolean, toast: string) =>
    void mutate(() => actions.sellerPlans.setEnding({ ending }), toast, onChanged);
  return (
    <Section title={isAlive ? 'You are on Pro' : 'You are on the free plan'}>
      <p className={state === 'past-due' ? 'notice notice-bad' : ''} role="status">
        {planText(plan, now)}
      </p>
      <p className="text-ink-2">
        The commission on new sales is {percent}%; the rest is yours. Past sales do not change.
      </p>
      <p className="flex flex-wrap gap-3">
        {state === 'past-due' && (
          <button type="button" className="btn btn-small" aria-busy={busy} onClick={pay}>
            Pay {moneyText(due?.cents ?? 0)} now
          </button>
        )}
        {state === 'ending' && (
          <button
            type="button"
            className="btn btn-small"
            aria-busy={busy}
            onClick={() => setEnding(false, 'You keep Pro.')}
          >
            Keep Pro
          </button>
        )}
        {isAlive && (
          <button type="button" className="btn btn-quiet btn-small" aria-busy={busy} onClick={openPortal}>
            Change card
            <Icon name="external" />
          </button>
        )}
        {isAlive && state !== 'ending' && (
          <button
            type="button"
            className="btn btn-quiet btn-small"
            aria-busy={busy}
            onClick={() => setEnding(true, 'Pro ends with the paid period.')}
          >
            Cancel Pro
          </button>
        )}
        {state !== 'none' && (
          <a className="btn btn-quiet btn-small" href={paths.payments()}>
            Invoices
          </a>
        )}
      </p>
    </Section>
  );
}
