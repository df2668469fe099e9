import { thinEventView } from '../../../../src/dev/payments/deliveries.ts';
import { PaymentsUnavailable } from '../../../../src/server/adapters/stripe/payments.ts';
import { webhookEventOf } from '../../../../src/server/adapters/stripe/webhook-event.ts';
import { receiveEvent } from '../../../../src/server/app/payment-events.ts';
import type { TestCommerce } from '../commerce.ts';

/** A story in which the payment provider is asked; the test lets each of its calls fail in each way. */
export interface Flow {
  name: string;
  /** Prepares, without a fault, what the story is about. */
  prepare(): Promise<Story>;
}

export interface Story {
  /** What people and the provider do, one after the other. Each step is repeated once where it could not reach the provider. */
  steps: readonly (() => Promise<unknown>)[];
  /** What must be true minutes later. */
  whole(): Promise<void>;
}

/**
 * Does what a person does who reads "try again": once more. The fault is over then, so it must succeed.
 * @throws the reason where it is no sentence for a person, or where it is still in the way.
 */
export async function tried(step: () => Promise<unknown>): Promise<void> {
  try {
    await step();
  } catch (reason) {
    if (!(reason instanceof PaymentsUnavailable)) throw reason;
    await step();
  }
}

/** A step that happens once, however often it is tried: something at the provider, or with a bank. */
export function once(happens: () => unknown): () => Promise<void> {
  let isOver = false;
  return async () => {
    if (isOver) return;
    isOver = true;
    await happens();
  };
}

let addresses = 0;

/** The same site at an address that the provider was never asked about: what it remembers of the other is of no use. */
export function atNewAddress(commerce: TestCommerce): TestCommerce {
  addresses += 1;
  return Object.create(commerce, { siteUrl: { value: `http://site-${addresses}.example` } });
}

/** The events of a story, each handled once and one after the other, as if every webhook arrived at the first try. */
export function eventsOf(commerce: TestCommerce) {
  const heard = new Set<string>();
  const { book } = commerce.standIn.simulator;
  const step = async (): Promise<void> => {
    for (;;) {
      const next = [...book.all('events'), ...book.all('notices')].reverse().find(({ id }) => !heard.has(id));
      if (!next) return;
      heard.add(next.id);
      const event = next.object === 'event' ? next : thinEventView(next);
      await receiveEvent(commerce, webhookEventOf(event as Parameters<typeof webhookEventOf>[0]));
    }
  };
  /** Forgets the events so far; nobody hears of them, and no later run asks for them. */
  const forget = (): void => {
    book.shelves.events.clear();
    book.shelves.notices.clear();
    book.shelves.deliveries.clear();
  };
  return { hear: step, forget };
}

export type StoryEvents = ReturnType<typeof eventsOf>;
