import { actions } from 'astro:actions';
import { useEffect, useState } from 'react';
import {
  CASE_ANSWER_MAX,
  CASE_KINDS,
  type Case,
  type CaseState,
  caseName,
  caseTakesAnswer,
  type Suspension,
} from '../../domain/case.ts';
import { Section, TextArea } from '../../ui/Form.tsx';
import { useSending } from '../../ui/useSending.ts';

interface Standing {
  cases: Case[];
  suspended: Suspension[];
}

const STATES: Record<CaseState, string> = {
  open: 'waits for your answer',
  answered: 'answered, waits for the decision',
  upheld: 'the claim was found right',
  dismissed: 'the claim was dismissed',
};

/** Claims against the store and its products, and what is out of sight and why. Nothing where there is neither. */
export function CasesSection() {
  const [{ cases, suspended }, setStanding] = useState<Standing>({ cases: [], suspended: [] });
  useEffect(() => {
    void actions.cases
      .list()
      .then(({ data }) => data && setStanding(data))
      .catch(() => undefined);
  }, []);
  if (cases.length === 0 && suspended.length === 0) return null;
  return (
    <Section
      title="Cases"
      intro="Claims somebody made about your store or your models. We hear you before we decide."
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
        <CaseCard key={one.id} about={one} onAnswered={setStanding} />
      ))}
    </Section>
  );
}

function CaseCard({ about, onAnswered }: { about: Case; onAnswered: (standing: Standing) => void }) {
  const [answer, setAnswer] = useState('');
  const { busy, error, send } = useSending();
  const until = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    about.deadline,
  );
  return (
    <article className="grid gap-3 border-line border-t pt-4" aria-label={`Case ${caseName(about)}`}>
      <h3 className="text-lg">
        {caseName(about)}: {about.product?.name ?? 'your store'}
      </h3>
      <p className="text-ink-2">
        {CASE_KINDS[about.kind]}; {STATES[about.state]}
      </p>
      <blockquote className="whitespace-pre-wrap break-words border-line border-l-2 pl-3">
        {about.claim}
      </blockquote>
      {about.answer !== '' && <p className="whitespace-pre-wrap break-words">Your answer: {about.answer}</p>}
      {about.decision !== '' && <p className="whitespace-pre-wrap break-words">Decision: {about.decision}</p>}
      {caseTakesAnswer(about.state) && (
        <form
          className="grid gap-3"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void send<Standing>(
              () => actions.cases.answer({ id: about.id, answer }),
              'Your answer is with us.',
              onAnswered,
            );
          }}
        >
          <TextArea
            label={`Your answer, by ${until}`}
            name="answer"
            rows={5}
            maxLength={CASE_ANSWER_MAX}
            hint="It is sent once, and whoever made the claim reads it."
            value={answer}
            onChange={setAnswer}
            error={error('answer')}
          />
          <div>
            <button type="submit" className="btn btn-small" aria-busy={busy}>
              Send the answer
            </button>
          </div>
        </form>
      )}
    </article>
  );
}
