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

/** A filter for the participant's conversations on either side. */
function ofTalker(pb: PocketBase, { userId, storeId }: Participant): string {
  const asBuyer = pb.filter('buyer = {:userId}', { userId });
  return storeId === null ? asBuyer : `(${asBuyer} || ${pb.filter('store = {:storeId}', { storeId })})`;
}

export function sideOf(record: Pick<ConversationsRecord, 'buyer'>, { userId }: Participant): Side {
  return record.buyer === userId ? 'buyer' : 'store';
}

function storedFor(record: Expanded, participant: Participant): StoredConversation {
  return storedConversation(record, sideOf(record, participant));
}

/** The fields of a conversation that a list shows. */
export type ListedConversation = Pick<
  ConversationsRecord,
  | 'id'
  | 'buyer'
  | 'excerpt'
  | 'excerptBy'
  | 'lastAt'
  | 'created'
  | 'buyerUnread'
  | 'storeUnread'
  | 'buyerBlocked'
  | 'storeBlocked'
  | 'buyerLeft'
  | 'storeLeft'
> & {
  expand?: {
    buyer?: Pick<UsersRecord, 'id' | 'username' | 'avatar'>;
    store?: Pick<StoresRecord, 'id' | 'name' | 'logo'>;
    product?: Pick<ProductsRecord, 'id' | 'name'>;
    order?: Pick<OrdersRecord, 'id' | 'placedAt'>;
  };
};

function blockStateOf(record: ListedConversation): BlockState {
  return {
    blocked: { buyer: record.buyerBlocked, store: record.storeBlocked },
    left: { buyer: record.buyerLeft, store: record.storeLeft },
    gone: { buyer: !record.expand?.buyer, store: !record.expand?.store },
  };
}

/** A conversation as one of its sides sees it in a list. */
function listedConversation(record: ListedConversation, side: Side): ConversationRow {
  const { buyer, store } = record.expand ?? {};
  return {
    id: record.id,
    side,
    other: side === 'buyer' ? storeParty(store) : buyerParty(buyer),
    subject: subjectOf(record.expand),
    excerpt: record.excerpt,
    excerptBy: orAbsent(record.excerptBy),
    lastAt: instantOf(record.lastAt) ?? instantOf(record.created) ?? 0,
    unread: record[`${side}Unread`],
    closed: writeRefusal(blockStateOf(record), side),
  };
}

function storedConversation(record: Expanded, side: Side): StoredConversation {
  const { buyer, store } = record.expand ?? {};
  const blockState = blockStateOf(record);
  return {
    ...listedConversation(record, side),
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

export function storeParty(store: Pick<StoresRecord, 'id' | 'name' | 'logo'> | null | undefined): Party {
  if (!store) return { name: DELETED_STORE, storeId: null, picture: null };
  const { id, name, logo } = store;
  return { name, storeId: id, picture: logo === '' ? null : { collection: 'stores', id, file: logo } };
}

export function buyerParty(buyer: Pick<UsersRecord, 'id' | 'username' | 'avatar'> | null | undefined): Party {
  if (!buyer) return { name: DELETED_PERSON, storeId: null, picture: null };
  const { id, username, avatar } = buyer;
  return {
    name: username,
    storeId: null,
    picture: avatar === '' ? null : { collection: 'users', id, file: avatar },
  };
}

/** The subject of a row, from its expanded records. An order takes precedence over a product. */
export function subjectOf(expanded?: {
  product?: Pick<ProductsRecord, 'id' | 'name'>;
  order?: Pick<OrdersRecord, 'id' | 'placedAt'>;
}): Subject | null {
  const { product, order } = expanded ?? {};
  if (order) {
    const placedAt = instantOf(order.placedAt) ?? 0;
    return { kind: 'order', id: order.id, name: orderNumber({ id: order.id, placedAt }) };
  }
  return product ? { kind: 'product', id: product.id, name: product.name } : null;
}
