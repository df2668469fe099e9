import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { headerText } from '../../domain/notifications/mail.ts';
import {
  defaultSwitch,
  isNotificationKind,
  mailKindOf,
  type NotificationKind,
  READ_RETENTION_MS,
  TITLE_MAX,
  UNREAD_RETENTION_MS,
} from '../../domain/notifications/notification.ts';
import { dateOf, instantOf } from '../kernel/fields.ts';
import { isRecordId, NEW_ID_SQL } from '../kernel/record-id.ts';
import type { NotificationsRecord, StoresRecord } from '../kernel/records.ts';
import { type Sql, sql } from '../kernel/sql.ts';
import { type ChangedRows, type Transaction, transaction } from '../kernel/transaction.ts';

/** Something that happened, as those it concerns are told of it. */
export interface Occasion {
  kind: NotificationKind;
  /** The store it is about, for the switches of that store. */
  storeId: string | null;
  /** Names the occasion; each person is told of it once. At most 100 characters. */
  key: string;
  /**
   * What it is about, such as "conversation:" and an id: while a person has not read what stands there about it, the newest
   * takes its place and no second mail is written. Null where each stands for itself.
   */
  about: string | null;
  /** One plain line. */
  title: string;
  /** Where on the site it is seen, from its "/" on. */
  path: string;
  /**
   * Where each person has their own: their conversation with the store, in place of `about`, and its page, in place of
   * the "~" in `path`. The mail holds `path`, which stands for each one's own.
   */
  ofEach?: 'conversation';
  /** The mail as it leaves where it is not left to a digest; null where mails about it are written elsewhere. */
  mail: {
    subject: string;
    body: string;
    /** When it may leave: bulk mail leaves room for what somebody waits for. At once where it is not said. */
    dueAt?: Instant;
    /** About what somebody pays for, so that it is sent to an address he never proved. */
    toAnyAddress?: boolean;
  } | null;
}

/** Whom something is told, as a query with the one column `user`; with the parameters it names. */
export interface Audience {
  sql: Sql;
  params: Record<string, unknown>;
}

/** These people and nobody else. */
export function people(userIds: readonly string[]): Audience {
  return {
    sql: sql`SELECT value AS [[user]] FROM json_each({:people})`,
    params: { people: JSON.stringify([...new Set(userIds)].filter(isRecordId)) },
  };
}

/** What a person `u` chose of a column: for the store, else in general, else what everybody has. */
const chosen = (column: Sql, otherwise: Sql) => sql`COALESCE(
  (SELECT NULLIF(s.${column}, '') FROM notification_switches s
    WHERE s.[[user]] = u.id AND s.kind = {:kind} AND s.store = {:store} AND s.store <> ''),
  (SELECT NULLIF(s.${column}, '') FROM notification_switches s
    WHERE s.[[user]] = u.id AND s.kind = {:kind} AND s.store = ''),
  ${otherwise})`;

const CONVERSATION = sql`conversations c WHERE c.store = {:store} AND c.store <> '' AND c.buyer = u.id AND c.buyer <> ''`;

/** What a notification is about and where it leads: the same for everybody, or each person's own. */
const ABOUT = {
  everybody: { about: sql`{:about}`, path: sql`{:path}` },
  conversation: {
    about: sql`(SELECT 'conversation:' || c.id FROM ${CONVERSATION})`,
    path: sql`(SELECT replace({:path}, '~', c.id) FROM ${CONVERSATION})`,
  },
} as const;

/** What an unread one about the same thing holds: a mail that waits for a digest goes over to the one in its place. */
const unreadBefore = (about: Sql) =>
  sql`FROM notifications o WHERE o.[[user]] = u.id AND o.about = ${about} AND o.about <> '' AND o.readAt = ''`;

/**
 * Tells people of something within a transaction: the row, what their switches say, and the mail where it leaves at once,
 * so that all of it is there exactly when what it tells has happened. Whoever was told of this occasion is left out, and
 * an account that is gone. Mails go to proven addresses only. Returns how many were told.
 * @param most how many at once; call again until nobody is left
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
      sql`INSERT OR IGNORE INTO mails (id, mailKey, kind, [[to]], subject, body, state, tries, sendAfter, sentAt, error,
          store, created, updated)
        SELECT ${NEW_ID_SQL}, {:key} || ':' || n.[[user]], {:mailKind}, u.email, {:subject},
          ${ofEach ? sql`replace({:body}, {:path}, n.path)` : sql`{:body}`}, 'waiting', 0, {:dueAt}, '', '', {:store}, {:now}, {:now}
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

/** The first so many characters of a text, by whole signs, with a mark where something is left out. */
function shortened(text: string, most: number): string {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`;
}

/** A notification as its reader sees it. */
export interface Notification {
  id: string;
  kind: NotificationKind;
  title: string;
  path: string;
  at: Instant;
  read: boolean;
}

/** A person's notifications, the newest first. `page` counts from 1; `total` is how many there are in all. */
export async function notificationsOf(
  pb: PocketBase,
  userId: string,
  { page, perPage, unreadOnly = false }: { page: number; perPage: number; unreadOnly?: boolean },
): Promise<{ notifications: Notification[]; total: number }> {
  const unread = unreadOnly ? " && readAt = ''" : '';
  const list = await pb.collection('notifications').getList<NotificationsRecord>(page, perPage, {
    filter: `${pb.filter('user = {:userId} && shown = true', { userId })}${unread}`,
    sort: '-created,-@rowid',
  });
  const notifications = list.items.flatMap((row): Notification[] =>
    // A kind of a newer build, after going back to this one.
    isNotificationKind(row.kind)
      ? [
          {
            id: row.id,
            kind: row.kind,
            title: row.title,
            path: row.path,
            at: instantOf(row.created) ?? 0,
            read: row.readAt !== '',
          },
        ]
      : [],
  );
  return { notifications, total: list.totalItems };
}

/** How many a person has not read; counted, so that it cannot differ from what is listed. */
export async function unreadCount(pb: PocketBase, userId: string): Promise<number> {
  const list = await pb.collection('notifications').getList(1, 1, {
    filter: pb.filter("user = {:userId} && shown = true && readAt = ''", { userId }),
    fields: 'id',
  });
  return list.totalItems;
}

/** Which of a person's notifications are read: one, those about something or seen on a page, or all until a moment. */
export type WhichRead = { id: string } | { about: string } | { path: string } | { until: Instant };

/** Marks a person's notifications as read. Those of others are not found. Answers how many were unread. */
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
  if ('about' in which) return [sql`about = {:about} AND about <> ''`, { about: which.about }];
  if ('until' in which) return [sql`created <= {:until}`, { until: dateOf(which.until) }];
  // Also where it leads to a place on the page.
  return [
    sql`(path = {:path} OR substr(path, 1, length({:path}) + 1) = {:path} || '#')`,
    { path: which.path },
  ];
}

/** How many of a person's newest notifications are looked through for the stores they are about. */
const LOOKED_THROUGH = 300;

/** The stores a person was told about lately, by name: those he may make exceptions for. */
export async function notifiedStores(
  pb: PocketBase,
  userId: string,
): Promise<{ id: string; name: string }[]> {
  const list = await pb
    .collection('notifications')
    .getList<NotificationsRecord & { expand?: { store?: StoresRecord } }>(1, LOOKED_THROUGH, {
      filter: pb.filter("user = {:userId} && store != ''", { userId }),
      sort: '-created',
      expand: 'store',
      fields: 'id,store,expand.store.id,expand.store.name',
      skipTotal: true,
    });
  const names = new Map(
    list.items.flatMap(({ expand }) => (expand?.store ? [[expand.store.id, expand.store.name]] : [])),
  );
  return [...names].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name));
}

/** Lets go what was read half a year ago, and what nobody read for a year. At most so many; answers how many. */
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

/** What a person was told and how he wants to be told, for the person. */
export async function exportNotifications(pb: PocketBase, userId: string): Promise<object> {
  const own = { filter: pb.filter('user = {:userId}', { userId }), sort: 'created' };
  const [notifications, notificationSwitches] = await Promise.all([
    pb
      .collection('notifications')
      .getFullList({ ...own, fields: 'kind,store,title,path,shown,readAt,mail,created' }),
    pb.collection('notification_switches').getFullList({ ...own, fields: 'kind,store,inApp,mail,updated' }),
  ]);
  return { notifications, notificationSwitches };
}
