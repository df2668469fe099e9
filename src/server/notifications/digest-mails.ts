import type { DigestEntry } from '../../data/notifications/digests.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dayText } from '../../domain/kernel/instant.ts';
import type { Mail } from '../../domain/notifications/mail.ts';
import {
  DIGEST_FACTS,
  type Digest,
  digestParts,
  KIND_FACTS,
} from '../../domain/notifications/notification.ts';
import { paths } from '../../paths.ts';
import { type Letterhead, mailBody, named } from './mail-layout.ts';

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
    subject: one ? named(first.title) : `${DIGEST_FACTS[digest].name}: ${entries.length} new things`,
    body: mailBody(letterhead, [
      digest === 'daily'
        ? `New for you until ${dayText(moment)}, 07:00 UTC:`
        : `New for you from ${dayText(moment - 7 * DAY_MS)} to ${dayText(moment)}:`,
      ...digestParts(entries).flatMap(({ kind, lines, more }) => [
        [
          KIND_FACTS[kind].name,
          ...lines.map(({ title, path }) => `  ${named(title)}\n    ${letterhead.siteUrl}${path}`),
          ...(more > 0 ? [`  and ${more} more`] : []),
        ].join('\n'),
      ]),
      `All notifications and settings:\n${letterhead.siteUrl}${paths.notifications()}`,
    ]),
  };
}

/** The mail key of a digest: one per user and moment. */
function digestKey(digest: Digest, moment: Instant, userId: string): string {
  return `digest:${digest}:${new Date(moment).toISOString().slice(0, 10)}:${userId}`;
}
