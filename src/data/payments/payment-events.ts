import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { EventSubject } from '../../domain/payments/event-subject.ts';
import { dateOf, instantOf, orAbsent } from '../kernel/fields.ts';
import { afterPlace, type ListPlace } from '../kernel/list-place.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import type { PaymentEventsRecord } from '../kernel/records.ts';
import { sql } from '../kernel/sql.ts';
import { transaction } from '../kernel/transaction.ts';

/** An event of the payment provider, stored until it is handled. */
export interface StoredEvent extends ListPlace {
  eventId: string;
  type: string;
  /** The provider's id of what the event is about. */
  subjectId: string;
  tries: number;
}

/** Saves an event before it is handled; a known event is left unchanged. */
export async function saveEvent(
  pb: PocketBase,
  event: { eventId: string; type: string; subject: EventSubject; at: Instant },
  now: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`INSERT OR IGNORE INTO payment_events (id, eventId, type, objectId, at, tries, handledAt, error, created, updated)
        VALUES (${NEW_ID_SQL}, {:eventId}, {:type}, {:objectId}, {:at}, 0, '', '', {:now}, {:now})`,
      {
        eventId: event.eventId,
        type: event.type,
        objectId: event.subject.id,
        at: dateOf(event.at),
        now: dateOf(now),
      },
    )
    .run();
}

/** Records that an event was handled, or why it failed. A failed event is retried. */
export async function recordEventOutcome(
  pb: PocketBase,
  eventId: string,
  outcome: { error: string | null },
  now: Instant,
): Promise<void> {
  await transaction(pb)
    .exec(
      sql`UPDATE payment_events SET tries = tries + 1, error = {:error}, updated = {:now},
          handledAt = CASE WHEN {:error} = '' THEN {:now} ELSE '' END
        WHERE eventId = {:eventId}`,
      { eventId, error: (outcome.error ?? '').slice(0, 500), now: dateOf(now) },
    )
    .run();
}

/** Events that are not handled yet, oldest first, from a place on. */
export async function pendingEvents(
  pb: PocketBase,
  after: ListPlace | null,
  limit: number,
): Promise<StoredEvent[]> {
  const list = await pb.collection('payment_events').getList<PaymentEventsRecord>(1, limit, {
    filter: `handledAt = '' && ${afterPlace(pb, 'created', after)}`,
    sort: 'created,id',
    skipTotal: true,
  });
  return list.items.map(({ id, created, eventId, type, objectId, tries }) => ({
    id,
    at: created,
    eventId,
    type,
    subjectId: objectId,
    tries,
  }));
}

/**
 * When the newest known event happened, by the provider's clock; null before the first.
 * @param except types that do not count
 */
export async function newestEventAt(pb: PocketBase, except: readonly string[]): Promise<Instant | null> {
  const list = await pb.collection('payment_events').getList<PaymentEventsRecord>(1, 1, {
    filter: except.map((type) => pb.filter('type != {:type}', { type })).join(' && '),
    sort: '-at',
    fields: 'at',
    skipTotal: true,
  });
  return instantOf(orAbsent(list.items[0]?.at ?? '') ?? '');
}
