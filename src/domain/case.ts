import type { Instant } from './instant.ts';

/** What somebody says is wrong with a product or a store. */
export const CASE_KINDS = {
  copyright: 'Copyright',
  trademark: 'Trademark',
  licence: 'Broken licence',
  content: 'Forbidden content',
  other: 'Something else',
} as const;
export type CaseKind = keyof typeof CASE_KINDS;

/** The operator opens and decides a case; the seller's word makes it `answered`. */
export const CASE_STATES = ['open', 'answered', 'upheld', 'dismissed'] as const;
export type CaseState = (typeof CASE_STATES)[number];

/** A claim against something a seller shows, as the seller may read it. Who made it is not in here. */
export interface Case {
  id: string;
  /** Counts all cases of the hall from 1. */
  number: number;
  kind: CaseKind;
  state: CaseState;
  /** The product it is about; null where it is about the whole store. */
  product: { id: string; name: string } | null;
  claim: string;
  /** What the seller answered; "" until he did. */
  answer: string;
  /** What the operator says about the decision; "" until then, and where he says nothing. */
  decision: string;
  /** Until when the seller's answer is waited for. */
  deadline: Instant;
  /** Whether the product or store is out of sight because of it. */
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

/** How long a seller has for an answer, in days. */
export const CASE_ANSWER_DAYS = 7;
/** How long an answer may be, in characters. */
export const CASE_ANSWER_MAX = 5000;

/** How people call a case. */
export function caseName({ number }: Pick<Case, 'number'>): string {
  return `C-${number}`;
}

/** Whether it hides what it is about: an upheld one for good, another where the operator wants it so meanwhile. */
export function caseSuspends(state: CaseState, meanwhile: boolean): boolean {
  return state === 'upheld' || (meanwhile && (state === 'open' || state === 'answered'));
}

/** Whether an answer can be given: once, and until the decision. A late one is still heard. */
export function caseTakesAnswer(state: CaseState): boolean {
  return state === 'open';
}

/** What is wrong with an answer, a sentence a field; empty where it can be sent. */
export function caseAnswerRefusals({ answer }: { answer: string }): { answer?: string } {
  if (answer.trim() === '') return { answer: 'Write an answer.' };
  if (answer.length > CASE_ANSWER_MAX) return { answer: `Use at most ${CASE_ANSWER_MAX} characters.` };
  return {};
}
