import type PocketBase from 'pocketbase';
import { answerCase, appealCase, casesAgainst } from '../../data/moderation/cases.ts';
import { appealByStranger, reportOfStranger, reportsOf } from '../../data/moderation/reports.ts';
import { cleanText } from '../../domain/kernel/clean-text.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import { type Case, caseAppealRefusals } from '../../domain/moderation/case.ts';
import {
  type CounterNotice,
  counterNoticeText,
  takesCounterNotice,
} from '../../domain/moderation/counter-notice.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import type { ObjectionLinks } from './objection-links.ts';

/** What the two sides of a case write about it. */

/** The user has no such case, or it takes no more text of theirs. */
export type CaseReplyRefusal = Exclude<Refusal, 'changed-meanwhile'>;

/** Saves the answer of the accused, once. */
export async function replyToCase(
  pb: PocketBase,
  userId: string,
  caseId: string,
  answer: string,
  now: Instant,
): Promise<CaseReplyRefusal | null> {
  if (await answerCase(pb, userId, caseId, answer, now)) return null;
  const isAgainstThem = (await casesAgainst(pb, userId)).some(({ id }) => id === caseId);
  if (!isAgainstThem) return 'not-found';
  return { sentence: 'This case can no longer be answered; reload the page.' };
}

/**
 * Saves a counter-notice as the objection to an upheld claim of copyright. Both sides are then notified as of any objection, so
 * that the person who made the claim reads it, with name and address.
 */
export async function sendCounterNotice(
  pb: PocketBase,
  user: { id: string; email: string },
  caseId: string,
  notice: CounterNotice,
  now: Instant,
): Promise<CaseReplyRefusal | null> {
  const one = (await casesAgainst(pb, user.id)).find(({ id }) => id === caseId);
  if (!one) return 'not-found';
  if (!takesCounterNotice(one, now))
    return { sentence: 'It is not possible to send a counter-notice in this case; reload the page.' };
  return objectToDecision(pb, user.id, caseId, counterNoticeText(notice, user.email, now), now);
}

/** The report and decision of a mailed link to object, or null where the link is not ours, or its time is over. */
export async function decisionOfLink(
  { pb, now }: Pick<CommerceContext, 'pb' | 'now'>,
  links: ObjectionLinks,
  token: string,
): Promise<{ reportId: string; text: string; case: Case } | null> {
  const reportId = links.read(token, now());
  const found = reportId === null ? null : await reportOfStranger(pb, reportId);
  return reportId === null || found === null ? null : { reportId, ...found };
}

/**
 * Saves the objection of somebody without an account to the dismissal of their report, once. Both sides are then notified as
 * of any objection. @param appeal as typed. @returns why it was not saved, or null
 */
export async function objectAsStranger(
  { pb, now }: Pick<CommerceContext, 'pb' | 'now'>,
  reportId: string,
  appeal: string,
): Promise<string | null> {
  const refusal = caseAppealRefusals({ appeal }).appeal;
  if (refusal !== undefined) return refusal;
  if (await appealByStranger(pb, reportId, cleanText(appeal), now())) return null;
  return 'It is no longer possible to object to this decision.';
}

/** Saves an objection to a decision, once, by the side that the decision went against. */
export async function objectToDecision(
  pb: PocketBase,
  userId: string,
  caseId: string,
  appeal: string,
  now: Instant,
): Promise<CaseReplyRefusal | null> {
  if (await appealCase(pb, userId, caseId, appeal, now)) return null;
  const [against, made] = await Promise.all([casesAgainst(pb, userId), reportsOf(pb, userId)]);
  const isTheirs = against.some(({ id }) => id === caseId) || made.some((report) => report.caseId === caseId);
  if (!isTheirs) return 'not-found';
  return { sentence: 'It is no longer possible to object to this decision; reload the page.' };
}
