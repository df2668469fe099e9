import { describe, expect, it } from 'vitest';
import { networkGauge, networkLimiter } from '../../../src/server/kernel/network-limits.ts';
import { memoryLimits } from '../../../src/server/kernel/rate-limits.ts';

const LIMIT = { points: 2, seconds: 600 };
const network = (n: number) => `2001:db8:1:${n.toString(16)}::`;

describe('a limit by address', () => {
  it('holds for each network, and at eight times for all networks of a /48', async () => {
    const limiter = networkLimiter(memoryLimits(), 'x', LIMIT);
    const passed: number[] = [];
    for (let n = 1; n <= 20; n++)
      for (let request = 0; request < 3; request++)
        if ((await limiter.take(network(n))) === null) passed.push(n);
    expect(passed).toEqual([1, 2, 3, 4, 5, 6, 7, 8].flatMap((n) => [n, n]));
    expect(await limiter.take('2001:db8:2:1::')).toBeNull();
    expect(await limiter.take('203.0.113.7')).toBeNull();
  });

  it('counts for the site no more than a network may', async () => {
    const limiter = networkLimiter(memoryLimits(), 'x', LIMIT);
    for (let request = 0; request < 100; request++) await limiter.take(network(1));
    expect(await limiter.take(network(2))).toBeNull();
  });

  it('tells the larger of the count of a network and the share of its site, and gives back', async () => {
    const limiter = networkLimiter(memoryLimits(), 'x', LIMIT);
    for (let n = 1; n <= 9; n++) await limiter.add(network(n), 8);
    expect((await limiter.add(network(10), 0)).points).toBe(9);
    for (let n = 1; n <= 9; n++) await limiter.add(network(n), -8);
    expect((await limiter.add(network(10), 1)).points).toBe(1);
  });

  it('bounds what a network and a site hold at once', async () => {
    const gauge = networkGauge(memoryLimits(), 'x', 1);
    const leaving = await Promise.all(Array.from({ length: 8 }, (_, n) => gauge.enter(network(n + 1))));
    expect(leaving.every((leave) => leave !== null)).toBe(true);
    expect(await gauge.enter(network(1))).toBeNull();
    expect(await gauge.enter(network(9))).toBeNull();
    leaving[0]?.();
    leaving[0]?.();
    const leave = await gauge.enter(network(9));
    expect(leave).not.toBeNull();
    expect(await gauge.enter(network(10))).toBeNull();
  });
});
