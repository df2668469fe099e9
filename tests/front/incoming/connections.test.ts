import { EventEmitter } from 'node:events';
import type { Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { CONNECTION_LIMITS, guardConnections } from '../../../src/front/incoming/connections.ts';
import { plainOf, readyPage } from '../../../src/front/ready-page.ts';
import {
  type BareFront,
  eventually,
  type Line,
  openBareFront,
  requestText,
} from '../../server/http/bare-front.ts';

let front: BareFront | null = null;
const lines: Line[] = [];
afterEach(async () => {
  for (const line of lines.splice(0)) line.socket.destroy();
  await front?.close();
  front = null;
});
async function opened(...options: Parameters<typeof openBareFront>): Promise<BareFront> {
  front = await openBareFront(...options);
  return front;
}
function line(): Line {
  const made = (front as BareFront).connect();
  lines.push(made);
  return made;
}
const answers = (heard: string) => heard.split('HTTP/1.1 200').length - 1;
const SEARCH = requestText('GET', '/search', ['Accept-Encoding: identity']);
/** A page of 300 kB, cached. */
const render = async () => ({
  status: 200,
  headers: { 'content-type': 'text/html', 'cdn-cache-control': 'max-age=60' },
  body: Buffer.from('<p>model</p>'.repeat(25_000)),
});

describe('a connection that asks and does not read', () => {
  it('is cut when it asks for too many answers at once', async () => {
    let rendered = 0;
    await opened({
      astro: async (_req, res) => {
        rendered++;
        await new Promise(() => undefined);
        res.end();
      },
    });
    const one = line();
    one.send(requestText('GET', '/login').repeat(200));
    await one.ended();
    expect(rendered).toBeLessThanOrEqual(CONNECTION_LIMITS.answers);
    await eventually(() => front?.held.connections === 0);
  });

  it('is cut, and what 200 of them left unread is given back', async () => {
    const { held } = await opened({ render, lines: { unreadBytes: 5_000_000 } });
    const all = Array.from({ length: 200 }, () => line());
    for (const { socket } of all) socket.pause();
    for (const one of all) one.send(SEARCH.repeat(8));
    let most = 0;
    await eventually(() => {
      most = Math.max(most, front?.held.unreadBytes ?? 0);
      return (
        all.filter(({ socket }) => socket.destroyed).length > 0 || (front?.held.connections ?? 200) < 200
      );
    });
    expect(most).toBeLessThan(10_000_000);
    expect(held.unreadBytes).toBeLessThan(10_000_000);
    // Who reads is answered meanwhile.
    const visitor = line();
    visitor.send(requestText('GET', '/search', ['Accept-Encoding: gzip']));
    expect(await visitor.until('HTTP/1.1 200')).toContain('content-encoding: gzip');
    for (const { socket } of all) socket.destroy();
    await eventually(() => front?.held.unreadBytes === 0);
  });

  it('may not ask for more while a megabyte waits', async () => {
    await opened({ render, lines: { unreadBeforeNextBytes: 100_000 } });
    const one = line();
    one.socket.pause();
    const ask = () => one.send(SEARCH);
    for (let asked = 0; asked < 60 && front?.held.connections !== 0; asked++) {
      ask();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await eventually(() => (front?.held.connections ?? 1) === 0);
  });

  it('gives back the room of the bodies that wait behind it', async () => {
    await opened({
      astro: async (req, res) => {
        if (req.method === 'GET') await new Promise(() => undefined);
        res.end('done');
      },
    });
    const one = line();
    const body = 'x'.repeat(20_000);
    const post = requestText('POST', '/login', [`Content-Length: ${body.length}`], body);
    one.send(requestText('GET', '/login') + post + post);
    await eventually(() => front?.held.bodyBytes === 40_000);
    one.socket.destroy();
    await eventually(() => front?.held.bodyBytes === 0);
  });
});

describe('a connection that reads', () => {
  it('gets a few answers at once, in their order', async () => {
    await opened();
    const one = line();
    one.send(['/login', '/signup?x=1', '/account'].map((path) => requestText('GET', path)).join(''));
    await eventually(() => answers(one.heard) === 3);
    one.send(SEARCH.replace('/search', '/login').repeat(4));
    await eventually(() => answers(one.heard) === 7);
    await eventually(() => front?.held.unreadBytes === 0);
  });

  it('gets a page of any length', async () => {
    await opened({ render });
    const one = line();
    one.send(requestText('GET', '/search', ['Accept-Encoding: identity', 'Connection: close']));
    const heard = await one.ended();
    expect(heard.endsWith('<p>model</p>')).toBe(true);
    expect(heard.length).toBeGreaterThan(300_000);
  });
});

describe('connections', () => {
  it('of one address are so many, and one more where one has gone', async () => {
    await opened({ env: { RATE_LIMITS: 'on' }, lines: { ofAddress: 3 } });
    const all = Array.from({ length: 3 }, () => line());
    for (const one of all) one.send(requestText('GET', '/healthz'));
    await Promise.all(all.map((one) => one.until('\r\nok\r\n')));
    expect(await line().ended()).toBe('');
    all[0]?.socket.destroy();
    await eventually(() => front?.held.connections === 2);
    const next = line();
    next.send(requestText('GET', '/healthz'));
    expect(await next.until('\r\nok\r\n')).toContain('200');
  });

  it('of a proxy are not limited as those of one visitor', async () => {
    await opened({ env: { RATE_LIMITS: 'on', BEHIND_PROXY: '1' }, lines: { ofAddress: 3 } });
    const all = Array.from({ length: 5 }, () => line());
    for (const one of all) one.send(requestText('GET', '/healthz'));
    await Promise.all(all.map((one) => one.until('\r\nok\r\n')));
    expect(front?.held.connections).toBe(5);
  });

  it('that send nothing whole are closed soon after the time for headers', async () => {
    const { server } = await opened();
    expect(server.maxConnections).toBe(CONNECTION_LIMITS.connections);
    server.headersTimeout = 50;
    const slow = line();
    slow.send('GET / HTTP/1.1\r\nHost:');
    expect(await slow.ended()).toMatch(/^HTTP\/1\.1 408/);
  });
});

describe('a page that is stored compressed', () => {
  it('is decompressed once for all who ask at the same time, outside of this thread', async () => {
    const page = await readyPage(await render(), 0);
    const first = plainOf(page);
    expect(first).toBeInstanceOf(Promise);
    expect(plainOf(page)).toBe(first);
    const plain = await first;
    expect(plain).toHaveLength(300_000);
    expect(plainOf(page)).toBe(plain);
  });

  it('counts in a limit of the address, far above what people do', async () => {
    await opened({ env: { RATE_LIMITS: 'on' }, render });
    const ask = requestText('HEAD', '/search', ['Accept-Encoding: gzip']);
    for (let round = 0; round < 60; round++) {
      const one = line();
      for (let asked = 5; asked <= 50; asked += 5) {
        one.send(ask.repeat(5));
        await eventually(() => answers(one.heard) === asked);
      }
    }
    const one = line();
    one.send(ask);
    expect(await one.until('HTTP/1.1 429')).toMatch(/retry-after: 10/i);
  });
});

describe('connections of one IPv6 network', () => {
  /** A server that only counts, and how many of the connections from an address it keeps. */
  function counted() {
    const server = new EventEmitter();
    const { stop } = guardConnections(server as unknown as Server, { limitAddresses: true, ofAddress: 2 });
    const comeFrom = (remoteAddress: string, times: number): number => {
      let kept = times;
      for (let time = 0; time < times; time++) {
        const socket = Object.assign(new EventEmitter(), { remoteAddress, destroy: () => kept-- });
        server.emit('connection', socket);
      }
      return kept;
    };
    return { comeFrom, stop };
  }

  it('count together, and those of a /48 at eight times', () => {
    const { comeFrom, stop } = counted();
    expect(comeFrom('2001:db8:1:1::1', 1)).toBe(1);
    expect(comeFrom('2001:db8:1:1::2', 5)).toBe(1);
    let kept = 0;
    for (let network = 2; network < 20; network++) kept += comeFrom(`2001:db8:1:${network}::1`, 2);
    expect(kept).toBe(14);
    expect(comeFrom('2001:db8:2:1::1', 2)).toBe(2);
    expect(comeFrom('::ffff:203.0.113.7', 1) + comeFrom('203.0.113.7', 5)).toBe(2);
    stop();
  });
});
