import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { SAVED_REPLIES_MAX, type SavedReply } from '../../domain/messaging/conversation.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { isRecordId, newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const r = tables.savedReplies.as('r');

const REPLY = shape({ id: r.id, title: r.title, text: r.text });

/** A store's saved replies, by title. */
export async function savedRepliesOf(pb: PocketBase, storeId: string): Promise<SavedReply[]> {
  const [replies] = await ask(
    pb,
    select(
      REPLY,
      sql`SELECT ${REPLY} FROM saved_replies r WHERE r.store = {:storeId} ORDER BY r.title, r.id LIMIT {:most}`,
      { storeId, most: SAVED_REPLIES_MAX },
    ),
  );
  return replies;
}

/** Saves a reply, a new one if `id` is null. `gone` if it is not the store's, `too-many` at the limit. */
export async function saveReply(
  pb: PocketBase,
  storeId: string,
  { id, title, text }: Omit<SavedReply, 'id'> & { id: string | null },
  now: Instant,
): Promise<'gone' | 'too-many' | null> {
  const row = { storeId, title, text, now: dateOf(now) };
  const steps =
    id === null
      ? transaction(pb).exec(
          sql`INSERT INTO saved_replies (id, store, title, text, created, updated)
            SELECT {:id}, {:storeId}, {:title}, {:text}, {:now}, {:now}
            WHERE (SELECT COUNT(*) FROM saved_replies WHERE store = {:storeId}) < {:most}`,
          { ...row, id: newRecordId(), most: SAVED_REPLIES_MAX },
          { expect: 1, else: 'too-many' },
        )
      : transaction(pb).exec(
          sql`UPDATE saved_replies SET title = {:title}, text = {:text}, updated = {:now} WHERE id = {:id} AND store = {:storeId}`,
          { ...row, id },
          { expect: 1, else: 'gone' },
        );
  return refusalOf(steps, ['gone', 'too-many']);
}

/** Deletes a saved reply. False if it is not the store's. */
export async function deleteReply(pb: PocketBase, storeId: string, id: string): Promise<boolean> {
  if (!isRecordId(id)) return false;
  const steps = transaction(pb).exec(
    sql`DELETE FROM saved_replies WHERE id = {:id} AND store = {:storeId}`,
    { id, storeId },
    { expect: 1, else: 'gone' },
  );
  return (await refusalOf(steps, ['gone'])) === null;
}
