import { cleanLine } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';
import type { NotificationKind } from './notification.ts';

/** What a mail tells; kept with it so that it can be switched off where it may be. Beside these, each kind of notification. */
export const MAIL_KINDS = [
  'receipt',
  'refund',
  'dispute',
  'gift',
  'sale',
  'guild',
  'dunning',
  'access',
  'account',
  'daily-digest',
  'weekly-digest',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number] | NotificationKind;

/** A mail as it is put into the outbox: plain text, said once under its key. */
export interface Mail {
  /** Names the occasion, such as "receipt:" and the order's id; the same key is never queued twice. */
  mailKey: string;
  kind: MailKind;
  /** One address, without a name. */
  to: string;
  subject: string;
  body: string;
}

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
/** A mail that could not be sent for so long is given up. In ms. */
export const MAIL_PATIENCE_MS = 3 * 86_400_000;
/**
 * One whose address was refused is given up sooner, for asking on and on makes a mail server take us for a spammer. Not
 * at once: a mail server that was set up wrongly refuses every address until somebody has looked at it. In ms.
 */
export const REFUSED_PATIENCE_MS = 6 * 3_600_000;

/** A try that failed: how often this mail was tried by then, at least 1, and whether its very address was refused. */
export interface FailedTry {
  queuedAt: Instant;
  tries: number;
  refused: boolean;
}

/** When a mail is tried again: after a minute, then twice as long each time, at most an hour. Null gives it up. */
export function nextTry({ queuedAt, tries, refused }: FailedTry, now: Instant): Instant | null {
  const at = now + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20));
  return at - queuedAt > (refused ? REFUSED_PATIENCE_MS : MAIL_PATIENCE_MS) ? null : at;
}

/** The longest subject, in characters. */
export const SUBJECT_MAX = 200;

/**
 * What somebody wrote as one line of a mail. Line breaks of every kind and other controls would begin a line or a header
 * of their own or turn the reading direction of what follows; they become a space. What else tricks a reader is left out.
 */
export function mailLine(text: string): string {
  return cleanLine(text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' '));
}

/** One line for a mail's header, of at most `SUBJECT_MAX` signs. */
export function headerText(text: string): string {
  // By whole signs: half of one is no text.
  return [...mailLine(text)].slice(0, SUBJECT_MAX).join('');
}

/** The longest address that a mail server takes, in characters. */
export const ADDRESS_MAX = 254;

/**
 * Why nothing can be mailed to this address, or null. Stricter than the standard: one address, no name, no comment, no
 * quotes, no list, and nothing that ends a header's line.
 */
export function addressRefusal(address: string): 'no-address' | null {
  if (address.length > ADDRESS_MAX) return 'no-address';
  return /^[^\p{C}\p{Z}"(),:;<>@[\\\]]+@[^\p{C}\p{Z}"(),:;<>@[\\\]]+$/u.test(address) ? null : 'no-address';
}
