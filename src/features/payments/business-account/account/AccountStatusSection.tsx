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
import { STANDINGS, standingOf } from './account-status.ts';

interface Props {
  account: BusinessAccount | null;
  asking: boolean;
  onAsk: () => void;
}

/** Where the account stands, what is missing in our own words, and the one next step. */
export function StandingSection({ account, asking, onAsk }: Props) {
  const { busy, mutate } = useMutation();
  const standing = standingOf(account);
  const { title, text, go } = STANDINGS[standing];
  const goOn = () =>
    void mutate(
      () => actions.businessAccounts.page(),
      null,
      ({ url }) => location.assign(url),
    );
  return (
    <Section title={title} intro={text}>
      <Way standing={standing} />
      {account && account.requirements.length > 0 && (
        <ul className="grid gap-3" aria-label="What is asked for">
          {account.requirements.map((requirement) => (
            <Asked key={requirement.subject} requirement={requirement} />
          ))}
        </ul>
      )}
      {account?.dueAt != null && (
        <p className="text-ink-2">It has to be there by {dayText(account.dueAt)}.</p>
      )}
      {standing !== 'begin' && (
        <p className="flex flex-wrap gap-3">
          {go && (
            <button
              type="button"
              className={`btn btn-small ${standing === 'active' ? 'btn-quiet' : ''}`}
              aria-busy={busy}
              onClick={goOn}
            >
              {go}
              <Icon name="external" />
            </button>
          )}
          {standing !== 'active' && (
            <button type="button" className="btn btn-quiet btn-small" aria-busy={asking} onClick={onAsk}>
              Ask how it stands
            </button>
          )}
        </p>
      )}
    </Section>
  );
}

const STEPS = ['Say who sells', 'Show it to the provider', 'Be paid'] as const;
const STEP_OF: Partial<Record<ReturnType<typeof standingOf>, number>> = {
  begin: 0,
  missing: 1,
  'looked-at': 1,
};

/** The three steps to being paid; once they are made they are no longer shown. */
function Way({ standing }: { standing: ReturnType<typeof standingOf> }) {
  const here = STEP_OF[standing];
  if (here === undefined) return null;
  return (
    <ol className="grid gap-2 sm:grid-cols-3" aria-label="Steps to being paid">
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

function Asked({ requirement }: { requirement: Requirement }) {
  const { subject, from, refused } = requirement;
  const { title, todo } = REQUIREMENTS[subject];
  return (
    <li className="rounded-xl border border-line p-4">
      <h3 className="text-base font-semibold">{title}</h3>
      {refused && from === 'seller' && (
        <p className="text-wax">What was handed in did not pass; it could not be read or does not match.</p>
      )}
      <p className="text-ink-2">{from === 'provider' ? 'It is there and is being looked at.' : todo}</p>
    </li>
  );
}
