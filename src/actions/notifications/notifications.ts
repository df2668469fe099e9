import { type ActionAPIContext, defineAction } from 'astro:actions';
import { z } from 'astro/zod';
import { stopAllMails } from '../../data/notifications/mail-switches.ts';
import {
  type NotificationGroup,
  notificationGroupsOf,
  notificationsInGroup,
} from '../../data/notifications/notification-groups.ts';
import {
  removeStoreSwitch,
  type StoredSwitch,
  saveSwitches,
  switchesOf,
} from '../../data/notifications/notification-switches.ts';
import {
  type Notification,
  notificationsOf,
  notifiedStores,
} from '../../data/notifications/notifications.ts';
import { MAIL_PACES, NOTIFICATION_KINDS } from '../../domain/notifications/notification.ts';
import { PRESETS, presetChoices } from '../../domain/notifications/notification-presets.ts';
import { badRequest, notFound } from '../../server/kernel/refusal-error.ts';
import { chooseSwitch } from '../../server/notifications/notification-switches.ts';
import { markRead, markReadAt } from '../../server/notifications/reading.ts';
import { person } from '../identity/person.ts';
import { recordIdInput } from '../kernel/plain-input.ts';

const PER_PAGE = 30;
const NEWEST = 5;

const id = recordIdInput('This does not exist.');
const kind = z.enum(NOTIFICATION_KINDS);

/** Marks notifications of the user as read and returns the number still unread. */
async function marked(
  context: ActionAPIContext,
  which: { id: string } | { groupOf: string } | { until: number },
): Promise<{ unread: number }> {
  const { user } = person(context);
  return { unread: await markRead(context.locals.app.commerce, user.id, which, Date.now()) };
}

export const notifications = {
  /** A page of my notifications, newest first; those of one kind, store and day in one row. */
  list: defineAction({
    accept: 'json',
    input: z.object({ page: z.int().min(1).max(10_000), unreadOnly: z.boolean() }),
    async handler(
      { page, unreadOnly },
      context,
    ): Promise<{ notifications: NotificationGroup[]; total: number; unread: number }> {
      const { user } = person(context);
      return notificationGroupsOf(context.locals.pb, user.id, { page, perPage: PER_PAGE, unreadOnly });
    },
  }),

  /** The notifications in one row of my list, newest first. */
  inGroup: defineAction({
    accept: 'json',
    input: z.object({ id }),
    async handler(input, context): Promise<{ notifications: Notification[] }> {
      const { user } = person(context);
      return { notifications: await notificationsInGroup(context.locals.pb, user.id, input.id) };
    },
  }),

  /** The newest notifications, for the bell. */
  newest: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ notifications: Notification[]; unread: number }> {
      const { user } = person(context);
      const { pb } = context.locals;
      const { notifications, unread } = await notificationsOf(pb, user.id, { page: 1, perPage: NEWEST });
      return { notifications, unread };
    },
  }),

  /** The number of my unread notifications. Those that lead to the current page are marked as read first. */
  unread: defineAction({
    accept: 'json',
    input: z.object({ path: z.string().max(500) }),
    async handler({ path }, context): Promise<{ unread: number }> {
      const { user } = person(context);
      return { unread: await markReadAt(context.locals.app.commerce, user.id, path, Date.now()) };
    },
  }),

  /** Marks one of my notifications as read, or all in its row of the list. */
  read: defineAction({
    accept: 'json',
    input: z.object({ id, group: z.boolean().default(false) }),
    handler: (which, context) => marked(context, which.group ? { groupOf: which.id } : { id: which.id }),
  }),

  /** Marks all notifications until a moment as read; newer ones stay unread. */
  readUntil: defineAction({
    accept: 'json',
    input: z.object({ until: z.int().min(0) }),
    handler: ({ until }, context) => marked(context, { until: Math.min(until, Date.now()) }),
  }),

  /** My notification settings, and the stores that can be set separately. */
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
      const { pb, app } = context.locals;
      const [chosen, stores, own] = await Promise.all([
        switchesOf(pb, user.id),
        notifiedStores(pb, user.id),
        app.http.sessions.storeOf(user.id),
      ]);
      return { chosen, stores, sells: own !== null };
    },
  }),

  /** Sets how I am notified of a kind, in general or for one store. */
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
      const outcome = await chooseSwitch(context.locals.pb, user.id, choice, Date.now());
      if ('chosen' in outcome) return { chosen: outcome.chosen };
      if (outcome.refusal === 'not-found') throw notFound('There is no such store.');
      throw badRequest(outcome.refusal.sentence);
    },
  }),

  /** Sets all kinds as a preset says, for all stores. Exceptions for single stores stay, but for mails that are switched off. */
  choosePreset: defineAction({
    accept: 'json',
    input: z.object({ preset: z.enum(PRESETS) }),
    async handler({ preset }, context): Promise<{ chosen: StoredSwitch[] }> {
      const { user } = person(context);
      const { pb } = context.locals;
      await saveSwitches(pb, user.id, presetChoices(preset), Date.now());
      if (preset === 'nothing') await stopAllMails(pb, user.id, Date.now());
      return { chosen: await switchesOf(pb, user.id) };
    },
  }),

  /** Switches off all mails to me but receipts and what is always sent. */
  stopAllMails: defineAction({
    accept: 'json',
    async handler(_input, context): Promise<{ chosen: StoredSwitch[] }> {
      const { user } = person(context);
      const { pb } = context.locals;
      await stopAllMails(pb, user.id, Date.now());
      return { chosen: await switchesOf(pb, user.id) };
    },
  }),

  /** Removes my setting for one store; the general setting applies again. */
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
