import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openRedis, type SharedMemory } from '../../../../src/server/adapters/redis/redis.ts';
import { sharedLimits } from '../../../../src/server/kernel/shared-limits.ts';

let memory: SharedMemory | undefined;
let server: Server | undefined;
const sockets = new Set<Socket>();
const lines: { line: string; fields: Record<string, unknown> }[] = [];

afterEach(async () => {
  await memory?.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  memory = undefined;
  server = undefined;
  lines.length = 0;
});

const opened = async (url: string) => {
  memory = await openRedis(url, (line, fields) => lines.push({ line, fields }));
  return sharedLimits(memory.counts);
};

/** A port of this machine where somebody accepts connections and never says a word. */
async function silentPort(): Promise<number> {
  const silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server = silent;
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  return typeof address === 'object' && address ? address.port : 0;
}

describe('a Redis that', () => {
  it('cannot be reached leaves a site that starts meanwhile one attempt of ten, and one line in the log', async () => {
    const limiter = (await opened('redis://127.0.0.1:1')).limiter('password', { points: 10, seconds: 600 });
    const waits = [];
    for (let time = 0; time < 5; time++) waits.push((await limiter.take('mira')) === null);
    expect(waits).toEqual([true, false, false, false, false]);
    await limiter.forget('mira');
    expect(await limiter.take('mira')).toBeNull();
    await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 15_000 });
    expect(String(lines[0]?.fields['reason'])).toContain('ECONNREFUSED');
    expect(memory?.counts.isThere).toBe(false);
  });

  it('does not answer keeps no request waiting', async () => {
    const limits = await opened(`redis://127.0.0.1:${await silentPort()}`);
    const gauge = limits.gauge('listeners', 3);
    expect(await gauge.enter('a')).not.toBeNull();
    expect(await gauge.enter('a')).toBeNull();
    expect(await limits.limiter('password', { points: 1, seconds: 600 }).take('mira')).toBeNull();
    expect(memory?.counts.isThere).toBe(false);
  });
});
