import { addBatch } from '../../data/library/access-batch.ts';
import {
  deliverGroupProduct,
  mailLink,
  postponeReminder,
  undeliveredGroupProducts,
} from '../../data/library/access-claims.ts';
import { deliveryOf, peopleToRemind } from '../../data/library/access-groups.ts';
import {
  deleteStaleCheckedLists,
  finishImport,
  type RunningImport,
  runningImports,
} from '../../data/library/access-imports.ts';
import { deliveryStanding } from '../../data/library/delivery-standing.ts';
import { addressedMailRefusal } from '../../data/notifications/addressed-mails.ts';
import { type GroupPerson, REMIND_AFTER_MS } from '../../domain/library/access-group.ts';
import { CHECKED_LIST_STORED_MS, mailDueAt } from '../../domain/library/access-import.ts';
import { deliveryMailsADay } from '../../domain/library/delivery-mails.ts';
import { type AddressedRefusal, mailboxOf } from '../../domain/notifications/addressed-mail.ts';
import { licenceTexts } from '../catalogue/licence-texts.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import { type DeliveryParts, newClaimToken } from './access-claims.ts';
import { type AccessMailNames, deliveredMail, invitationMail } from './access-mails.ts';

/** People per batch: the database is free for other work between batches. */
const PEOPLE_AT_ONCE = 200;
const DUE_AT_ONCE = 50;
const EVERY_MS = 60_000;

/**
 * Processes running imports in batches, and products that were added to groups later. Each batch is a transaction that
 * records its progress, so that a restart loses and repeats nothing.
 */
export async function runDeliveries(parts: DeliveryParts): Promise<void> {
  const { pb } = parts;
  for (const running of await runningImports(pb)) await workOff(parts, running);
  for (const due of await undeliveredGroupProducts(pb, DUE_AT_ONCE))
    await deliverGroupProduct(pb, due, licenceTexts(), parts.now()).catch(parts.onError);
  await deleteStaleCheckedLists(pb, parts.now() - CHECKED_LIST_STORED_MS);
}

async function workOff(parts: DeliveryParts, running: RunningImport): Promise<void> {
  const { pb } = parts;
  const delivery = await deliveryOf(pb, running.groupId);
  const texts = licenceTexts();
  for (let done = running.done; done < running.people.length; ) {
    const people = running.people.slice(done, done + PEOPLE_AT_ONCE).map((person, place) => {
      const { token, tokenHash } = newClaimToken();
      return {
        ...person,
        recipient: mailboxOf(person.email),
        tokenHash,
        invitation: invitationMail(parts, delivery, { name: person.name, again: false }, token),
        news: deliveredMail(parts, delivery, person.name),
        dueAt: mailDueAt(running.startedAt, done + place),
      };
    });
    // Read again for each batch: what bounced or was stopped meanwhile counts, and so does the desk's switch.
    const now = parts.now();
    const most = deliveryMailsADay(await deliveryStanding(pb, delivery.storeId, now), now);
    const mailsADay = typeof most === 'number' ? most : 0;
    if (!(await addBatch(pb, { ...running, done }, people, { texts, mailsADay }, now))) return;
    done += people.length;
    parts.mailQueued();
  }
  await finishImport(pb, running.id, parts.now());
}

/** Mails a person a new link. Answers why that is not possible, or null. Earlier links stay valid. */
export async function resendInvitation(
  parts: DeliveryParts,
  groupId: string,
  person: GroupPerson,
): Promise<'elsewhere' | AddressedRefusal | null> {
  return remind(parts, await deliveryOf(parts.pb, groupId), person, 0);
}

/** People per request of a reminder to all. */
const REMINDED_AT_ONCE = 50;

/**
 * Mails new links to the next people who have not claimed and may be mailed again. Returns how many were mailed and how
 * many are left; the caller repeats until none is.
 */
export async function resendInvitations(
  parts: DeliveryParts,
  groupId: string,
): Promise<{ mailed: number; left: number }> {
  const { pb } = parts;
  const before = parts.now() - REMIND_AFTER_MS;
  const [delivery, { people, total }] = await Promise.all([
    deliveryOf(pb, groupId),
    peopleToRemind(pb, groupId, before, REMINDED_AT_ONCE),
  ]);
  let mailed = 0;
  for (const [place, person] of people.entries())
    if ((await remind(parts, delivery, person, place)) === null) mailed += 1;
  if (mailed > 0) parts.mailQueued();
  return { mailed, left: total - people.length };
}

async function remind(
  parts: DeliveryParts,
  delivery: AccessMailNames & { storeId: string },
  person: GroupPerson,
  place: number,
): Promise<'elsewhere' | AddressedRefusal | null> {
  const { token, tokenHash } = newClaimToken();
  const again = person.mails > 0;
  const text = invitationMail(parts, delivery, { name: person.name, again }, token);
  const mailKey = `access:${person.id}:${person.mails + 1}`;
  const mail = { ...text, mailKey, kind: 'access' as const, to: person.email };
  const now = parts.now();
  const most = deliveryMailsADay(await deliveryStanding(parts.pb, delivery.storeId, now), now);
  const addressed = {
    mailKey,
    kind: 'access' as const,
    sender: delivery.storeId,
    to: person.email,
    client: null,
    senderMost: typeof most === 'number' ? most : 0,
  };
  const refusal = await mailLink(parts.pb, person, tokenHash, mail, addressed, now, mailDueAt(now, place));
  if (refusal === null) return null;
  if (refusal === 'no-link') return 'elsewhere';
  // Not before tomorrow: a reminder to all would otherwise find the same people again.
  await postponeReminder(parts.pb, person, now);
  return addressedMailRefusal(parts.pb, addressed, now);
}

/** Runs deliveries now, when woken, and every minute. */
export function openDeliveries(parts: DeliveryParts): PeriodicJob {
  return openPeriodicJob(() => runDeliveries(parts), EVERY_MS, parts.onError);
}
