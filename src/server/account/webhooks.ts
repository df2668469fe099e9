import { createHmac, randomBytes } from 'node:crypto';
import type PocketBase from 'pocketbase';
import { eventData } from '../../data/account/webhook-events.ts';
import {
  addWebhook,
  claimDelivery,
  type DueDelivery,
  deleteDeliveries,
  dueDeliveries,
  recordAttempt,
  replaceSecret,
} from '../../data/account/webhooks.ts';
import { newRecordId } from '../../data/kernel/record-id.ts';
import {
  DELIVERIES_KEPT_MS,
  isAccepted,
  nextAttempt,
  OLD_SECRET_MS,
  type Webhook,
  type WebhookEvent,
} from '../../domain/account/webhook.ts';
import type { Instant } from '../../domain/kernel/instant.ts';
import { OutgoingFailed, type OutgoingRequests } from '../adapters/outgoing/outgoing.ts';
import { openPeriodicJob, type PeriodicJob } from '../jobs/periodic-job.ts';

export interface WebhookParts {
  pb: PocketBase;
  outgoing: OutgoingRequests;
  now(): Instant;
  onError(reason: unknown): void;
}

const EVERY_MS = 15_000;
/** Longer than an attempt takes, with the wait for its look-up; after that another process may try. In ms. */
const CLAIM_MS = 60_000;
/** Receivers that are called at once. */
const AT_ONCE = 8;

const SECRET_PREFIX = 'whsec_';
/** In the form of Standard Webhooks, whose libraries read the key from it: plain base64 behind the prefix. */
const newSecret = () => SECRET_PREFIX + randomBytes(32).toString('base64');

/** Makes an address of a store; its rule was asked before. Null where the store has as many as it may have. */
export async function makeWebhook(
  pb: PocketBase,
  { storeId, url, events }: { storeId: string; url: string; events: readonly WebhookEvent[] },
  now: Instant,
): Promise<{ webhook: Webhook; secret: string } | null> {
  const id = newRecordId();
  const secret = newSecret();
  const wanted = [...new Set(events)];
  if (!(await addWebhook(pb, { id, storeId, url, events: wanted, secret }, now))) return null;
  return { webhook: { id, url, events: wanted, createdAt: now, oldSecretUntil: null }, secret };
}

/** Gives an address another secret; for a day both sign. Null where the store has no such address. */
export async function renewSecret(
  pb: PocketBase,
  { storeId, id }: { storeId: string; id: string },
  now: Instant,
): Promise<{ secret: string; oldSecretUntil: Instant } | null> {
  const secret = newSecret();
  const oldUntil = now + OLD_SECRET_MS;
  return (await replaceSecret(pb, { id, storeId, secret, oldUntil }, now))
    ? { secret, oldSecretUntil: oldUntil }
    : null;
}

/** The header by which a receiver knows that a message is ours and new: a moment in s, and HMAC-SHA-256 of it and the text. */
export function signature(secrets: readonly string[], body: string, now: Instant): string {
  const at = Math.floor(now / 1000);
  const signed = secrets.map((secret) => createHmac('sha256', secret).update(`${at}.${body}`).digest('hex'));
  return [`t=${at}`, ...signed.map((hex) => `v1=${hex}`)].join(',');
}

/**
 * The same by the rules of Standard Webhooks (https://www.standardwebhooks.com), for receivers that check with one of its
 * libraries: the key is what the secret writes in base64.
 */
export function standardHeaders(
  secrets: readonly string[],
  id: string,
  body: string,
  now: Instant,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const at = String(Math.floor(now / 1000));
  const signed = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signed.join(' ') };
}

/**
 * Sends what is due. An address whose receiver fails gets one attempt in each run, so that it holds up nobody. A message is
 * claimed before it is sent; after a crash it is sent again, with the same id.
 */
export async function sendDeliveries(parts: WebhookParts): Promise<void> {
  const due = await dueDeliveries(parts.pb, parts.now());
  const lines = [...Map.groupBy(due, ({ webhookId }) => webhookId).values()];
  const worker = async () => {
    for (let line = lines.shift(); line; line = lines.shift())
      for (const delivery of line) if (!(await attempt(parts, delivery))) break;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await deleteDeliveries(parts.pb, parts.now() - DELIVERIES_KEPT_MS);
}

/** One attempt. Whether the receiver accepted it, or it needs none. */
async function attempt(parts: WebhookParts, delivery: DueDelivery): Promise<boolean> {
  const { pb, outgoing } = parts;
  const { id, storeId, url, secret, oldSecret, oldSecretUntil, queuedAt } = delivery;
  const startedAt = parts.now();
  const body = delivery.payload === '' ? await payloadOf(pb, delivery) : delivery.payload;
  if (body === null) {
    await recordAttempt(pb, id, { ...GONE, nextAt: null }, startedAt);
    return true;
  }
  const until = startedAt + CLAIM_MS;
  if (!(await claimDelivery(pb, delivery, body, { now: startedAt, until }))) return true;
  const hasOld = oldSecretUntil !== null && startedAt < oldSecretUntil;
  const secrets = hasOld ? [secret, oldSecret] : [secret];
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Guildhall-Webhooks/1',
    'guildhall-event': delivery.event,
    'guildhall-delivery': id,
    'guildhall-signature': signature(secrets, body, startedAt),
    ...standardHeaders(secrets, id, body, startedAt),
  };
  const { status, answer } = await outgoing.post(url, { headers, body, share: storeId }).then(
    ({ status, text }) => ({ status, answer: text }),
    (reason: unknown) => {
      if (!(reason instanceof OutgoingFailed)) parts.onError(reason);
      const said = reason instanceof OutgoingFailed ? reason.message : 'Something went wrong while sending.';
      return { status: 0, answer: said };
    },
  );
  const now = parts.now();
  const accepted = isAccepted(status);
  const nextAt = accepted ? null : nextAttempt(queuedAt, delivery.tries + 1, now);
  const state = accepted ? 'delivered' : nextAt === null ? 'given-up' : 'waiting';
  await recordAttempt(pb, id, { state, status, answer, nextAt }, now);
  return accepted;
}

const GONE = { state: 'given-up', status: 0, answer: 'What it was about is gone.' } as const;

/** The text of a message, the same in every attempt; null where what it is about is gone. */
async function payloadOf(pb: PocketBase, delivery: DueDelivery): Promise<string | null> {
  const { id, event, webhookId, subject, createdAt } = delivery;
  const data = event === 'test' ? {} : await eventData(pb, event, { subject, webhookId });
  if (data === null) return null;
  return JSON.stringify({ id, event, createdAt: new Date(createdAt).toISOString(), data });
}

/** Opens the job that sends messages to sellers' addresses. */
export function openWebhooks(parts: WebhookParts): PeriodicJob {
  return openPeriodicJob(() => sendDeliveries(parts), EVERY_MS, parts.onError);
}
