import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import { deskTransaction, withDeed } from '../identity/roles.ts';
import type { Actor } from '../kernel/actor.ts';

/**
 * Writes into the audit log that somebody at the desk opens what is about one person, before they see it: the privacy page
 * promises that. Lists and searches are not written down.
 * @param detail which part of it; "" for its first page
 */
export async function noteReading(
  pb: PocketBase,
  reader: Actor,
  read: {
    deed: 'people.read' | 'orders.read';
    collection: 'users' | 'orders';
    record: string;
    detail: string;
  },
  now: Instant,
): Promise<void> {
  await withDeed(deskTransaction(pb, reader), read, now).run();
}
