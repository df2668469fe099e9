import { textRefusal } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';

/** What somebody says is wrong with something that is shown here. */
export const CASE_KINDS = {
  copyright: 'Copyright',
  trademark: 'Trademark',
  licence: 'Broken licence',
  content: 'Forbidden content',
  mature: 'Mature, but not marked so',
  ai: 'Made by AI, but not declared so',
  abuse: 'Insult or threat',
  spam: 'Advertising or fraud',
  other: 'Something else',
} as const;
export type CaseKind = keyof typeof CASE_KINDS;

/** What a case can be about. A print is a photo of one, shown with a review. */
export const CASE_SUBJECTS = ['product', 'store', 'review', 'question', 'message', 'print'] as const;
export type CaseSubject = (typeof CASE_SUBJECTS)[number];

/**
 * A report or the operator opens a case, the other side's word makes it `answered`, the operator decides. Whom the
 * decision goes against may object once: `appealed`, until the operator decides for good.
 */
export const CASE_STATES = ['open', 'answered', 'upheld', 'dismissed', 'appealed'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** A claim against something somebody shows, as both sides may read it. Who made it is not in here. */
export interface Case {
  id: string;
  /** Counts all cases of the hall from 1. */
  number: number;
  kind: CaseKind;
  state: CaseState;
  /** What it is about. `name` is "" where that has none, or is gone. */
  about: { what: CaseSubject; id: string; name: string };
  /** The words it is about, as they were when it was opened; "" where there are none. */
  quote: string;
  claim: string;
  /** What others said who reported the same while it was open, the oldest first. */
  moreClaims: string[];
  /** What the other side answered; "" until he did. */
  answer: string;
  /** What the operator says about the decision; "" until then, and where he says nothing. */
  decision: string;
  /** When it was decided last; null until then. */
  decidedAt: Instant | null;
  /** What was said against the decision; "" until somebody did. */
  appeal: string;
  /** Until when the answer is waited for. */
  deadline: Instant;
  /** Whether it is out of sight because of this case. */
  suspends: boolean;
}

/** Something of a seller's that the operator took out of sight. */
export interface Suspension {
  what: 'store' | 'product';
  id: string;
  name: string;
  /** The operator's words; "" where he gave none. */
  why: string;
}

/** How long there is time for an answer, in days. */
export const CASE_ANSWER_DAYS = 7;
/** How long an answer or objection may be, in characters. */
export const CASE_ANSWER_MAX = 5000;
/** How long somebody may object to a decision, in days. */
export const CASE_APPEAL_DAYS = 30;

/** How people call a case. */
export function caseName({ number }: Pick<Case, 'number'>): string {
  return `C-${number}`;
}

/** How the two sides read of what a case is about. */
export const SUBJECT_NAMES: Record<CaseSubject, string> = {
  product: 'product',
  store: 'store',
  review: 'review',
  question: 'question',
  message: 'message',
  print: 'photo of a print',
};

/**
 * Whether a case hides what it is about: an upheld one for good, another where the operator wants it so meanwhile.
 * An objection leaves things as the decision made them. @param before the state that was objected to; else null.
 */
export function caseSuspends(state: CaseState, meanwhile: boolean, before: CaseState | null = null): boolean {
  if (state === 'appealed') return before === 'upheld';
  return state === 'upheld' || (meanwhile && (state === 'open' || state === 'answered'));
}

/** Whether an answer can be given: once, and until the decision. A late one is still heard. */
export function caseTakesAnswer(state: CaseState): boolean {
  return state === 'open';
}

/** Who made a claim, and whose thing it is about. */
export type CaseSide = 'reporter' | 'accused';

/** Why this side cannot object to the decision, or null: once, by the side it went against, within thirty days. */
export function appealRefusal(
  { state, decidedAt, appeal }: Pick<Case, 'state' | 'decidedAt' | 'appeal'>,
  side: CaseSide,
  now: Instant,
): string | null {
  if (appeal !== '') return 'Somebody has objected already, which can be done once.';
  if (state !== (side === 'accused' ? 'upheld' : 'dismissed') || decidedAt === null)
    return 'There is no decision to object to.';
  return now > appealUntil(decidedAt) ? 'The time to object is over.' : null;
}

/** The last instant at which a decision can be objected to. */
export function appealUntil(decidedAt: Instant): Instant {
  return decidedAt + CASE_APPEAL_DAYS * 86_400_000;
}

/** What is wrong with an answer, a sentence a field; empty where it can be sent. */
export function caseAnswerRefusals({ answer }: { answer: string }): { answer?: string } {
  const refusal = textRefusal(answer, { min: 1, max: CASE_ANSWER_MAX, what: 'an answer' });
  return refusal === null ? {} : { answer: refusal };
}

/** What is wrong with an objection, a sentence a field; empty where it can be sent. */
export function caseAppealRefusals({ appeal }: { appeal: string }): { appeal?: string } {
  const refusal = textRefusal(appeal, { min: 1, max: CASE_ANSWER_MAX, what: 'why you object' });
  return refusal === null ? {} : { appeal: refusal };
}
