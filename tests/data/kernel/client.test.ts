import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { serviceClient } from '../../../src/data/kernel/client.ts';

let server: Server | null = null;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});
const tokenUntil = (seconds: number, name: string) =>
  `a.${Buffer.from(JSON.stringify({ exp: seconds, name, type: 'auth' })).toString('base64url')}.c`;

/** A backend that knows one token at a time; `crash` makes it forget. Answers other tokens with `refusal`. */
async function openBackend(refusal: 401 | 403) {
  let signIns = 0;
  let known = '';
  const asked: string[] = [];
  server = createServer((req, res) => {
    const answer = (status: number, body: object) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (req.url?.includes('auth-with-password')) {
      signIns++;
      known = tokenUntil(Date.now() / 1000 + 9999, String(signIns));
      return answer(200, { token: known, record: { id: 'a', collectionName: '_superusers' } });
    }
    asked.push(req.headers.authorization ?? '');
    return known !== '' && req.headers.authorization === known
      ? answer(200, { done: true })
      : answer(refusal, {
          status: refusal,
          message: 'The request requires valid record authorization token.',
        });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    signIns: () => signIns,
    crash: () => {
      known = 'nothing';
    },
  };
}

it.each([401, 403] as const)(
  'the first request after a crash of the backend, refused with %s, is repeated with a new token',
  async (refusal) => {
    const backend = await openBackend(refusal);
    const pb = serviceClient({ url: backend.url, email: 'service@guildhall.test', password: 'x' });
    expect(await pb.send('/internal/tx', { method: 'POST', body: {} })).toEqual({ done: true });
    backend.crash();
    expect(await pb.send('/internal/tx', { method: 'POST', body: {} })).toEqual({ done: true });
    expect(backend.signIns()).toBe(2);
    expect(backend.asked).toHaveLength(3);
  },
);

it('a request that is refused with a new token too is not repeated again', async () => {
  const backend = await openBackend(401);
  const pb = serviceClient({ url: backend.url, email: 'service@guildhall.test', password: 'x' });
  await pb.send('/a', { method: 'GET' });
  backend.crash();
  const forgets = pb.beforeSend;
  pb.beforeSend = async (url, options) => {
    const sent = await forgets?.(url, options);
    backend.crash();
    return sent ?? { url, options };
  };
  await expect(pb.send('/a', { method: 'GET' })).rejects.toMatchObject({ status: 401 });
  expect(backend.asked).toHaveLength(3);
});
