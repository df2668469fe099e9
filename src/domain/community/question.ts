import { cleanText, textRefusal } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';

/**
 * States of a public question about a product. A `hidden` question was hidden by the seller or the operator: only the
 * asker and the seller see it.
 */
export const QUESTION_STATES = ['open', 'answered', 'hidden'] as const;
export type QuestionState = (typeof QUESTION_STATES)[number];

/** Allowed lengths of a question, a comment and an answer, in characters. */
export const QUESTION_LENGTH = { min: 10, max: 1000 } as const;
export const COMMENT_LENGTH = { min: 2, max: 1000 } as const;
export const ANSWER_LENGTH = { min: 1, max: 2000 } as const;
/** Maximum number of unanswered questions per user and product. */
export const WAITING_QUESTIONS_MAX = 5;
/** Number of questions on the product page, and on each page of the full list. */
export const QUESTIONS_SHOWN = 5;
export const QUESTIONS_PER_PAGE = 20;

/** Why a question is hidden. Sellers choose among all but the last two, which only the operator sets. */
export const HIDE_REASONS = {
  'off-topic': 'It is about something else.',
  rude: 'It is rude or hurtful.',
  private: 'It contains private information.',
  advertising: 'It is advertising.',
  'asked-before': 'It was asked and answered before.',
  held: 'It looks like advertising and is waiting for review.',
  reported: 'We upheld a report about it.',
} as const;
export type HideReason = keyof typeof HIDE_REASONS;
export const SELLER_HIDE_REASONS = ['off-topic', 'rude', 'private', 'advertising', 'asked-before'] as const;

export interface Question {
  id: string;
  productId: string;
  text: string;
  askedAt: Instant;
  /** Null once the account is deleted. */
  asker: { id: string; username: string } | null;
  answer: Answer | null;
  state: QuestionState;
  /** Null if it is not hidden. */
  hiddenFor: HideReason | null;
  /** Version as stored, for compare-and-set: an outdated view cannot overwrite a newer one. */
  seen: Instant;
}

export interface Answer {
  text: string;
  at: Instant;
  /** When it was last changed; null if never. */
  changedAt: Instant | null;
}

export type AskRefusal = 'unverified' | 'own-product' | 'too-many-waiting';

export const ASK_REFUSAL_TEXTS: Record<AskRefusal, string> = {
  unverified: 'Confirm your e-mail address first; then the artist can answer you.',
  'own-product': 'This is your own model. Visitors ask their questions here.',
  'too-many-waiting': `You have ${WAITING_QUESTIONS_MAX} questions waiting here. Wait for an answer, or withdraw one.`,
};
/** The same for a comment on a post, which is a question about a post. */
export const COMMENT_REFUSAL_TEXTS: Record<AskRefusal, string> = {
  unverified: 'Confirm your e-mail address first; then you can comment.',
  'own-product': 'This is your own post. You answer comments in your account, under Posts.',
  'too-many-waiting': `You have ${WAITING_QUESTIONS_MAX} comments here without an answer. Wait for one, or withdraw a comment.`,
};

/**
 * Why a user may not ask about this product, or null.
 * @param asker.waiting number of their unanswered questions about it.
 */
export function askRefusal(asker: {
  verified: boolean;
  ownsStore: boolean;
  waiting: number;
}): AskRefusal | null {
  if (!asker.verified) return 'unverified';
  if (asker.ownsStore) return 'own-product';
  return asker.waiting >= WAITING_QUESTIONS_MAX ? 'too-many-waiting' : null;
}

/** Why this text is not a valid question, as a sentence, or null. */
export function questionTextRefusal(text: string): string | null {
  return textRefusal(text, { ...QUESTION_LENGTH, what: 'your question' });
}

/** Why this text is not a valid comment, as a sentence, or null. */
export function commentTextRefusal(text: string): string | null {
  return textRefusal(text, { ...COMMENT_LENGTH, what: 'your comment' });
}

/** Why this text is not a valid answer, as a sentence, or null. */
export function answerTextRefusal(text: string): string | null {
  return textRefusal(text, { ...ANSWER_LENGTH, what: 'your answer' });
}

export type QuestionRefusal =
  | 'gone'
  | 'changed'
  | 'hidden'
  | 'answered'
  | 'already-hidden'
  | 'not-hidden'
  | 'reported';

export const QUESTION_REFUSAL_TEXTS: Record<QuestionRefusal, string> = {
  gone: 'This question is no longer there.',
  changed: 'The question has changed in the meantime. Please check it again.',
  hidden: 'The question is hidden. Show it before you answer.',
  answered: 'It has been answered and can no longer be withdrawn.',
  'already-hidden': 'The question is hidden already.',
  'not-hidden': 'The question is not hidden.',
  reported: 'We upheld a report about it, so it stays hidden.',
};

/** Actions on a question. The seller answers, hides and shows it; the asker removes it. */
export type QuestionAction = 'answer' | 'hide' | 'show' | 'remove';

/** Why this action is not possible in the question's state, or null. */
export function questionRefusal(
  {
    state,
    answer,
    hiddenFor = null,
  }: Pick<Question, 'state' | 'answer'> & Partial<Pick<Question, 'hiddenFor'>>,
  verb: QuestionAction,
): QuestionRefusal | null {
  switch (verb) {
    case 'answer':
      return state === 'hidden' ? 'hidden' : null;
    case 'hide':
      return state === 'hidden' ? 'already-hidden' : null;
    case 'show':
      if (hiddenFor === 'reported') return 'reported';
      return state === 'hidden' ? null : 'not-hidden';
    case 'remove':
      return answer ? 'answered' : null;
  }
}

/** State of a question after it is shown again. */
export function shownState({ answer }: Pick<Question, 'answer'>): QuestionState {
  return answer ? 'answered' : 'open';
}

/** Whether an answer differs from the current one. */
export function isNewAnswer({ answer }: Pick<Question, 'answer'>, text: string): boolean {
  return answer === null || answer.text !== cleanText(text);
}

/** Sort order on a product's pages: answered before open, each newest first. */
export function compareQuestions(a: Question, b: Question): number {
  if ((a.answer === null) !== (b.answer === null)) return a.answer === null ? 1 : -1;
  return (b.answer?.at ?? b.askedAt) - (a.answer?.at ?? a.askedAt) || (a.id < b.id ? -1 : 1);
}
