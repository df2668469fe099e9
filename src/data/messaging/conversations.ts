import type PocketBase from 'pocketbase';
import { orderNumber } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  type BlockState,
  type Conversation,
  type ConversationRow,
  type Party,
  writeRefusal,
} from '../../domain/messaging/conversation.ts';
import type { Subject } from '../../domain/messaging/message.ts';
import type { Side } from '../../domain/notifications/live.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, type QueryParams, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { from, maybe, type RowOf, shape } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';

/** A user in conversations: as a buyer with stores, and for their own store with buyers. */
export interface Participant {
  userId: string;
  storeId: string | null;
}

const c = tables.conversations.as('c');
const u = tables.users.as('u');
const s = tables.stores.as('s');
const p = tables.products.as('p');
const o = tables.orders.as('o');
const m = tables.messages.as('m');

/** What a row is about, of a LEFT JOIN of products `p` and orders `o`. An order takes precedence over a product. */
export const SUBJECT = from(
  {
    product: maybe({ id: p.id, name: p.name }),
    order: maybe({ id: o.id, placedAt: o.placedAt.or(0) }),
  },
  ({ product, order }): Subject | null =>
    order
      ? { kind: 'order', id: order.id, name: orderNumber(order) }
      : product && { kind: 'product', ...product },
);

/** What a list shows of a conversation, from `WITH_SIDES`. */
export const LISTED = {
  id: c.id,
  buyerId: c.buyer.orNull,
  excerpt: c.excerpt,
  excerptBy: c.excerptBy,
  lastAt: c.lastAt.or(null),
  created: c.created,
  unread: { buyer: c.buyerUnread, store: c.storeUnread },
  blocked: { buyer: c.buyerBlocked, store: c.storeBlocked },
  left: { buyer: c.buyerLeft, store: c.storeLeft },
  buyer: maybe({ id: u.id, username: u.username, avatar: u.avatar }),
  store: maybe({ id: s.id, name: s.name, logo: s.logo }),
  subject: SUBJECT,
};
const STORED = {
  listed: LISTED,
  lastNumber: c.lastNumber,
  readTo: { buyer: c.buyerReadTo, store: c.storeReadTo },
  storeId: c.store.orNull,
  ownerId: s.owner.or(null),
};
const STORED_ROW = shape(STORED);
const ANSWER = shape({ waitedSeconds: m.waitedSeconds });
const WAITING = shape({ since: c.waitingSince.or(0) });

/** Conversations with their sides and what they are about. */
export const WITH_SIDES = sql`conversations c LEFT JOIN users u ON u.id = c.buyer LEFT JOIN stores s ON s.id = c.store
  LEFT JOIN products p ON p.id = c.product LEFT JOIN orders o ON o.id = c.[[order]]`;

/** A stored conversation, with fields that are not sent to the sides. */
export interface StoredConversation extends Conversation {
  buyerId: string | null;
  storeId: string | null;
  /** The store's owner; null if the store is deleted. */
  ownerId: string | null;
  /** The name of each side. */
  names: Record<Side, string>;
  blockState: BlockState;
}

const DELETED_PERSON = 'Deleted account';
const DELETED_STORE = 'Closed store';
/** Most answers, and most open questions, that a store's answer time is made of. */
const WAITS_MAX = 500;

/** A conversation as this participant's side sees it; null if there is none or it belongs to others. */
export async function conversationOf(
  pb: PocketBase,
  participant: Participant,
  id: string,
): Promise<StoredConversation | null> {
  if (!isRecordId(id)) return null;
  const row = await firstRow(
    pb,
    sql`c.id = {:id} AND (c.buyer = {:userId} OR (c.store = {:storeId} AND c.store <> ''))`,
    { id, userId: participant.userId, storeId: participant.storeId ?? '' },
  );
  return row && storedConversation(row, sideOf(row.listed, participant));
}

/** A conversation as one of its sides sees it, without an access check: for the app's own jobs. */
export async function conversationById(
  pb: PocketBase,
  id: string,
  side: Side,
): Promise<StoredConversation | null> {
  const row = await firstRow(pb, sql`c.id = {:id}`, { id });
  return row && storedConversation(row, side);
}

/** The conversation of a buyer with a store, as the given side sees it, or null. */
export async function conversationBetween(
  pb: PocketBase,
  pair: { buyerId: string; storeId: string },
  side: Side,
): Promise<StoredConversation | null> {
  const row = await firstRow(
    pb,
    sql`c.buyer = {:buyerId} AND c.store = {:storeId} AND c.buyer <> '' AND c.store <> ''`,
    pair,
  );
  return row && storedConversation(row, side);
}

async function firstRow(
  pb: PocketBase,
  which: Sql,
  params: QueryParams,
): Promise<RowOf<typeof STORED> | null> {
  return first(
    pb,
    select(STORED_ROW, sql`SELECT ${STORED_ROW} FROM ${WITH_SIDES} WHERE ${which} LIMIT 1`, params),
  );
}

/** How long each question to a store since an instant waited for its answer; open ones count until now. In ms. */
export async function answerWaits(
  pb: PocketBase,
  storeId: string,
  { since, now }: { since: Instant; now: Instant },
): Promise<number[]> {
  const params = { storeId, since: dateOf(since), most: WAITS_MAX };
  const [answers, waiting] = await ask(
    pb,
    select(
      ANSWER,
      sql`SELECT ${ANSWER} FROM messages m WHERE m.answering = {:storeId} AND m.answering <> '' AND m.created >= {:since}
        ORDER BY m.created DESC LIMIT {:most}`,
      params,
    ),
    select(
      WAITING,
      sql`SELECT ${WAITING} FROM conversations c WHERE c.store = {:storeId} AND c.waitingSince >= {:since}
          AND c.waitingSince <> '' ORDER BY c.waitingSince DESC LIMIT {:most}`,
      params,
    ),
  );
  return [
    ...answers.map(({ waitedSeconds }) => waitedSeconds * 1000),
    ...waiting.map((question) => now - question.since),
  ];
}

/** The fields of a stored conversation that its reader receives. */
export function conversationView(stored: StoredConversation): Conversation {
  return {
    ...conversationRow(stored),
    lastNumber: stored.lastNumber,
    readTo: stored.readTo,
    blocked: stored.blocked,
    left: stored.left,
    answers: stored.answers,
  };
}

/** The users whose pages receive push hints about it. */
export function participantIds({
  buyerId,
  ownerId,
}: Pick<StoredConversation, 'buyerId' | 'ownerId'>): string[] {
  return [buyerId, ownerId].filter((id) => id !== null);
}

export function sideOf({ buyerId }: { buyerId: string | null }, { userId }: Participant): Side {
  return buyerId === userId ? 'buyer' : 'store';
}

function blockStateOf({ blocked, left, buyer, store }: RowOf<typeof LISTED>): BlockState {
  return { blocked, left, gone: { buyer: !buyer, store: !store } };
}

/** A conversation as one of its sides sees it in a list. */
export function listedConversation(row: RowOf<typeof LISTED>, side: Side): ConversationRow {
  return {
    id: row.id,
    side,
    other: side === 'buyer' ? storeParty(row.store) : buyerParty(row.buyer),
    subject: row.subject,
    excerpt: row.excerpt,
    excerptBy: row.excerptBy,
    lastAt: row.lastAt ?? row.created,
    unread: row.unread[side],
    closed: writeRefusal(blockStateOf(row), side),
  };
}

function storedConversation(row: RowOf<typeof STORED>, side: Side): StoredConversation {
  const { listed, lastNumber, readTo, storeId, ownerId } = row;
  const blockState = blockStateOf(listed);
  return {
    ...listedConversation(listed, side),
    lastNumber,
    readTo,
    blocked: blockState.blocked[side],
    left: blockState.left[side],
    answers: null,
    buyerId: listed.buyerId,
    storeId,
    ownerId,
    names: {
      buyer: listed.buyer?.username ?? DELETED_PERSON,
      store: listed.store?.name ?? DELETED_STORE,
    },
    blockState,
  };
}

function conversationRow(stored: StoredConversation): ConversationRow {
  const { id, side, other, subject, excerpt, excerptBy, lastAt, unread, closed } = stored;
  return { id, side, other, subject, excerpt, excerptBy, lastAt, unread, closed };
}

function storeParty(store: RowOf<typeof LISTED>['store']): Party {
  if (!store) return { name: DELETED_STORE, storeId: null, picture: null };
  const { id, name, logo } = store;
  return { name, storeId: id, picture: logo === '' ? null : { collection: 'stores', id, file: logo } };
}

function buyerParty(buyer: RowOf<typeof LISTED>['buyer']): Party {
  if (!buyer) return { name: DELETED_PERSON, storeId: null, picture: null };
  const { id, username, avatar } = buyer;
  return {
    name: username,
    storeId: null,
    picture: avatar === '' ? null : { collection: 'users', id, file: avatar },
  };
}
