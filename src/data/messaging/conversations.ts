import type PocketBase from 'pocketbase';
import { orderNumber } from '../../domain/commerce/order.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  type BlockState,
  CONVERSATIONS_PAGE,
  type Conversation,
  type ConversationPage,
  type ConversationRow,
  type Party,
  writeRefusal,
} from '../../domain/messaging/conversation.ts';
import type { Subject } from '../../domain/messaging/message.ts';
import { SIDES, type Side } from '../../domain/notifications/live.ts';
import { orNull } from '../kernel/client.ts';
import { instantOf, orAbsent } from '../kernel/fields.ts';
import { isRecordId } from '../kernel/record-id.ts';
import type {
  ConversationsRecord,
  OrdersRecord,
  ProductsRecord,
  StoresRecord,
  UsersRecord,
} from '../kernel/records.ts';

/** A user in conversations: as a buyer with stores, and for their own store with buyers. */
export interface Participant {
  userId: string;
  storeId: string | null;
}

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

type Expanded = ConversationsRecord & {
  expand?: { buyer?: UsersRecord; store?: StoresRecord; product?: ProductsRecord; order?: OrdersRecord };
};

const EXPAND = 'buyer,store,product,order';
/** Most conversations a search finds by their messages. */
const SEARCH_MAX = 100;
const DELETED_PERSON = 'Deleted account';
const DELETED_STORE = 'Closed store';

/** A conversation as this participant's side sees it; null if there is none or it belongs to others. */
export async function conversationOf(
  pb: PocketBase,
  participant: Participant,
  id: string,
): Promise<StoredConversation | null> {
  if (!isRecordId(id)) return null;
  const record = await orNull(
    pb
      .collection('conversations')
      .getFirstListItem<Expanded>(`${pb.filter('id = {:id}', { id })} && ${ofTalker(pb, participant)}`, {
        expand: EXPAND,
      }),
  );
  return record && storedFor(record, participant);
}

/** A conversation as one of its sides sees it, without an access check: for the app's own jobs. */
export async function conversationById(
  pb: PocketBase,
  id: string,
  side: Side,
): Promise<StoredConversation | null> {
  const record = await orNull(pb.collection('conversations').getOne<Expanded>(id, { expand: EXPAND }));
  return record && storedConversation(record, side);
}

/** The conversation of a buyer with a store, as the given side sees it, or null. */
export async function conversationBetween(
  pb: PocketBase,
  pair: { buyerId: string; storeId: string },
  side: Side,
): Promise<StoredConversation | null> {
  const record = await orNull(
    pb
      .collection('conversations')
      .getFirstListItem<Expanded>(pb.filter('buyer = {:buyerId} && store = {:storeId}', pair), {
        expand: EXPAND,
      }),
  );
  return record && storedConversation(record, side);
}

/**
 * Conversations of a participant, newest first, without those they left and those without messages.
 * @param query.search text in the other side's name or in messages; "" for all. A search returns at most 100.
 * @param query.before the conversation after which the page begins
 */
export async function conversationsOf(
  pb: PocketBase,
  participant: Participant,
  query: { search: string; unread: boolean; before: string | null },
): Promise<ConversationPage> {
  const search = query.search.trim();
  const filters = [
    sided(pb, participant, (side) => {
      if (query.unread) return `${side}Unread > 0`;
      // A broadcast to a thousand members would bury the store's conversations. One appears once the member answers.
      const answered = side === 'store' && search === '' ? ' && lastNumber > letterTo' : '';
      return `${side}Left = false${answered}`;
    }),
    'lastNumber > 0',
  ];
  if (search !== '') filters.push(await matching(pb, participant, search));
  const after = query.before === null ? null : await conversationOf(pb, participant, query.before);
  if (after)
    filters.push(
      pb.filter('(lastAt < {:at} || (lastAt = {:at} && id < {:id}))', {
        at: new Date(after.lastAt).toISOString().replace('T', ' '),
        id: after.id,
      }),
    );
  const perPage = search === '' ? CONVERSATIONS_PAGE : SEARCH_MAX;
  const [list, unread] = await Promise.all([
    pb.collection('conversations').getList<Expanded>(1, perPage, {
      filter: filters.join(' && '),
      sort: '-lastAt,-id',
      expand: EXPAND,
      skipTotal: true,
    }),
    unreadOf(pb, participant),
  ]);
  const rows = list.items.map((record) => conversationRow(storedFor(record, participant)));
  return { rows, unread, more: rows.length === CONVERSATIONS_PAGE ? (rows.at(-1)?.id ?? null) : null };
}

/** Unread messages in the 200 newest conversations of a participant. */
export async function unreadOf(pb: PocketBase, participant: Participant): Promise<number> {
  const list = await pb.collection('conversations').getList<ConversationsRecord>(1, 200, {
    filter: sided(pb, participant, (side) => `${side}Unread > 0`),
    sort: '-lastAt',
    skipTotal: true,
  });
  return list.items.reduce((sum, record) => sum + record[`${sideOf(record, participant)}Unread`], 0);
}

/** How long each question to a store since an instant waited for its answer; open ones count until now. In ms. */
export async function answerWaits(
  pb: PocketBase,
  storeId: string,
  { since, now }: { since: Instant; now: Instant },
): Promise<number[]> {
  const from = new Date(since).toISOString().replace('T', ' ');
  const [answers, waiting] = await Promise.all([
    pb.collection('messages').getList<{ waitedSeconds: number }>(1, 500, {
      filter: pb.filter('answering = {:storeId} && created >= {:from}', { storeId, from }),
      fields: 'waitedSeconds',
      sort: '-created',
      skipTotal: true,
    }),
    pb.collection('conversations').getList<{ waitingSince: string }>(1, 500, {
      filter: pb.filter('store = {:storeId} && waitingSince >= {:from}', { storeId, from }),
      fields: 'waitingSince',
      sort: '-waitingSince',
      skipTotal: true,
    }),
  ]);
  return [
    ...answers.items.map(({ waitedSeconds }) => waitedSeconds * 1000),
    ...waiting.items.map(({ waitingSince }) => now - (instantOf(waitingSince) ?? now)),
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

function ofTalker(pb: PocketBase, participant: Participant): string {
  return sided(pb, participant, () => '');
}

/** A filter for the participant's conversations on either side, each with a condition of its own. */
function sided(pb: PocketBase, { userId, storeId }: Participant, condition: (side: Side) => string): string {
  const own = { buyer: pb.filter('buyer = {:userId}', { userId }), store: '' };
  if (storeId !== null) own.store = pb.filter('store = {:storeId}', { storeId });
  const sides = SIDES.filter((side) => own[side] !== '').map((side) => {
    const more = condition(side);
    return more === '' ? own[side] : `(${own[side]} && ${more})`;
  });
  return `(${sides.join(' || ')})`;
}

/** A filter for conversations with this text in the other side's name or in one of the newest matching messages. */
async function matching(pb: PocketBase, participant: Participant, search: string): Promise<string> {
  // PocketBase filters cannot escape these characters; search for the parts between them.
  const parts = search.split(/[\\%\p{Cc}]+/u).filter((part) => part.trim() !== '');
  if (parts.length === 0) return "id = ''";
  const has = (field: string) =>
    parts.map((part) => pb.filter(`${field} ~ {:part}`, { part: part.trim() })).join(' && ');
  const within = sided(pb, participant, () => '').replace(/\b(buyer|store) =/g, 'conversation.$1 =');
  const found = await pb.collection('messages').getList<{ conversation: string }>(1, 500, {
    filter: `${within} && hiddenAt = '' && ${has('text')}`,
    fields: 'conversation',
    sort: '-created',
    skipTotal: true,
  });
  const ids = [...new Set(found.items.map(({ conversation }) => conversation))].slice(0, SEARCH_MAX);
  const named = sided(pb, participant, (side) => has(side === 'buyer' ? 'store.name' : 'buyer.username'));
  return `(${[named, ...ids.map((id) => pb.filter('id = {:id}', { id }))].join(' || ')})`;
}

function sideOf(record: ConversationsRecord, { userId }: Participant): Side {
  return record.buyer === userId ? 'buyer' : 'store';
}

function storedFor(record: Expanded, participant: Participant): StoredConversation {
  return storedConversation(record, sideOf(record, participant));
}

function storedConversation(record: Expanded, side: Side): StoredConversation {
  const { buyer, store } = record.expand ?? {};
  const blockState: BlockState = {
    blocked: { buyer: record.buyerBlocked, store: record.storeBlocked },
    left: { buyer: record.buyerLeft, store: record.storeLeft },
    gone: { buyer: !buyer, store: !store },
  };
  return {
    id: record.id,
    side,
    other: side === 'buyer' ? storeParty(store) : buyerParty(buyer),
    subject: subjectOf(record.expand),
    excerpt: record.excerpt,
    excerptBy: orAbsent(record.excerptBy),
    lastAt: instantOf(record.lastAt) ?? instantOf(record.created) ?? 0,
    unread: record[`${side}Unread`],
    closed: writeRefusal(blockState, side),
    lastNumber: record.lastNumber,
    readTo: { buyer: record.buyerReadTo, store: record.storeReadTo },
    blocked: blockState.blocked[side],
    left: blockState.left[side],
    answers: null,
    buyerId: orAbsent(record.buyer),
    storeId: orAbsent(record.store),
    ownerId: store?.owner ?? null,
    names: { buyer: buyer?.username ?? DELETED_PERSON, store: store?.name ?? DELETED_STORE },
    blockState: blockState,
  };
}

function conversationRow(stored: StoredConversation): ConversationRow {
  const { id, side, other, subject, excerpt, excerptBy, lastAt, unread, closed } = stored;
  return { id, side, other, subject, excerpt, excerptBy, lastAt, unread, closed };
}

function storeParty(store: StoresRecord | undefined): Party {
  if (!store) return { name: DELETED_STORE, storeId: null, picture: null };
  const { id, name, logo } = store;
  return { name, storeId: id, picture: logo === '' ? null : { collection: 'stores', id, file: logo } };
}

function buyerParty(buyer: UsersRecord | undefined): Party {
  if (!buyer) return { name: DELETED_PERSON, storeId: null, picture: null };
  const { id, username, avatar } = buyer;
  return {
    name: username,
    storeId: null,
    picture: avatar === '' ? null : { collection: 'users', id, file: avatar },
  };
}

/** The subject of a row, from its expanded records. An order takes precedence over a product. */
export function subjectOf(expanded?: { product?: ProductsRecord; order?: OrdersRecord }): Subject | null {
  const { product, order } = expanded ?? {};
  if (order) {
    const placedAt = instantOf(order.placedAt) ?? 0;
    return { kind: 'order', id: order.id, name: orderNumber({ id: order.id, placedAt }) };
  }
  return product ? { kind: 'product', id: product.id, name: product.name } : null;
}
