import {
  joinCase,
  openCaseAbout,
  openCaseWith,
  openReportBy,
  type Reportable,
  type ReportRow,
  reportOutcomes,
} from '../../data/moderation/reports.ts';
import type { User } from '../../domain/identity/user.ts';
import { cleanText } from '../../domain/kernel/clean-text.ts';
import { caseName } from '../../domain/moderation/case.ts';
import { type NewReport, reportRefusals } from '../../domain/moderation/report.ts';
import { isUnreliableReporter } from '../../domain/moderation/strikes.ts';
import { reportJoinedMail } from './case-mails.ts';
import type { CaseParts } from './cases.ts';
import type { PostingLimits } from './posting-limits.ts';

export type ReportOutcome =
  | { is: 'made'; number: number }
  /** The reporter can see no such subject. */
  | { is: 'unknown' }
  | { is: 'refused'; sentence: string; field?: 'kind' | 'text' };

/**
 * Opens a case, or joins the open one about the same subject. A user has at most one open report about a subject.
 * @param about the subject, as the reporter may see it; null where they can see none.
 */
export async function makeReport(
  parts: CaseParts & { postingLimits: PostingLimits },
  reporter: User,
  report: NewReport,
  about: Reportable | null,
): Promise<ReportOutcome> {
  const { pb } = parts;
  if (!about) return { is: 'unknown' };
  if (about.accusedId === reporter.id)
    return { is: 'refused', sentence: 'This is your own; you can change it yourself.' };
  const wrong = reportRefusals(report);
  if (wrong.kind !== undefined) return { is: 'refused', sentence: wrong.kind, field: 'kind' };
  if (wrong.text !== undefined) return { is: 'refused', sentence: wrong.text, field: 'text' };
  const [earlier, outcomes] = await Promise.all([
    openReportBy(pb, reporter.id, about.what, about.id),
    reportOutcomes(pb, reporter.id),
  ]);
  if (earlier !== null) return { is: 'refused', sentence: alreadyReported(earlier) };
  const now = parts.now();
  const unreliable = isUnreliableReporter(outcomes);
  const wait = await parts.postingLimits.postingRefusal(reporter, 'report', now, unreliable);
  if (wait !== null) return { is: 'refused', sentence: wait };

  const row = { userId: reporter.id, about, kind: report.kind, text: cleanText(report.text) };
  const number = await addToCase(parts, reporter, row);
  return number === null
    ? { is: 'refused', sentence: 'This case has just been decided. Please try again.' }
    : { is: 'made', number };
}

/** Adds a report to a case and answers its number; null where cases open and close faster than that succeeds. */
async function addToCase(
  parts: CaseParts,
  reporter: User,
  row: ReportRow & { userId: string },
): Promise<number | null> {
  const { pb } = parts;
  for (let tries = 0; tries < 3; tries++) {
    const open = await openCaseAbout(pb, row.about.what, row.about.id);
    if (!open) {
      if ((await openCaseWith(pb, row, parts.now())) !== null)
        return (await openCaseAbout(pb, row.about.what, row.about.id))?.number ?? null;
      continue;
    }
    const refusal = await joinCase(
      pb,
      open.id,
      row,
      reportJoinedMail(parts, open, row, reporter),
      parts.now(),
    );
    if (refusal === 'closed') continue;
    parts.mailQueued();
    return open.number;
  }
  return null;
}

const alreadyReported = (number: number) =>
  `You have reported this already: it is case ${caseName({ number })}. We will write to you when it is decided.`;
