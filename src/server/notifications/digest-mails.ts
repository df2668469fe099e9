import type { DigestEntry } from '../../data/notifications/digests.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dayText } from '../../domain/kernel/instant.ts';
import { digestParts } from '../../domain/notifications/digest-parts.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import type { MailPart } from '../../domain/notifications/mail-parts.ts';
import { DIGEST_FACTS, type Digest, KIND_FACTS } from '../../domain/notifications/notification.ts';
import { paths, withOrigin } from '../../paths.ts';
import { action, type Letterhead, mailText, oneLineName } from './mail-layout.ts';

const DAY_MS = 86_400_000;

/** A digest: what is new since the last one, by kind, each line with its address. */
export function digestMail(
  letterhead: Letterhead,
  digest: Digest,
  moment: Instant,
  { userId, email, entries }: { userId: string; email: string; entries: readonly DigestEntry[] },
): Mail {
  const [first] = entries;
  const one = entries.length === 1 && first;
  return {
    mailKey: digestKey(digest, moment, userId),
    kind: `${digest}-digest`,
    to: email,
    subject: one ? oneLineName(first.title) : `${DIGEST_FACTS[digest].name}: ${entries.length} new things`,
    ...mailText(letterhead, [
      digest === 'daily'
        ? `New for you until ${dayText(moment)}, 07:00 UTC:`
        : `New for you from ${dayText(moment - 7 * DAY_MS)} to ${dayText(moment)}:`,
      ...digestParts(entries).map(
        ({ kind, lines, more }): MailPart => ({
          is: 'list',
          title: KIND_FACTS[kind].name,
          items: lines.map(({ title, path }) => ({
            text: oneLineName(title),
            url: letterhead.siteUrl + withOrigin(path, 'mail'),
          })),
          more,
        }),
      ),
      action(letterhead, 'All notifications and settings:', 'All notifications', paths.notifications()),
    ]),
  };
}

/** The mail key of a digest: one per user and moment. */
function digestKey(digest: Digest, moment: Instant, userId: string): string {
  return `digest:${digest}:${new Date(moment).toISOString().slice(0, 10)}:${userId}`;
}
