import { textRefusal } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Side } from '../notifications/live.ts';
import type { RefundRequest } from './refund-request.ts';

export function otherSide(side: Side): Side {
  return side === 'buyer' ? 'store' : 'buyer';
}

/**
 * All kinds but `text` belong to a refund request and are written by its actions; `refund-lapsed`, `refund-made` and
 * `refund-void` are written by the app.
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

/** Longest message, in characters as stored. */
export const MESSAGE_MAX = 5000;
/** The text shown in place of a message that was hidden after an upheld report. */
export const HIDDEN_MESSAGE = 'This message was hidden after a report.';

/** The product or order a message is about. */
export interface Subject {
  kind: 'product' | 'order';
  id: string;
  /** The product's name, or the order's number. */
  name: string;
}

/** A message as the reader's side sees it. */
export interface Message {
  id: string;
  /** Its place in the conversation, counted from 1 without gaps; assigned by the server. */
  number: number;
  by: Side | 'house';
  kind: MessageKind;
  /** Plain text with line breaks; "" if there are only attachments, or for a message of the app. */
  text: string;
  attachments: Attachment[];
  /** Set where the subject differs from that of the previous message; null otherwise. */
  subject: Subject | null;
  /** Its current state; null for `text`. */
  refund: RefundRequest | null;
  /** The idempotency key made by the writer's page; "" for the other side. */
  key: string;
  at: Instant;
}

/** A file attached to a message, or to one that is not sent yet. */
export interface Attachment {
  id: string;
  kind: 'picture' | 'file';
  name: string;
  sizeBytes: number;
  /** Of a picture, in px; null for a file. */
  width: number | null;
  height: number | null;
}

/** Most attachments per message. */
export const ATTACHMENTS_MAX = 6;
const MB = 1024 * 1024;
export const ATTACHED_PICTURE_MAX_BYTES = 10 * MB;
export const ATTACHED_FILE_MAX_BYTES = 50 * MB;
/** Most bytes of attachments per user, over all conversations. */
export const ATTACHED_TOTAL_MAX_BYTES = 1024 * MB;
/** Most attachments per user that belong to unsent messages. */
export const ATTACHED_UNSENT_MAX = 60;
/** An uploaded file that no message was sent with is removed after this time. In ms. */
export const UNSENT_ATTACHMENT_TTL_MS = 24 * 3_600_000;

/** The idempotency key of a message, made by the page that sends it, such as by crypto.randomUUID(). */
export const MESSAGE_KEY = /^[A-Za-z0-9-]{8,40}$/;

/** Why this cannot be sent, as a sentence, or null. The text may be empty if there are attachments. */
export function messageRefusal(text: string, attachments: number): string | null {
  if (attachments > ATTACHMENTS_MAX) return `Attach at most ${ATTACHMENTS_MAX} files to a message.`;
  return textRefusal(text, { min: attachments > 0 ? 0 : 1, max: MESSAGE_MAX, what: 'a message' });
}

/** Longest excerpt in the list of conversations. In characters. */
export const EXCERPT_MAX = 120;

/** The beginning of a message on one line; the number of files if there is no text. */
export function excerptOf(text: string, attachments: number): string {
  const line = text.replace(/\s+/g, ' ');
  if (line === '') return attachments === 1 ? 'A file' : `${attachments} files`;
  const characters = [...line];
  return characters.length > EXCERPT_MAX
    ? `${characters
        .slice(0, EXCERPT_MAX - 1)
        .join('')
        .trimEnd()}…`
    : line;
}
