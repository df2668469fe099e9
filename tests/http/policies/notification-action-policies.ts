import { type ActionPolicy, anyUser, noInput } from './policy-terms.ts';

/** Everybody has notifications and switches of his own. */
export const NOTIFICATION_ACTIONS: Record<string, ActionPolicy> = {
  'notifications.list': anyUser(() => ({ page: 1, unreadOnly: false })),
  'notifications.newest': anyUser(noInput),
  'notifications.unread': anyUser(() => ({ path: '/' })),
  // Nobody's: of others' there is nothing to be marked.
  'notifications.read': anyUser(() => ({ id: 'a'.repeat(15) })),
  'notifications.readUntil': anyUser(() => ({ until: 1 })),
  'notifications.switches': anyUser(noInput),
  'notifications.choose': anyUser(({ stores }) => ({
    kind: 'message',
    storeId: stores.seller,
    inApp: true,
    mail: 'daily',
  })),
  'notifications.forget': anyUser(({ stores }) => ({ kind: 'message', storeId: stores.seller })),
};
