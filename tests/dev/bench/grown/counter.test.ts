import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { openTripCounter, rowsIn } from '../../../../src/dev/bench/grown/counter.ts';

it('the trip counter passes requests on unchanged and counts them', async () => {
  const behind = createServer(async (asked, answer) => {
    const parts: Buffer[] = [];
    for await (const part of asked) parts.push(part as Buffer);
    if (asked.url?.endsWith('/records')) answer.end('{"items":[{"id":"a"},{"id":"b"}]}');
    else
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
    const rows = await counter.rowsWhile(async () => {
      await (await fetch(`${counter.url}/api/collections/a/records`)).text();
    });
    expect(rows).toBe(2);
    await (await fetch(`${counter.url}/api/collections/a/records`)).text();
    expect(await counter.rowsWhile(async () => undefined)).toBe(0);
  } finally {
    counter.close();
    behind.closeAllConnections();
    behind.close();
  }
});

it('rows are counted in the answers of trips, lists and single records', () => {
  const lists = [
    [
      ['a', 1],
      ['b', 2],
    ],
    [],
    [['c']],
  ];
  expect(rowsIn(JSON.stringify(lists))).toBe(3);
  const rows = { r0: [{ id: 'a' }], r1: [] };
  expect(rowsIn(JSON.stringify({ queries: JSON.stringify(lists), rows, failed: {} }))).toBe(4);
  expect(rowsIn('{"items":[{"id":"a"},{"id":"b"}],"page":1}')).toBe(2);
  expect(rowsIn('{"id":"a","name":"Dragon"}')).toBe(1);
  expect(rowsIn('{"token":"x"}')).toBe(0);
  expect(rowsIn('no JSON')).toBe(0);
});
