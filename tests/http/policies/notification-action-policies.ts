import { type ActionPolicy, anyUser, noInput } from './policy-terms.ts';

/** Policies of the actions about notifications and their settings. */
export const NOTIFICATION_ACTIONS: Record<string, ActionPolicy> = {
  'notifications.list': anyUser(() => ({ page: 1, unreadOnly: false })),
  'notifications.inGroup': anyUser(() => ({ id: 'a'.repeat(15) })),
  'notifications.choosePreset': anyUser(() => ({ preset: 'weekly' })),
  'notifications.newest': anyUser(noInput),
  'notifications.unread': anyUser(() => ({ path: '/' })),
  // An unknown id, as other users' notifications would be.
  'notifications.read': anyUser(() => ({ id: 'a'.repeat(15) })),
  'notifications.readUntil': anyUser(() => ({ until: 1 })),
  'notifications.switches': anyUser(noInput),
  'notifications.choose': anyUser(({ stores }) => ({
    kind: 'message',
    storeId: stores.seller,
    inApp: true,
    mail: 'daily',
  })),
  'notifications.stopAllMails': anyUser(noInput),
  'notifications.forget': anyUser(({ stores }) => ({ kind: 'message', storeId: stores.seller })),
};
