import type { Instant } from '../kernel/instant.ts';

/** How many posts of a kind one account may make: `most` within `seconds`. */
export interface PostingLimit {
  most: number;
  seconds: number;
}

const MINUTE = 60;
const DAY = 86_400;

/**
 * How often an account may post. `conversation` is the first message to a store or buyer; it counts in addition to the
 * message itself.
 */
export const POSTING_LIMITS = {
  message: [{ most: 60, seconds: MINUTE }],
  conversation: [{ most: 10, seconds: DAY }],
  question: [{ most: 20, seconds: DAY }],
  /** A seller's public answer to a question or review. */
  answer: [{ most: 200, seconds: DAY }],
  review: [{ most: 30, seconds: DAY }],
  /** A store's post, when it is published. */
  post: [{ most: 20, seconds: DAY }],
  report: [{ most: 20, seconds: DAY }],
  /** Following a store, saving a search. */
  follow: [{ most: 200, seconds: DAY }],
  /** Rendering a text for the preview beside its field. */
  preview: [{ most: 60, seconds: MINUTE }],
  /** Pictures, and files for messages: each takes up to seconds to read. */
  upload: [{ most: 120, seconds: 10 * MINUTE }],
} as const satisfies Record<string, readonly PostingLimit[]>;
export type PostingKind = keyof typeof POSTING_LIMITS;

/** How long an account is new, in ms. */
export const NEW_ACCOUNT_MS = DAY * 1000;
/** What one post of a new account, or of a reporter whose reports are always dismissed, costs. */
export const RESTRICTED_COST = 3;

/** The account that posts. */
export interface PostingAccount {
  id: string;
  /** When the account was created. */
  since: Instant;
  /** How many claims against them were upheld within a year. */
  strikes: number;
}

/**
 * What one post costs against its limit: 1, or 3 for a new or unreliable account.
 * @param unreliable whether the account has misused this kind of post so far.
 */
export function postingCost(
  { since }: Pick<PostingAccount, 'since'>,
  now: Instant,
  unreliable = false,
): number {
  return unreliable || now - since < NEW_ACCOUNT_MS ? RESTRICTED_COST : 1;
}

/** The message for an account that has to wait. @param seconds until the next try; at least 1. */
export function postingLimitText(kind: PostingKind, seconds: number): string {
  const texts: Record<PostingKind, string> = {
    message: 'You are sending too many messages.',
    conversation: 'You have written to many people for the first time today.',
    question: 'You have asked many questions today.',
    answer: 'You have posted many answers today.',
    review: 'You have written many reviews today.',
    post: 'You have published many posts today.',
    report: 'You have made many reports today. We have received them.',
    follow: 'You have done this many times today.',
    preview: 'You have opened many previews.',
    upload: 'You have uploaded many pictures and files.',
  };
  return `${texts[kind]} Please try again in ${waitText(seconds)}.`;
}

function waitText(seconds: number): string {
  if (seconds > 5400) return `${Math.ceil(seconds / 3600)} hours`;
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}
