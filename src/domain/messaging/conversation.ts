import { textRefusal } from '../kernel/clean-text.ts';
import type { Instant } from '../kernel/instant.ts';
import type { Side } from '../notifications/live.ts';
import { MESSAGE_MAX, type Message, otherSide, type Subject } from './message.ts';

/** Whom one talks to. */
export interface Party {
  /** The store's or the person's name; "Deleted account" once nobody is there. */
  name: string;
  /** The store, for a link to it; null where the other side is a buyer, or the store is gone. */
  storeId: string | null;
  /** A picture as the backend keeps it: logo of a store, avatar of a person. */
  picture: { collection: 'stores' | 'users'; id: string; file: string } | null;
}

/** What stands between the two sides. Times without a meaning here: only whether. */
export interface BlockState {
  /** Who wants to hear nothing from the other. */
  blocked: Record<Side, boolean>;
  /** Who has left; he comes back by writing himself. */
  left: Record<Side, boolean>;
  /** Whether nobody is there to read any more. */
  gone: Record<Side, boolean>;
}

/** A conversation in somebody's list, as that side sees it. */
export interface ConversationRow {
  id: string;
  /** The side the reader is on. */
  side: Side;
  other: Party;
  subject: Subject | null;
  /** The newest message on one line, and who wrote it; "" before the first. */
  excerpt: string;
  excerptBy: Side | 'house' | null;
  lastAt: Instant;
  /** Messages of the other side, and of the house, that were not read yet. */
  unread: number;
  /** Why nothing can be written, or null. */
  closed: WriteRefusal | null;
}

/** One conversation, as the reader's side sees it. */
export interface Conversation extends ConversationRow {
  /** Number of the newest message; 0 before the first. */
  lastNumber: number;
  /** The newest message each side has seen. */
  readTo: Record<Side, number>;
  /** Whether the reader has blocked the other. */
  blocked: boolean;
  left: boolean;
  /** How soon the store usually answers, as a sentence; null where too little is known, and on the store's own side. */
  answers: string | null;
}

/** A page of a list or of messages; `more` is what the next one is asked with, null at the end. */
export interface ConversationPage {
  rows: ConversationRow[];
  /** Unread messages in all conversations. */
  unread: number;
  more: string | null;
}

/** Messages in the order of their numbers. */
export interface MessagePage {
  conversation: Conversation;
  messages: Message[];
  /** Whether there are older ones than the first of these. */
  older: boolean;
}

/** A text a seller keeps for answers he gives often. */
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

/** What one reads instead of a place to write. `name` is the other side's. */
export function writeSentence(refusal: WriteRefusal, name: string): string {
  const said: Record<WriteRefusal, string> = {
    'you-blocked': `You blocked ${name}. Unblock to write again.`,
    blocked: `${name} does not take messages from you.`,
    'other-left': `${name} has left this conversation. You can write again when ${name} does.`,
    'other-gone': 'Nobody is there any more to read this.',
  };
  return said[refusal];
}

/** Why this side cannot write now, or null. Who has left comes back by writing. */
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

/** Whether a message can be reported by this side: what the other one wrote in free words or files. */
export function isReportable({ by }: Pick<Message, 'by'>, side: Side): boolean {
  return by !== side && by !== 'house';
}

/** Answers that are looked at for a store's usual time: those of so many days, and at least so many of them. */
export const ANSWERS_DAYS = 90;
export const ANSWERS_FEWEST = 3;

/**
 * How soon a store usually answers, as words behind its name, or null where it was asked too seldom to say.
 * @param waitsMs how long each question of the last `ANSWERS_DAYS` days waited; one without an answer as long as it has
 * waited until now, so that silence does not make a store look quick.
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

/** What is wrong with a saved reply, a sentence a field; empty where it can be kept. */
export function savedReplyRefusals(reply: Pick<SavedReply, 'title' | 'text'>): {
  title?: string;
  text?: string;
} {
  const title = textRefusal(reply.title, { min: 1, max: SAVED_REPLY_TITLE_MAX, what: 'a title' });
  const text = textRefusal(reply.text, { min: 1, max: MESSAGE_MAX, what: 'the reply' });
  return { ...(title && { title }), ...(text && { text }) };
}
