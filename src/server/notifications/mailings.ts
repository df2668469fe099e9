import { mailingsToSend, mailsWait, nextPeople, queueStep } from '../../data/notifications/mailings.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import { type Mailing, mailingParagraphs } from '../../domain/notifications/mailing.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';
import type { CommerceContext } from '../kernel/commerce-context.ts';
import type { Lease, Leases } from '../kernel/leases.ts';
import { type Letterhead, mailText } from './mail-layout.ts';

export type MailingParts = Pick<
  CommerceContext,
  'pb' | 'siteUrl' | 'siteName' | 'now' | 'mailQueued' | 'onError'
> & {
  leases: Leases;
};

/** The mail of a mailing to one address. @param key one for each person. */
export function mailingMail(
  letterhead: Letterhead,
  { subject, body, why }: Pick<Mailing, 'subject' | 'body' | 'why'>,
  { to, key }: { to: string; key: string },
): Mail {
  const written = [...mailingParagraphs(body), `Why you get this mail: ${why} It cannot be switched off.`];
  return { mailKey: key, kind: 'everybody', to, subject, ...mailText(letterhead, written) };
}

/**
 * Puts the next mails of each mailing into the outbox, a step after the other. A step is one transaction with the place up to
 * which it came, and each mail has a key of its own, so nobody gets two though processes die. The next step waits until the
 * mails of the one before have left: who stops a mailing stops all but those.
 */
export async function sendMailings(parts: MailingParts): Promise<void> {
  for (const mailing of await mailingsToSend(parts.pb)) await sendOn(parts, mailing);
}

async function sendOn(parts: MailingParts, mailing: Mailing & { cursor: string }): Promise<void> {
  const { pb, leases, now } = parts;
  const { id, startedAt } = mailing;
  const work = async (lease: Lease) => {
    let { cursor } = mailing;
    while (!(await mailsWait(pb, id))) {
      const people = await nextPeople(pb, { cursor, startedAt: startedAt ?? now() });
      const mails = people
        .filter(({ email }) => email !== '')
        .map((person) =>
          mailingMail(parts, mailing, { to: person.email, key: `mailing/${id}/${person.id}` }),
        );
      const isQueued = await queueStep(pb, { id, cursor, people, mails }, lease, now());
      if (!isQueued) return;
      if (mails.length > 0) parts.mailQueued();
      const last = people.at(-1);
      if (!last) return;
      cursor = last.id;
    }
  };
  await leases.hold(`mailing/${id}`, work, () => undefined);
}

/** So often the outbox is looked at, in ms: a step is at most a hundred mails. */
const EVERY_MS = 10_000;

export function openMailings(parts: MailingParts): PeriodicJob {
  return openPeriodicJob(() => sendMailings(parts), EVERY_MS, parts.onError);
}
