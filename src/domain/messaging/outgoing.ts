import type { Instant } from '../kernel/instant.ts';

/**
 * A message on its way out of a browser: `written → sending → told by the server`. Without an answer it is written again
 * and keeps its place; refused it has failed, until its writer says it again or takes it back.
 */
export interface Outgoing<Content> {
  /** Made by the writer. The server keeps a key once, so that sending it again doubles nothing. */
  key: string;
  content: Content;
  writtenAt: Instant;
  state: 'written' | 'sending' | 'failed';
  /** How often it was sent without an answer. */
  tries: number;
  /** Why the server does not take it, as a sentence; null unless it failed. */
  refusal: string | null;
}

/** A message as the server tells it. `number` is its place, without gaps; `key` is "" for what others said. */
export interface SentMessage {
  id: string;
  key: string;
  number: number;
}

/** What one browser knows of a conversation: what the server told, oldest first, then what it does not have yet. */
export interface Exchange<Message extends SentMessage, Content> {
  told: readonly Message[];
  outgoing: readonly Outgoing<Content>[];
}

/** Takes in what the server told, in any order and however late. What arrived there is no longer on its way. */
export function withReceived<M extends SentMessage, C>(
  { told, outgoing }: Exchange<M, C>,
  page: readonly M[],
): Exchange<M, C> {
  const byId = new Map(told.map((message) => [message.id, message]));
  for (const message of page) byId.set(message.id, message);
  const keys = new Set(page.map(({ key }) => key));
  return {
    told: [...byId.values()].sort((a, b) => a.number - b.number),
    outgoing: outgoing.filter(({ key }) => !keys.has(key)),
  };
}

/** Whether nothing can be missing between what is known and a page of newer messages. */
export function isContiguous(known: readonly SentMessage[], page: readonly SentMessage[]): boolean {
  const [last, first] = [known.at(-1), page[0]];
  return !last || !first || first.number <= last.number + 1;
}

/** Adds what was written, as the newest. The same key again changes nothing. */
export function withWritten<M extends SentMessage, C>(
  exchange: Exchange<M, C>,
  { key, content, writtenAt }: Pick<Outgoing<C>, 'key' | 'content' | 'writtenAt'>,
): Exchange<M, C> {
  const { told, outgoing } = exchange;
  if ([...told, ...outgoing].some((known) => known.key === key)) return exchange;
  const added = { key, content, writtenAt, state: 'written', tries: 0, refusal: null } as const;
  return { told, outgoing: [...outgoing, added] };
}

/**
 * What is sent next, or null. One at a time and in the order written: what follows waits until the server has taken or
 * refused what came before.
 */
export function nextToSend<M extends SentMessage, C>({ outgoing }: Exchange<M, C>): Outgoing<C> | null {
  const first = outgoing.find(({ state }) => state !== 'failed');
  return first?.state === 'written' ? first : null;
}

export function markSending<M extends SentMessage, C>(exchange: Exchange<M, C>, key: string): Exchange<M, C> {
  return changed(exchange, key, (one) => (one.state === 'written' ? { ...one, state: 'sending' } : one));
}

/** No answer came: nobody knows whether it arrived. It keeps its place and is sent again under the same key. */
export function markUnanswered<M extends SentMessage, C>(
  exchange: Exchange<M, C>,
  key: string,
): Exchange<M, C> {
  return changed(exchange, key, (one) =>
    one.state === 'sending' ? { ...one, state: 'written', tries: one.tries + 1 } : one,
  );
}

/** The server does not take it, for the reason given. What was written after it goes on. */
export function markRefused<M extends SentMessage, C>(
  exchange: Exchange<M, C>,
  key: string,
  refusal: string,
): Exchange<M, C> {
  return changed(exchange, key, (one) => ({ ...one, state: 'failed', refusal }));
}

/** Says what failed once more; it is now the newest. */
export function retryFailed<M extends SentMessage, C>(exchange: Exchange<M, C>, key: string): Exchange<M, C> {
  const failed = exchange.outgoing.find((one) => one.key === key && one.state === 'failed');
  if (!failed) return exchange;
  const others = exchange.outgoing.filter((one) => one !== failed);
  return {
    told: exchange.told,
    outgoing: [...others, { ...failed, state: 'written', tries: 0, refusal: null }],
  };
}

/** Takes back what was not sent. What is being sent cannot be: it may be there already. */
export function withoutDiscarded<M extends SentMessage, C>(
  exchange: Exchange<M, C>,
  key: string,
): Exchange<M, C> {
  const outgoing = exchange.outgoing.filter((one) => one.key !== key || one.state === 'sending');
  return { told: exchange.told, outgoing };
}

function changed<M extends SentMessage, C>(
  { told, outgoing }: Exchange<M, C>,
  key: string,
  change: (one: Outgoing<C>) => Outgoing<C>,
): Exchange<M, C> {
  return { told, outgoing: outgoing.map((one) => (one.key === key ? change(one) : one)) };
}

/** How long to wait before what was sent `tries` times in vain is sent again, in ms: 1 s, then twice as long up to 30 s. */
export function retryWaitMs(tries: number): number {
  return tries === 0 ? 0 : Math.min(30_000, 1000 * 2 ** Math.min(tries - 1, 5));
}

/**
 * What a browser kept of messages on their way, as it goes on after a reload, in the order written. What was being sent
 * is written again, for its answer is lost; what is no such message is left out. `contentOf` answers null for content
 * that it does not know.
 */
export function restoredOutgoing<C>(
  kept: readonly unknown[],
  contentOf: (kept: unknown) => C | null,
): Outgoing<C>[] {
  return kept
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
