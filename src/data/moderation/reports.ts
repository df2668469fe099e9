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
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { texts } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { withMail } from '../notifications/mails.ts';
import { ABOUT, ONE_CLAIM } from './cases.ts';

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

const c = tables.cases.as('c');
const r = tables.reports.as('r');
const w = tables.spamWords.as('w');

const NUMBERED = shape({ id: c.id, number: c.number });

/** The open case about a subject, or null. */
export async function openCaseAbout(pb: PocketBase, what: CaseSubject, id: string): Promise<OpenCase | null> {
  return first(
    pb,
    select(
      NUMBERED,
      sql`SELECT ${NUMBERED} FROM cases c WHERE c.what = {:what} AND c.subject = {:id} AND ${OPEN}
        ORDER BY c.number LIMIT 1`,
      { what, id },
    ),
  );
}

/** The case that the report with this id belongs to, whatever became of it; null where there is no such report. */
export async function caseWithReport(pb: PocketBase, reportId: string): Promise<OpenCase | null> {
  return first(
    pb,
    select(
      NUMBERED,
      sql`SELECT ${NUMBERED} FROM reports r JOIN cases c ON c.id = r.inCase WHERE r.id = {:reportId}`,
      { reportId },
    ),
  );
}

/** The number of the open case in which this user has already reported the subject, or null. */
export async function openReportBy(
  pb: PocketBase,
  userId: string,
  what: CaseSubject,
  id: string,
): Promise<number | null> {
  const found = await first(
    pb,
    select(
      NUMBERED,
      sql`SELECT ${NUMBERED} FROM cases c JOIN reports r ON r.inCase = c.id AND r.[[user]] = {:userId}
        WHERE r.[[user]] <> '' AND c.what = {:what} AND c.subject = {:id} AND ${OPEN} LIMIT 1`,
      { userId, what, id },
    ),
  );
  return found?.number ?? null;
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

const MY_REPORT = shape({
  id: r.id,
  kind: r.kind,
  text: r.text,
  caseId: c.id,
  number: c.number,
  state: c.state,
  about: ABOUT,
  answer: c.answer,
  decision: c.decision,
  appeal: c.appeal,
  decidedAt: c.decidedAt,
  at: r.created,
});

/** A user's reports, newest first, at most 100. */
export async function reportsOf(pb: PocketBase, userId: string): Promise<MyReport[]> {
  const [found] = await ask(
    pb,
    select(
      MY_REPORT,
      sql`SELECT ${MY_REPORT} FROM reports r JOIN cases c ON c.id = r.inCase
        WHERE r.[[user]] = {:userId} ORDER BY r.created DESC LIMIT 100`,
      { userId },
    ),
  );
  return found;
}

const OF_STRANGER = shape({
  text: r.text,
  // What others reported is not theirs to read.
  case: { ...ONE_CLAIM, moreClaims: value(sql`'[]'`, texts) },
});

/** The report of somebody without an account, with its case; null where there is none with this id. */
export async function reportOfStranger(
  pb: PocketBase,
  reportId: string,
): Promise<{ text: string; case: Case } | null> {
  return first(
    pb,
    select(
      OF_STRANGER,
      sql`SELECT ${OF_STRANGER} FROM reports r JOIN cases c ON c.id = r.inCase
        WHERE r.id = {:reportId} AND r.[[user]] = ''`,
      { reportId },
    ),
  );
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

const OUTCOME = shape({ state: c.state });

/** The states of the cases of a user's newest reports, at most 20. */
export async function reportOutcomes(pb: PocketBase, userId: string): Promise<CaseState[]> {
  const [found] = await ask(
    pb,
    select(
      OUTCOME,
      sql`SELECT ${OUTCOME} FROM reports r JOIN cases c ON c.id = r.inCase
        WHERE r.[[user]] = {:userId} ORDER BY r.created DESC LIMIT 20`,
      { userId },
    ),
  );
  return found.map(({ state }) => state);
}

const WORD = shape({ word: w.word, deed: w.deed });

/** The operator's list of words, at most 500. */
export async function spamWords(pb: PocketBase): Promise<SpamWord[]> {
  const [words] = await ask(pb, select(WORD, sql`SELECT ${WORD} FROM spam_words w LIMIT 500`, {}));
  return words;
}
