import { actions } from 'astro:actions';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Section } from '../../../../ui/Form.tsx';
import { CaseCard } from './CaseCard.tsx';

type CasesAnswer = ActionAnswer<typeof actions.cases.list>;

/** The cases against the user, and what is suspended and why. Renders nothing where there is neither. */
export function CasesSection() {
  const [{ cases, suspended }, setAnswer] = useState<CasesAnswer>({ cases: [], suspended: [] });
  const load = () =>
    actions.cases
      .list()
      .then(({ data }) => data && setAnswer(data))
      .catch(() => undefined);
  const opened = useEffectEvent(() => void load());
  useEffect(() => opened(), []);
  if (cases.length === 0 && suspended.length === 0) return null;
  return (
    <Section
      title="Cases"
      intro="Claims about your store, your models or what you posted. You are heard before we decide."
    >
      {suspended.length > 0 && (
        <div className="notice">
          <p>Currently hidden:</p>
          <ul className="mt-1 list-disc pl-5">
            {suspended.map(({ what, id, name, why }) => (
              <li key={id} className="break-words">
                {what === 'store' ? 'Your store' : name}
                {why !== '' && `: ${why}`}
              </li>
            ))}
          </ul>
        </div>
      )}
      {cases.map((one) => (
        <CaseCard key={one.id} about={one} onAnswered={setAnswer} onAppealed={() => void load()} />
      ))}
    </Section>
  );
}
