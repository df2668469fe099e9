import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM_LIMIT_BYTES } from '../../../src/server/http/incoming/body-rules.ts';
import { openTestBackend, type TestBackend } from './backend.ts';
import { openTestFront, type TestFront } from './front.ts';

let backend: TestBackend;
let front: TestFront;

beforeAll(async () => {
  backend = await openTestBackend();
  front = await openTestFront(backend, {}, (req, res) => {
    if (req.method === 'POST') {
      const { body } = req as unknown as { body: Buffer };
      return void res.writeHead(200, { 'content-type': 'text/plain' }).end(String(body.length));
    }
    // As Astro's adapter does when a page fails after its first lines were sent.
    res.writeHead(200, { 'content-type': 'text/html' });
    res.write('<!doctype html>');
    res.write('Internal server error', () => res.destroy());
    return undefined;
  });
});
afterAll(async () => {
  await front.close();
  await backend.close();
});

describe('a page that fails midway', () => {
  it.each(['br', 'gzip', 'identity'])('closes the connection (%s)', async (encoding) => {
    const read = async () =>
      (await fetch(`${front.url}/login`, { headers: { 'accept-encoding': encoding } })).text();
    await expect(read()).rejects.toThrow();
  });
});

describe('a request body', () => {
  const send = (body: BodyInit) =>
    fetch(`${front.url}/login`, { method: 'POST', body, duplex: 'half' } as object);
  const longest = () => new Uint8Array(FORM_LIMIT_BYTES);
  const streamed = (pieces: Uint8Array[]) =>
    new ReadableStream({
      start(stream) {
        for (const piece of pieces) stream.enqueue(piece);
        stream.close();
      },
    });

  it('of the maximum length reaches the page complete', async () => {
    expect(await (await send(longest())).text()).toBe(String(FORM_LIMIT_BYTES));
    expect(await (await send(streamed([longest()]))).text()).toBe(String(FORM_LIMIT_BYTES));
  });

  it('one byte longer is refused, with or without a content length', async () => {
    expect((await send(new Uint8Array(FORM_LIMIT_BYTES + 1))).status).toBe(413);
    expect((await send(streamed([longest(), new Uint8Array(1)]))).status).toBe(413);
  });

  it('is empty if there is none', async () => {
    expect(await (await send('')).text()).toBe('0');
  });
});
