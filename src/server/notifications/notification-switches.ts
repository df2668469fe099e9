import type PocketBase from 'pocketbase';
import {
  nameOfStore,
  type StoredSwitch,
  saveSwitch,
  switchesOf,
} from '../../data/notifications/notification-switches.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { Refusal } from '../../domain/kernel/refusal.ts';
import {
  type ChosenSwitch,
  SWITCH_REFUSAL_TEXTS,
  switchRefusal,
} from '../../domain/notifications/notification.ts';

/** Saves how a user is notified of a kind, in general or for one store. `not-found` where there is no such store. */
export async function chooseSwitch(
  pb: PocketBase,
  userId: string,
  choice: ChosenSwitch,
  now: Instant,
): Promise<{ chosen: StoredSwitch[] } | { refusal: Exclude<Refusal, 'changed-meanwhile'> }> {
  const refusal = switchRefusal(choice);
  if (refusal) return { refusal: { sentence: SWITCH_REFUSAL_TEXTS[refusal] } };
  if (choice.storeId !== null && (await nameOfStore(pb, choice.storeId)) === null)
    return { refusal: 'not-found' };
  await saveSwitch(pb, userId, choice, now);
  return { chosen: await switchesOf(pb, userId) };
}
