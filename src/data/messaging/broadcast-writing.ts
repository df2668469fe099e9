import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { excerptOf } from '../../domain/messaging/message.ts';
import { segmentValues } from '../guild/member-segment.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { type Transaction, transaction } from '../kernel/transaction.ts';
import { type Occasion, withNotification } from '../notifications/notifications.ts';
import { MAY_HEAR, SEGMENTS, writableStates } from './broadcasts.ts';

/** Writes broadcasts to members, in steps that are one transaction each. */

/** A store's conversations, written so that SQLite uses the index on (store, buyer). */
const PAIR = sql`c.store = {:store} AND c.store <> '' AND c.buyer <> ''`;

const l = tables.guildLetters.as('l');
const s = tables.stores.as('s');
const m = tables.guildMembers.as('m');

const SENDING = {
  id: l.id,
  guildId: l.guild,
  store: { id: s.id, name: s.name },
  authorId: l.author,
  text: l.text,
  segment: {
    text: l.search,
    states: l.memberState.as((state) => (state === null ? [] : [state])),
    tierId: l.tierId.orNull,
    joinedFrom: l.joinedFrom,
  },
  /** The id of the last member processed; "" before the first. */
  reachedTo: l.reachedTo,
};
const SENDING_ROW = shape(SENDING);
const MEMBER = shape({ id: m.id, userId: m.user });

/** A broadcast that is being sent, with what its next step needs. */
export type SendingBroadcast = RowOf<typeof SENDING>;

/** Broadcasts that are being sent, oldest first. Those of suspended stores wait. */
export async function broadcastsSending(pb: PocketBase, limit: number): Promise<SendingBroadcast[]> {
  const [broadcasts] = await ask(
    pb,
    select(
      SENDING_ROW,
      sql`SELECT ${SENDING_ROW} FROM guild_letters l
          CROSS JOIN guilds g ON g.id = l.guild CROSS JOIN stores s ON s.id = g.store
        WHERE l.state = 'sending' AND l.created > '' AND s.state <> 'suspended' ORDER BY l.created, l.id LIMIT {:limit}`,
      { limit },
    ),
  );
  return broadcasts;
}

/** The message key in each conversation, so that no member receives a broadcast twice. */
const messageKey = (broadcastId: string) => `letter-${broadcastId}`;

/**
 * Writes a broadcast to its next members and notifies them. Conversations, messages, notifications and the progress are one
 * transaction.
 * @param limit most members in this step
 * @returns the users processed and the member after which the next step continues; null if no members were left and the
 * broadcast is sent; `moved` if another process was faster
 */
export async function writeBroadcastStep(
  pb: PocketBase,
  broadcast: SendingBroadcast,
  occasion: Occasion,
  now: Instant,
  limit: number,
): Promise<{ people: string[]; reachedTo: string } | 'moved' | null> {
  const { id, guildId, store, segment, reachedTo } = broadcast;
  const [members] = await ask(
    pb,
    select(
      MEMBER,
      sql`SELECT ${MEMBER} FROM guild_members m WHERE ${SEGMENTS[segment.text === '' ? 'any' : 'text']} AND ${MAY_HEAR}
        AND m.id > {:reachedTo} ORDER BY m.id LIMIT {:limit}`,
      { ...segmentValues(guildId, segment), writable: writableStates(segment), reachedTo, limit },
    ),
  );
  const last = members.at(-1);
  const steps = transaction(pb).exec(
    sql`UPDATE guild_letters SET reachedTo = {:to}, state = {:state}, updated = {:now}
      WHERE id = {:id} AND state = 'sending' AND reachedTo = {:reachedTo}`,
    { id, reachedTo, to: last?.id ?? reachedTo, state: last ? 'sending' : 'sent', now: dateOf(now) },
    { expect: 1, else: 'moved' },
  );
  const people = members.map(({ userId }) => userId);
  const key = messageKey(id);
  if (last) {
    withBroadcastMessages(steps, { ...broadcast, key, people }, now);
    withNotification(
      steps,
      {
        sql: sql`SELECT c.buyer FROM conversations c WHERE ${PAIR}
          AND c.buyer IN (SELECT value FROM json_each({:people}))
          AND EXISTS (SELECT 1 FROM messages m WHERE m.conversation = c.id AND m.[[by]] = 'store' AND m.messageKey = {:message})`,
        params: { people: JSON.stringify(people), message: key },
      },
      {
        ...occasion,
        storeId: store.id,
        ofEach: 'conversation',
      },
      now,
    );
  }
  if ((await refusalOf(steps, ['moved'])) !== null) return 'moved';
  return last ? { people, reachedTo: last.id } : null;
}

/** Writes the messages of a step and creates missing conversations. Blocked and left conversations stay unchanged. */
function withBroadcastMessages(
  steps: Transaction,
  broadcast: Pick<SendingBroadcast, 'id' | 'store' | 'authorId' | 'text'> & { key: string; people: string[] },
  now: Instant,
): void {
  const { id, store, authorId, text, key, people } = broadcast;
  const params = { store: store.id, people: JSON.stringify(people), key, now: dateOf(now) };
  const inStep = sql`${PAIR} AND c.buyer IN (SELECT value FROM json_each({:people}))`;
  steps
    .exec(
      sql`INSERT INTO conversations (id, buyer, store, product, [[order]], excerpt, excerptBy, lastNumber, lastAt, buyerReadTo,
          storeReadTo, buyerUnread, storeUnread, buyerToldTo, storeToldTo, buyerBlocked, storeBlocked, buyerLeft, storeLeft,
          waitingSince, letterTo, created, updated)
        SELECT ${NEW_ID_SQL}, u.id, {:store}, '', '', '', '', 0, {:now}, 0, 0, 0, 0, 0, 0, FALSE, FALSE,
          FALSE, FALSE, '', 0, {:now}, {:now}
        FROM users u WHERE u.id IN (SELECT value FROM json_each({:people}))
          AND NOT EXISTS (SELECT 1 FROM conversations c WHERE ${PAIR} AND c.buyer = u.id)`,
      params,
    )
    // It is no answer and has no subject: waitingSince and the conversation's subject stay as they are.
    .exec(
      sql`INSERT INTO messages (id, conversation, number, [[by]], author, kind, text, messageKey, files, product, [[order]],
          refund, answering, waitedSeconds, created, updated)
        SELECT ${NEW_ID_SQL}, c.id,
          (SELECT COALESCE(MAX(m.number), 0) + 1 FROM messages m WHERE m.conversation = c.id), 'store', {:author}, 'text',
          {:text}, {:key}, 0, '', '', '', '', 0, {:now}, {:now}
        FROM conversations c WHERE ${inStep}
          AND c.buyerBlocked = FALSE AND c.storeBlocked = FALSE AND c.buyerLeft = FALSE`,
      { ...params, author: authorId, text },
    )
    .exec(
      sql`UPDATE conversations SET lastNumber = n.number, lastAt = {:now}, updated = {:now}, excerpt = {:excerpt},
          excerptBy = 'store', buyerUnread = conversations.buyerUnread + 1, buyerToldTo = n.number, storeLeft = FALSE,
          letterTo = CASE WHEN conversations.letterTo = conversations.lastNumber THEN n.number ELSE conversations.letterTo END
        FROM conversations c CROSS JOIN messages n
        WHERE ${inStep} AND n.conversation = c.id AND n.[[by]] = 'store' AND n.messageKey = {:key} AND conversations.id = c.id`,
      { ...params, excerpt: excerptOf(text, 0) },
    )
    .exec(
      sql`UPDATE guild_letters SET reached = reached + w.written, leftOut = leftOut + {:processed} - w.written
        FROM (SELECT COUNT(*) AS written FROM conversations c CROSS JOIN messages m
          WHERE ${inStep} AND m.conversation = c.id AND m.[[by]] = 'store' AND m.messageKey = {:key}) w
        WHERE id = {:id}`,
      { ...params, id, processed: people.length },
    );
}
