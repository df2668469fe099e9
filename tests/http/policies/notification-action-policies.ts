import { type ActionPolicy, nothing, own } from './policy-words.ts';

/** Everybody has notifications and switches of his own. */
export const NOTIFICATION_ACTIONS: Record<string, ActionPolicy> = {
  'notifications.list': own(() => ({ page: 1, unreadOnly: false })),
  'notifications.newest': own(nothing),
  'notifications.unread': own(() => ({ path: '/' })),
  // Nobody's: of others' there is nothing to be marked.
  'notifications.read': own(() => ({ id: 'a'.repeat(15) })),
  'notifications.readUntil': own(() => ({ until: 1 })),
  'notifications.switches': own(nothing),
  'notifications.choose': own(({ stores }) => ({
    kind: 'message',
    storeId: stores.seller,
    inApp: true,
    mail: 'daily',
  })),
  'notifications.forget': own(({ stores }) => ({ kind: 'message', storeId: stores.seller })),
};
