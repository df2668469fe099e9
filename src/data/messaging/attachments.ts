import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import {
  ATTACHED_TOTAL_MAX_BYTES,
  ATTACHED_UNSENT_MAX,
  type Attachment,
} from '../../domain/messaging/message.ts';
import type { Side } from '../../domain/notifications/live.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import type { Participant } from './conversations.ts';
import { attachmentOf } from './messages.ts';

const a = tables.messageAttachments.as('a');

const FILE = shape({
  attachment: from(
    {
      ...{ id: a.id, kind: a.kind, name: a.name },
      ...{ sizeBytes: a.sizeBytes, width: a.width, height: a.height },
    },
    attachmentOf,
  ),
  storageKey: a.storageKey,
});
const ID = shape({ id: a.id });

/** A file in the file store, to be attached to a message. */
export interface NewAttachment extends Attachment {
  conversationId: string;
  ownerId: string;
  by: Side;
  sha256: string;
  storageKey: string;
}

/** Stores an attachment without a message. `full` if its owner has too many bytes or too many unsent files. */
export async function addAttachment(
  pb: PocketBase,
  attachment: NewAttachment,
  now: Instant,
): Promise<'full' | null> {
  const { id, conversationId, ownerId, by, kind, name, sizeBytes, width, height, sha256, storageKey } =
    attachment;
  const steps = transaction(pb).exec(
    sql`INSERT INTO message_attachments (id, conversation, message, owner, [[by]], kind, name, sizeBytes, width, height,
        sha256, storageKey, created)
      SELECT {:id}, {:conversationId}, '', {:ownerId}, {:by}, {:kind}, {:name}, {:sizeBytes}, {:width}, {:height},
        {:sha256}, {:storageKey}, {:now}
      WHERE (SELECT COALESCE(SUM(sizeBytes), 0) FROM message_attachments WHERE owner = {:ownerId}) + {:sizeBytes} <= {:most}
        AND (SELECT COUNT(*) FROM message_attachments WHERE owner = {:ownerId} AND message = '' AND post = '') < {:waiting}`,
    {
      ...{ id, conversationId, ownerId, by, kind, name, sizeBytes, sha256, storageKey },
      width: width ?? 0,
      height: height ?? 0,
      most: ATTACHED_TOTAL_MAX_BYTES,
      waiting: ATTACHED_UNSENT_MAX,
      now: dateOf(now),
    },
    { expect: 1, else: 'full' },
  );
  return refusalOf(steps, ['full']);
}

/** An attachment with its key in the file store, which is not sent to browsers. */
export type StoredAttachment = Attachment & { storageKey: string };

/**
 * A file this participant may read: attached in one of their conversations, or uploaded by them. Null for files of others
 * and for attachments of hidden messages.
 */
export async function attachmentFor(
  pb: PocketBase,
  { userId, storeId }: Participant,
  id: string,
): Promise<StoredAttachment | null> {
  if (!isRecordId(id)) return null;
  const found = await first(
    pb,
    select(
      FILE,
      sql`SELECT ${FILE} FROM message_attachments a JOIN conversations c ON c.id = a.conversation
          LEFT JOIN messages m ON m.id = a.message
        WHERE a.id = {:id} AND (c.buyer = {:userId} OR (c.store = {:storeId} AND c.store <> ''))
          AND (a.message <> '' OR a.owner = {:userId}) AND (m.id IS NULL OR m.hiddenAt = '')`,
      { id, userId, storeId: storeId ?? '' },
    ),
  );
  return found ? { ...found.attachment, storageKey: found.storageKey } : null;
}

/** Files uploaded before an instant that no message was sent with. */
export async function unsentAttachments(
  pb: PocketBase,
  before: Instant,
  limit: number,
): Promise<{ id: string }[]> {
  const [files] = await ask(
    pb,
    select(
      ID,
      sql`SELECT ${ID} FROM message_attachments a WHERE a.message = '' AND a.post = '' AND a.created > ''
        AND a.created < {:before} ORDER BY a.created LIMIT {:limit}`,
      { before: dateOf(before), limit },
    ),
  );
  return files;
}

/** Deletes an attachment that belongs to no message. False if it was sent meanwhile. */
export async function removeUnsentAttachment(pb: PocketBase, id: string): Promise<boolean> {
  const steps = transaction(pb).exec(
    sql`DELETE FROM message_attachments WHERE id = {:id} AND message = '' AND post = ''`,
    { id },
    { expect: 1, else: 'sent' },
  );
  return (await refusalOf(steps, ['sent'])) === null;
}
