import Stripe from 'stripe';
import { viewOf } from './api/view.ts';
import type { Book, ProviderObject } from './book.ts';
import { completed } from './shapes/answers.ts';
import { eventObject } from './shapes/table.ts';

/** How webhooks are delivered: sent at once, held until released, or dropped. */
export type DeliveryMode = 'send' | 'hold' | 'drop';
export const DELIVERY_MODES: readonly DeliveryMode[] = ['send', 'hold', 'drop'];

/** A webhook endpoint and its signing secret. */
export interface Listener {
  url: string;
  secret: string;
  /** The types of events it is subscribed to; all of them where it does not say. */
  events?: readonly string[];
}

/** The endpoints for the marketplace's own account, for sellers' accounts, and for thin events of accounts. */
export interface EventEndpoints {
  hall: Listener;
  sellers: Listener | null;
  accounts: Listener | null;
}

/** The delivery of one event to one listener. */
export type EventDelivery = ProviderObject & {
  event: string;
  type: string;
  listener: keyof EventEndpoints;
  tries: number;
  state: 'waiting' | 'held' | 'delivered' | 'dropped' | 'given up';
  /** The HTTP status of the last answer; 0 where there was none, null before the first try. */
  status: number | null;
};

const TRIES = 12;
const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
const REQUEST_TIMEOUT_MS = 20_000;
/** How long closing waits for running deliveries. */
const CLOSE_TIMEOUT_MS = 2_000;

/** Signed webhooks with retries, which can be delayed, duplicated, reordered or dropped. */
export class Deliveries {
  mode: DeliveryMode = 'send';
  readonly #book: Book;
  readonly #listeners: EventEndpoints;
  readonly #firstWaitMs: number;
  readonly #timers = new Map<EventDelivery, NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #closed = false;

  /** @param firstWaitMs the delay of the second try; each further one waits twice as long */
  constructor(book: Book, listeners: EventEndpoints, firstWaitMs = FIRST_WAIT_MS) {
    this.#book = book;
    this.#listeners = listeners;
    this.#firstWaitMs = firstWaitMs;
  }

  /** Oldest first. */
  get list(): EventDelivery[] {
    return [...this.#book.shelves.deliveries.values()] as EventDelivery[];
  }

  /** Stores an event with the object's current state and delivers it according to the mode. */
  emit(type: string, object: ProviderObject, account?: string): void {
    const listener = account === undefined ? 'hall' : 'sellers';
    const event = this.#book.add('events', 'event', {
      type,
      api_version: Stripe.API_VERSION,
      data: { object: eventView(type, object) },
      pending_webhooks: this.#listeners[listener] ? 1 : 0,
      request: { id: null, idempotency_key: null },
      ...(account === undefined ? {} : { account }),
    });
    this.#dispatch(event, listener);
  }

  /** Stores and delivers a thin event: only its type and the account. */
  notify(type: string, account: ProviderObject): void {
    const notice = this.#book.add('notices', 'v2.core.event', {
      type,
      related_object: { id: account.id, type: account.object, url: `/v2/core/accounts/${account.id}` },
    });
    this.#dispatch(notice, 'accounts');
  }

  #dispatch(event: ProviderObject, listener: keyof EventEndpoints): void {
    const subscribed = this.#listeners[listener];
    if (!subscribed || subscribed.events?.includes(String(event['type'])) === false) return;
    const state = this.mode === 'send' ? 'waiting' : this.mode === 'hold' ? 'held' : 'dropped';
    const fields = { event: event.id, type: event['type'], listener, tries: 0, state, status: null };
    const delivery = this.#book.add('deliveries', 'delivery', fields) as EventDelivery;
    if (state === 'waiting') void this.#begin(delivery);
  }

  /** Continues the deliveries that were waiting when the stand-in was closed. */
  resume(): void {
    for (const delivery of this.list) if (delivery.state === 'waiting') void this.#begin(delivery);
  }

  /**
   * Sends held webhooks one after the other: in order, reversed, or in the order of the given indices; several copies are
   * sent in rounds. Resolves when each was tried once.
   */
  async release(
    release: { order?: readonly number[]; reversed?: boolean; copies?: number } = {},
  ): Promise<void> {
    const held = this.list.filter(({ state }) => state === 'held');
    const places = [...(release.order ?? held.keys())];
    if (release.reversed) places.reverse();
    for (let copy = 0; copy < (release.copies ?? 1); copy++) {
      for (const place of places) {
        const delivery = held[place];
        if (delivery) await this.#begin(delivery);
      }
    }
  }

  /** Sends a delivery now, in any state. False where there is none with this id. */
  async send(id: string): Promise<boolean> {
    const delivery = this.#book.find('deliveries', id) as EventDelivery | undefined;
    if (delivery) await this.#begin(delivery);
    return delivery !== undefined;
  }

  /** Drops a delivery that is held or waiting. False where there is none with this id. */
  drop(id: string): boolean {
    const delivery = this.#book.find('deliveries', id) as EventDelivery | undefined;
    if (!delivery) return false;
    this.#unschedule(delivery);
    if (delivery.state !== 'delivered') this.#book.change(delivery, { state: 'dropped' });
    return true;
  }

  /** Resolves when no delivery is running; deliveries waiting for a retry do not count. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Resolves when none is running and none waits for a retry: what was refused is sent again at once, until it is given up. */
  async settled(): Promise<void> {
    for (;;) {
      await this.idle();
      const refused = [...this.#timers.keys()];
      if (refused.length === 0) return;
      for (const delivery of refused) void this.#begin(delivery);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const delivery of this.#timers.keys()) this.#unschedule(delivery);
    const timeout = setTimeout(() => this.#closing.abort(), CLOSE_TIMEOUT_MS);
    await this.idle();
    clearTimeout(timeout);
  }

  #begin(delivery: EventDelivery): Promise<void> {
    this.#unschedule(delivery);
    if (this.#closed) return Promise.resolve();
    const sending = this.#try(delivery).finally(() => this.#running.delete(sending));
    this.#running.add(sending);
    return sending;
  }

  async #try(delivery: EventDelivery): Promise<void> {
    const listener = this.#listeners[delivery.listener];
    const event = this.#book.find('events', delivery.event) ?? this.#book.find('notices', delivery.event);
    if (!listener || !event) {
      this.#book.change(delivery, { state: 'given up' });
      return;
    }
    this.#book.change(delivery, { tries: delivery.tries + 1 });
    const body = JSON.stringify(event.object === 'event' ? event : thinEventView(event));
    // Signed again at every try, as the provider does: an old signature is refused.
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload: body,
      secret: listener.secret,
    });
    const status = await this.#post(listener.url, body, signature);
    if (status >= 200 && status < 300) {
      this.#book.change(delivery, { status, state: 'delivered' });
      this.#book.change(event, { pending_webhooks: 0 });
      return;
    }
    const state = delivery.tries >= TRIES ? 'given up' : 'waiting';
    this.#book.change(delivery, { status, state });
    if (state === 'waiting') this.#schedule(delivery);
  }

  #schedule(delivery: EventDelivery): void {
    if (this.#closed) return;
    this.#unschedule(delivery);
    const wait = Math.min(MAX_WAIT_MS, this.#firstWaitMs * 2 ** (delivery.tries - 1));
    this.#timers.set(delivery, setTimeout(() => void this.#begin(delivery), wait).unref());
  }

  #unschedule(delivery: EventDelivery): void {
    clearTimeout(this.#timers.get(delivery));
    this.#timers.delete(delivery);
  }

  async #post(url: string, body: string, signature: string): Promise<number> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': signature },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      // No answer: retried like a refusal.
      return 0;
    }
  }
}

/** The object of an event, as the SDK's type of that event declares it. */
function eventView(type: string, object: ProviderObject): unknown {
  const shape = eventObject(type);
  if (!shape) throw new Error(`The provider has no event ${type}.`);
  return completed(shape, viewOf(object), type);
}

/** A thin event as the API shows it, with its time as text. */
export function thinEventView(notice: ProviderObject): unknown {
  return { ...viewOf(notice), created: new Date(notice.created * 1000).toISOString() };
}
