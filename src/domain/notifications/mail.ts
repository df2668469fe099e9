import { cleanLine } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';
import type { MailPart } from './mail-parts.ts';
import type { NotificationKind } from './notification.ts';

/** The kinds of mails, besides one for each kind of notification. Stored with the mail, so that its link can switch the kind off. */
export const MAIL_KINDS = [
  'receipt',
  'refund',
  'dispute',
  'withdrawal',
  'gift',
  'gift-claimed',
  'sale',
  'guild',
  'dunning',
  'access',
  'notice',
  'account',
  'renewal',
  'cancellation',
  'staff',
  'everybody',
  'daily-digest',
  'weekly-digest',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number] | NotificationKind;

/** A mail as it is put into the outbox: plain text, queued once per key. */
export interface Mail {
  /** Names the occasion, such as "receipt:" and the order's id; the same key is never queued twice. */
  mailKey: string;
  kind: MailKind;
  /** One address, without a name. */
  to: string;
  subject: string;
  /** Plain text. */
  body: string;
  /** The same, part by part, for the HTML; absent where there is plain text alone. */
  parts?: readonly MailPart[];
}

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
/** How long a mail is retried, in ms. */
export const MAIL_PATIENCE_MS = 3 * 86_400_000;
/**
 * How long a mail is retried whose recipient was rejected, in ms. Shorter, because repeated attempts look like spam. Not
 * zero, because a misconfigured mail server rejects every address until somebody fixes it.
 */
export const REFUSED_PATIENCE_MS = 6 * 3_600_000;

/** A failed attempt: the number of attempts so far, at least 1, and whether the recipient was rejected. */
export interface FailedTry {
  queuedAt: Instant;
  tries: number;
  refused: boolean;
}

/** When a mail is retried: after a minute, then twice as long each time, at most an hour. Null gives it up. */
export function nextTry({ queuedAt, tries, refused }: FailedTry, now: Instant): Instant | null {
  const at = now + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20));
  return at - queuedAt > (refused ? REFUSED_PATIENCE_MS : MAIL_PATIENCE_MS) ? null : at;
}

/** The longest subject, in characters. */
export const SUBJECT_MAX = 200;

/**
 * User text as one line of a mail. Line breaks and controls could begin a line or header of their own or change the
 * reading direction, so they become a space. Other deceptive characters are removed.
 */
export function mailLine(text: string): string {
  return cleanLine(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' '));
}

/** One line for a mail's header, of at most `SUBJECT_MAX` characters. */
export function headerText(text: string): string {
  // By code points, so that no surrogate pair is cut.
  return [...mailLine(text)].slice(0, SUBJECT_MAX).join('');
}

/** The longest address that a mail server accepts, in characters. */
export const ADDRESS_MAX = 254;

/**
 * Why this is not a valid mail address, or null. Stricter than the standard: a single address without name, comment,
 * quotes or line breaks.
 */
export function addressRefusal(address: string): 'no-address' | null {
  if (address.length > ADDRESS_MAX) return 'no-address';
  return /^[^\p{C}\p{Z}"(),:;<>@[\\\]]+@[^\p{C}\p{Z}"(),:;<>@[\\\]]+$/u.test(address) ? null : 'no-address';
}

/** Stands in a stored mail where a token was in a link, once the mail is sent. */
export const CUT_TOKEN = 'removed-after-sending';

/** How long subject and text of a mail stay stored after it was sent or given up, in ms. */
export const MAIL_TEXT_STORED_MS = 30 * 86_400_000;
