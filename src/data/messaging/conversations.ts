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

/** Somebody who talks: in his own name to stores, and in his store's name to buyers. */
export interface Participant {
  userId: string;
  storeId: string | null;
}

/** A conversation with what the house needs of it and the sides are not shown. */
export interface StoredConversation extends Conversation {
  buyerId: string | null;
  storeId: string | null;
  /** Who answers for the store; null where it is gone. */
  ownerId: string | null;
  /** How each side is called. */
  names: Record<Side, string>;
  blockState: BlockState;
}

type Expanded = ConversationsRecord & {
  expand?: { buyer?: UsersRecord; store?: StoresRecord; product?: ProductsRecord; order?: OrdersRecord };
};

const EXPAND = 'buyer,store,product,order';
/** So many conversations a search looks at for words within them. */
const FOUND_MAX = 100;
const DELETED_PERSON = 'Deleted account';
const DELETED_STORE = 'Closed store';

/** A conversation of this person, as the side he is on; null where there is none, or it is another's. */
export async function conversationOf(
  pb: PocketBase,
  talker: Participant,
  id: string,
): Promise<StoredConversation | null> {
  if (!isRecordId(id)) return null;
  const record = await orNull(
    pb
      .collection('conversations')
      .getFirstListItem<Expanded>(`${pb.filter('id = {:id}', { id })} && ${ofTalker(pb, talker)}`, {
        expand: EXPAND,
      }),
  );
  return record && keptOf(record, talker);
}

/** A conversation as one of its sides sees it; for the house alone, which may see all. */
export async function conversationById(
  pb: PocketBase,
  id: string,
  side: Side,
): Promise<StoredConversation | null> {
  const record = await orNull(pb.collection('conversations').getOne<Expanded>(id, { expand: EXPAND }));
  return record && keptFor(record, side);
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
  return record && keptFor(record, side);
}

/**
 * Conversations of this person, those written in last first; what he left and what was never written in is left out.
 * @param asked.search words in the other side's name or in messages; "" for all. A search answers at most 100.
 * @param asked.before the conversation after which the page begins
 */
export async function conversationsOf(
  pb: PocketBase,
  talker: Participant,
  asked: { search: string; unread: boolean; before: string | null },
): Promise<ConversationPage> {
  const search = asked.search.trim();
  const filters = [
    sided(pb, talker, (side) => {
      if (asked.unread) return `${side}Unread > 0`;
      // A letter to a thousand members would bury the store's talks; who answers one comes into the list, or is found.
      const letters = side === 'store' && search === '' ? ' && lastNumber > letterTo' : '';
      return `${side}Left = false${letters}`;
    }),
    'lastNumber > 0',
  ];
  if (search !== '') filters.push(await matching(pb, talker, search));
  const after = asked.before === null ? null : await conversationOf(pb, talker, asked.before);
  if (after)
    filters.push(
      pb.filter('(lastAt < {:at} || (lastAt = {:at} && id < {:id}))', {
        at: new Date(after.lastAt).toISOString().replace('T', ' '),
        id: after.id,
      }),
    );
  const perPage = search === '' ? CONVERSATIONS_PAGE : FOUND_MAX;
  const [list, unread] = await Promise.all([
    pb.collection('conversations').getList<Expanded>(1, perPage, {
      filter: filters.join(' && '),
      sort: '-lastAt,-id',
      expand: EXPAND,
      skipTotal: true,
    }),
    unreadOf(pb, talker),
  ]);
  const rows = list.items.map((record) => rowOf(keptOf(record, talker)));
  return { rows, unread, more: rows.length === CONVERSATIONS_PAGE ? (rows.at(-1)?.id ?? null) : null };
}

/** Unread messages in all conversations of this person together; those in the 200 newest are counted. */
export async function unreadOf(pb: PocketBase, talker: Participant): Promise<number> {
  const list = await pb.collection('conversations').getList<ConversationsRecord>(1, 200, {
    filter: sided(pb, talker, (side) => `${side}Unread > 0`),
    sort: '-lastAt',
    skipTotal: true,
  });
  return list.items.reduce((sum, record) => sum + record[`${sideOf(record, talker)}Unread`], 0);
}

/** How long each question to a store waited for its answer since an instant, those that wait still until now. In ms. */
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

/** What a reader is shown of a stored conversation, field by field. */
export function conversationView(stored: StoredConversation): Conversation {
  return {
    ...rowOf(stored),
    lastNumber: stored.lastNumber,
    readTo: stored.readTo,
    blocked: stored.blocked,
    left: stored.left,
    answers: stored.answers,
  };
}

/** Everybody whose pages hear about it. */
export function participantIds({
  buyerId,
  ownerId,
}: Pick<StoredConversation, 'buyerId' | 'ownerId'>): string[] {
  return [buyerId, ownerId].filter((id) => id !== null);
}

function ofTalker(pb: PocketBase, talker: Participant): string {
  return sided(pb, talker, () => '');
}

/** The conversations of one or the other side of this person, each narrowed by what is asked of that side. */
function sided(pb: PocketBase, { userId, storeId }: Participant, narrowed: (side: Side) => string): string {
  const own = { buyer: pb.filter('buyer = {:userId}', { userId }), store: '' };
  if (storeId !== null) own.store = pb.filter('store = {:storeId}', { storeId });
  const sides = SIDES.filter((side) => own[side] !== '').map((side) => {
    const more = narrowed(side);
    return more === '' ? own[side] : `(${own[side]} && ${more})`;
  });
  return `(${sides.join(' || ')})`;
}

/** Conversations with these words in the other side's name, or in one of the newest messages that have them. */
async function matching(pb: PocketBase, talker: Participant, search: string): Promise<string> {
  // The backend gives these a meaning that no escape takes from them; what stands between them is looked for.
  const parts = search.split(/[\\%\p{Cc}]+/u).filter((part) => part.trim() !== '');
  if (parts.length === 0) return "id = ''";
  const has = (field: string) =>
    parts.map((part) => pb.filter(`${field} ~ {:part}`, { part: part.trim() })).join(' && ');
  const within = sided(pb, talker, () => '').replace(/\b(buyer|store) =/g, 'conversation.$1 =');
  const found = await pb.collection('messages').getList<{ conversation: string }>(1, 500, {
    filter: `${within} && hiddenAt = '' && ${has('text')}`,
    fields: 'conversation',
    sort: '-created',
    skipTotal: true,
  });
  const ids = [...new Set(found.items.map(({ conversation }) => conversation))].slice(0, FOUND_MAX);
  const named = sided(pb, talker, (side) => has(side === 'buyer' ? 'store.name' : 'buyer.username'));
  return `(${[named, ...ids.map((id) => pb.filter('id = {:id}', { id }))].join(' || ')})`;
}

function sideOf(record: ConversationsRecord, { userId }: Participant): Side {
  return record.buyer === userId ? 'buyer' : 'store';
}

function keptOf(record: Expanded, talker: Participant): StoredConversation {
  return keptFor(record, sideOf(record, talker));
}

function keptFor(record: Expanded, side: Side): StoredConversation {
  const { buyer, store } = record.expand ?? {};
  const standing: BlockState = {
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
    closed: writeRefusal(standing, side),
    lastNumber: record.lastNumber,
    readTo: { buyer: record.buyerReadTo, store: record.storeReadTo },
    blocked: standing.blocked[side],
    left: standing.left[side],
    answers: null,
    buyerId: orAbsent(record.buyer),
    storeId: orAbsent(record.store),
    ownerId: store?.owner ?? null,
    names: { buyer: buyer?.username ?? DELETED_PERSON, store: store?.name ?? DELETED_STORE },
    blockState: standing,
  };
}

function rowOf(kept: StoredConversation): ConversationRow {
  const { id, side, other, subject, excerpt, excerptBy, lastAt, unread, closed } = kept;
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

/** What a row is about, from the records beside it. An order comes before a product: it says more. */
export function subjectOf(beside?: { product?: ProductsRecord; order?: OrdersRecord }): Subject | null {
  const { product, order } = beside ?? {};
  if (order) {
    const placedAt = instantOf(order.placedAt) ?? 0;
    return { kind: 'order', id: order.id, name: orderNumber({ id: order.id, placedAt }) };
  }
  return product ? { kind: 'product', id: product.id, name: product.name } : null;
}
