import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { compressAnswer } from '../../src/front/compress.ts';
import { requestTo } from '../server/http/raw-request.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that sends `parts`, one after the other. */
async function serving(parts: readonly string[]): Promise<number> {
  const server = createServer((req, res) => {
    compressAnswer(req, res);
    res.writeHead(200, { 'content-type': 'application/json' });
    for (const part of parts) res.write(part);
    res.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

const TEXT = JSON.stringify(
  Array.from({ length: 9_000 }, (_, at) => ({ id: `m${at * 7919}`, name: `Dragon ${at}` })),
);
const at = (quality: number) =>
  brotliCompressSync(TEXT, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }).length;

it('packs a large page loosely, which takes little time', async () => {
  const large = await requestTo(await serving([TEXT]), 'br');
  expect(brotliDecompressSync(large.body).toString()).toBe(TEXT);
  expect(large.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  // As loosely as at the lowest quality, which is longer.
  expect(Math.abs(large.body.length - at(1))).toBeLessThan(at(1) / 50);
  expect(large.body.length).toBeGreaterThan(at(4) * 1.02);
});

it('packs what is short, or comes in short parts, as well as pages', async () => {
  const parts = TEXT.match(/.{1,20000}/gs) as string[];
  const small = await requestTo(await serving(parts), 'br');
  expect(brotliDecompressSync(small.body).toString()).toBe(TEXT);
  expect(Math.abs(small.body.length - at(4))).toBeLessThan(at(4) / 50);
});

it('sends gzip, or plain, to whoever asks for that, and an empty answer', async () => {
  const port = await serving([TEXT]);
  expect(gunzipSync((await requestTo(port, 'gzip')).body).toString()).toBe(TEXT);
  const plain = await requestTo(port, '');
  expect([plain.headers['content-encoding'], plain.body.toString()]).toEqual([undefined, TEXT]);
  const empty = await requestTo(await serving([]), 'br');
  expect([empty.status, brotliDecompressSync(empty.body).length]).toEqual([200, 0]);
});
