import { textRefusal } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Side } from '../notifications/live.ts';
import { MESSAGE_MAX, type Message, otherSide, type Subject } from './message.ts';

/** The other side of a conversation. */
export interface Party {
  /** The name of the store or the user; "Deleted account" once it is deleted. */
  name: string;
  /** The store to link to; null if the other side is a buyer or the store is deleted. */
  storeId: string | null;
  /** The stored picture: a store's logo or a user's avatar. */
  picture: { collection: 'stores' | 'users'; id: string; file: string } | null;
}

/** Whether the two sides can write to each other. */
export interface BlockState {
  /** Which side blocks the other. */
  blocked: Record<Side, boolean>;
  /** Which side has left; writing again brings them back. */
  left: Record<Side, boolean>;
  /** Which side is deleted, so nobody reads any more. */
  gone: Record<Side, boolean>;
}

/** A conversation in the inbox, as the reader's side sees it. */
export interface ConversationRow {
  id: string;
  /** The side the reader is on. */
  side: Side;
  other: Party;
  subject: Subject | null;
  /** The newest message on one line; "" before the first. */
  excerpt: string;
  excerptBy: Side | 'house' | null;
  lastAt: Instant;
  /** Unread messages from the other side and from Guildhall. */
  unread: number;
  /** Why the reader cannot write, or null. */
  closed: WriteRefusal | null;
}

/** One conversation, as the reader's side sees it. */
export interface Conversation extends ConversationRow {
  /** Number of the newest message; 0 before the first. */
  lastNumber: number;
  /** Number of the newest message each side has read. */
  readTo: Record<Side, number>;
  /** Whether the reader blocks the other side. */
  blocked: boolean;
  left: boolean;
  /** How soon the store usually answers, as text; null if there is too little data, and for the store's own side. */
  answers: string | null;
}

/** A page of the inbox; `more` is the cursor of the next page, null at the end. */
export interface ConversationPage {
  rows: ConversationRow[];
  /** Unread messages in all conversations. */
  unread: number;
  more: string | null;
}

/** A page of messages, ordered by number. */
export interface MessagePage {
  conversation: Conversation;
  messages: Message[];
  /** Whether there are messages older than the first one here. */
  older: boolean;
}

/** A text a seller has saved for frequent answers. */
export interface SavedReply {
  id: string;
  title: string;
  text: string;
}

export const SAVED_REPLIES_MAX = 50;
export const SAVED_REPLY_TITLE_MAX = 80;
/** Conversations on a page of the list, and messages on a page of a conversation. */
export const CONVERSATIONS_PAGE = 30;
export const MESSAGES_PAGE = 50;

export type WriteRefusal = 'you-blocked' | 'blocked' | 'other-left' | 'other-gone';

/** The text shown in place of the composer. `name` is the other side's. */
export function writeSentence(refusal: WriteRefusal, name: string): string {
  const texts: Record<WriteRefusal, string> = {
    'you-blocked': `You blocked ${name}. Unblock to write again.`,
    blocked: `${name} does not take messages from you.`,
    'other-left': `${name} has left this conversation. You can write again when ${name} does.`,
    'other-gone': 'This account is deleted, so nobody would read your message.',
  };
  return texts[refusal];
}

/** Why this side cannot write now, or null. A side that has left may write; that brings it back. */
export function writeRefusal({ blocked, left, gone }: BlockState, side: Side): WriteRefusal | null {
  const other = otherSide(side);
  if (gone[other]) return 'other-gone';
  if (blocked[side]) return 'you-blocked';
  if (blocked[other]) return 'blocked';
  return left[other] ? 'other-left' : null;
}

export type StartRefusal = 'store' | 'own-store' | 'subject';

export const START_REFUSAL_TEXTS: Record<StartRefusal, string> = {
  store: 'There is no such store.',
  'own-store': 'This is your own store.',
  subject: 'There is no such product or order.',
};

/** Whether this side can report a message: only what the other side wrote. */
export function isReportable({ by }: Pick<Message, 'by'>, side: Side): boolean {
  return by !== side && by !== 'house';
}

/** A store's usual answer time counts the answers of the last 90 days and needs at least 3 of them. */
export const ANSWERS_DAYS = 90;
export const ANSWERS_FEWEST = 3;

/**
 * How soon a store usually answers, as text that follows its name, or null if there are too few questions.
 * @param waitsMs how long each question of the last `ANSWERS_DAYS` days waited. A question without an answer counts with
 * its wait until now, so that silence does not make a store look quick.
 */
export function answersText(waitsMs: readonly number[]): string | null {
  if (waitsMs.length < ANSWERS_FEWEST) return null;
  const sorted = [...waitsMs].sort((a, b) => a - b);
  const median = sorted[Math.ceil(sorted.length / 2) - 1] ?? 0;
  const hours = median / 3_600_000;
  if (hours <= 1) return 'usually answers within an hour';
  if (hours <= 6) return 'usually answers within a few hours';
  if (hours <= 24) return 'usually answers within a day';
  const days = Math.ceil(hours / 24);
  return days <= 7 ? `usually answers within ${days} days` : 'seldom answers within a week';
}

/** What is wrong with a saved reply, one sentence per field; empty if it can be saved. */
export function savedReplyRefusals(reply: Pick<SavedReply, 'title' | 'text'>): {
  title?: string;
  text?: string;
} {
  const title = textRefusal(reply.title, { min: 1, max: SAVED_REPLY_TITLE_MAX, what: 'a title' });
  const text = textRefusal(reply.text, { min: 1, max: MESSAGE_MAX, what: 'the reply' });
  return { ...(title && { title }), ...(text && { text }) };
}
