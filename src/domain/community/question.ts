import { cleanText, textRefusal } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';

/**
 * A question about a product, asked and answered in public. `hidden` is the seller's word or the hall's: only the asker
 * and the seller see it then.
 */
export const QUESTION_STATES = ['open', 'answered', 'hidden'] as const;
export type QuestionState = (typeof QUESTION_STATES)[number];

/** Characters a question and its answer may have. */
export const QUESTION_LENGTH = { min: 10, max: 1000 } as const;
export const ANSWER_LENGTH = { min: 1, max: 2000 } as const;
/** Questions one person may have waiting at one product. */
export const WAITING_MAX = 5;
/** How many stand on the product's own page, and on each page of all of them. */
export const QUESTIONS_SHOWN = 5;
export const QUESTIONS_A_PAGE = 20;

/** Why a question is hidden. A seller chooses among all but the last two, which are the hall's own. */
export const HIDE_REASONS = {
  'off-topic': 'It is not about this model.',
  rude: 'It is rude or hurts somebody.',
  private: 'It tells something private.',
  advertising: 'It advertises something.',
  'asked-before': 'It was asked and answered before.',
  held: 'It looks like advertising and waits to be looked at.',
  reported: 'We found a report about it right.',
} as const;
export type HideReason = keyof typeof HIDE_REASONS;
export const SELLER_HIDE_REASONS = ['off-topic', 'rude', 'private', 'advertising', 'asked-before'] as const;

export interface Question {
  id: string;
  productId: string;
  text: string;
  askedAt: Instant;
  /** Who asked; null where the account is gone. */
  asker: { id: string; username: string } | null;
  answer: Answer | null;
  state: QuestionState;
  /** Why it is hidden; null where it is not. */
  hiddenFor: HideReason | null;
  /** As stored, so that nobody writes over what he has not seen. */
  seen: Instant;
}

export interface Answer {
  text: string;
  at: Instant;
  /** When it was changed last; null where it stands as it was given. */
  changedAt: Instant | null;
}

export type AskRefusal = 'unverified' | 'own-product' | 'too-many-waiting';

export const ASK_REFUSAL_TEXTS: Record<AskRefusal, string> = {
  unverified: 'Confirm your e-mail address first; then the artist can answer you.',
  'own-product': 'This is your own model; its visitors ask here.',
  'too-many-waiting': `You have ${WAITING_MAX} questions waiting here. Wait for an answer, or take one back.`,
};

/**
 * Why this person may not ask about this product, or null.
 * @param asker.waiting how many of his questions wait for an answer there.
 */
export function askRefusal(asker: {
  verified: boolean;
  ownsStore: boolean;
  waiting: number;
}): AskRefusal | null {
  if (!asker.verified) return 'unverified';
  if (asker.ownsStore) return 'own-product';
  return asker.waiting >= WAITING_MAX ? 'too-many-waiting' : null;
}

/** Why these words are no question, in a sentence, or null. */
export function questionTextRefusal(text: string): string | null {
  return textRefusal(text, { ...QUESTION_LENGTH, what: 'your question' });
}

/** Why these words are no answer, in a sentence, or null. */
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
  changed: 'The question was changed meanwhile. Look at it again.',
  hidden: 'The question is hidden. Show it before you answer.',
  answered: 'It has been answered and stays, so that the answer makes sense.',
  'already-hidden': 'The question is hidden already.',
  'not-hidden': 'The question is not hidden.',
  reported: 'We found a report about it right, so it stays hidden.',
};

/** What may be done with a question, and by whom: answered, hidden and shown by the seller, removed by who asked. */
export type QuestionVerb = 'answer' | 'hide' | 'show' | 'remove';

/** Why this cannot be done with the question as it stands, or null. */
export function questionRefusal(
  {
    state,
    answer,
    hiddenFor = null,
  }: Pick<Question, 'state' | 'answer'> & Partial<Pick<Question, 'hiddenFor'>>,
  verb: QuestionVerb,
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

/** Where a question stands that is shown again. */
export function shownState({ answer }: Pick<Question, 'answer'>): QuestionState {
  return answer ? 'answered' : 'open';
}

/** Whether an answer says something else than the one that stands. */
export function isNewAnswer({ answer }: Pick<Question, 'answer'>, text: string): boolean {
  return answer === null || answer.text !== cleanText(text);
}

/**
 * The order on a product's pages: answered before open, each the newest first. Who reads wants to know what is known;
 * the open ones follow, so that nobody asks them again.
 */
export function byUse(a: Question, b: Question): number {
  if ((a.answer === null) !== (b.answer === null)) return a.answer === null ? 1 : -1;
  return (b.answer?.at ?? b.askedAt) - (a.answer?.at ?? a.askedAt) || (a.id < b.id ? -1 : 1);
}
