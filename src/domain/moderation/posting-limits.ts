import type { Instant } from '../kernel/instant.ts';

/** How many words of a kind one account may send: so many within so many seconds. */
export interface PostingLimit {
  most: number;
  seconds: number;
}

const MINUTE = 60;
const DAY = 86_400;

/**
 * What somebody may say here, and how often. `conversation` is the first message to a store or buyer he has not written
 * to before; it is counted besides the message itself.
 */
export const POSTING_LIMITS = {
  message: [{ most: 60, seconds: MINUTE }],
  conversation: [{ most: 10, seconds: DAY }],
  question: [{ most: 20, seconds: DAY }],
  /** A seller's public answer to a question or review. */
  answer: [{ most: 200, seconds: DAY }],
  review: [{ most: 30, seconds: DAY }],
  report: [{ most: 20, seconds: DAY }],
  /** Following a store, saving a search. */
  follow: [{ most: 200, seconds: DAY }],
} as const satisfies Record<string, readonly PostingLimit[]>;
export type PostingKind = keyof typeof POSTING_LIMITS;

/** How long an account is new, in ms. */
export const NEW_ACCOUNT_MS = DAY * 1000;
/** What one word of a new account, or of a reporter whose reports are always dismissed, counts for. */
export const RESTRICTED_COST = 3;

/** Who speaks. */
export interface PostingAccount {
  id: string;
  /** Since when the account exists. */
  since: Instant;
  /** How many claims against him were found right within a year. */
  strikes: number;
}

/**
 * What one word counts for against its limit: 1, or more for somebody we do not know yet, who so may say a third.
 * @param doubted whether he used the right badly until now.
 */
export function postingCost({ since }: Pick<PostingAccount, 'since'>, now: Instant, doubted = false): number {
  return doubted || now - since < NEW_ACCOUNT_MS ? RESTRICTED_COST : 1;
}

/** What somebody reads who has to wait. @param seconds until when it may be tried again; at least 1. */
export function postingLimitText(kind: PostingKind, seconds: number): string {
  const said: Record<PostingKind, string> = {
    message: 'You are sending very many messages.',
    conversation: 'You have written to many people for the first time today.',
    question: 'You have asked many questions today.',
    answer: 'You have answered very much today.',
    review: 'You have written many reviews today.',
    report: 'You have reported much today. What you reported is with us.',
    follow: 'You have done this very often today.',
  };
  return `${said[kind]} Please try again in ${waitText(seconds)}.`;
}

function waitText(seconds: number): string {
  if (seconds > 5400) return `${Math.ceil(seconds / 3600)} hours`;
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
