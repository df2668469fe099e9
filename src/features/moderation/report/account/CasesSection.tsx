import { actions } from 'astro:actions';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ActionAnswer } from '../../../../ui/action-answer.ts';
import { Section } from '../../../../ui/Form.tsx';
import { CaseCard } from './CaseCard.tsx';

type Standing = ActionAnswer<typeof actions.cases.list>;

/** Claims against a person's store, models and words, and what is out of sight and why. Nothing where there is neither. */
export function CasesSection() {
  const [{ cases, suspended }, setStanding] = useState<Standing>({ cases: [], suspended: [] });
  const ask = () =>
    actions.cases
      .list()
      .then(({ data }) => data && setStanding(data))
      .catch(() => undefined);
  const opened = useEffectEvent(() => void ask());
  useEffect(() => opened(), []);
  if (cases.length === 0 && suspended.length === 0) return null;
  return (
    <Section
      title="Cases"
      intro="Claims somebody made about your store, your models or your words. We hear you before we decide."
    >
      {suspended.length > 0 && (
        <div className="notice">
          <p>Out of sight at the moment:</p>
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
        <CaseCard key={one.id} about={one} onAnswered={setStanding} onAppealed={() => void ask()} />
      ))}
    </Section>
  );
}
