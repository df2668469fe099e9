import { actions } from 'astro:actions';
import { dayText } from '../../../../domain/kernel/instant.ts';
import { appealRefusal, CASE_KINDS, caseName, SUBJECT_NAMES } from '../../../../domain/moderation/case.ts';
import type { MyReport } from '../../../../domain/moderation/report.ts';
import { PageTitle } from '../../../../ui/account/PageTitle.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { useQuery } from '../../../../ui/useQuery.ts';
import { useStrikeRefusal } from '../../account-state/account/useStrikeRefusal.ts';
import { Objection, QuotedText } from './CaseCard.tsx';
import { CasesSection } from './CasesSection.tsx';
import { STATES_OF_REPORTER } from './case-states.ts';

/** My reports and their outcomes, and the cases against me. */
export default function ReportsPage() {
  const query = useQuery(() => actions.reports.list());
  const stopped = useStrikeRefusal();
  const { data } = query;
  return (
    <>
      <PageTitle>Reports</PageTitle>
      <QueryState query={query} />
      <div className="mt-6 grid gap-6">
        {stopped && <p className="notice notice-bad">{stopped}</p>}
        <CasesSection />
        {data?.reports.length === 0 && (
          <div className="empty">
            <h2 className="text-2xl text-ink">No reports yet</h2>
            <p className="max-w-[46ch]">
              Found a copied model or an abusive review? Press Report next to it: we hear both sides and then
              decide.
            </p>
          </div>
        )}
        {data && data.reports.length > 0 && (
          <section className="grid gap-4" aria-label="Your reports">
            <h2 className="text-2xl">Your reports</h2>
            {data.reports.map((report) => (
              <ReportCard key={report.id} report={report} onAppealed={query.refetch} />
            ))}
          </section>
        )}
      </div>
    </>
  );
}

function ReportCard({ report, onAppealed }: { report: MyReport; onAppealed: () => void }) {
  const { about } = report;
  return (
    <article className="card grid gap-3 p-5 sm:p-6" aria-label={`Case ${caseName(report)}`}>
      <h3 className="text-lg wrap-break-word">
        {caseName(report)}: {about.name === '' ? `a ${SUBJECT_NAMES[about.what]}` : about.name}
      </h3>
      <p className="text-ink-2">
        {CASE_KINDS[report.kind]}; {STATES_OF_REPORTER[report.state]}; reported on {dayText(report.at)}
      </p>
      <QuotedText label="You wrote">{report.text}</QuotedText>
      {report.answer !== '' && <QuotedText label="The other side">{report.answer}</QuotedText>}
      {report.decision !== '' && <QuotedText label="Decision">{report.decision}</QuotedText>}
      {report.appeal !== '' && <QuotedText label="Objection">{report.appeal}</QuotedText>}
      {report.decidedAt !== null && appealRefusal(report, 'reporter', Date.now()) === null && (
        <Objection id={report.caseId} decidedAt={report.decidedAt} onAppealed={onAppealed} />
      )}
    </article>
  );
}
