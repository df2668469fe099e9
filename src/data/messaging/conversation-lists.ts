import type PocketBase from 'pocketbase';
import { CONVERSATIONS_PAGE, type ConversationPage } from '../../domain/messaging/conversation.ts';
import { NAMED, NAMED_ARE_MANY, namedBy } from '../identity/user-names.ts';
import { ask, query } from '../kernel/query.ts';
import type { ConversationsRecord } from '../kernel/records.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { listedConversation, type Participant, sideOf } from './conversations.ts';

/** Lists of conversations. Each side is asked for by itself, along an index of its own, and by key. */

/** Most conversations that a search finds. */
const SEARCH_MAX = 100;
/** Most messages in which a search finds its words, newest first. */
const MESSAGES_MAX = 500;
/** Most words of a search that are looked for. */
const WORDS_MAX = 10;
/** More people of a name than this, and the store's conversations are looked through instead. */
const NAMED_MAX = 1000;
/** Later than any date. */
const NEVER = '~';

/** The conversations of each side; `{:store}` is '' for somebody without a store, and no side of anything. */
const OWN = {
  buyer: sql`c.buyer = {:user}`,
  store: sql`c.store = {:store} AND {:store} <> ''`,
} as const;

/** Those that a list shows: all that a side has not left, or those with unread messages. */
const SHOWN = {
  all: { buyer: sql`c.buyerLeft = 0 AND c.lastNumber > 0`, store: sql`c.storeLeft = 0 AND c.lastNumber > 0` },
  unread: { buyer: sql`c.buyerUnread > 0`, store: sql`c.storeUnread > 0` },
} as const;
type Shown = keyof typeof SHOWN;

/**
 * A broadcast to a thousand members would bury the store's conversations. One appears once the member answers, and where
 * something is looked for.
 */
const ANSWERED = {
  all: sql`c.storeLeft = 0 AND c.lastNumber > c.letterTo`,
  unread: SHOWN.unread.store,
} as const;

const PAGE = sql`(c.lastAt, c.id) < ({:at}, {:before}) ORDER BY c.lastAt DESC, c.id DESC LIMIT {:most}`;

/** Ids of a page. */
const listedIds = (shown: Shown) => sql`
  SELECT id FROM (SELECT c.id FROM conversations c WHERE ${OWN.buyer} AND ${SHOWN[shown].buyer} AND ${PAGE})
  UNION ALL
  SELECT id FROM (SELECT c.id FROM conversations c WHERE ${OWN.store} AND ${ANSWERED[shown]} AND ${PAGE})`;

/** Ids of conversations with the words in one of the newest messages that have them. */
const WITH_WORDS = sql`SELECT message_words.conversation
  FROM message_words JOIN messages m ON m.id = message_words.message
  WHERE message_words MATCH {:words} AND m.hiddenAt = '' ORDER BY message_words.rowid DESC LIMIT {:messages}`;

/** Ids of what a search finds: words in messages, or the text in the other side's name. */
const foundIds = (shown: Shown) => sql`
  SELECT c.id FROM conversations c WHERE c.id IN (${WITH_WORDS})
    AND ((${OWN.buyer} AND ${SHOWN[shown].buyer}) OR (${OWN.store} AND ${SHOWN[shown].store}))
  UNION SELECT c.id FROM conversations c JOIN stores s ON s.id = c.store
    WHERE ${OWN.buyer} AND ${SHOWN[shown].buyer} AND s.name LIKE {:name} ESCAPE '!'
  UNION SELECT c.id FROM conversations c INDEXED BY conversations_pair
    WHERE c.buyer IN (${NAMED}) AND c.buyer <> '' AND c.store <> '' AND ${OWN.store} AND ${SHOWN[shown].store}
  UNION SELECT c.id FROM conversations c JOIN users u ON u.id = c.buyer
    WHERE ${NAMED_ARE_MANY} AND ${OWN.store} AND ${SHOWN[shown].store} AND u.username LIKE {:name} ESCAPE '!'`;

interface ListedRow {
  id: string;
  buyer: string;
  excerpt: string;
  excerptBy: ConversationsRecord['excerptBy'];
  lastAt: string;
  created: string;
  buyerUnread: number;
  storeUnread: number;
  buyerBlocked: number;
  storeBlocked: number;
  buyerLeft: number;
  storeLeft: number;
  username: string | null;
  avatar: string | null;
  storeId: string | null;
  storeName: string | null;
  logo: string | null;
  productId: string | null;
  productName: string | null;
  orderId: string | null;
  placedAt: string | null;
}

const rowsQuery = (ids: Sql, params: Record<string, string | number>) =>
  query<ListedRow>(
    sql`SELECT c.id, c.buyer, c.excerpt, c.excerptBy, c.lastAt, c.created, c.buyerUnread, c.storeUnread, c.buyerBlocked,
        c.storeBlocked, c.buyerLeft, c.storeLeft, u.username, u.avatar, s.id AS storeId, s.name AS storeName, s.logo,
        p.id AS productId, p.name AS productName, o.id AS orderId, o.placedAt
      FROM conversations c LEFT JOIN users u ON u.id = c.buyer LEFT JOIN stores s ON s.id = c.store
        LEFT JOIN products p ON p.id = c.product LEFT JOIN orders o ON o.id = c.[[order]]
      WHERE c.id IN (SELECT i.id FROM conversations i WHERE i.id IN (${ids})
        ORDER BY i.lastAt DESC, i.id DESC LIMIT {:most})
      ORDER BY c.lastAt DESC, c.id DESC`,
    params,
    [
      'id',
      'buyer',
      'excerpt',
      'excerptBy',
      'lastAt',
      'created',
      'buyerUnread',
      'storeUnread',
      'buyerBlocked',
      'storeBlocked',
      'buyerLeft',
      'storeLeft',
      'username',
      'avatar',
      'storeId',
      'storeName',
      'logo',
      'productId',
      'productName',
      'orderId',
      'placedAt',
    ],
  );

const unreadQuery = ({ userId, storeId }: Participant) =>
  query<{ unread: number }>(
    sql`SELECT coalesce((SELECT sum(c.buyerUnread) FROM conversations c WHERE ${OWN.buyer} AND c.buyerUnread > 0), 0)
      + coalesce((SELECT sum(c.storeUnread) FROM conversations c WHERE ${OWN.store} AND c.storeUnread > 0), 0) AS unread`,
    { user: userId, store: storeId ?? '' },
    ['unread'],
  );

/**
 * Conversations of a participant, newest first, without those they left and those without messages.
 * @param asked.search words in messages, each from its beginning, or a part of the other side's name; "" for all. A search
 * returns at most 100.
 * @param asked.before the conversation after which the page begins
 */
export async function conversationsOf(
  pb: PocketBase,
  participant: Participant,
  asked: { search: string; unread: boolean; before: string | null },
): Promise<ConversationPage> {
  const search = asked.search.replace(/\p{Cc}/gu, ' ').trim();
  const shown: Shown = asked.unread ? 'unread' : 'all';
  const own = { user: participant.userId, store: participant.storeId ?? '' };
  const [found, [total]] = await ask(
    pb,
    search === ''
      ? rowsQuery(listedIds(shown), {
          ...own,
          ...(await placeOf(pb, own, asked.before)),
          most: CONVERSATIONS_PAGE,
        })
      : rowsQuery(foundIds(shown), {
          ...own,
          words: wordsOf(search, own),
          messages: MESSAGES_MAX,
          name: `%${search.replace(/[!%_]/g, '!$&')}%`,
          ...namedBy(search, NAMED_MAX),
          most: SEARCH_MAX,
        }),
    unreadQuery(participant),
  );
  const rows = found.map((row) => listedConversation(recordOf(row), sideOf(row, participant)));
  const isFull = search === '' && rows.length === CONVERSATIONS_PAGE;
  return { rows, unread: total?.unread ?? 0, more: isFull ? (rows.at(-1)?.id ?? null) : null };
}

/** Unread messages in all conversations of a participant. */
export async function unreadOf(pb: PocketBase, participant: Participant): Promise<number> {
  const [[total]] = await ask(pb, unreadQuery(participant));
  return total?.unread ?? 0;
}

/** The key after which a page begins; the newest for null, and for what is no conversation of theirs. */
async function placeOf(
  pb: PocketBase,
  own: { user: string; store: string },
  before: string | null,
): Promise<{ at: string; before: string }> {
  const newest = { at: NEVER, before: '' };
  if (before === null) return newest;
  const [[place]] = await ask(
    pb,
    query<{ at: string }>(
      sql`SELECT c.lastAt AS at FROM conversations c
        WHERE c.id = {:before} AND ((${OWN.buyer}) OR (${OWN.store}))`,
      { ...own, before },
      ['at'],
    ),
  );
  return place ? { at: place.at, before } : newest;
}

/** A question to the words of messages: those of the person's own sides, with all words of the search. */
function wordsOf(search: string, { user, store }: { user: string; store: string }): string {
  const words = search
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, WORDS_MAX)
    .map((word) => `"${word.replaceAll('"', '""')}" *`);
  // No message has the key "none".
  if (words.length === 0) return 'keys : none';
  const sides = store === '' ? `b${user}` : `(b${user} OR s${store})`;
  return `keys : ${sides} AND text : (${words.join(' AND ')})`;
}

/** A row in the shape of a record. */
function recordOf(row: ListedRow) {
  const { username, avatar, storeId, storeName, logo, productId, productName, orderId, placedAt } = row;
  return {
    ...row,
    buyerBlocked: row.buyerBlocked === 1,
    storeBlocked: row.storeBlocked === 1,
    buyerLeft: row.buyerLeft === 1,
    storeLeft: row.storeLeft === 1,
    expand: {
      ...(username === null ? {} : { buyer: { id: row.buyer, username, avatar: avatar ?? '' } }),
      ...(storeId === null ? {} : { store: { id: storeId, name: storeName ?? '', logo: logo ?? '' } }),
      ...(productId === null ? {} : { product: { id: productId, name: productName ?? '' } }),
      ...(orderId === null ? {} : { order: { id: orderId, placedAt: placedAt ?? '' } }),
    },
  };
}
