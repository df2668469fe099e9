import type PocketBase from 'pocketbase';
import type { Instant } from '../../domain/kernel/instant.ts';
import type { EventSubject } from '../../domain/payments/event-subject.ts';
import { dateOf } from '../kernel/fields.ts';
import type { ListPlace } from '../kernel/list-place.ts';
import { ask, first, select } from '../kernel/query.ts';
import { NEW_ID_SQL } from '../kernel/record-id.ts';
import { type RowOf, shape, value } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { text } from '../kernel/table.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const e = tables.paymentEvents.as('e');

const OF_EVENT = {
  id: e.id,
  /** When it was stored, as a place in a list has it. */
  at: value(sql`e.created`, text),
  eventId: e.eventId,
  type: e.type,
  /** The provider's id of what the event is about. */
  subjectId: e.objectId,
  tries: e.tries,
};
const EVENT = shape(OF_EVENT);
const HAPPENED = shape({ at: e.at });

/** An event of the payment provider, stored until it is handled. */
export type StoredEvent = RowOf<typeof OF_EVENT>;

/** An event as it arrives: `subject` is what it is about. */
export interface ArrivedEvent {
  eventId: string;
  type: string;
  subject: EventSubject;
  at: Instant;
}

/** Events that are saved in one statement. */
const EVENTS_AT_ONCE = 500;

/** Saves events before they are handled; known ones are left unchanged. */
export async function saveEvents(
  pb: PocketBase,
  events: readonly ArrivedEvent[],
  now: Instant,
): Promise<void> {
  for (let from = 0; from < events.length; from += EVENTS_AT_ONCE) {
    const rows = events
      .slice(from, from + EVENTS_AT_ONCE)
      .map(({ eventId, type, subject, at }) => ({ eventId, type, objectId: subject.id, at: dateOf(at) }));
    await transaction(pb)
      .exec(
        sql`INSERT OR IGNORE INTO payment_events (id, eventId, type, objectId, at, tries, handledAt, error, created, updated)
          SELECT ${NEW_ID_SQL}, value ->> '$.eventId', value ->> '$.type', value ->> '$.objectId', value ->> '$.at', 0, '', '',
            {:now}, {:now} FROM json_each({:rows})`,
        { rows: JSON.stringify(rows), now: dateOf(now) },
      )
      .run();
  }
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
  const [events] = await ask(
    pb,
    select(
      EVENT,
      sql`SELECT ${EVENT} FROM payment_events e WHERE e.handledAt = '' AND (e.created, e.id) > ({:at}, {:id})
        ORDER BY e.created, e.id LIMIT {:limit}`,
      { at: after?.at ?? '', id: after?.id ?? '', limit },
    ),
  );
  return events;
}

/**
 * When the newest known event happened, by the provider's clock; null before the first.
 * @param except types that do not count
 */
export async function newestEventAt(pb: PocketBase, except: readonly string[]): Promise<Instant | null> {
  const newest = await first(
    pb,
    select(
      HAPPENED,
      sql`SELECT ${HAPPENED} FROM payment_events e
        WHERE e.type NOT IN (SELECT value FROM json_each({:except})) ORDER BY e.at DESC LIMIT 1`,
      { except },
    ),
  );
  return newest?.at ?? null;
}
