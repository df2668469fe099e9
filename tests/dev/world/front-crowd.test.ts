import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestBackend, type TestBackend } from './backend.ts';
import { openTestFront, type TestFront } from './front.ts';

let backend: TestBackend;
let front: TestFront;
/** Pages that are never finished. */
const stuck: ServerResponse[] = [];

beforeAll(async () => {
  backend = await openTestBackend();
  front = await openTestFront(backend, { RATE_LIMITS: 'off' }, (req, res) => {
    if (!req.url?.startsWith('/account')) return void res.writeHead(200).end('served');
    stuck.push(res);
    return new Promise((resolve) => res.once('close', resolve));
  });
});
afterAll(async () => {
  await front.close();
  await backend.close();
});

it('two hundred visitors whose pages are slow: most are refused early, and nobody who pays or signs in is', async () => {
  const given = new AbortController();
  const early: Promise<Response>[] = Array.from({ length: 200 }, () =>
    fetch(`${front.url}/account/sales`, { headers: { accept: 'text/html' }, signal: given.signal }),
  );
  const refused: Response[] = [];
  for (const answer of early)
    answer.then(
      (one) => refused.push(one),
      () => undefined,
    );
  await expect.poll(() => refused.length, { timeout: 20_000 }).toBeGreaterThan(100);
  for (const answer of refused) {
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect(await refused[0]?.text()).toContain('One moment, please');
  const vital = [
    fetch(`${front.url}/api/stripe`, {
      method: 'POST',
      headers: { 'stripe-signature': 't=1,v1=0' },
      body: '{}',
    }),
    fetch(`${front.url}/_actions/checkout.checkOut`, { method: 'POST', body: '{}' }),
    fetch(`${front.url}/product-payment-success?session_id=cs_1`),
    fetch(`${front.url}/login`),
    fetch(`${front.url}/healthz`),
  ];
  expect((await Promise.all(vital)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const password = await fetch(`${front.url}/api/collections/users/auth-with-password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ identity: 'nobody@guildhall.test', password: 'wrong' }),
  });
  expect(password.status).toBe(400);
  given.abort();
  for (const res of stuck) res.destroy();
});
