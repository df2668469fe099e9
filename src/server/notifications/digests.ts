import { clearAddressedMails } from '../../data/notifications/addressed-mails.ts';
import { dueDigestOf, queueDigest, usersDue } from '../../data/notifications/digests.ts';
import { clearMailTexts } from '../../data/notifications/mails.ts';
import { clearNotifications } from '../../data/notifications/notifications.ts';
import { DIGESTS, type Digest, digestMoment } from '../../domain/notifications/notification.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { digestMail } from './digest-mails.ts';
import type { NotifyParts } from './notifications.ts';

const EVERY_MS = 5 * 60_000;
const PEOPLE_AT_ONCE = 200;
const CLEARED_AT_ONCE = 1000;

/**
 * Queues the digests that are due, one per user and day or week. A digest missed while no process ran is sent by the next
 * run. Any number of processes may run it at once, and a crash loses and repeats nothing: a digest and the marks on its
 * entries are one transaction.
 * @returns the number of digests queued
 */
export async function sendDigests(parts: NotifyParts): Promise<number> {
  let sent = 0;
  for (const digest of DIGESTS) {
    const moment = digestMoment(digest, parts.now());
    let cursor = '';
    for (;;) {
      const people = await usersDue(parts.pb, digest, moment, cursor, PEOPLE_AT_ONCE);
      for (const userId of people) if (await sendDigest(parts, userId, digest, moment)) sent++;
      const last = people.at(-1);
      if (last === undefined) break;
      cursor = last;
    }
  }
  if (sent > 0) parts.mailQueued();
  return sent;
}

async function sendDigest(
  parts: NotifyParts,
  userId: string,
  digest: Digest,
  moment: number,
): Promise<boolean> {
  const due = await dueDigestOf(parts.pb, userId, digest, moment);
  if (!due) return false;
  const hasMail = due.entries.length > 0 && due.email !== '';
  let mail: ReturnType<typeof digestMail> | null;
  try {
    mail = hasMail ? digestMail(parts, digest, moment, due) : null;
  } catch (reason) {
    // One person's entries that cannot be put into a mail must not keep everybody after them from theirs.
    parts.onError(reason);
    return false;
  }
  return (await queueDigest(parts.pb, due, digest, mail, parts.now())) && mail !== null;
}

/** Sends digests and deletes old notifications, old counts and old texts of mails, now and every five minutes. */
export function openDigests(parts: NotifyParts): PeriodicJob {
  return openPeriodicJob(
    async () => {
      await sendDigests(parts);
      while ((await clearNotifications(parts.pb, parts.now(), CLEARED_AT_ONCE)) === CLEARED_AT_ONCE);
      while ((await clearMailTexts(parts.pb, parts.now(), CLEARED_AT_ONCE)) === CLEARED_AT_ONCE);
      while ((await clearAddressedMails(parts.pb, parts.now(), CLEARED_AT_ONCE)) === CLEARED_AT_ONCE);
    },
    EVERY_MS,
    parts.onError,
  );
}
