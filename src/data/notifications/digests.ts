import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import {
  type Digest,
  isNotificationKind,
  type NotificationKind,
} from '../../domain/notifications/notification.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';
import { withMail } from './mails.ts';

const n = tables.notifications.as('n');
const u = tables.users.as('u');

const DUE = shape({ userId: n.user });
const ENTRY = shape({
  id: n.id,
  kind: n.kind,
  title: n.title,
  path: n.path,
  readAt: n.readAt,
  email: u.email,
});

/** Notifications `n` that wait for a digest, along the index of those. */
const WAITING = sql`n.mail = {:digest} AND n.mail IN ('daily', 'weekly') AND n.created < {:moment}`;

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
  const [due] = await ask(
    pb,
    select(
      DUE,
      sql`SELECT DISTINCT ${DUE} FROM notifications n WHERE ${WAITING} AND n.[[user]] > {:cursor}
        ORDER BY n.[[user]] LIMIT {:most}`,
      { digest, moment: dateOf(moment), cursor, most },
    ),
  );
  return due.map(({ userId }) => userId);
}

/** A user's due digest; `read` are ids of entries that were read meanwhile. Null where nothing is due. */
export async function dueDigestOf(
  pb: PocketBase,
  userId: string,
  digest: Digest,
  moment: Instant,
): Promise<(DueDigest & { read: string[] }) | null> {
  const [rows] = await ask(
    pb,
    select(
      ENTRY,
      sql`SELECT ${ENTRY} FROM notifications n CROSS JOIN users u ON u.id = n.[[user]]
        WHERE ${WAITING} AND n.[[user]] = {:userId} ORDER BY n.created, n.rowid LIMIT {:most}`,
      { digest, moment: dateOf(moment), userId, most: DIGEST_MOST },
    ),
  );
  const [first] = rows;
  if (!first) return null;
  const entries = rows.flatMap(({ id, kind, title, path, readAt }): DigestEntry[] =>
    readAt === null && isNotificationKind(kind) ? [{ id, kind, title, path }] : [],
  );
  const listed = new Set(entries.map(({ id }) => id));
  const read = rows.flatMap(({ id }) => (listed.has(id) ? [] : [id]));
  return { userId, email: first.email, entries, read };
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
