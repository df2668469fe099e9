import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { addressCounter, MISS_LIMIT } from '../../../../src/server/http/limits.ts';
import type { Pictures } from '../../../../src/server/http/pictures/pictures.ts';
import { type BareFront, HOST, openBareFront, requestText } from '../bare-front.ts';

let front: BareFront | null = null;
let backend: Server | null = null;
afterEach(async () => {
  await front?.close();
  backend?.closeAllConnections();
  backend?.close();
  front = backend = null;
});
async function opened(...options: Parameters<typeof openBareFront>): Promise<BareFront> {
  front = await openBareFront(...options);
  return front;
}
/** The whole answer to one raw request. */
async function answerTo(request: string): Promise<string> {
  const line = (front as BareFront).connect();
  line.send(request);
  return line.ended();
}
const CLOSE = 'Connection: close';

describe('a request that no browser sends', () => {
  it.each(['TRACE', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'MKCOL'])(
    'is answered 405 with what is allowed: %s',
    async (method) => {
      await opened();
      for (const path of ['/', '/search', '/login', '/account', '/_actions/session.signIn', '/nowhere']) {
        const answer = await answerTo(requestText(method, path, [CLOSE]));
        expect(answer, path).toMatch(/^HTTP\/1\.1 405/);
        expect(answer, path).toMatch(/\r\nallow: GET, HEAD, POST\r\n/i);
        expect(answer, path).toMatch(/x-content-type-options: nosniff/i);
      }
    },
  );

  it('with a method that nobody knows ends with 400', async () => {
    await opened();
    expect(await answerTo(requestText('FROBNICATE', '/', [CLOSE]))).toMatch(/^HTTP\/1\.1 400/);
  });

  it('with two Host headers is not served, whichever of them is ours', async () => {
    await opened();
    for (const other of [HOST, 'evil.example']) {
      for (const name of ['Host', 'host', 'HOST']) {
        const answer = await answerTo(requestText('GET', '/login', [`${name}: ${other}`, CLOSE]));
        expect(answer).toMatch(/^HTTP\/1\.1 400/);
        expect(answer).toMatch(/x-frame-options: DENY/i);
      }
    }
  });

  it('writes nothing into the log', async () => {
    const { log } = await opened();
    await answerTo(requestText('TRACE', '/', [CLOSE]));
    await answerTo(requestText('GET', '/', ['Host: b', CLOSE]));
    expect(log).toEqual([]);
  });
});

describe('pictures that do not exist', () => {
  const id = (n: number) => String(n).padStart(15, 'a');
  /** A visibility that counts how often the backend would be asked. */
  const counting = () => {
    const known = new Map<string, boolean>();
    const asked: string[] = [];
    return {
      asked,
      visibility: {
        knows: ({ record }: { record: string }) => known.has(record),
        isPublic: async (_collection: string, record: string) => {
          if (!known.has(record)) asked.push(record);
          known.set(record, record === id(0));
          return record === id(0);
        },
      } as never,
    };
  };

  it.each([
    ['/img/320/products', true],
    ['/api/files/products', false],
  ])('are looked up at the backend only so often for one address: %s', async (folder, isPicture) => {
    const { asked, visibility } = counting();
    const read: boolean[] = [];
    const pictures = {
      get: async (_request: object, mayEncode: boolean) => {
        read.push(mayEncode);
        return Buffer.from('webp');
      },
    } as unknown as Pictures;
    backend = createServer((_req, res) => res.end('picture'));
    await new Promise<void>((resolve) => backend?.listen(0, '127.0.0.1', resolve));
    const { port } = backend.address() as AddressInfo;
    await opened({
      env: { RATE_LIMITS: 'on', BEHIND_PROXY: '1', POCKETBASE_URL: `http://127.0.0.1:${port}` },
      http: { visibility },
      pictures,
    });
    const statusOf = async (record: string, from: string) => {
      const answer = await answerTo(
        requestText('GET', `${folder}/${record}/a.webp`, [`X-Forwarded-For: ${from}`, CLOSE]),
      );
      return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
    };
    expect(await statusOf(id(0), '10.0.0.1')).toBe(200);
    const statuses = new Set<number>();
    for (let n = 1; n <= 2 * MISS_LIMIT.times; n++) statuses.add(await statusOf(id(n), '10.0.0.1'));
    expect([...statuses]).toEqual([404, 429]);
    expect(asked.length).toBeLessThanOrEqual(MISS_LIMIT.times + 2);
    // What is known is still sent, and others are not concerned.
    expect(await statusOf(id(0), '10.0.0.1')).toBe(200);
    expect(read).toEqual(isPicture ? [true, false] : []);
    expect(await statusOf(id(9999), '10.0.0.2')).toBe(404);
  });
});

describe('a counter of addresses', () => {
  it('begins anew with each period, and counts each address alone', () => {
    let now = 0;
    const counter = addressCounter({ times: 2, withinMs: 1000 }, () => now);
    expect([counter.count('a'), counter.count('a'), counter.count('a')]).toEqual([false, false, true]);
    expect([counter.isOver('a'), counter.isOver('b')]).toEqual([true, false]);
    now = 1000;
    expect([counter.isOver('a'), counter.count('a')]).toEqual([false, false]);
  });
});
