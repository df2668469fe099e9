import type { Instant } from '../kernel/instant.ts';

/**
 * A message on its way from a browser: `written → sending → confirmed by the server`. Without an answer it is `written`
 * again and keeps its place. A refused message is `failed` until its writer sends it again or discards it.
 */
export interface Outgoing<Content> {
  /** Idempotency key. The server stores a key once, so that a retry creates no duplicate. */
  key: string;
  content: Content;
  writtenAt: Instant;
  state: 'written' | 'sending' | 'failed';
  /** How often it was sent without an answer. */
  tries: number;
  /** Why the server refused it, as a sentence; null unless it failed. */
  refusal: string | null;
}

/** A message the server has stored. `number` is its place, without gaps; `key` is "" for messages of others. */
export interface SentMessage {
  id: string;
  key: string;
  number: number;
}

/** A conversation as one browser knows it: stored messages, oldest first, then those the server does not have yet. */
export interface Exchange<Message extends SentMessage, Content> {
  sent: readonly Message[];
  outgoing: readonly Outgoing<Content>[];
}

/** Adds messages from the server, in any order. Messages that arrived there are removed from `outgoing`. */
export function withReceived<M extends SentMessage, C>(
  { sent, outgoing }: Exchange<M, C>,
  page: readonly M[],
): Exchange<M, C> {
  const byId = new Map(sent.map((message) => [message.id, message]));
  for (const message of page) byId.set(message.id, message);
  const keys = new Set(page.map(({ key }) => key));
  return {
    sent: [...byId.values()].sort((a, b) => a.number - b.number),
    outgoing: outgoing.filter(({ key }) => !keys.has(key)),
  };
}

/** Whether no message is missing between the known ones and a page of newer ones. */
export function isContiguous(known: readonly SentMessage[], page: readonly SentMessage[]): boolean {
  const [last, first] = [known.at(-1), page[0]];
  return !last || !first || first.number <= last.number + 1;
}

/** Adds a message as the newest. A key that is known already changes nothing. */
export function withWritten<M extends SentMessage, C>(
  exchange: Exchange<M, C>,
  { key, content, writtenAt }: Pick<Outgoing<C>, 'key' | 'content' | 'writtenAt'>,
): Exchange<M, C> {
  const { sent, outgoing } = exchange;
  if ([...sent, ...outgoing].some((known) => known.key === key)) return exchange;
  const added = { key, content, writtenAt, state: 'written', tries: 0, refusal: null } as const;
  return { sent, outgoing: [...outgoing, added] };
}

/**
 * The next message to send, or null. One at a time, in the order written: each waits until the server has accepted or
 * refused the one before.
 */
export function nextToSend<M extends SentMessage, C>({ outgoing }: Exchange<M, C>): Outgoing<C> | null {
  const first = outgoing.find(({ state }) => state !== 'failed');
  return first?.state === 'written' ? first : null;
}

export function markSending<M extends SentMessage, C>(exchange: Exchange<M, C>, key: string): Exchange<M, C> {
  return changed(exchange, key, (one) => (one.state === 'written' ? { ...one, state: 'sending' } : one));
}

/** No answer came, so it may or may not have arrived. It keeps its place and is sent again under the same key. */
export function markUnanswered<M extends SentMessage, C>(
  exchange: Exchange<M, C>,
  key: string,
): Exchange<M, C> {
  return changed(exchange, key, (one) =>
    one.state === 'sending' ? { ...one, state: 'written', tries: one.tries + 1 } : one,
  );
}

/** The server refused the message. Later messages are still sent. */
export function markRefused<M extends SentMessage, C>(
  exchange: Exchange<M, C>,
  key: string,
  refusal: string,
): Exchange<M, C> {
  return changed(exchange, key, (one) => ({ ...one, state: 'failed', refusal }));
}

/** Sends a failed message again; it becomes the newest. */
export function retryFailed<M extends SentMessage, C>(exchange: Exchange<M, C>, key: string): Exchange<M, C> {
  const failed = exchange.outgoing.find((one) => one.key === key && one.state === 'failed');
  if (!failed) return exchange;
  const others = exchange.outgoing.filter((one) => one !== failed);
  return {
    sent: exchange.sent,
    outgoing: [...others, { ...failed, state: 'written', tries: 0, refusal: null }],
  };
}

/** Discards an unsent message. One that is being sent cannot be discarded: it may have arrived. */
export function withoutDiscarded<M extends SentMessage, C>(
  exchange: Exchange<M, C>,
  key: string,
): Exchange<M, C> {
  const outgoing = exchange.outgoing.filter((one) => one.key !== key || one.state === 'sending');
  return { sent: exchange.sent, outgoing };
}

function changed<M extends SentMessage, C>(
  { sent, outgoing }: Exchange<M, C>,
  key: string,
  change: (one: Outgoing<C>) => Outgoing<C>,
): Exchange<M, C> {
  return { sent, outgoing: outgoing.map((one) => (one.key === key ? change(one) : one)) };
}

/** The wait before the next attempt after `tries` failed ones, in ms: 1 s, doubled each time up to 30 s. */
export function retryWaitMs(tries: number): number {
  return tries === 0 ? 0 : Math.min(30_000, 1000 * 2 ** Math.min(tries - 1, 5));
}

/**
 * Restores unsent messages from the browser's storage after a reload, in the order written. One that was being sent is
 * `written` again, because its answer is lost; entries of another shape are left out. `contentOf` returns null for
 * content it cannot read.
 */
export function restoredOutgoing<C>(
  stored: readonly unknown[],
  contentOf: (stored: unknown) => C | null,
): Outgoing<C>[] {
  return stored
    .flatMap((one): Outgoing<C>[] => {
      if (typeof one !== 'object' || one === null) return [];
      const { key, content, writtenAt, state, tries, refusal } = one as Record<keyof Outgoing<C>, unknown>;
      const known = contentOf(content);
      if (typeof key !== 'string' || known === null || typeof writtenAt !== 'number') return [];
      const count = typeof tries === 'number' && Number.isSafeInteger(tries) && tries > 0 ? tries : 0;
      const message = { key, content: known, writtenAt, refusal: null };
      if (state === 'failed' && typeof refusal === 'string')
        return [{ ...message, state, tries: count, refusal }];
      return [{ ...message, state: 'written', tries: state === 'sending' ? count + 1 : count }];
    })
    .sort((a, b) => a.writtenAt - b.writtenAt);
}
