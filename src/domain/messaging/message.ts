import { textRefusal } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Side } from '../notifications/live.ts';
import type { RefundRequest } from './refund-request.ts';

export function otherSide(side: Side): Side {
  return side === 'buyer' ? 'store' : 'buyer';
}

/**
 * What a message is. All but `text` belong to a refund request and are written by the verbs of it; `refund-lapsed` and
 * `refund-made` are the house's own.
 */
export const MESSAGE_KINDS = [
  'text',
  'refund-asked',
  'refund-granted',
  'refund-declined',
  'refund-withdrawn',
  'refund-lapsed',
  'refund-made',
  'refund-void',
] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** How long a message may be, in characters as it is kept. */
export const MESSAGE_MAX = 5000;
/** What stands in place of a message that a report was found right about. */
export const HIDDEN_MESSAGE = 'This message was taken out of sight after a report.';

/** What a message is about, where it was written from a product or about an order. */
export interface Subject {
  kind: 'product' | 'order';
  id: string;
  /** The product's name, or the order's number. */
  name: string;
}

/** A message as either side reads it. */
export interface Message {
  id: string;
  /** Its place in the conversation, from 1 without gaps; the server gives it. */
  number: number;
  by: Side | 'house';
  kind: MessageKind;
  /** Plain text with line ends; "" where there are only attachments, or for a word of the house. */
  text: string;
  attachments: Attachment[];
  /** Said on a message whose subject differs from that of the one before it; null otherwise. */
  subject: Subject | null;
  /** As it stands now; null for `text`. */
  refund: RefundRequest | null;
  /** What the writer's page made up for it, so that it knows its own again; "" to the other side. */
  key: string;
  at: Instant;
}

/** A file beside a message, or one that waits for its message to be sent. */
export interface Attachment {
  id: string;
  kind: 'picture' | 'file';
  name: string;
  sizeBytes: number;
  /** Of a picture, in px; null for a file. */
  width: number | null;
  height: number | null;
}

/** So many files stand beside one message at most. */
export const ATTACHMENTS_MAX = 6;
const MB = 1024 * 1024;
export const ATTACHED_PICTURE_MAX_BYTES = 10 * MB;
export const ATTACHED_FILE_MAX_BYTES = 50 * MB;
/** Everything somebody has attached anywhere weighs at most this much. In bytes. */
export const ATTACHED_TOTAL_MAX_BYTES = 1024 * MB;
/** So many files of one person wait for their messages at most. */
export const ATTACHED_UNSENT_MAX = 60;
/** A file that was sent up and never beside a message is forgotten after this long. In ms. */
export const UNSENT_ATTACHMENT_TTL_MS = 24 * 3_600_000;

/** What a message's key looks like: made by the page that sends it, such as by crypto.randomUUID(). */
export const MESSAGE_KEY = /^[A-Za-z0-9-]{8,40}$/;

/** Why this cannot be sent, a sentence or null. Words may be left out beside an attachment. */
export function messageRefusal(text: string, attachments: number): string | null {
  if (attachments > ATTACHMENTS_MAX) return `Attach at most ${ATTACHMENTS_MAX} files to a message.`;
  return textRefusal(text, { min: attachments > 0 ? 0 : 1, max: MESSAGE_MAX, what: 'a message' });
}

/** What of a message a list of conversations shows, on one line. In characters. */
export const EXCERPT_MAX = 120;

/** The beginning of a message on one line; a file's sign where there are no words. */
export function excerptOf(text: string, attachments: number): string {
  const line = text.replace(/\s+/g, ' ');
  if (line === '') return attachments === 1 ? 'A file' : `${attachments} files`;
  const signs = [...line];
  return signs.length > EXCERPT_MAX
    ? `${signs
        .slice(0, EXCERPT_MAX - 1)
        .join('')
        .trimEnd()}…`
    : line;
}
