import { type ChangedRows, type Transaction, transaction } from '../../data/kernel/transaction.ts';
import { sendPushHint } from '../../data/notifications/live.ts';
import { type Occasion, people, withNotification } from '../../data/notifications/notifications.ts';
import { KIND_FACTS, type NotificationKind } from '../../domain/notifications/notification.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { action, mailText, type Written } from './mail-layout.ts';

/** The parts of the commerce context that notifications need. */
export type NotifyParts = Pick<
  CommerceContext,
  'pb' | 'now' | 'siteUrl' | 'siteName' | 'mailQueued' | 'onError'
>;

/** A notification to send. */
export interface Notice {
  /** The ids of the recipients, without the user who caused it. */
  to: readonly string[];
  kind: NotificationKind;
  /** The store it is about, or null; users can switch a kind off for one store. */
  storeId: string | null;
  /** Idempotency key, such as "review:" and its id, at most 100 characters: each user is notified of it once. */
  key: string;
  /** One line of plain text, for the list, the bell and digests. */
  title: string;
  /** The path of the page where it is seen, from paths.ts. */
  path: string;
  /**
   * The mail for users whose switch says 'now': subject and paragraphs. The address of `path` and the unsubscribe link are
   * added. Null where it is never mailed.
   */
  mail: { subject: string; paragraphs: readonly Written[] } | null;
  /**
   * The subject, such as "conversation:" and an id. A new notification replaces an unread one about the same subject and
   * sends no further mail: twenty messages are one notification and one mail.
   */
  about?: string;
}

/**
 * Adds a notification to the caller's transaction, so that it is sent exactly when its cause is committed. The caller
 * calls `pushUnreadHint` and `mailQueued` afterwards.
 */
export function withNotice(
  steps: Transaction,
  letterhead: Pick<NotifyParts, 'siteUrl' | 'siteName'>,
  notice: Notice,
  now: number,
): ChangedRows {
  return withNotification(steps, people(notice.to), occasionOf(letterhead, notice), now);
}

/** A notice with its mail written, for an audience that the database knows. */
export function occasionOf(
  letterhead: Pick<NotifyParts, 'siteUrl' | 'siteName'>,
  notice: Omit<Notice, 'to'>,
): Occasion {
  const { kind, storeId, key, about = null, title, path, mail } = notice;
  return {
    kind,
    storeId,
    key,
    about,
    title,
    path,
    mail: mail && {
      subject: mail.subject,
      ...mailText(letterhead, [...mail.paragraphs, action(letterhead, '', KIND_FACTS[kind].button, path)]),
    },
  };
}

/**
 * Notifies users, each of them once: a notification in their list, a push hint to their open pages, and a mail, at once or
 * in a digest, as their switches for the kind and the store say. Notification and mail are one transaction. Called again
 * with the same key, it notifies only those not notified before.
 * @returns the number of users notified by this call
 */
export async function notify(parts: NotifyParts, notice: Notice): Promise<number> {
  const { pb, now } = parts;
  if (notice.to.length === 0) return 0;
  const steps = transaction(pb);
  const notified = withNotice(steps, parts, notice, now());
  await steps.run();
  if (notified.rows === 0) return 0;
  if (notice.mail) parts.mailQueued();
  await pushUnreadHint(parts, notice.to);
  return notified.rows;
}

/** The most users per call of `sendPushHint`. */
const HINTS_AT_ONCE = 1000;

/** Tells the open pages of these users to fetch the number of unread notifications again. */
export async function pushUnreadHint(
  { pb, onError }: Pick<NotifyParts, 'pb' | 'onError'>,
  userIds: readonly string[],
): Promise<void> {
  for (let at = 0; at < userIds.length; at += HINTS_AT_ONCE) {
    const batch = userIds.slice(at, at + HINTS_AT_ONCE);
    await sendPushHint(pb, batch, { kind: 'notification' }).catch(onError);
  }
}
