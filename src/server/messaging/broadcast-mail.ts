import type { Occasion } from '../../data/notifications/notifications.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { paths } from '../../paths.ts';
import { action, type Letterhead, mailText, oneLineName } from '../notifications/mail-layout.ts';

/** Delay of bulk mail behind mail that a user is waiting for, in ms. */
const LATER_MS = 60_000;

/** The notification and mail about a broadcast. `~` in the path stands for each member's own conversation. */
export function broadcastMail(
  letterhead: Letterhead,
  { id, store, reachedTo }: { id: string; store: { id: string; name: string }; reachedTo: string },
  now: Instant,
): Occasion {
  const path = paths.conversation('~');
  const name = oneLineName(store.name);
  return {
    kind: 'message',
    storeId: store.id,
    // Each step has its own key, so that it notifies only its own members.
    key: `guild-letter:${id}:${reachedTo}`,
    about: null,
    title: `${name} wrote to you`,
    path,
    mail: {
      subject: `A message from ${name}`,
      ...mailText(letterhead, [
        `${name} sent a message to you and other members.`,
        action(letterhead, '', 'Read the message', path),
      ]),
      dueAt: now + LATER_MS,
    },
  };
}
