import { type ActionAPIContext, ActionError, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { storeOfOwner } from '../../data/catalogue/stores.ts';
import {
  nameOfStore,
  removeStoreSwitch,
  type StoredSwitch,
  saveSwitch,
  switchesOf,
} from '../../data/notifications/notification-switches.ts';
import {
  markNotificationsRead,
  type Notification,
  notificationsOf,
  notifiedStores,
  unreadCount,
} from '../../data/notifications/notifications.ts';
import {
  MAIL_PACES,
  NOTIFICATION_KINDS,
  SWITCH_REFUSAL_TEXTS,
  switchRefusal,
} from '../../domain/notifications/notification.ts';
import { pushUnreadHint } from '../../server/notifications/notifications.ts';
import { person } from '../identity/person.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

const PER_PAGE = 30;
const NEWEST = 5;

const id = recordIdInput('This is not known.');
const kind = z.enum(NOTIFICATION_KINDS);

/** Marks some of a person's own as read, tells his other pages, and answers how many are left. */
async function marked(
  context: ActionAPIContext,
  which: { id: string } | { until: number },
): Promise<{ unread: number }> {
  const { user } = person(context);
  const { pb, app } = context.locals;
  if ((await markNotificationsRead(pb, user.id, which, Date.now())) > 0)
    await pushUnreadHint(app.commerce, [user.id]);
  return { unread: await unreadCount(pb, user.id) };
}

export const notifications = {
  /** My notifications, a page of them, the newest first. */
  list: defineAction({
    accept: 'json',
    input: z.object({ page: z.int().min(1).max(10_000), unreadOnly: z.boolean() }),
    async handler(
      { page, unreadOnly },
      context,
    ): Promise<{ notifications: Notification[]; total: number; unread: number }> {
      const { user } = person(context);
      const { pb } = context.locals;
      const [told, unread] = await Promise.all([
        notificationsOf(pb, user.id, { page, perPage: PER_PAGE, unreadOnly }),
        unreadCount(pb, user.id),
      ]);
      return { notifications: told.notifications, total: told.total, unread };
    },
  }),

  /** The newest few, for the bell. */
  newest: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ notifications: Notification[]; unread: number }> {
      const { user } = person(context);
      const { pb } = context.locals;
      const [told, unread] = await Promise.all([
        notificationsOf(pb, user.id, { page: 1, perPage: NEWEST }),
        unreadCount(pb, user.id),
      ]);
      return { notifications: told.notifications, unread };
    },
  }),

  /** How many I have not read. Whoever looks at the page that some of them lead to has read those. */
  unread: defineAction({
    accept: 'json',
    input: z.object({ path: z.string().max(500) }),
    async handler({ path }, context): Promise<{ unread: number }> {
      const { user } = person(context);
      const { pb, app } = context.locals;
      const unread = await unreadCount(pb, user.id);
      if (unread === 0) return { unread };
      const seen = await markNotificationsRead(pb, user.id, { path }, Date.now());
      if (seen === 0) return { unread };
      await pushUnreadHint(app.commerce, [user.id]);
      return { unread: await unreadCount(pb, user.id) };
    },
  }),

  /** Marks one of mine as read. */
  read: defineAction({
    accept: 'json',
    input: z.object({ id }),
    handler: (which, context) => marked(context, which),
  }),

  /** Marks all that came until a moment as read; what came since stays unread. */
  readUntil: defineAction({
    accept: 'json',
    input: z.object({ until: z.int().min(0) }),
    handler: ({ until }, context) => marked(context, { until: Math.min(until, Date.now()) }),
  }),

  /** How I am told, where I chose it, and the stores I may choose it for. */
  switches: defineAction({
    accept: 'json',
    async handler(
      _input,
      context,
    ): Promise<{
      chosen: StoredSwitch[];
      stores: { id: string; name: string }[];
      sells: boolean;
    }> {
      const { user } = person(context);
      const { pb } = context.locals;
      const [chosen, stores, own] = await Promise.all([
        switchesOf(pb, user.id),
        notifiedStores(pb, user.id),
        storeOfOwner(pb, user.id),
      ]);
      return { chosen, stores, sells: own !== null };
    },
  }),

  /** Chooses how I am told of a kind, in general or of one store. */
  choose: defineAction({
    accept: 'json',
    input: z.object({
      kind,
      storeId: id.nullable(),
      inApp: z.boolean().nullable(),
      mail: z.enum(MAIL_PACES).nullable(),
    }),
    async handler(choice, context): Promise<{ chosen: StoredSwitch[] }> {
      const { user } = person(context);
      const { pb } = context.locals;
      const refusal = switchRefusal(choice);
      if (refusal) throw new ActionError({ code: 'BAD_REQUEST', message: SWITCH_REFUSAL_TEXTS[refusal] });
      if (choice.storeId !== null && (await nameOfStore(pb, choice.storeId)) === null)
        throw new ActionError({ code: 'NOT_FOUND', message: 'There is no such store.' });
      await saveSwitch(pb, user.id, choice, Date.now());
      return { chosen: await switchesOf(pb, user.id) };
    },
  }),

  /** Takes back what I chose for one store: it is told as the kind is in general. */
  forget: defineAction({
    accept: 'json',
    input: z.object({ kind, storeId: id }),
    async handler(input, context): Promise<{ chosen: StoredSwitch[] }> {
      const { user } = person(context);
      const { pb } = context.locals;
      await removeStoreSwitch(pb, user.id, input.kind, input.storeId);
      return { chosen: await switchesOf(pb, user.id) };
    },
  }),
};
