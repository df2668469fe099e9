import type PocketBase from 'pocketbase';
import { answerCase, appealCase, casesAgainst } from '../../data/moderation/cases.ts';
import { reportsOf } from '../../data/moderation/reports.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';

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
