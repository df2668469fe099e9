import { describe, expect, it } from 'vitest';
import {
  type ConnectionParts,
  type ConnectionState,
  openLiveConnection,
} from '../../../../src/data/notifications/live-connection.ts';
import type { PushHint } from '../../../../src/domain/notifications/live.ts';

/** A fake browser; the test controls its connections and its clock. */
function browser() {
  const connections: { receive(name: string, data?: string): void; closed: boolean }[] = [];
  let waits: { ms: number; then(): void }[] = [];
  const answers: number[] = [];
  const parts: ConnectionParts = {
    open() {
      const handlers = new Map<string, (event: Event) => unknown>();
      const connection = {
        closed: false,
        receive: (name: string, data = '') => void handlers.get(name)?.(new MessageEvent(name, { data })),
      };
      connections.push(connection);
      return {
        addEventListener: (name: string, handler: unknown) =>
          void handlers.set(name, handler as (event: Event) => unknown),
        close: () => {
          connection.closed = true;
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
  const hints: PushHint[] = [];
  const states: ConnectionState[] = [];
  const stop = openLiveConnection(
    (hint) => hints.push(hint),
    (state) => states.push(state),
    parts,
  );
  const connected = async () => {
    connections.at(-1)?.receive('PB_CONNECT', '{"clientId":"c"}');
    await Promise.resolve();
    await Promise.resolve();
  };
  const pass = () => {
    const [next] = waits;
    waits = waits.slice(1);
    next?.then();
    return next?.ms;
  };
  return { connections, answers, hints, states, stop, connected, pass, waiting: () => waits.length };
}

const TYPING = '{"kind":"typing","conversationId":"c","by":"store"}';

describe('a live connection', () => {
  it('receives hints once it is accepted, and none after it is closed', async () => {
    const { connections, hints, states, connected, stop } = browser();
    await connected();
    expect(states).toEqual(['connecting', 'listening']);
    connections[0]?.receive('inbox', TYPING);
    connections[0]?.receive('inbox', 'no hints');
    expect(hints).toEqual([JSON.parse(TYPING)]);
    stop();
    connections[0]?.receive('inbox', TYPING);
    expect(hints).toHaveLength(1);
    expect(connections[0]?.closed).toBe(true);
  });

  it('reconnects after growing delays, and reports each time', async () => {
    const { connections, states, connected, pass, waiting } = browser();
    await connected();
    const waits: (number | undefined)[] = [];
    for (let failure = 0; failure < 3; failure++) {
      connections.at(-1)?.receive('error');
      waits.push(pass());
    }
    expect(waits).toEqual([1000, 2000, 4000]);
    // The first failure may be harmless; after a second one it is away.
    expect(states.slice(2)).toEqual(['connecting', 'connecting', 'away', 'connecting', 'away', 'connecting']);
    await connected();
    expect(states.at(-1)).toBe('listening');
    expect(waiting()).toBe(0);
    connections.at(-1)?.receive('error');
    expect(pass()).toBe(1000);
    expect(connections.filter(({ closed }) => !closed)).toHaveLength(1);
  });

  it('gives up a connection that never answers', () => {
    const { states, pass } = browser();
    expect(pass()).toBe(15_000);
    expect(states).toEqual(['connecting', 'away']);
  });

  it('ends when it is no longer allowed', async () => {
    const { answers, states, connected, waiting, connections } = browser();
    answers.push(401);
    await connected();
    expect(states).toEqual(['connecting', 'refused']);
    expect(waiting()).toBe(0);
    expect(connections).toHaveLength(1);
  });

  it('retries when the server is full', async () => {
    const { answers, states, connected, pass } = browser();
    answers.push(429);
    await connected();
    expect(states).toEqual(['connecting', 'away']);
    expect(pass()).toBe(1000);
  });
});
