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

/** What happened since the last one, kind by kind, each line with where it is seen. */
export function digestMail(
  app: Letterhead,
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
    subject: one ? named(first.title) : `${DIGEST_FACTS[digest].name}: ${entries.length} things are new`,
    body: mailBody(app, [
      digest === 'daily'
        ? `What happened around you until ${dayText(moment)}, 07:00 UTC:`
        : `What happened around you from ${dayText(moment - 7 * DAY_MS)} to ${dayText(moment)}:`,
      ...digestParts(entries).flatMap(({ kind, lines, more }) => [
        [
          KIND_FACTS[kind].name,
          ...lines.map(({ title, path }) => `  ${named(title)}\n    ${app.siteUrl}${path}`),
          ...(more > 0 ? [`  and ${more} more`] : []),
        ].join('\n'),
      ]),
      `All of it, and how you are told:\n${app.siteUrl}${paths.notifications()}`,
    ]),
  };
}

/** Names a person's digest of a moment: there is one. */
function digestKey(digest: Digest, moment: Instant, userId: string): string {
  return `digest:${digest}:${new Date(moment).toISOString().slice(0, 10)}:${userId}`;
}
