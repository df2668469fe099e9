import type PocketBase from 'pocketbase';
import {
  ANSWER_KEPT,
  type DeliveredEvent,
  type DeliveryState,
  eventsIn,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookDelivery,
  type WebhookEvent,
} from '../../domain/account/webhook.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { dateOf } from '../kernel/fields.ts';
import { ask, select } from '../kernel/query.ts';
import { newRecordId } from '../kernel/record-id.ts';
import { refusalOf } from '../kernel/refusal.ts';
import { from, type RowOf, shape } from '../kernel/shape.ts';
import { sql } from '../kernel/sql.ts';
import { tables } from '../kernel/tables.ts';
import { transaction } from '../kernel/transaction.ts';

const w = tables.webhooks.as('w');
const d = tables.webhookDeliveries.as('d');
const event = (stored: string) => stored as DeliveredEvent;

const WEBHOOK = shape({
  id: w.id,
  url: w.url,
  events: w.events.as(eventsIn),
  createdAt: w.created,
  oldSecretUntil: w.oldSecretUntil,
});

const DELIVERY = shape({
  id: d.id,
  event: d.event.as(event),
  state: d.state,
  tries: d.tries,
  nextAt: from({ state: d.state, at: d.sendAfter }, ({ state, at }) => (state === 'waiting' ? at : null)),
  status: d.status.orNull,
  answer: d.answer,
  createdAt: d.created,
});

const OF_DUE = {
  id: d.id,
  webhookId: d.webhook,
  storeId: w.store,
  url: w.url,
  secret: w.secret,
  /** '' where there is none. */
  oldSecret: w.oldSecret,
  oldSecretUntil: w.oldSecretUntil,
  event: d.event.as(event),
  subject: d.subject,
  /** '' before the first attempt. */
  payload: d.payload,
  tries: d.tries,
  queuedAt: d.queuedAt,
  createdAt: d.created,
};
const DUE = shape(OF_DUE);

/** A message that is due, and what it is signed with. */
export type DueDelivery = RowOf<typeof OF_DUE>;

/** The addresses of a store, and the log of what was sent to them. */

/** The addresses of a store, the oldest first. */
export async function webhooksOf(pb: PocketBase, storeId: string): Promise<Webhook[]> {
  const [rows] = await ask(
    pb,
    select(
      WEBHOOK,
      sql`SELECT ${WEBHOOK} FROM webhooks w WHERE w.store = {:storeId} ORDER BY w.created, w.id`,
      { storeId },
    ),
  );
  return rows;
}

/** Stores an address. False where the store has as many as it may have. */
export async function addWebhook(
  pb: PocketBase,
  webhook: { id: string; storeId: string; url: string; events: readonly WebhookEvent[]; secret: string },
  now: Instant,
): Promise<boolean> {
  const { id, storeId, url, events, secret } = webhook;
  const steps = transaction(pb).exec(
    sql`INSERT INTO webhooks (id, store, url, events, secret, oldSecret, oldSecretUntil, created, updated)
      SELECT {:id}, {:storeId}, {:url}, {:events}, {:secret}, '', '', {:now}, {:now}
      WHERE (SELECT count(*) FROM webhooks WHERE store = {:storeId}) < {:most}`,
    { ...{ id, storeId, url, secret, most: WEBHOOKS_MAX }, events: events.join(' '), now: dateOf(now) },
    { expect: 1, else: 'too-many' },
  );
  return (await refusalOf(steps, ['too-many'])) === null;
}

/** Replaces a secret; the old one signs, too, until `oldUntil`. False where the store has no such address. */
export async function replaceSecret(
  pb: PocketBase,
  { id, storeId, secret, oldUntil }: { id: string; storeId: string; secret: string; oldUntil: Instant },
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb);
  const changed = steps.count(
    sql`UPDATE webhooks SET oldSecret = secret, oldSecretUntil = {:oldUntil}, secret = {:secret}, updated = {:now}
      WHERE id = {:id} AND store = {:storeId}`,
    { id, storeId, secret, oldUntil: dateOf(oldUntil), now: dateOf(now) },
  );
  await steps.run();
  return changed.rows === 1;
}

/** Deletes an address with its log. False where the store has no such address. */
export async function deleteWebhook(pb: PocketBase, storeId: string, id: string): Promise<boolean> {
  const steps = transaction(pb);
  const ofStore = { id, storeId };
  steps.exec(
    sql`DELETE FROM webhook_deliveries WHERE webhook = (SELECT id FROM webhooks WHERE id = {:id} AND store = {:storeId})`,
    ofStore,
  );
  const deleted = steps.count(sql`DELETE FROM webhooks WHERE id = {:id} AND store = {:storeId}`, ofStore);
  await steps.run();
  return deleted.rows === 1;
}

/** Queues a message by which a seller tries their address. False where the store has no such address. */
export async function queueTest(pb: PocketBase, storeId: string, id: string, now: Instant): Promise<boolean> {
  const steps = transaction(pb);
  const queued = steps.count(
    sql`INSERT INTO webhook_deliveries (id, webhook, event, subject, payload, state, tries, queuedAt, sendAfter, status,
        answer, created, updated)
      SELECT {:delivery}, id, 'test', '', '', 'waiting', 0, {:now}, {:now}, 0, '', {:now}, {:now}
      FROM webhooks WHERE id = {:id} AND store = {:storeId}`,
    { delivery: newRecordId(), id, storeId, now: dateOf(now) },
  );
  await steps.run();
  return queued.rows === 1;
}

/** Queues a message again, as it was. False where the store has no such message, or it waits already. */
export async function queueAgain(
  pb: PocketBase,
  storeId: string,
  deliveryId: string,
  now: Instant,
): Promise<boolean> {
  const steps = transaction(pb);
  const queued = steps.count(
    sql`UPDATE webhook_deliveries SET state = 'waiting', tries = 0, queuedAt = {:now}, sendAfter = {:now}, updated = {:now}
      WHERE id = {:deliveryId} AND state <> 'waiting'
        AND webhook IN (SELECT id FROM webhooks WHERE store = {:storeId})`,
    { deliveryId, storeId, now: dateOf(now) },
  );
  await steps.run();
  return queued.rows === 1;
}

/** Later than any message. */
const NEWEST = { at: 253_402_300_799_999, id: '' };

/** Messages to an address of the store, the newest first, behind one of them. */
export async function deliveriesOf(
  pb: PocketBase,
  storeId: string,
  {
    webhookId,
    after,
    limit,
  }: { webhookId: string; after: { at: Instant; id: string } | null; limit: number },
): Promise<WebhookDelivery[]> {
  const { at, id } = after ?? NEWEST;
  const [rows] = await ask(
    pb,
    select(
      DELIVERY,
      sql`SELECT ${DELIVERY}
        FROM webhooks w CROSS JOIN webhook_deliveries d ON d.webhook = w.id
        WHERE w.id = {:webhookId} AND w.store = {:storeId} AND (d.created, d.id) < ({:at}, {:id})
        ORDER BY d.created DESC, d.id DESC LIMIT {:limit}`,
      { webhookId, storeId, at: dateOf(at), id, limit },
    ),
  );
  return rows;
}

/**
 * Messages that are due: at most ten for each address, the oldest first, so that none waits for another's receiver. Those of a
 * store that is suspended, or whose owner is, wait until the suspension ends.
 */
export async function dueDeliveries(pb: PocketBase, now: Instant): Promise<DueDelivery[]> {
  const [rows] = await ask(
    pb,
    select(
      DUE,
      sql`SELECT ${DUE}
        FROM (SELECT id, row_number() OVER (PARTITION BY webhook ORDER BY sendAfter, id) AS place
          FROM webhook_deliveries INDEXED BY webhook_deliveries_due WHERE state = 'waiting' AND sendAfter > '' AND sendAfter <= {:now}) due
        CROSS JOIN webhook_deliveries d ON d.id = due.id CROSS JOIN webhooks w ON w.id = d.webhook
        CROSS JOIN stores s ON s.id = w.store CROSS JOIN users u ON u.id = s.owner
        WHERE due.place <= 10 AND s.state <> 'suspended' AND u.suspended = FALSE ORDER BY d.sendAfter, d.id LIMIT 500`,
      { now: dateOf(now) },
    ),
  );
  return rows;
}

/** Takes a message for one attempt, with its text; no other process takes it before `until`. False if one has it. */
export async function claimDelivery(
  pb: PocketBase,
  { id, tries }: Pick<DueDelivery, 'id' | 'tries'>,
  payload: string,
  { now, until }: { now: Instant; until: Instant },
): Promise<boolean> {
  const steps = transaction(pb);
  const claimed = steps.count(
    sql`UPDATE webhook_deliveries SET payload = {:payload}, tries = tries + 1, sendAfter = {:until}, updated = {:now}
      WHERE id = {:id} AND state = 'waiting' AND tries = {:tries} AND sendAfter <= {:now}`,
    { id, tries, payload, until: dateOf(until), now: dateOf(now) },
  );
  await steps.run();
  return claimed.rows === 1;
}

/** Records how an attempt ended. @param nextAt when it is tried again; null where it is not */
export async function recordAttempt(
  pb: PocketBase,
  id: string,
  outcome: { state: DeliveryState; status: number; answer: string; nextAt: Instant | null },
  now: Instant,
): Promise<void> {
  const { state, status, answer, nextAt } = outcome;
  await transaction(pb)
    .exec(
      sql`UPDATE webhook_deliveries SET state = {:state}, status = {:status}, answer = {:answer}, sendAfter = {:nextAt},
        updated = {:now} WHERE id = {:id}`,
      { id, state, status, answer: answer.slice(0, ANSWER_KEPT), nextAt: dateOf(nextAt), now: dateOf(now) },
    )
    .run();
}

/** Deletes messages that were queued before a moment; at most a thousand at a time. */
export async function deleteDeliveries(pb: PocketBase, before: Instant): Promise<void> {
  await transaction(pb)
    .exec(
      sql`DELETE FROM webhook_deliveries WHERE id IN
        (SELECT id FROM webhook_deliveries WHERE created < {:before} ORDER BY created LIMIT 1000)`,
      { before: dateOf(before) },
    )
    .run();
}
