import { actions } from 'astro:actions';
import { dayText } from '../../../../domain/kernel/instant.ts';
import {
  appealRefusal,
  appealUntil,
  CASE_KINDS,
  type Case,
  caseName,
  caseTakesAnswer,
  SUBJECT_NAMES,
  type Suspension,
} from '../../../../domain/moderation/case.ts';
import { CaseTextForm } from './CaseTextForm.tsx';
import { STATES_OF_ACCUSED } from './case-states.ts';

/** A claim about something of mine: what was said, and the word that is mine to say. */
export function CaseCard({
  about: one,
  onAnswered,
  onAppealed,
}: {
  about: Case;
  /** Hears the new standing of all cases. */
  onAnswered: (standing: { cases: Case[]; suspended: Suspension[] }) => void;
  onAppealed: () => void;
}) {
  const { about } = one;
  return (
    <article className="grid gap-3 border-line border-t pt-4" aria-label={`Case ${caseName(one)}`}>
      <h3 className="text-lg wrap-break-word">
        {caseName(one)}:{' '}
        {about.what === 'product' && about.name !== '' ? about.name : `your ${SUBJECT_NAMES[about.what]}`}
      </h3>
      <p className="text-ink-2">
        {CASE_KINDS[one.kind]}; {STATES_OF_ACCUSED[one.state]}
        {one.suspends && '; out of sight'}
      </p>
      {one.quote !== '' && <Said what="The words it is about">{one.quote}</Said>}
      <Said what="The claim">{one.claim}</Said>
      {one.moreClaims.map((claim) => (
        <Said key={claim} what="Another said">
          {claim}
        </Said>
      ))}
      {one.answer !== '' && <Said what="Your answer">{one.answer}</Said>}
      {one.decision !== '' && <Said what="The decision">{one.decision}</Said>}
      {one.appeal !== '' && <Said what="The objection">{one.appeal}</Said>}
      {caseTakesAnswer(one.state) && (
        <CaseTextForm
          name="answer"
          label={`Your answer, by ${dayText(one.deadline)}`}
          hint="It is sent once, and whoever made the claim reads it."
          button="Send the answer"
          sent="Your answer is with us."
          send={(answer) => actions.cases.answer({ id: one.id, answer })}
          onSent={onAnswered}
        />
      )}
      {one.decidedAt !== null && appealRefusal(one, 'accused', Date.now()) === null && (
        <Objection id={one.id} decidedAt={one.decidedAt} onAppealed={onAppealed} />
      )}
    </article>
  );
}

/** Says once why a decision was wrong. */
export function Objection({
  id,
  decidedAt,
  onAppealed,
}: {
  id: string;
  decidedAt: number;
  onAppealed: () => void;
}) {
  return (
    <details>
      <summary className="link cursor-pointer">Object to the decision</summary>
      <div className="mt-3">
        <CaseTextForm
          name="appeal"
          label={`Why the decision is wrong, by ${dayText(appealUntil(decidedAt))}`}
          hint="You can object once. We look at the case again and decide for good."
          button="Send the objection"
          sent="Your objection is with us."
          send={(appeal) => actions.reports.appeal({ id, appeal })}
          onSent={onAppealed}
        />
      </div>
    </details>
  );
}

/** What somebody said, under the name of what it is. */
export function Said({ what, children }: { what: string; children: string }) {
  return (
    <div>
      <p className="text-ink-2 text-sm">{what}</p>
      <blockquote className="whitespace-pre-wrap break-words border-line border-l-2 pl-3" dir="auto">
        {children}
      </blockquote>
    </div>
  );
}
