import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type BytesToSend, sendFile } from '../../../src/server/http/send-file.ts';

const BYTES = Buffer.from('a dragon in four hundred triangles');
let link: BytesToSend['link'];
let origin: string;
const asked: (string | null)[] = [];
const failures: unknown[] = [];
const ends: boolean[] = [];
let begin: BytesToSend['begin'];

const server = createServer(async (req, res) => {
  const sent: BytesToSend = {
    sha256: 'f00d',
    sizeBytes: BYTES.length,
    fileName: 'Drägon.stl',
    begin: () => begin?.() ?? Promise.resolve(true),
    link: (headers, ifRange) => {
      asked.push(ifRange);
      return link?.(headers, ifRange) ?? Promise.resolve(null);
    },
    open: async (range) => ({
      sendTo: (to: Writable) =>
        pipeline(Readable.from([BYTES.subarray(range?.first ?? 0, (range?.last ?? BYTES.length) + 1)]), to, {
          end: false,
        }),
      destroy: () => undefined,
    }),
  };
  ends.push(await sendFile(req, res, sent, (reason) => failures.push(reason)));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  link = undefined;
  begin = undefined;
  for (const list of [asked, failures, ends]) list.length = 0;
});

const get = (headers: Record<string, string> = {}, method = 'GET') =>
  fetch(origin, { headers, method, redirect: 'manual' });

it('redirects a download to its link, which no cache keeps', async () => {
  link = async ({ contentDisposition }) => `https://bucket.test/?${encodeURIComponent(contentDisposition)}`;
  const answer = await get();
  expect(answer.status).toBe(302);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  expect(decodeURIComponent(answer.headers.get('location') ?? '')).toContain(
    `filename*=UTF-8''Dr%C3%A4gon.stl`,
  );
  expect((await get({ range: 'bytes=5-' })).status).toBe(302);
  expect((await get({ range: 'bytes=0-5' })).status).toBe(302);
  // Only what reaches to the end of the file counts as downloaded.
  expect(ends.splice(0)).toEqual([true, true, false]);
  const head = await get({}, 'HEAD');
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(BYTES.length)]);
});

it('sends a file whole where the bucket ignores If-Range and another version is asked for', async () => {
  link = async (_headers, ifRange) => (ifRange === '"in the bucket"' ? 'https://bucket.test/' : null);
  expect((await get({ range: 'bytes=5-', 'if-range': '"in the bucket"' })).status).toBe(302);
  const other = await get({ range: 'bytes=5-', 'if-range': '"another"' });
  expect([other.status, await other.text()]).toEqual([200, String(BYTES)]);
  const ours = await get({ range: 'bytes=2-7', 'if-range': '"f00d"' });
  expect([ours.status, await ours.text()]).toEqual([206, 'dragon']);
  expect(asked).toEqual(['"in the bucket"', '"another"', '"f00d"']);
});

it('sends a file itself where the bucket does not answer', async () => {
  link = () => Promise.reject(new Error('away'));
  const answer = await get();
  expect([answer.status, await answer.text()]).toEqual([200, String(BYTES)]);
  expect(failures).toHaveLength(1);
});

it('nothing is given while it cannot be written down who gets it', async () => {
  begin = () => Promise.reject(new Error('the backend is away'));
  for (const to of [async () => 'https://bucket.test/', async () => null]) {
    link = to;
    const answer = await get({ range: 'bytes=0-0' });
    expect([answer.status, answer.headers.get('location')]).toEqual([503, null]);
  }
  expect(failures).toHaveLength(2);
  // What gives nothing is not written down.
  expect((await get({}, 'HEAD')).status).toBe(200);
  expect((await get({ 'if-none-match': '"f00d"' })).status).toBe(304);
  begin = undefined;
});
