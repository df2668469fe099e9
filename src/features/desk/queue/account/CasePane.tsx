import { actions } from 'astro:actions';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { CaseFile, CaseParty } from '../../../../domain/desk/case-file.ts';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { plural } from '../../../../domain/kernel/plural.ts';
import { CASE_KINDS, caseName, SUBJECT_NAMES } from '../../../../domain/moderation/case.ts';
import { waitsForDecision } from '../../../../domain/moderation/case-decision.ts';
import { paths } from '../../../../paths.ts';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { DecisionForm } from './DecisionForm.tsx';
import { RefundProgress } from './RefundProgress.tsx';

/** A case beside the queue: what was reported, what both sides say, who they are, and the decision. */
export function CasePane({ id, onDecided }: { id: string; onDecided: () => void }) {
  const query = useQuery(() => actions.deskCases.one({ id }), id);
  const { data } = query;
  if (!data) return <QueryState query={query} tall />;
  const { file, sum, takedown } = data;
  const { case: one } = file;
  return (
    <article className="card grid gap-5 p-5" aria-label={`Case ${caseName(one)}`}>
      <header>
        <h2 className="text-2xl wrap-anywhere">
          {caseName(one)}: {one.about.name === '' ? `a ${SUBJECT_NAMES[one.about.what]}` : one.about.name}
        </h2>
        <p className="text-ink-2">
          {CASE_KINDS[one.kind]}; {one.state}; since {dayText(file.openedAt)}
          {one.suspends && '; hidden'}
          {one.automated && '; found by a program'}
        </p>
        <p className="flex flex-wrap gap-x-4">
          {file.productId !== null && (
            <a className="link" href={paths.product(file.productId)}>
              Product
            </a>
          )}
          {file.store && (
            <a className="link" href={paths.store(file.store.slug)}>
              {file.store.name}
            </a>
          )}
          <a className="link" href={paths.operatorDesk('audit', one.id)}>
            Log
          </a>
        </p>
      </header>
      <Pictures pictures={file.pictures} />
      {one.quote !== '' && <Words label="The reported text">{one.quote}</Words>}
      <Messages file={file} />
      <Words label="Claim">{one.claim}</Words>
      {one.moreClaims.map((claim) => (
        <Words key={claim} label="Another claim">
          {claim}
        </Words>
      ))}
      {one.answer !== '' && <Words label="Answer">{one.answer}</Words>}
      {one.decision !== '' && <Words label={decisionLabel(file)}>{one.decision}</Words>}
      {one.appeal !== '' && <Words label="Objection">{one.appeal}</Words>}
      <Parties file={file} />
      {takedown && <RefundProgress caseId={one.id} first={takedown} />}
      {waitsForDecision(one.state) && (
        <DecisionForm
          file={file}
          sum={sum}
          onDecided={(hasRefunds) => {
            // With refunds the case stays, so that their progress is seen.
            if (hasRefunds) query.refetch();
            else onDecided();
          }}
          onConflict={query.refetch}
        />
      )}
    </article>
  );
}

const decisionLabel = ({ decidedBy }: CaseFile) =>
  decidedBy === null ? 'Decision' : `Decision by ${decidedBy.name}, ${dayText(decidedBy.at)}`;

function Words({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <h3 className="text-sm font-semibold text-ink-2">{label}</h3>
      <blockquote className="mt-1 border-l-2 border-line pl-3 whitespace-pre-wrap wrap-anywhere">
        {children}
      </blockquote>
    </div>
  );
}

function Pictures({ pictures }: Pick<CaseFile, 'pictures'>) {
  if (pictures.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-2" aria-label="Pictures">
      {pictures.map(({ collection, id, file }, place) => (
        <li key={file}>
          <a href={paths.picture(collection, id, file, 1280)} target="_blank" rel="noreferrer">
            <img
              className="size-28 rounded-lg object-cover"
              src={paths.picture(collection, id, file, 320)}
              alt={`${place + 1} of ${pictures.length}`}
              width={112}
              height={112}
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

function Messages({ file }: { file: CaseFile }) {
  if (file.messages.length === 0) return null;
  return (
    <div>
      <h3 className="text-sm font-semibold text-ink-2">The reported message and those before it</h3>
      <ol className="mt-1 grid gap-1">
        {file.messages.map(({ id, by, text, isReported }) => (
          <li
            key={id}
            className={`rounded-lg px-3 py-2 whitespace-pre-wrap wrap-anywhere ${isReported ? 'border border-wax' : 'bg-paper-2'}`}
          >
            <span className="block text-sm text-ink-2">
              {by === 'site' ? 'The site' : by === 'buyer' ? 'Buyer' : 'Store'}
              {isReported && ', reported'}
            </span>
            {text}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Parties({ file: { accused, reporters, strangers } }: { file: CaseFile }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <div>
        <h3 className="text-sm font-semibold text-ink-2">Against</h3>
        {accused ? (
          <Party party={accused}>
            {accused.upheld} upheld and {accused.dismissed} dismissed before; {accused.strikes}{' '}
            {plural(accused.strikes, 'strike')}
          </Party>
        ) : (
          <p>Nobody with an account</p>
        )}
      </div>
      <div>
        <h3 className="text-sm font-semibold text-ink-2">Reported by</h3>
        {reporters.map((party) => (
          <Party key={party.id} party={party}>
            {party.upheld} of their reports upheld, {party.dismissed} dismissed
          </Party>
        ))}
        {strangers.map(({ id, name, email }) => (
          <p key={id} className="wrap-anywhere">
            {[name, email].filter((part) => part !== '').join(', ') || 'Somebody'} (no account)
          </p>
        ))}
        {reporters.length + strangers.length === 0 && <p>A program</p>}
      </div>
    </div>
  );
}

function Party({ party, children }: { party: CaseParty; children: ReactNode }) {
  return (
    <p>
      <Link href={`/operator/people?id=${party.id}`} className="link font-semibold wrap-anywhere">
        {party.name}
      </Link>
      {party.suspended && ' (suspended)'}, here since {dayText(party.since)}
      <span className="block text-sm text-ink-2">{children}</span>
    </p>
  );
}
