import { type ChangedRows, type Transaction, transaction } from '../../data/kernel/transaction.ts';
import { sendPushHint } from '../../data/notifications/live.ts';
import { type Occasion, people, withNotification } from '../../data/notifications/notifications.ts';
import type { NotificationKind } from '../../domain/notifications/notification.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import { mailBody } from './mail-layout.ts';

/** What notifications need of the commerce context. */
export type NotifyParts = Pick<
  CommerceContext,
  'pb' | 'now' | 'siteUrl' | 'siteName' | 'mailQueued' | 'onError'
>;

/** Something people are told of. */
export interface Notice {
  /** The ids of those it concerns; whoever did it himself is not among them. */
  to: readonly string[];
  kind: NotificationKind;
  /** The store it is about, or null: a person may switch a kind off for one store. */
  storeId: string | null;
  /** Names the occasion, such as "review:" and its id, at most 100 characters: each person is told of it once. */
  key: string;
  /** One plain line, as the list, the bell and a digest show it. */
  title: string;
  /** Where on the site it is seen, from paths.ts. */
  path: string;
  /**
   * The mail that leaves at once where the person's switch says so: its subject and paragraphs. The address of `path` and
   * the way to switch it off are added. Null where nothing of it is ever mailed.
   */
  mail: { subject: string; paragraphs: readonly string[] } | null;
  /**
   * What it is about, such as "conversation:" and an id. While a person has not read what stands about it, the newest takes
   * the place of the older one and no further mail is written: twenty messages are one line and one mail.
   */
  about?: string;
}

/**
 * Adds a notice to a transaction of the caller's, so that it is told exactly when what it tells has happened. The caller
 * says `knock` and `mailQueued` after it.
 */
export function withNotice(
  steps: Transaction,
  app: Pick<NotifyParts, 'siteUrl' | 'siteName'>,
  notice: Notice,
  now: number,
): ChangedRows {
  return withNotification(steps, people(notice.to), occasionOf(app, notice), now);
}

function occasionOf(app: Pick<NotifyParts, 'siteUrl' | 'siteName'>, notice: Notice): Occasion {
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
      body: mailBody(app, [...mail.paragraphs, app.siteUrl + path]),
    },
  };
}

/**
 * Tells people of something, each of them once: the row in their list, their bell while a page is open, and the mail, at
 * once or with their digest, as their switches for the kind and the store say. Row and mail are one transaction; told
 * again under the same key it tells whom it did not tell before.
 * @returns how many were told now
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

/** Most people one call of `tell` takes. */
const KNOCKS_AT_ONCE = 1000;

/** Lets the pages these people have open ask again how many notifications wait. Who misses it asks when he comes back. */
export async function pushUnreadHint(
  { pb, onError }: Pick<NotifyParts, 'pb' | 'onError'>,
  userIds: readonly string[],
): Promise<void> {
  for (let at = 0; at < userIds.length; at += KNOCKS_AT_ONCE) {
    const some = userIds.slice(at, at + KNOCKS_AT_ONCE);
    await sendPushHint(pb, some, { kind: 'notification' }).catch(onError);
  }
}
