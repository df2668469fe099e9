import type { Instant } from '../kernel/instant.ts';

/** A mail from the operator to everybody with an account, such as about changed terms. Nobody can switch it off. */
export interface Mailing {
  id: string;
  subject: string;
  /** Paragraphs, with an empty line between them. */
  body: string;
  /** Why everybody gets it: the last line of each mail. */
  why: string;
  state: MailingState;
  /** People when it was started, and those whose mail has been handed to the outbox. */
  people: number;
  queued: number;
  writtenBy: string;
  startedAt: Instant | null;
  endedAt: Instant | null;
}

/** `draft` can be changed; `stopped` can go on; `done` reached everybody. */
export const MAILING_STATES = ['draft', 'sending', 'stopped', 'done'] as const;
export type MailingState = (typeof MAILING_STATES)[number];

export const MAILING_SUBJECT_MAX = 150;
export const MAILING_BODY_MAX = 10_000;
export const MAILING_WHY_MAX = 300;

/** People whose mails are put into the outbox together. The next follow when these have left. */
export const MAILING_STEP = 100;

/** Why a mailing cannot be sent as it is, by field. */
export function mailingRefusals({
  subject,
  body,
  why,
}: Pick<Mailing, 'subject' | 'body' | 'why'>): Partial<Record<'subject' | 'body' | 'why', string>> {
  return {
    ...(subject.trim() === '' && { subject: 'Write a subject.' }),
    ...(body.trim().length < 20 && { body: 'Write at least 20 characters.' }),
    ...(why.trim().length < 10 && { why: 'Say in a sentence why everybody gets this mail.' }),
  };
}

/** Paragraphs of a body. */
export function mailingParagraphs(body: string): string[] {
  return body
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
