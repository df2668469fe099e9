import { actions } from 'astro:actions';
import { dayText } from '../../../../domain/kernel/instant.ts';
import {
  appealRefusal,
  appealUntil,
  CASE_KINDS,
  type Case,
  caseName,
  caseTakesAnswer,
  groundText,
  SUBJECT_NAMES,
  type Suspension,
} from '../../../../domain/moderation/case.ts';
import { takesCounterNotice } from '../../../../domain/moderation/counter-notice.ts';
import { CaseTextForm } from './CaseTextForm.tsx';
import { CounterNoticeForm } from './CounterNoticeForm.tsx';
import { STATES_OF_ACCUSED } from './case-states.ts';

/** A case against me: the claim, and the form for my answer or objection. */
export function CaseCard({
  about: one,
  onAnswered,
  onAppealed,
}: {
  about: Case;
  /** Called with all cases after the answer. */
  onAnswered: (answer: { cases: Case[]; suspended: Suspension[] }) => void;
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
        {one.suspends && '; hidden'}
      </p>
      {one.quote !== '' && <QuotedText label="The reported text">{one.quote}</QuotedText>}
      <QuotedText label="Claim">{one.claim}</QuotedText>
      {one.moreClaims.map((claim) => (
        <QuotedText key={claim} label="Another claim">
          {claim}
        </QuotedText>
      ))}
      {one.answer !== '' && <QuotedText label="Your answer">{one.answer}</QuotedText>}
      {one.decision !== '' && <QuotedText label="Decision">{one.decision}</QuotedText>}
      {one.ground !== null && (
        <p className="text-ink-2">
          {groundText(one.ground)}{' '}
          {one.automated ? 'A program had found it; a person has decided.' : 'No program took part.'}
        </p>
      )}
      {one.appeal !== '' && <QuotedText label="Objection">{one.appeal}</QuotedText>}
      {caseTakesAnswer(one.state) && (
        <CaseTextForm
          name="answer"
          label={`Your answer, by ${dayText(one.deadline)}`}
          hint="You can answer once. The person who made the claim sees it."
          button="Send answer"
          sent="We have received your answer."
          send={(answer) => actions.cases.answer({ id: one.id, answer })}
          onSent={onAnswered}
        />
      )}
      {one.decidedAt !== null && appealRefusal(one, 'accused', Date.now()) === null && (
        <>
          <Objection id={one.id} decidedAt={one.decidedAt} onAppealed={onAppealed} />
          {takesCounterNotice(one, Date.now()) && <CounterNoticeForm id={one.id} onSent={onAppealed} />}
        </>
      )}
    </article>
  );
}

/** The form for an objection to a decision. */
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
          hint="You can object once. We review the case again, and that decision is final."
          button="Send objection"
          sent="We have received your objection."
          send={(appeal) => actions.reports.appeal({ id, appeal })}
          onSent={onAppealed}
        />
      </div>
    </details>
  );
}

/** A quoted text under a label. */
export function QuotedText({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <p className="text-ink-2 text-sm">{label}</p>
      <blockquote className="whitespace-pre-wrap break-words border-line border-l-2 pl-3" dir="auto">
        {children}
      </blockquote>
    </div>
  );
}
