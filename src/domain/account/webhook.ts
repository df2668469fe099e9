import type { Instant } from '../kernel/instant.ts';

/** Webhooks: what happens in a store is told to an address of its seller, signed, and again until it was heard. */

/** What a seller may be told, and how their page names it. */
export const WEBHOOK_EVENTS = {
  sale: 'A sale, also of a free model or of one that you have a part of',
  refund: 'A refund',
  'member.joined': 'Somebody joins the guild',
  'member.left': 'Somebody leaves the guild',
  review: 'A review',
  question: 'A question or a comment',
} as const;
export type WebhookEvent = keyof typeof WEBHOOK_EVENTS;
export const WEBHOOK_EVENT_NAMES = Object.keys(WEBHOOK_EVENTS) as [WebhookEvent, ...WebhookEvent[]];
/** Besides them, what a seller sends to try their address. */
export type DeliveredEvent = WebhookEvent | 'test';

/** The most addresses of a store. */
export const WEBHOOKS_MAX = 5;
export const WEBHOOK_URL_MAX = 500;
/** How long the old secret still signs, too, after it was replaced, in ms. */
export const OLD_SECRET_MS = 86_400_000;
/** How long deliveries are kept, in ms. */
export const DELIVERIES_KEPT_MS = 30 * 86_400_000;
/** What is kept of an answer, in characters. */
export const ANSWER_KEPT = 1000;

/** An address, as its seller sees it. */
export interface Webhook {
  id: string;
  url: string;
  events: WebhookEvent[];
  createdAt: Instant;
  /** Until when the secret before this one still signs, too; null where none does. */
  oldSecretUntil: Instant | null;
}

export const DELIVERY_STATES = ['waiting', 'delivered', 'given-up'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One message to one address. */
export interface WebhookDelivery {
  id: string;
  event: DeliveredEvent;
  state: DeliveryState;
  /** Attempts since it was queued, or sent again by hand. */
  tries: number;
  /** When the next attempt is due, while it waits. */
  nextAt: Instant | null;
  /** The status of the last answer; null where none came. */
  status: number | null;
  /** The beginning of the last answer, or why there was none. */
  answer: string;
  createdAt: Instant;
}

/** Why an address cannot be used, as a sentence, or null. Where it leads is looked at with each message. */
export function webhookUrlRefusal(url: string): string | null {
  if (url.length > WEBHOOK_URL_MAX) return `Use at most ${WEBHOOK_URL_MAX} characters.`;
  const [, userInfo, host = ''] = /^https:\/\/([^/?#@]*@)?([^/?#@\s]+)(?:[/?#]\S*)?$/i.exec(url) ?? [];
  if (host === '') return 'Enter a full address that starts with https://';
  if (userInfo !== undefined)
    return 'Leave out the name and password in the address; each message is signed.';
  return /^localhost(:\d+)?$/i.test(host) ? 'Enter an address that can be reached from the internet.' : null;
}

/** Why a new address is refused, by field. */
export function webhookRefusals({ url, events }: { url: string; events: readonly WebhookEvent[] }): {
  url?: string;
  events?: string;
} {
  const address = webhookUrlRefusal(url);
  return {
    ...(address ? { url: address } : {}),
    ...(events.length === 0 ? { events: 'Choose at least one event.' } : {}),
  };
}

/** The known events in a stored text. */
export function eventsIn(stored: string): WebhookEvent[] {
  const names = stored.split(' ');
  return WEBHOOK_EVENT_NAMES.filter((event) => names.includes(event));
}

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 3_600_000;
/** How long a message is tried, in ms. */
export const WEBHOOK_PATIENCE_MS = 86_400_000;

/**
 * When a message that was not accepted is tried again: after a minute, then twice as long each time, at most an hour; null
 * gives it up.
 * @param tries so far, at least 1
 */
export function nextAttempt(queuedAt: Instant, tries: number, now: Instant): Instant | null {
  const at = now + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries - 1, 20));
  return at - queuedAt > WEBHOOK_PATIENCE_MS ? null : at;
}

/** Whether a receiver has accepted a message: any answer of success. A redirect is none. */
export const isAccepted = (status: number): boolean => status >= 200 && status < 300;
