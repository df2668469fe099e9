import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  CASE_ANSWER_DAYS,
  CASE_APPEAL_DAYS,
  type Case,
  type CaseKind,
  type CaseState,
  type CaseSubject,
} from '../../domain/moderation/case.ts';
import type { MyReport } from '../../domain/moderation/report.ts';
import type { SpamWord } from '../../domain/moderation/spam.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { orNull } from '../kernel/client.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { newRecordId } from '../kernel/record-id.ts';
import type { CasesRecord, ReportsRecord, SpamWordsRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { withMail } from '../notifications/mails.ts';
import { aboutOf, type CaseExpanded, caseFields, caseOf } from './cases.ts';

/** Something that can be reported, and its owner. */
export interface Reportable {
  what: CaseSubject;
  id: string;
  /** A product's or store's name; for a text, the name of its author. */
  name: string;
  /** Its current text; "" where it has none. */
  quote: string;
  /** The user who is asked for an answer; null where the account was deleted. */
  accusedId: string | null;
  productId: string | null;
  storeId: string | null;
}

/** An open case, which a further report about the same subject joins. */
export interface OpenCase {
  id: string;
  number: number;
}

const OPEN = sql`state IN ('open', 'answered')`;

/** The open case about a subject, or null. */
export async function openCaseAbout(pb: PocketBase, what: CaseSubject, id: string): Promise<OpenCase | null> {
  const found = await orNull(
    pb.collection('cases').getFirstListItem<CasesRecord>(
      pb.filter("what = {:what} && subject = {:id} && (state = 'open' || state = 'answered')", {
        what,
        id,
      }),
      { sort: 'number', fields: 'id,number' },
    ),
  );
  return found && { id: found.id, number: found.number };
}

/** The case that the report with this id belongs to, whatever became of it; null where there is no such report. */
export async function caseWithReport(pb: PocketBase, reportId: string): Promise<OpenCase | null> {
  const found = await orNull(
    pb
      .collection('reports')
      .getOne<ReportsRecord & { expand?: { inCase?: CasesRecord } }>(reportId, { expand: 'inCase' }),
  );
  const inCase = found?.expand?.inCase;
  return inCase ? { id: inCase.id, number: inCase.number } : null;
}

/** The number of the open case in which this user has already reported the subject, or null. */
export async function openReportBy(
  pb: PocketBase,
  userId: string,
  what: CaseSubject,
  id: string,
): Promise<number | null> {
  const found = await orNull(
    pb.collection('reports').getFirstListItem<ReportsRecord & { expand?: { inCase?: CasesRecord } }>(
      pb.filter(
        `user = {:userId} && inCase.what = {:what} && inCase.subject = {:id}
          && (inCase.state = 'open' || inCase.state = 'answered')`,
        { userId, what, id },
      ),
      { expand: 'inCase' },
    ),
  );
  return found?.expand?.inCase?.number ?? null;
}

export interface ReportRow {
  /** Null where the spam hold made the report. */
  userId: string | null;
  about: Reportable;
  kind: CaseKind;
  text: string;
  /** Whether the subject is hidden until the decision. */
  meanwhile?: boolean;
  /** Somebody without an account, with the confirmed notice that this row replaces, or the id of a letter that came. */
  stranger?: { name: string; email: string } & ({ noticeId: string } | { reportId: string });
  /** Further steps of the same transaction. */
  also?: (steps: Transaction, caseId: string) => void;
}

/** Opens a case with a first report. Answers its id, or null where a case about the subject is open already. */
export async function openCaseWith(pb: PocketBase, row: ReportRow, now: Instant): Promise<string | null> {
  const id = newRecordId();
  const { about } = row;
  const steps = transaction(pb).exec(
    sql`INSERT INTO cases (id, kind, what, subject, product, store, accused, quote, claim, state, suspendMeanwhile, deadline, created, updated)
      SELECT {:id}, {:kind}, {:what}, {:subject}, {:product}, {:store}, {:accused}, {:quote}, {:claim}, 'open', {:meanwhile}, {:deadline}, {:now}, {:now}
      WHERE NOT EXISTS (SELECT 1 FROM cases WHERE what = {:what} AND subject = {:subject} AND ${OPEN})`,
    {
      id,
      kind: row.kind,
      what: about.what,
      subject: about.id,
      product: about.what === 'product' ? about.id : '',
      store: about.storeId ?? '',
      accused: about.accusedId ?? '',
      quote: about.quote,
      claim: row.text,
      meanwhile: row.meanwhile === true,
      deadline: dateOf(now + CASE_ANSWER_DAYS * 86_400_000),
      now: dateOf(now),
    },
    { expect: 1, else: 'open' },
  );
  if (row.userId !== null || row.stranger) steps.create('reports', reportRow(id, row));
  goOn(steps, id, row);
  return (await refusalOf(steps, ['open', 'used', 'conflict'])) === null ? id : null;
}

/**
 * Adds a report to an open case and queues the mail to its author. `closed` where the case has been decided, `again`
 * where this user already has a report in it. @param mail null for a letter that names no address.
 */
export async function joinCase(
  pb: PocketBase,
  caseId: string,
  row: ReportRow,
  mail: Mail | null,
  now: Instant,
): Promise<'closed' | 'again' | null> {
  const steps = transaction(pb)
    .exec(
      sql`UPDATE cases SET updated = {:now} WHERE id = {:caseId} AND ${OPEN}`,
      { caseId, now: dateOf(now) },
      { expect: 1, else: 'closed' },
    )
    .create('reports', reportRow(caseId, row));
  goOn(steps, caseId, row);
  if (mail) withMail(steps, mail, now);
  const refusal = await refusalOf(steps, ['closed', 'conflict', 'used']);
  return refusal === 'conflict' || refusal === 'used' ? 'again' : refusal;
}

const reportRow = (inCase: string, { userId, kind, text, stranger }: ReportRow) => ({
  ...{ inCase, user: userId ?? '', kind, text },
  ...{ name: stranger?.name ?? '', email: stranger?.email ?? '' },
  ...(stranger && 'reportId' in stranger ? { id: stranger.reportId } : {}),
});

/** What else belongs to a report in the same transaction. */
function goOn(steps: Transaction, caseId: string, { stranger, also }: ReportRow): void {
  if (stranger && 'noticeId' in stranger) spendNotice(steps, stranger.noticeId);
  also?.(steps, caseId);
}

/** A notice becomes a report once. */
function spendNotice(steps: Transaction, noticeId: string): void {
  steps.exec(sql`DELETE FROM notices WHERE id = {:noticeId}`, { noticeId }, { expect: 1, else: 'used' });
}

/** A user's reports, newest first, at most 100. */
export async function reportsOf(pb: PocketBase, userId: string): Promise<MyReport[]> {
  const list = await pb
    .collection('reports')
    .getList<ReportsRecord & { expand?: { inCase?: CaseExpanded } }>(1, 100, {
      filter: pb.filter('user = {:userId}', { userId }),
      sort: '-created',
      expand: 'inCase.product,inCase.store',
      skipTotal: true,
    });
  return list.items.flatMap(({ id, kind, text, created, expand }) => {
    const inCase = expand?.inCase;
    if (!inCase) return [];
    return {
      id,
      kind: kind === '' ? 'other' : kind,
      text,
      caseId: inCase.id,
      number: inCase.number,
      state: caseFields(inCase).state,
      about: aboutOf(inCase),
      answer: inCase.answer,
      decision: inCase.decision,
      appeal: inCase.appeal,
      decidedAt: instantOf(inCase.decidedAt),
      at: instantOf(created) ?? 0,
    };
  });
}

/** The report of somebody without an account, with its case; null where there is none with this id. */
export async function reportOfStranger(
  pb: PocketBase,
  reportId: string,
): Promise<{ text: string; case: Case } | null> {
  const found = await orNull(
    pb.collection('reports').getOne<ReportsRecord & { expand?: { inCase?: CaseExpanded } }>(reportId, {
      expand: 'inCase.product,inCase.store',
    }),
  );
  const inCase = found?.expand?.inCase;
  return found && inCase && found.user === '' ? { text: found.text, case: caseOf(inCase) } : null;
}

/**
 * Saves the objection of somebody without an account to the dismissal of their report. False where the decision is another,
 * there was an objection before, or the time is over.
 */
export async function appealByStranger(
  pb: PocketBase,
  reportId: string,
  appeal: string,
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`UPDATE cases SET appeal = {:appeal}, appealedFrom = state, state = 'appealed', updated = {:now}
      WHERE id = (SELECT r.inCase FROM reports r WHERE r.id = {:reportId} AND r.[[user]] = '' AND r.email <> '')
        AND appeal = '' AND decidedAt >= {:since} AND state = 'dismissed'`,
    { reportId, appeal, now: dateOf(now), since: dateOf(now - CASE_APPEAL_DAYS * 86_400_000) },
    { expect: 1, else: 'no-appeal' },
  );
  return (await refusalOf(steps, ['no-appeal'])) === null;
}

/** The states of the cases of a user's newest reports, at most 20. */
export async function reportOutcomes(pb: PocketBase, userId: string): Promise<CaseState[]> {
  const list = await pb
    .collection('reports')
    .getList<ReportsRecord & { expand?: { inCase?: CasesRecord } }>(1, 20, {
      filter: pb.filter('user = {:userId}', { userId }),
      sort: '-created',
      expand: 'inCase',
      skipTotal: true,
    });
  return list.items.flatMap(({ expand }) => (expand?.inCase ? caseFields(expand.inCase).state : []));
}

/** The operator's list of words, at most 500. */
export async function spamWords(pb: PocketBase): Promise<SpamWord[]> {
  const list = await pb.collection('spam_words').getList<SpamWordsRecord>(1, 500, { skipTotal: true });
  return list.items.flatMap(({ word, deed }) => (deed === '' ? [] : { word, deed }));
}
