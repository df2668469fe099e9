import type { Occasion } from '../../data/notifications/notifications.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { paths } from '../../paths.ts';
import { type Letterhead, mailBody, named } from '../notifications/mail-layout.ts';

/** Bulk mail leaves so much later than what somebody waits for, in ms. */
const LATER_MS = 60_000;

/** What members are told of a letter to many of them. `~` stands in its path for each one's own conversation. */
export function broadcastMail(
  letterhead: Letterhead,
  { id, store, reachedTo }: { id: string; store: { id: string; name: string }; reachedTo: string },
  now: Instant,
): Occasion {
  const path = paths.conversation('~');
  const name = named(store.name);
  return {
    kind: 'message',
    storeId: store.id,
    // Each step is an occasion of its own, so that it looks at its own people only.
    key: `guild-letter:${id}:${reachedTo}`,
    about: null,
    title: `${name} wrote to you`,
    path,
    mail: {
      subject: `A message from ${name}`,
      body: mailBody(letterhead, [
        `${name} wrote to you and other members, and waits to be read.`,
        letterhead.siteUrl + path,
      ]),
      dueAt: now + LATER_MS,
    },
  };
}
