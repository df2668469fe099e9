import { actions } from 'astro:actions';
import { dayText } from '../../../../domain/kernel/instant.ts';
import {
  type BusinessAccount,
  REQUIREMENTS,
  type Requirement,
} from '../../../../domain/payments/business-account.ts';
import { Section } from '../../../../ui/Form.tsx';
import { Icon } from '../../../../ui/Icon.tsx';
import { useMutation } from '../../../../ui/useMutation.ts';
import { withStepUp } from '../../../identity/step-up/account/step-up.store.ts';
import { ACCOUNT_STATUS_TEXTS, type AccountStatus, accountStatus } from './account-status.ts';

interface Props {
  account: BusinessAccount | null;
  asking: boolean;
  onAsk: () => void;
}

/** The status of the account, what is missing, and the next step. */
export function AccountStatusSection({ account, asking, onAsk }: Props) {
  const { busy, mutate } = useMutation();
  const status = accountStatus(account);
  const { title, text, go } = ACCOUNT_STATUS_TEXTS[status];
  const goOn = () =>
    void mutate(
      () => withStepUp(() => actions.businessAccounts.page()),
      null,
      ({ url }) => location.assign(url),
    );
  return (
    <Section title={title} intro={text}>
      <Steps status={status} />
      {account && account.requirements.length > 0 && (
        <ul className="grid gap-3" aria-label="What is missing">
          {account.requirements.map((requirement) => (
            <RequirementCard key={requirement.subject} requirement={requirement} />
          ))}
        </ul>
      )}
      {account?.dueAt != null && <p className="text-ink-2">The deadline is {dayText(account.dueAt)}.</p>}
      {status !== 'begin' && (
        <p className="flex flex-wrap gap-3">
          {go && (
            <button
              type="button"
              className={`btn btn-small ${status === 'active' ? 'btn-quiet' : ''}`}
              aria-busy={busy}
              onClick={goOn}
            >
              {go}
              <Icon name="external" />
            </button>
          )}
          {status !== 'active' && (
            <button type="button" className="btn btn-quiet btn-small" aria-busy={asking} onClick={onAsk}>
              Check status
            </button>
          )}
        </p>
      )}
    </Section>
  );
}

const STEPS = ['Your details', 'Verification', 'Get paid'] as const;
const STEP_OF: Partial<Record<AccountStatus, number>> = {
  begin: 0,
  missing: 1,
  'looked-at': 1,
};

/** The three steps to getting paid, shown until they are done. */
function Steps({ status }: { status: AccountStatus }) {
  const here = STEP_OF[status];
  if (here === undefined) return null;
  return (
    <ol className="grid gap-2 sm:grid-cols-3" aria-label="Steps to getting paid">
      {STEPS.map((step, at) => (
        <li
          key={step}
          aria-current={at === here ? 'step' : undefined}
          className={`flex items-center gap-2 border-t-2 pt-2 text-sm ${at <= here ? 'border-verdigris' : 'border-line'} ${at === here ? 'font-semibold' : 'text-ink-2'}`}
        >
          {at < here ? <Icon name="check" /> : <span className="tabular-nums">{at + 1}.</span>}
          {step}
          {at < here && <span className="sr-only">, done</span>}
        </li>
      ))}
    </ol>
  );
}

function RequirementCard({ requirement }: { requirement: Requirement }) {
  const { subject, from, refused } = requirement;
  const { title, todo } = REQUIREMENTS[subject];
  return (
    <li className="rounded-xl border border-line p-4">
      <h3 className="text-base font-semibold">{title}</h3>
      {refused && from === 'seller' && (
        <p className="text-wax">
          What you submitted was not accepted; it could not be read or does not match.
        </p>
      )}
      <p className="text-ink-2">{from === 'provider' ? 'Submitted and being reviewed.' : todo}</p>
    </li>
  );
}
