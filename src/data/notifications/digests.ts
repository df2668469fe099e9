import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import {
  type Digest,
  isNotificationKind,
  type NotificationKind,
} from '../../domain/notifications/notification.ts';
import { dateOf } from '../kernel/fields.ts';
import type { NotificationsRecord, UsersRecord } from '../kernel/records.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';
import { withMail } from './mails.ts';

/** A notification that waits for a digest. */
export interface DigestEntry {
  id: string;
  kind: NotificationKind;
  title: string;
  path: string;
}

/** A user's digest; entries oldest first. */
export interface DueDigest {
  userId: string;
  email: string;
  entries: DigestEntry[];
}

/** The most entries in one digest; the rest waits for the next. */
const DIGEST_MOST = 500;

/** Ids of users with a digest due, after `cursor` ("" for the first), at most `most`. */
export async function usersDue(
  pb: PocketBase,
  digest: Digest,
  moment: Instant,
  cursor: string,
  most: number,
): Promise<string[]> {
  const list = await pb.collection('notifications').getList<NotificationsRecord>(1, most, {
    filter: pb.filter('mail = {:digest} && created < {:moment} && user > {:cursor}', {
      digest,
      moment: dateOf(moment),
      cursor,
    }),
    sort: 'user',
    fields: 'user',
    skipTotal: true,
  });
  return [...new Set(list.items.map(({ user }) => user))];
}

/** A user's due digest; `read` are ids of entries that were read meanwhile. Null where nothing is due. */
export async function dueDigestOf(
  pb: PocketBase,
  userId: string,
  digest: Digest,
  moment: Instant,
): Promise<(DueDigest & { read: string[] }) | null> {
  const list = await pb
    .collection('notifications')
    .getList<NotificationsRecord & { expand?: { user?: UsersRecord } }>(1, DIGEST_MOST, {
      filter: pb.filter('mail = {:digest} && created < {:moment} && user = {:userId}', {
        digest,
        moment: dateOf(moment),
        userId,
      }),
      sort: 'created,@rowid',
      expand: 'user',
      skipTotal: true,
    });
  const user = list.items[0]?.expand?.user;
  if (!user) return null;
  const entries = list.items.flatMap((row): DigestEntry[] =>
    row.readAt === '' && isNotificationKind(row.kind)
      ? [{ id: row.id, kind: row.kind, title: row.title, path: row.path }]
      : [],
  );
  const listed = new Set(entries.map(({ id }) => id));
  const read = list.items.flatMap(({ id }) => (listed.has(id) ? [] : [id]));
  return { userId, email: user.email, entries, read };
}

/**
 * Queues a user's digest and marks its entries as sent, in one transaction. Returns false and changes nothing where an
 * entry no longer waits for this digest or the digest of this moment was queued already. Without a mail, only the read
 * entries are marked.
 */
export async function queueDigest(
  pb: PocketBase,
  { entries, read }: { entries: readonly { id: string }[]; read: readonly string[] },
  digest: Digest,
  mail: Mail | null,
  now: Instant,
): Promise<boolean> {
  const ids = [...entries.map(({ id }) => id), ...read];
  const steps = transaction(pb).exec(
    sql`UPDATE notifications SET mail = 'told', updated = {:now} WHERE mail = {:digest}
      AND id IN (SELECT value FROM json_each({:ids}))
      AND NOT EXISTS (SELECT 1 FROM mails WHERE mailKey = {:key})`,
    { digest, ids: JSON.stringify(ids), key: mail?.mailKey ?? '', now: dateOf(now) },
    { expect: ids.length, else: 'changed' },
  );
  if (mail) withMail(steps, mail, now);
  return (await refusalOf(steps, ['changed'])) === null;
}
