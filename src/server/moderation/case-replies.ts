import type PocketBase from 'pocketbase';
import { answerCase, appealCase, casesAgainst } from '../../data/moderation/cases.ts';
import { reportsOf } from '../../data/moderation/reports.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import {
  type CounterNotice,
  counterNoticeText,
  takesCounterNotice,
} from '../../domain/moderation/counter-notice.ts';

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
