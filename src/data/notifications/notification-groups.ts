import type PocketBase from 'pocketbase';
import { isNotificationKind } from '../../domain/notifications/notification.ts';
import { GROUPED_KINDS } from '../../domain/notifications/notification-group.ts';
import { isListed, isVisibleStore } from '../catalogue/product-parts.ts';
import { ask, select } from '../kernel/query.ts';
import { shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { number, text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { countQuery, LISTED_NOTIFICATIONS, NOTIFICATION_FIELDS, type Notification } from './notifications.ts';

const s = tables.stores.as('s');
const p = tables.products.as('p');

/** A picture that every visitor may see. */
export interface NotificationPicture {
  of: 'products' | 'stores';
  id: string;
  file: string;
}

/** What a list shows in one row: a notification, or those of one kind, store and day, with what the newest says. */
export interface NotificationGroup extends Notification {
  count: number;
  /** Those of them that are not read. */
  unread: number;
  storeName: string | null;
  /** The model's, else the store's; null where there is none to show. */
  picture: NotificationPicture | null;
}

/** What makes notifications `n` one row. */
const GROUP = sql`CASE WHEN n.store <> '' AND n.kind IN (SELECT value FROM json_each({:grouped}))
  THEN n.kind || n.store || substr(n.created, 1, 10) ELSE n.rowid END`;

const ROW = shape({
  ...NOTIFICATION_FIELDS,
  count: value(sql`g.rows`, number),
  unread: value(sql`g.unread`, number),
  storeName: s.name.or(null),
  logo: value(sql`iif(${isVisibleStore(s)}, s.logo, '')`, text).orNull,
  storeId: s.id.or(null),
  productId: p.id.or(null),
  image: value(sql`iif(${isListed(p, s)} AND p.mature = FALSE, p.images ->> '$[0]', '')`, text).orNull,
});
const NOTIFICATION = shape(NOTIFICATION_FIELDS);
const TOTAL = shape({ count: value(sql`count(*)`, number) });

/**
 * A user's notifications in rows, newest first: `total` counts the rows of all pages, `unread` the notifications.
 * @param page from 1
 */
export async function notificationGroupsOf(
  pb: PocketBase,
  userId: string,
  { page, perPage, unreadOnly = false }: { page: number; perPage: number; unreadOnly?: boolean },
): Promise<{ notifications: NotificationGroup[]; total: number; unread: number }> {
  const which = LISTED_NOTIFICATIONS[unreadOnly ? 'unread' : 'all'];
  const asked = { user: userId, grouped: JSON.stringify(GROUPED_KINDS) };
  const [rows, [total], [unread]] = await ask(
    pb,
    select(
      ROW,
      sql`SELECT ${ROW} FROM (SELECT max(n.rowid) AS newest, max(n.created) AS latest, count(*) AS rows,
            sum(n.readAt = '') AS unread
          FROM notifications n WHERE ${which} GROUP BY ${GROUP} ORDER BY latest DESC, newest DESC
          LIMIT {:perPage} OFFSET {:skip}) g
        CROSS JOIN notifications m ON m.rowid = g.newest
        LEFT JOIN products p ON p.id = iif(m.path LIKE '/product/%', substr(m.path, 10, 15), '')
        LEFT JOIN stores s ON s.id = m.store
        ORDER BY g.latest DESC, g.newest DESC`,
      { ...asked, perPage, skip: (page - 1) * perPage },
    ),
    select(
      TOTAL,
      sql`SELECT ${TOTAL} FROM (SELECT 1 FROM notifications n WHERE ${which} GROUP BY ${GROUP}) g`,
      asked,
    ),
    countQuery(userId, 'unread'),
  );
  return {
    notifications: rows.flatMap(({ productId, image, storeId, logo, kind, ...row }) =>
      // After a rollback there may be kinds of a newer build.
      isNotificationKind(kind)
        ? { ...row, kind, read: row.unread === 0, picture: pictureOf({ productId, image, storeId, logo }) }
        : [],
    ),
    total: total?.count ?? 0,
    unread: unread?.count ?? 0,
  };
}

function pictureOf({
  productId,
  image,
  storeId,
  logo,
}: Record<'productId' | 'image' | 'storeId' | 'logo', string | null>): NotificationPicture | null {
  if (productId !== null && image) return { of: 'products', id: productId, file: image };
  return storeId !== null && logo ? { of: 'stores', id: storeId, file: logo } : null;
}

/** More of one kind, store and day are not listed when their row is opened. */
const OPENED_MAX = 100;

/** The notifications in one row of a user, newest first. @param newestId of any of them */
export async function notificationsInGroup(
  pb: PocketBase,
  userId: string,
  newestId: string,
): Promise<Notification[]> {
  const [rows] = await ask(
    pb,
    select(
      NOTIFICATION,
      sql`SELECT ${NOTIFICATION} FROM notifications a JOIN notifications m ON m.[[user]] = a.[[user]] AND m.shown = 1
          AND m.created >= substr(a.created, 1, 10) AND m.created < substr(a.created, 1, 10) || '~'
          AND m.kind = a.kind AND m.store = a.store
        WHERE a.id = {:newestId} AND a.[[user]] = {:user} ORDER BY m.created DESC, m.rowid DESC LIMIT {:most}`,
      { newestId, user: userId, most: OPENED_MAX },
    ),
  );
  return rows.filter((row): row is Notification => isNotificationKind(row.kind));
}
