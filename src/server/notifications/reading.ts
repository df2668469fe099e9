import { markNotificationsRead, unreadCount } from '../../data/notifications/notifications.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { type NotifyParts, pushUnreadHint } from './notifications.ts';

/** Marks notifications of a user as read, updates their other pages, and answers the number still unread. */
export async function markRead(
  parts: Pick<NotifyParts, 'pb' | 'onError'>,
  userId: string,
  which: Parameters<typeof markNotificationsRead>[2],
  now: Instant,
): Promise<number> {
  if ((await markNotificationsRead(parts.pb, userId, which, now)) > 0) await pushUnreadHint(parts, [userId]);
  return unreadCount(parts.pb, userId);
}

/** Marks the notifications that lead to the page a user is on as read, and answers the number still unread. */
export async function markReadAt(
  parts: Pick<NotifyParts, 'pb' | 'onError'>,
  userId: string,
  path: string,
  now: Instant,
): Promise<number> {
  const { pb } = parts;
  const unread = await unreadCount(pb, userId);
  if (unread === 0 || (await markNotificationsRead(pb, userId, { path }, now)) === 0) return unread;
  await pushUnreadHint(parts, [userId]);
  return unreadCount(pb, userId);
}
