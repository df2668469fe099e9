import { textRefusal } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';

/** Why something is reported. */
export const CASE_KINDS = {
  copyright: 'Copyright',
  trademark: 'Trademark',
  licence: 'Broken licence',
  content: 'Forbidden content',
  mature: 'Mature, but not marked as mature',
  ai: 'Made with AI, but not declared',
  abuse: 'Insult or threat',
  spam: 'Advertising or fraud',
  other: 'Something else',
} as const;
export type CaseKind = keyof typeof CASE_KINDS;

/** What a case can be about. A print is the photo of a print, shown with a review. */
export const CASE_SUBJECTS = ['product', 'store', 'review', 'question', 'message', 'print', 'post'] as const;
export type CaseSubject = (typeof CASE_SUBJECTS)[number];

/**
 * A report or the operator opens a case, the accused's answer makes it `answered`, the operator decides. The side that
 * lost may object once: the case is `appealed` until the operator decides for good.
 */
export const CASE_STATES = ['open', 'answered', 'upheld', 'dismissed', 'appealed'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** On what a decision rests. */
export const CASE_GROUNDS = { law: 'The law', terms: 'Our terms' } as const;
export type CaseGround = keyof typeof CASE_GROUNDS;

/** A claim about published content, as both sides may read it. It does not name the reporter. */
export interface Case {
  id: string;
  /** Counts all cases of the marketplace from 1. */
  number: number;
  kind: CaseKind;
  state: CaseState;
  /** The reported subject. `name` is "" where it has none or was deleted. */
  about: { what: CaseSubject; id: string; name: string };
  /** The reported text as it was when the case was opened; "" where there is none. */
  quote: string;
  claim: string;
  /** Further reports about the same subject, made while the case was open, oldest first. */
  moreClaims: string[];
  /** The accused's answer; "" until it is given. */
  answer: string;
  /** The operator's reasons; "" until the decision, and where none are given. */
  decision: string;
  /** What the decision rests on; null until then, and for decisions from before grounds were asked for. `text` names the law or the section. */
  ground: { is: CaseGround; text: string } | null;
  /** Whether a program found and hid the subject, by the list of words or by repetition. The decision is always a person's. */
  automated: boolean;
  /** When it was last decided; null until then. */
  decidedAt: Instant | null;
  /** The objection to the decision; "" until there is one. */
  appeal: string;
  /** The deadline for the answer. */
  deadline: Instant;
  /** Whether the subject is hidden because of this case. */
  suspends: boolean;
}

/** A store or product that the operator has hidden. */
export interface Suspension {
  what: 'store' | 'product';
  id: string;
  name: string;
  /** The operator's reason; "" where none was given. */
  why: string;
}

/** The time to answer a case, in days. */
export const CASE_ANSWER_DAYS = 7;
/** The maximum length of an answer or objection, in characters. */
export const CASE_ANSWER_MAX = 5000;
/** The time to object to a decision, in months: what the EU's Digital Services Act (Art. 20) asks for, for both sides. */
export const CASE_APPEAL_MONTHS = 6;
/** The same in days, whichever months they are. */
export const CASE_APPEAL_DAYS = 184;

/** The public name of a case, such as "C-12". */
export function caseName({ number }: Pick<Case, 'number'>): string {
  return `C-${number}`;
}

/** Labels of the subjects. */
export const SUBJECT_NAMES: Record<CaseSubject, string> = {
  product: 'product',
  store: 'store',
  review: 'review',
  question: 'question',
  message: 'message',
  print: 'photo of a print',
  post: 'post',
};

/** What a decision rests on, as a sentence. */
export function groundText({ is, text }: NonNullable<Case['ground']>): string {
  return is === 'law'
    ? `The decision rests on the law: ${text}.`
    : `The decision rests on our terms: ${text}.`;
}

/**
 * Whether a case hides its subject: an upheld case does for good, an undecided one where the operator chose so.
 * An objection does not change what the decision did. @param before the state that was objected to; else null.
 */
export function caseSuspends(state: CaseState, meanwhile: boolean, before: CaseState | null = null): boolean {
  if (state === 'appealed') return before === 'upheld';
  return state === 'upheld' || (meanwhile && (state === 'open' || state === 'answered'));
}

/** Whether an answer can be given: once, until the decision. Late answers are accepted. */
export function caseTakesAnswer(state: CaseState): boolean {
  return state === 'open';
}

/** The person who made a claim, and the owner of its subject. */
export type CaseSide = 'reporter' | 'accused';

/** Why this side cannot object to the decision, or null. The losing side may object once, within six months. */
export function appealRefusal(
  { state, decidedAt, appeal }: Pick<Case, 'state' | 'decidedAt' | 'appeal'>,
  side: CaseSide,
  now: Instant,
): string | null {
  if (appeal !== '') return 'There was an objection already; only one is possible.';
  if (state !== (side === 'accused' ? 'upheld' : 'dismissed') || decidedAt === null)
    return 'There is no decision to object to.';
  return now > appealUntil(decidedAt) ? 'The time to object is over.' : null;
}

/** The last instant at which a decision can be objected to. */
export function appealUntil(decidedAt: Instant): Instant {
  return decidedAt + CASE_APPEAL_DAYS * 86_400_000;
}

/** One error message per invalid field of an answer; empty where it is valid. */
export function caseAnswerRefusals({ answer }: { answer: string }): { answer?: string } {
  const refusal = textRefusal(answer, { min: 1, max: CASE_ANSWER_MAX, what: 'an answer' });
  return refusal === null ? {} : { answer: refusal };
}

/** One error message per invalid field of an objection; empty where it is valid. */
export function caseAppealRefusals({ appeal }: { appeal: string }): { appeal?: string } {
  const refusal = textRefusal(appeal, { min: 1, max: CASE_ANSWER_MAX, what: 'why you object' });
  return refusal === null ? {} : { appeal: refusal };
}
