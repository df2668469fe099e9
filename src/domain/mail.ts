import type { Instant } from './instant.ts';

/** A mail as it is put into the outbox: plain text, said once under its key. */
export interface Mail {
  /** Names the occasion, such as "receipt:" and the order's id; the same key is never queued twice. */
  mailKey: string;
  kind: string;
  to: string;
  subject: string;
  body: string;
}

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
/** A mail that could not be sent for so long is given up. In ms. */
export const MAIL_PATIENCE_MS = 3 * 86_400_000;

/**
 * When a mail that failed is tried again: after a minute, then twice as long each time, at most an hour. Null where it
 * has been tried for three days.
 * @param tries how often it was tried so far, at least 1.
 */
export function nextTry(mail: { queuedAt: Instant; tries: number }, now: Instant): Instant | null {
  const at = now + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(mail.tries - 1, 20));
  return at - mail.queuedAt > MAIL_PATIENCE_MS ? null : at;
}

/** One line for a mail's header: breaks and other controls would begin a header of their own. */
export function headerText(text: string): string {
  return text
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
}
