import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openTripCounter } from '../../../../src/dev/bench/grown/counter.ts';

it('the trip counter passes requests on unchanged and counts them', async () => {
  const behind = createServer(async (asked, answer) => {
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part as Buffer);
    answer.writeHead(201, { 'x-method': asked.method ?? '' }).end(`${asked.url} ${Buffer.concat(parts)}`);
  });
  await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
  const counter = await openTripCounter((behind.address() as AddressInfo).port);
  try {
    const answer = await fetch(`${counter.url}/api/batch?x=1`, { method: 'POST', body: 'rows' });
    expect([answer.status, answer.headers.get('x-method')]).toEqual([201, 'POST']);
    expect(await answer.text()).toBe('/api/batch?x=1 rows');
    await (await fetch(`${counter.url}/api/realtime`)).text();
    expect(counter.trips()).toBe(1);
  } finally {
    counter.close();
    behind.closeAllConnections();
    behind.close();
  }
});
