import Stripe from 'stripe';
import type { Book, Row } from './book.ts';

/** What is done with webhooks: sent as they come, held back until released, or lost. */
export type DeliveryMode = 'send' | 'hold' | 'drop';

export interface Delivery {
  event: Row;
  tries: number;
  state: 'waiting' | 'held' | 'delivered' | 'dropped' | 'given up';
  status: number | null;
}

const TRIES = 12;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;

/** Signed webhooks with retries, and ways to make them late, doubled, out of order or lost. */
export class Deliveries {
  readonly list: Delivery[] = [];
  mode: DeliveryMode = 'send';
  readonly #book: Book;
  readonly #url: string;
  readonly #secret: string;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #running = new Set<Promise<void>>();
  #closed = false;

  constructor(book: Book, url: string, secret: string) {
    this.#book = book;
    this.#url = url;
    this.#secret = secret;
  }

  /** Books an event about an object as it is now, and lets it out according to the mode. */
  emit(type: string, object: Row): void {
    const event = this.#book.add('events', 'event', {
      type,
      api_version: '2026-10-28.endive',
      data: { object: structuredClone(object) },
      pending_webhooks: 1,
      request: null,
    });
    const state = this.mode === 'send' ? 'waiting' : this.mode === 'hold' ? 'held' : 'dropped';
    const delivery: Delivery = { event, tries: 0, state, status: null };
    this.list.push(delivery);
    if (state === 'waiting') this.#begin(delivery);
  }

  /** Lets held webhooks out one after the other, in the order given by their places (all, as they came, by default). */
  async release({ order, copies = 1 }: { order?: number[]; copies?: number } = {}): Promise<void> {
    const held = this.list.filter(({ state }) => state === 'held');
    const places = order ?? held.map((_, at) => at);
    for (let copy = 0; copy < copies; copy++) {
      for (const place of places) {
        const delivery = held[place];
        if (delivery) await this.#send(delivery);
      }
    }
  }

  /** Resolves when nothing is on its way. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
    await this.idle();
  }

  #begin(delivery: Delivery): void {
    const sending = this.#send(delivery).finally(() => this.#running.delete(sending));
    this.#running.add(sending);
  }

  async #send(delivery: Delivery): Promise<void> {
    if (this.#closed) return;
    delivery.tries++;
    const body = JSON.stringify(delivery.event);
    // Signed anew at every try, as the provider does: an old signature is refused.
    const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
      payload: body,
      secret: this.#secret,
    });
    delivery.status = await post(this.#url, body, signature);
    if (delivery.status >= 200 && delivery.status < 300) {
      delivery.state = 'delivered';
      return;
    }
    if (delivery.tries >= TRIES) {
      delivery.state = 'given up';
      return;
    }
    delivery.state = 'waiting';
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (delivery.tries - 1));
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#begin(delivery);
    }, wait);
    timer.unref();
    this.#timers.add(timer);
  }
}

async function post(url: string, body: string, signature: string): Promise<number> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
      signal: AbortSignal.timeout(20_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    // Nobody is there: as good as a refusal, and tried again.
    return 0;
  }
}
