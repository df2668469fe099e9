import { dueDigestOf, queueDigest, usersDue } from '../../data/notifications/digests.ts';
import { clearNotifications } from '../../data/notifications/notifications.ts';
import { DIGESTS, type Digest, digestMoment } from '../../domain/notifications/notification.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { digestMail } from './digest-mails.ts';
import type { NotifyParts } from './notifications.ts';

const EVERY_MS = 5 * 60_000;
const PEOPLE_AT_ONCE = 200;
const CLEARED_AT_ONCE = 1000;

/**
 * Sends the digests that are due, each person's once for each day and week. What was not sent at its hour, because
 * nothing ran then, is sent as soon as something does. Any number of processes may work on it at once, and an end in the
 * middle of it loses and doubles nothing: a digest and the notes that it was told are one transaction.
 * @returns how many were sent
 */
export async function sendDigests(parts: NotifyParts): Promise<number> {
  let told = 0;
  for (const digest of DIGESTS) {
    const moment = digestMoment(digest, parts.now());
    let cursor = '';
    for (;;) {
      const people = await usersDue(parts.pb, digest, moment, cursor, PEOPLE_AT_ONCE);
      for (const userId of people) if (await tellPerson(parts, userId, digest, moment)) told++;
      const last = people.at(-1);
      if (last === undefined) break;
      cursor = last;
    }
  }
  if (told > 0) parts.mailQueued();
  return told;
}

async function tellPerson(
  parts: NotifyParts,
  userId: string,
  digest: Digest,
  moment: number,
): Promise<boolean> {
  const due = await dueDigestOf(parts.pb, userId, digest, moment);
  if (!due) return false;
  const wanted = due.entries.length > 0 && due.email !== '';
  const mail = wanted ? digestMail(parts, digest, moment, due) : null;
  return (await queueDigest(parts.pb, due, digest, mail, parts.now())) && mail !== null;
}

/** Sends digests and lets go of old notifications, now and every five minutes. */
export function openDigests(parts: NotifyParts): PeriodicJob {
  return openPeriodicJob(
    async () => {
      await sendDigests(parts);
      while ((await clearNotifications(parts.pb, parts.now(), CLEARED_AT_ONCE)) === CLEARED_AT_ONCE);
    },
    EVERY_MS,
    parts.onError,
  );
}
