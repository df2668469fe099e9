import { reportableByLetter } from '../../data/account/reportables.ts';
import { withDeed } from '../../data/identity/roles.ts';
import { type Actor, actingAs } from '../../data/kernel/actor.ts';
import { sql } from '../../data/kernel/sql.ts';
import type { Transaction } from '../../data/kernel/transaction.ts';
import {
  caseWithReport,
  joinCase,
  openCaseAbout,
  openCaseWith,
  type Reportable,
} from '../../data/moderation/reports.ts';
import { cleanLine, cleanText } from '../../domain/kernel/clean-text.ts';
import { CASE_SUBJECTS, type CaseSubject } from '../../domain/moderation/case.ts';
import { type LetterDraft, letterRefusals } from '../../domain/moderation/letter.ts';
import { takesNotices } from '../../domain/moderation/notice.ts';
import { paths } from '../../paths.ts';
import { noticeJoinedMail } from '../moderation/case-mails.ts';
import type { CaseParts } from '../moderation/cases.ts';

/** The case that a letter became part of, or what is wrong with it, by field. */
export type LetterOutcome =
  | { caseId: string; number: number }
  | { problems: Partial<Record<keyof LetterDraft, string>> };

/** The mark in an address that names one question or comment of its page. */
const WORDS_MARK = /#q-([a-z0-9]{15})$/;

/** What is shown at an address of this site: a product, a store, a post, or what a link to report something names. */
export function subjectAt(address: string): { what: CaseSubject; id: string } | null {
  const path = address.trim().replace(/^https?:\/\/[^/]+/, '');
  const words = WORDS_MARK.exec(path)?.[1];
  if (words !== undefined) return { what: 'question', id: words };
  const starts: [CaseSubject, string][] = [
    ['product', paths.product('')],
    ['store', paths.store('')],
    ['post', paths.post('')],
    ...CASE_SUBJECTS.map((what): [CaseSubject, string] => [what, paths.report(what, '')]),
  ];
  for (const [what, start] of starts) {
    const id = path.startsWith(start) ? (/^[\w-]{1,60}/.exec(path.slice(start.length))?.[0] ?? '') : '';
    if (id !== '' && takesNotices(what)) return { what, id };
  }
  return null;
}

/**
 * Records a notice that arrived by letter: it opens a case or joins the open one, like a notice given at the site, with a row
 * in the audit log. Sent twice, it is recorded once.
 */
export async function recordLetter(
  parts: CaseParts,
  staff: Actor,
  letter: LetterDraft,
): Promise<LetterOutcome> {
  const at = subjectAt(letter.address);
  const about = at && (await reportableByLetter(parts.pb, at.what, at.id));
  // Asked after the subject, which the letter may have hidden when it was sent before.
  const known = await caseWithReport(parts.pb, letter.letterId);
  if (known) return { caseId: known.id, number: known.number };
  const problems = letterRefusals(letter, about?.what ?? null);
  if (!about || letter.kind === '' || Object.keys(problems).length > 0) return { problems };
  const row = {
    ...{ userId: null, about, kind: letter.kind, text: cleanText(letter.text), meanwhile: letter.isHidden },
    stranger: { name: cleanLine(letter.name), email: letter.email, reportId: letter.letterId },
    also: (steps: Transaction, caseId: string) => withRecord(steps, caseId, letter, about, parts.now()),
  };
  const pb = actingAs(parts.pb, staff);
  // Cases that open and close in between are rare; the third time somebody else decides faster than we write.
  for (let tries = 0; tries < 3; tries++) {
    const open = await openCaseAbout(pb, about.what, about.id);
    if (open) {
      const mail =
        letter.email === ''
          ? null
          : noticeJoinedMail(parts, open, { id: letter.letterId, email: letter.email, text: row.text });
      if ((await joinCase(pb, open.id, row, mail, parts.now())) === 'closed') continue;
      if (mail) parts.mailQueued();
      return { caseId: open.id, number: open.number };
    }
    await openCaseWith(pb, row, parts.now());
    const opened = await openCaseAbout(pb, about.what, about.id);
    if (opened) return { caseId: opened.id, number: opened.number };
  }
  return { problems: { address: 'Its case has just been decided. Look at the queue, then try again.' } };
}

function withRecord(
  steps: Transaction,
  caseId: string,
  letter: LetterDraft,
  about: Reportable,
  now: number,
): void {
  if (letter.isHidden)
    steps.exec(
      sql`UPDATE cases SET suspendMeanwhile = TRUE WHERE id = {:caseId} AND suspendMeanwhile = FALSE`,
      {
        caseId,
      },
    );
  const detail = `by letter, about ${about.name}`;
  withDeed(steps, { deed: 'case.record', collection: 'cases', record: caseId, detail }, now);
}
