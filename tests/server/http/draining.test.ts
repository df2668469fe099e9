import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openReadiness } from '../../../src/front/readiness.ts';
import { type BareFront, eventually, openBareFront, requestText } from './bare-front.ts';

let front: BareFront;
let answerSlowPage: (() => void) | null = null;
beforeEach(async () => {
  answerSlowPage = null;
  front = await openBareFront({
    astro: (req, res) => {
      const answer = () => res.writeHead(200, { 'content-type': 'text/plain' }).end('whole');
      if (req.url === '/account/slow') answerSlowPage = answer;
      else answer();
    },
  });
  // Not those of Node's own servers and sockets.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => vi.useRealTimers());

/** What a new connection is answered; "" if it is refused. */
async function answerOf(path: string): Promise<string> {
  const line = front.connect();
  line.send(requestText('GET', path));
  const heard = await line.ended();
  line.socket.destroy();
  return heard;
}

it('a site that closes says so at /readyz first, and answers what still comes for a while', async () => {
  const kept = front.connect();
  kept.send(requestText('GET', '/account'));
  await kept.until('whole');
  const slow = front.connect();
  slow.send(requestText('GET', '/account/slow'));
  await eventually(() => answerSlowPage !== null);

  let isClosed = false;
  const closing = front.drain(15_000, 5_000).then(() => {
    isClosed = true;
  });
  expect(await answerOf('/readyz')).toMatch(/^HTTP\/1\.1 503 .*draining/s);
  expect(await answerOf('/healthz')).toMatch(/^HTTP\/1\.1 200 .*ok/s);
  // Each answer ends its connection, so that its next request goes to another site.
  expect(await answerOf('/account')).toMatch(/^HTTP\/1\.1 200 .*Connection: close.*whole/s);
  kept.send(requestText('GET', '/account'));
  expect(await kept.ended()).toMatch(/whole.*HTTP\/1\.1 200 .*Connection: close.*whole/s);

  await vi.advanceTimersByTimeAsync(5_000);
  expect(await answerOf('/account')).toBe('');
  expect(isClosed).toBe(false);
  answerSlowPage?.();
  expect(await slow.ended()).toMatch(/^HTTP\/1\.1 200 .*whole/s);
  await closing;
});

it('without a notice the door closes at once', async () => {
  await front.drain(15_000);
  expect(await answerOf('/readyz')).toBe('');
});

it('/readyz answers 503 while the database is away, and asks it at most once a second', async () => {
  let isAway = true;
  let now = 0;
  const ask = vi.fn(async () => {
    if (isAway) throw new Error('no connection');
  });
  const { answer } = openReadiness([{ name: 'database', ask }], { now: () => now });
  const away = { status: 503, text: 'not ready: the database does not answer' };
  expect(await Promise.all([answer(), answer(), answer()])).toEqual([away, away, away]);
  isAway = false;
  now = 999;
  expect(await answer()).toEqual(away);
  expect(ask).toHaveBeenCalledTimes(1);
  now = 1_001;
  expect(await answer()).toEqual({ status: 200, text: 'ready' });
  expect(ask).toHaveBeenCalledTimes(2);
});

it('/readyz waits two seconds for a file store that hangs', async () => {
  const { answer } = openReadiness([
    { name: 'database', ask: async () => undefined },
    { name: 'file store', ask: () => new Promise(() => undefined) },
  ]);
  const asked = answer();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await asked).toEqual({ status: 503, text: 'not ready: the file store does not answer' });
});
