import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { addressCounter, clientAddress } from '../../../src/server/http/limits.ts';

const request = (remoteAddress: string, forwarded?: string) =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe('whom a request is counted for', () => {
  it.each([
    ['203.0.113.7', undefined, false, '203.0.113.7'],
    ['::ffff:203.0.113.7', undefined, false, '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', undefined, false, '2001:db8:1:2::'],
    ['127.0.0.1', '198.51.100.1, 2001:db8:1:2::9', true, '2001:db8:1:2::'],
    ['127.0.0.1', '2001:db8:1:2::9', false, '127.0.0.1'],
    ['127.0.0.1', undefined, true, '127.0.0.1'],
  ])('%s with %s, behind a proxy %j: %s', (direct, forwarded, behindProxy, network) =>
    expect(clientAddress(request(direct, forwarded), behindProxy)).toBe(network),
  );
});

it('what is cheap is counted by network, and at eight times for an IPv6 /48', () => {
  const counter = addressCounter({ times: 10, withinMs: 1000 }, () => 0);
  let served = 0;
  for (let network = 1; network <= 20; network++)
    for (let time = 0; time < 15; time++) if (!counter.count(`2001:db8:1:${network}::`)) served++;
  expect(served).toBe(80);
  expect(counter.count('2001:db8:2:1::')).toBe(false);
});
