import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { headerText } from '../../domain/notifications/mail.ts';
import type { MailPart } from '../../domain/notifications/mail-parts.ts';
import {
  defaultSwitch,
  isNotificationKind,
  mailKindOf,
  type NotificationKind,
  READ_RETENTION_MS,
  TITLE_MAX,
  UNREAD_RETENTION_MS,
} from '../../domain/notifications/notification.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, first, select } from '../kernel/query.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import { shape, value } from '../kernel/shape.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { number } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { type ChangedRows, type Transaction, transaction } from '../kernel/transaction.ts';
import { storedParts } from './mails.ts';

/** The cause of a notification, and how it is presented. */
export interface Occasion {
  kind: NotificationKind;
  /** The store it is about, for the switches of that store. */
  storeId: string | null;
  /** Idempotency key: each user is notified of it once. At most 100 characters. */
  key: string;
  /**
   * The subject, such as "conversation:" and an id. A new notification replaces an unread one about the same subject and
   * sends no second mail. Null where notifications are not replaced.
   */
  about: string | null;
  title: string;
  /** The path of the page where it is seen. */
  path: string;
  /**
   * Set where each user has a subject of their own: their conversation with the store replaces `about`, and its id
   * replaces the "~" in `path` and in the mail's body.
   */
  ofEach?: 'conversation';
  /** The mail for users who do not receive it in a digest; null where it is never mailed from here. */
  mail: {
    subject: string;
    body: string;
    parts?: readonly MailPart[];
    /** When it may be sent: bulk mail gives way to mail that somebody waits for. Default: now. */
    dueAt?: Instant;
    /** Also sent to unconfirmed addresses, because it is about the recipient's payments. */
    toAnyAddress?: boolean;
  } | null;
}

/** Whom to notify: a query with the single column `user`, and its parameters. */
export interface Audience {
  sql: Sql;
  params: Record<string, unknown>;
}

/** An audience of users by id. */
export function people(userIds: readonly string[]): Audience {
  return {
    sql: sql`SELECT value AS [[user]] FROM json_each({:people})`,
    params: { people: JSON.stringify([...new Set(userIds)].filter(isRecordId)) },
  };
}

/** The value of a switch's column for user `u`: for the store, else in general, else the default. */
const chosen = (column: Sql, otherwise: Sql) => sql`COALESCE(
  (SELECT NULLIF(s.${column}, '') FROM notification_switches s
    WHERE s.[[user]] = u.id AND s.kind = {:kind} AND s.store = {:store} AND s.store <> ''),
  (SELECT NULLIF(s.${column}, '') FROM notification_switches s
    WHERE s.[[user]] = u.id AND s.kind = {:kind} AND s.store = ''),
  ${otherwise})`;

const CONVERSATION = sql`conversations c WHERE c.store = {:store} AND c.store <> '' AND c.buyer = u.id AND c.buyer <> ''`;

/** The subject and path of a notification: the same for all users, or one for each. */
const ABOUT = {
  everybody: { about: sql`{:about}`, path: sql`{:path}` },
  conversation: {
    about: sql`(SELECT 'conversation:' || c.id FROM ${CONVERSATION})`,
    path: sql`(SELECT replace({:path}, '~', c.id) FROM ${CONVERSATION})`,
  },
} as const;

/** An unread notification about the same subject; a digest that it waits for passes to its replacement. */
const unreadBefore = (about: Sql) =>
  sql`FROM notifications o WHERE o.[[user]] = u.id AND o.about = ${about} AND o.about <> '' AND o.readAt = ''`;

/**
 * Notifies an audience within a transaction: the notification, and a mail where the user's switch says 'now', so that both
 * exist exactly when the cause is committed. Users already notified of this key and deleted accounts are left out. Mails
 * go to confirmed addresses only. Returns the number of users notified.
 * @param most the batch size; call again until 0 is returned
 */
export function withNotification(
  steps: Transaction,
  audience: Audience,
  occasion: Occasion,
  now: Instant,
  most = 10_000,
): ChangedRows {
  const { kind, storeId, key, about, mail, ofEach } = occasion;
  const own = ABOUT[ofEach ?? 'everybody'];
  const before = unreadBefore(own.about);
  const params = { kind, store: storeId ?? '', key, about: about ?? '', now: dateOf(now) };
  const { inApp, mail: pace } = defaultSwitch(kind);
  const notified = steps.count(
    sql`INSERT OR IGNORE INTO notifications (id, [[user]], kind, store, noteKey, about, title, path, shown, readAt, mail,
        created, updated)
      SELECT ${NEW_ID_SQL}, u.id, {:kind}, {:store}, {:key}, ${own.about}, {:title}, ${own.path},
        ${chosen(sql`inApp`, sql`{:inApp}`)} = 'on', '',
        CASE WHEN {:mailed} = 0 OR u.email = '' OR (u.verified = FALSE AND {:toAny} = 0) THEN ''
          WHEN EXISTS (SELECT 1 ${before})
            THEN COALESCE((SELECT o.mail ${before} AND o.mail IN ('daily', 'weekly')), '')
          ELSE COALESCE(NULLIF(${chosen(sql`mail`, sql`{:pace}`)}, 'off'), '') END,
        {:now}, {:now}
      FROM users u WHERE u.id IN (${audience.sql})
        AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.noteKey = {:key} AND n.[[user]] = u.id)
      LIMIT {:most}`,
    {
      ...params,
      ...audience.params,
      title: shortened(headerText(occasion.title), TITLE_MAX),
      path: occasion.path,
      inApp: inApp ? 'on' : 'off',
      pace,
      mailed: mail === null ? 0 : 1,
      toAny: mail?.toAnyAddress === true ? 1 : 0,
      most,
    },
  );
  if (mail) {
    steps.exec(
      sql`INSERT OR IGNORE INTO mails (id, mailKey, kind, [[to]], subject, body, parts, state, tries, sendAfter, sentAt, error,
          store, created, updated)
        SELECT ${NEW_ID_SQL}, {:key} || ':' || n.[[user]], {:mailKind}, u.email, {:subject},
          ${ofEach ? sql`replace({:body}, {:path}, n.path)` : sql`{:body}`},
          ${ofEach ? sql`replace({:parts}, {:path}, n.path)` : sql`{:parts}`}, 'waiting', 0, {:dueAt}, '', '', {:store}, {:now}, {:now}
        FROM notifications n JOIN users u ON u.id = n.[[user]] WHERE n.noteKey = {:key} AND n.mail = 'now'
          AND NOT EXISTS (SELECT 1 FROM mails m WHERE m.mailKey = {:key} || ':' || n.[[user]])`,
      {
        key,
        store: params.store,
        now: params.now,
        path: occasion.path,
        mailKind: mailKindOf(kind),
        subject: headerText(mail.subject),
        body: mail.body.slice(0, 20_000),
        parts: storedParts(mail.parts),
        dueAt: dateOf(mail.dueAt ?? now),
      },
    );
  }
  if (about === null && !ofEach) return notified;
  const abouts = ofEach
    ? sql`(SELECT f.about FROM notifications f WHERE f.noteKey = {:key})`
    : sql`({:about})`;
  steps.exec(
    sql`UPDATE notifications SET shown = FALSE, readAt = {:now}, mail = iif(mail IN ('daily', 'weekly'), '', mail)
      WHERE about IN ${abouts} AND about <> '' AND readAt = '' AND noteKey <> {:key} AND EXISTS (SELECT 1 FROM notifications k
        WHERE k.noteKey = {:key} AND k.[[user]] = notifications.[[user]]
          AND k.about = notifications.about AND k.rowid > notifications.rowid)`,
    { about: params.about, key, now: params.now },
  );
  return notified;
}

/** A text cut to at most `most` code points, with an ellipsis where it was cut. */
function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}

/** A notification as its recipient sees it. */
export interface Notification {
  id: string;
  kind: NotificationKind;
  title: string;
  path: string;
  at: Instant;
  read: boolean;
}

const m = tables.notifications.as('m');
const s = tables.stores.as('s');

/** What a recipient sees of a notification `m`. */
export const NOTIFICATION_FIELDS = {
  ...{ id: m.id, kind: m.kind, title: m.title, path: m.path, at: m.created },
  read: m.readAt.as((at) => at !== null),
};
const NOTIFICATION = shape(NOTIFICATION_FIELDS);
const COUNT = shape({ count: value(sql`count(*)`, number) });
const STORE = shape({ id: s.id, name: s.name });

/** The user's notifications `n` that a list shows, each along an index of its own. */
export const LISTED_NOTIFICATIONS = {
  all: sql`n.[[user]] = {:user} AND n.shown = 1`,
  unread: sql`n.[[user]] = {:user} AND n.shown = 1 AND n.readAt = ''`,
} as const;

export const countQuery = (user: string, which: keyof typeof LISTED_NOTIFICATIONS) =>
  select(COUNT, sql`SELECT ${COUNT} FROM notifications n WHERE ${LISTED_NOTIFICATIONS[which]}`, { user });

/**
 * A user's notifications, newest first, and how many are unread. `page` counts from 1; `total` counts all pages. The
 * numbers are counted from the rows, so that they match the list.
 */
export async function notificationsOf(
  pb: PocketBase,
  userId: string,
  { page, perPage, unreadOnly = false }: { page: number; perPage: number; unreadOnly?: boolean },
): Promise<{ notifications: Notification[]; total: number; unread: number }> {
  const which = unreadOnly ? 'unread' : 'all';
  const [rows, [total], [unread]] = await ask(
    pb,
    select(
      NOTIFICATION,
      // Pages before this one are passed over in the index alone.
      sql`SELECT ${NOTIFICATION} FROM notifications m
        WHERE m.rowid IN (SELECT n.rowid FROM notifications n WHERE ${LISTED_NOTIFICATIONS[which]}
          ORDER BY n.created DESC, n.rowid DESC LIMIT {:perPage} OFFSET {:skip})
        ORDER BY m.created DESC, m.rowid DESC`,
      { user: userId, perPage, skip: (page - 1) * perPage },
    ),
    countQuery(userId, which),
    countQuery(userId, 'unread'),
  );
  // After a rollback there may be kinds of a newer build.
  const notifications = rows.filter((row): row is Notification => isNotificationKind(row.kind));
  return { notifications, total: total?.count ?? 0, unread: unread?.count ?? 0 };
}

/** The number of unread notifications, counted from the rows so that it matches the list. */
export async function unreadCount(pb: PocketBase, userId: string): Promise<number> {
  const unread = await first(pb, countQuery(userId, 'unread'));
  return unread?.count ?? 0;
}

/** Which notifications to mark as read: one, all in one row of the list, those about a subject or seen on a page, or all until a moment. */
export type WhichRead =
  | { id: string }
  | { groupOf: string }
  | { about: string }
  | { path: string }
  | { until: Instant };

/** Marks a user's own notifications as read. Returns how many were unread. */
export async function markNotificationsRead(
  pb: PocketBase,
  userId: string,
  which: WhichRead,
  now: Instant,
): Promise<number> {
  const [condition, params] = conditionOf(which);
  const steps = transaction(pb);
  const marked = steps.count(
    sql`UPDATE notifications SET readAt = {:now}, updated = {:now} WHERE [[user]] = {:userId} AND readAt = '' AND ${condition}`,
    { ...params, userId, now: dateOf(now) },
  );
  await steps.run();
  return marked.rows;
}

function conditionOf(which: WhichRead): [condition: Sql, params: Record<string, string>] {
  if ('id' in which) return [sql`id = {:id}`, { id: which.id }];
  if ('groupOf' in which)
    return [
      sql`EXISTS (SELECT 1 FROM notifications a WHERE a.id = {:id} AND a.kind = notifications.kind
        AND a.[[user]] = notifications.[[user]] AND a.store = notifications.store
        AND substr(a.created, 1, 10) = substr(notifications.created, 1, 10))`,
      { id: which.groupOf },
    ];
  if ('about' in which) return [sql`about = {:about} AND about <> ''`, { about: which.about }];
  if ('until' in which) return [sql`created <= {:until}`, { until: dateOf(which.until) }];
  // Paths with a fragment lead to the same page.
  return [
    sql`(path = {:path} OR substr(path, 1, length({:path}) + 1) = {:path} || '#')`,
    { path: which.path },
  ];
}

/** How many of the newest notifications are searched for stores. */
const SEARCHED = 300;

/** The stores in a user's recent notifications, by name: those offered for settings per store. */
export async function notifiedStores(
  pb: PocketBase,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  const [stores] = await ask(
    pb,
    select(
      STORE,
      sql`SELECT ${STORE} FROM stores s WHERE s.id IN (SELECT n.store FROM notifications n
        WHERE n.[[user]] = {:user} AND n.store <> '' ORDER BY n.created DESC LIMIT {:searched})`,
      { user: userId, searched: SEARCHED },
    ),
  );
  return stores.sort((a, b) => a.name.localeCompare(b.name));
}

/** Deletes notifications past their retention, at most `most`. Returns how many were deleted. */
export async function clearNotifications(pb: PocketBase, now: Instant, most: number): Promise<number> {
  const steps = transaction(pb);
  const cleared = steps.count(
    sql`DELETE FROM notifications WHERE id IN (SELECT id FROM notifications
        WHERE created < {:read} AND (readAt <> '' OR shown = FALSE OR created < {:unread}) LIMIT {:most})`,
    { read: dateOf(now - READ_RETENTION_MS), unread: dateOf(now - UNREAD_RETENTION_MS), most },
  );
  await steps.run();
  return cleared.rows;
}
