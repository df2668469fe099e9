import type { Instant } from '../kernel/instant.ts';

/** What gave up by itself and waits for somebody: to be tried again, or to be closed with a reason. */

export const DEAD_LETTER_TEXTS = {
  mail: 'Mail',
  event: 'Event of the payment provider',
  transfer: 'Transfer to a seller',
  preview: '3D preview',
  archive: 'Archive',
} as const;
export type DeadLetterKind = keyof typeof DEAD_LETTER_TEXTS;

export interface DeadLetter {
  kind: DeadLetterKind;
  id: string;
  /** The state it was read in; who acts on another is told that it changed meanwhile. */
  seen: string;
  /** When it gave up. */
  at: Instant;
  /** What it is about, such as the kind of a mail or the name of a product. */
  about: string;
  /** To whom; "" where it goes to nobody. */
  to: string;
  error: string;
  /** Why it cannot be tried again, or null. */
  stuck: string | null;
}

/** An event that failed so many times is shown here, although it goes on being tried every minute. */
export const EVENT_TRIES_SHOWN = 10;

/** The longest reason for closing, in characters. */
export const CLOSING_REASON_MAX = 500;

/** Why a letter of this kind cannot be tried again, or null. @param hasText whether a mail still has its text. */
export function retryRefusal(kind: DeadLetterKind, hasText: boolean): string | null {
  return kind === 'mail' && !hasText ? 'Its text was deleted after 30 days, so it can only be closed.' : null;
}

/** Why this reason does not do, or null. */
export function closingRefusal(reason: string): string | null {
  if (reason.trim() === '') return 'Say why it is closed.';
  return reason.length > CLOSING_REASON_MAX
    ? `The reason may have at most ${CLOSING_REASON_MAX} characters.`
    : null;
}

/** What whoever comes second is told. */
export const LETTER_CHANGED_TEXT = 'Somebody has tried or closed this already, or it changed meanwhile.';
