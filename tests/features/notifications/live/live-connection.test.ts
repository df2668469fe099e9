import { describe, expect, it } from 'vitest';
import {
  type ConnectionParts,
  type ConnectionState,
  openLiveConnection,
} from '../../../../src/data/notifications/live-connection.ts';
import type { PushHint } from '../../../../src/domain/notifications/live.ts';

/** A fake browser; the test controls its connections and its clock. */
function browser() {
  const lines: { hear(name: string, data?: string): void; closed: boolean }[] = [];
  let waits: { ms: number; then(): void }[] = [];
  const answers: number[] = [];
  const parts: ConnectionParts = {
    open() {
      const handlers = new Map<string, (event: Event) => unknown>();
      const line = {
        closed: false,
        hear: (name: string, data = '') => void handlers.get(name)?.(new MessageEvent(name, { data })),
      };
      lines.push(line);
      return {
        addEventListener: (name: string, handler: unknown) =>
          void handlers.set(name, handler as (event: Event) => unknown),
        close: () => {
          line.closed = true;
        },
      };
    },
    subscribe: async () => answers.shift() ?? 204,
    after(ms, then) {
      const wait = { ms, then };
      waits.push(wait);
      return () => {
        waits = waits.filter((other) => other !== wait);
      };
    },
    random: () => 1,
  };
  const news: PushHint[] = [];
  const states: ConnectionState[] = [];
  const stop = openLiveConnection(
    (heard) => news.push(heard),
    (state) => states.push(state),
    parts,
  );
  const connected = async () => {
    lines.at(-1)?.hear('PB_CONNECT', '{"clientId":"c"}');
    await Promise.resolve();
    await Promise.resolve();
  };
  const pass = () => {
    const [next] = waits;
    waits = waits.slice(1);
    next?.then();
    return next?.ms;
  };
  return { lines, answers, news, states, stop, connected, pass, waiting: () => waits.length };
}

const TYPING = '{"kind":"typing","conversationId":"c","by":"store"}';

describe('a live connection', () => {
  it('receives hints once it is accepted, and none after it is closed', async () => {
    const { lines, news, states, connected, stop } = browser();
    await connected();
    expect(states).toEqual(['connecting', 'listening']);
    lines[0]?.hear('inbox', TYPING);
    lines[0]?.hear('inbox', 'no news');
    expect(news).toEqual([JSON.parse(TYPING)]);
    stop();
    lines[0]?.hear('inbox', TYPING);
    expect(news).toHaveLength(1);
    expect(lines[0]?.closed).toBe(true);
  });

  it('reconnects after growing delays, and reports each time', async () => {
    const { lines, states, connected, pass, waiting } = browser();
    await connected();
    const waits: (number | undefined)[] = [];
    for (let failure = 0; failure < 3; failure++) {
      lines.at(-1)?.hear('error');
      waits.push(pass());
    }
    expect(waits).toEqual([1000, 2000, 4000]);
    // The first failure may be harmless; after a second one it is away.
    expect(states.slice(2)).toEqual(['connecting', 'connecting', 'away', 'connecting', 'away', 'connecting']);
    await connected();
    expect(states.at(-1)).toBe('listening');
    expect(waiting()).toBe(0);
    lines.at(-1)?.hear('error');
    expect(pass()).toBe(1000);
    expect(lines.filter(({ closed }) => !closed)).toHaveLength(1);
  });

  it('gives up a connection that never answers', () => {
    const { states, pass } = browser();
    expect(pass()).toBe(15_000);
    expect(states).toEqual(['connecting', 'away']);
  });

  it('ends when it is no longer allowed', async () => {
    const { answers, states, connected, waiting, lines } = browser();
    answers.push(401);
    await connected();
    expect(states).toEqual(['connecting', 'refused']);
    expect(waiting()).toBe(0);
    expect(lines).toHaveLength(1);
  });

  it('retries when the server is full', async () => {
    const { answers, states, connected, pass } = browser();
    answers.push(429);
    await connected();
    expect(states).toEqual(['connecting', 'away']);
    expect(pass()).toBe(1000);
  });
});
