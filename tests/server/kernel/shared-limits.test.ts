import { describe, expect, it } from 'vitest';
import type { RateLimits } from '../../../src/server/kernel/rate-limits.ts';
import { memoryLimits } from '../../../src/server/kernel/rate-limits.ts';
import { type SharedCounts, sharedLimits } from '../../../src/server/kernel/shared-limits.ts';

/** Counts that any number of processes share, and that can go away and be lost. */
class Server {
  isThere = true;
  generation = 'first';
  sites = 3;
  asked = 0;
  points = new Map<string, number>();
  held = new Map<string, Map<number, number>>();
  alone = 0;

  lose() {
    this.points.clear();
    this.held.clear();
    this.generation += ' again';
  }

  process(id: number): SharedCounts {
    const server = this;
    const answering = () => {
      this.asked += 1;
      if (!this.isThere) throw new Error('away');
    };
    return {
      get isThere() {
        return server.isThere;
      },
      get generation() {
        return server.generation;
      },
      get sites() {
        return server.sites;
      },
      noteAlone: () => {
        this.alone += 1;
      },
      counter: (name, { seconds }) => ({
        add: async (key, points) => {
          answering();
          const count = (this.points.get(name + key) ?? 0) + points;
          this.points.set(name + key, count);
          return { points: count, msLeft: seconds * 1000 };
        },
        forget: async (key) => {
          answering();
          this.points.delete(name + key);
        },
      }),
      hold: async (key, own, most) => {
        answering();
        const all = this.held.get(key) ?? new Map<number, number>();
        this.held.set(key, all);
        const others = [...all].reduce((sum, [of, count]) => (of === id ? sum : sum + count), 0);
        if (others + own > most) return false;
        all.set(id, own);
        return true;
      },
    };
  }

  limits(sites: number, now?: () => number): RateLimits[] {
    return Array.from({ length: sites }, (_, id) => sharedLimits(this.process(id), now));
  }
}

const TEN = { points: 10, seconds: 600 };
const limitersOf = (server: Server, now?: () => number) =>
  server.limits(3, now).map((limits) => limits.limiter('password', TEN));

/** Tries in turn at each of them; returns how many were let in. */
async function letIn(limiters: ReturnType<typeof limitersOf>, tries: number, key = 'mira'): Promise<number> {
  let count = 0;
  for (let at = 0; at < tries; at++)
    if ((await limiters[at % limiters.length]?.take(key)) === null) count += 1;
  return count;
}

describe('wrong passwords at three sites', () => {
  it('are let in ten times in all, not ten times at each site', async () => {
    expect(await letIn(limitersOf(new Server()), 60)).toBe(10);
  });

  it('are let in at most twelve times in all, whenever the shared counts go away, also for good', async () => {
    for (let before = 0; before <= 12; before++) {
      const server = new Server();
      const limiters = limitersOf(server);
      const first = await letIn(limiters, before);
      server.isThere = false;
      const all = first + (await letIn(limiters, 60));
      expect(all, `${before} before`).toBeLessThanOrEqual(12);
      expect(all, `${before} before`).toBeGreaterThanOrEqual(9);
    }
  });

  it('are let in at most twelve times in all, also where the shared counts come back empty', async () => {
    for (const isLost of [true, false])
      for (let before = 0; before <= 12; before++)
        for (const meanwhile of [0, 1, 2, 3, 4, 5, 6, 20]) {
          const server = new Server();
          const limiters = limitersOf(server);
          let all = await letIn(limiters, before);
          server.isThere = false;
          all += await letIn(limiters, meanwhile);
          if (isLost) server.lose();
          server.isThere = true;
          all += await letIn(limiters, 60);
          expect(all, `${before} before, ${meanwhile} alone, lost: ${isLost}`).toBeLessThanOrEqual(12);
          expect(all).toBeGreaterThanOrEqual(Math.min(9, before));
        }
  });

  it('lock nobody out for longer than the window', async () => {
    let now = 0;
    const server = new Server();
    server.isThere = false;
    const limiters = limitersOf(server, () => now);
    await letIn(limiters, 60);
    now += 600_000;
    expect(await limiters[0]?.take('mira')).toBeNull();
  });

  it('do not count against somebody whom another site has let in meanwhile', async () => {
    const limiters = limitersOf(new Server());
    await letIn(limiters, 9);
    await limiters[0]?.forget('mira');
    expect(await letIn(limiters, 60)).toBe(10);
  });

  it('are forgotten after a sign-in while the shared counts are away, also when they are back', async () => {
    const server = new Server();
    const limiters = limitersOf(server);
    await letIn(limiters, 9);
    server.isThere = false;
    await limiters[0]?.forget('mira');
    expect(await limiters[0]?.take('mira')).toBeNull();
    server.isThere = true;
    for (let time = 0; time < 8; time++) expect(await limiters[0]?.take('mira')).toBeNull();
  });
});

describe('without an answer', () => {
  it('all starts of a site share its part of the limit, and nobody is locked out', async () => {
    let now = 0;
    const server = new Server();
    server.isThere = false;
    server.generation = '';
    const started = () => limitersOf(server, () => now)[0];
    let letIn = 0;
    for (let start = 0; start < 6; start++) {
      const limiter = started();
      for (let time = 0; time < 5; time++) if ((await limiter?.take('mira')) === null) letIn++;
    }
    // One for each: nobody is locked out.
    expect(letIn).toBe(6);
    const limiter = started();
    now += 600_000;
    for (let time = 0; time < 3; time++) expect(await limiter?.take('mira')).toBeNull();
  });

  it('the uses that a site assumes when it starts are not added to the shared counts', async () => {
    const server = new Server();
    server.isThere = false;
    server.generation = '';
    const [limiter] = limitersOf(server);
    await limiter?.take('mira');
    server.isThere = true;
    server.generation = 'first';
    expect((await limiter?.add('mira', 1))?.points).toBe(2);
  });

  it('the first attempt at each site is let in, however many sites there are', async () => {
    const server = new Server();
    server.isThere = false;
    server.sites = 40;
    for (const limiter of limitersOf(server)) {
      expect(await limiter.take('mira')).toBeNull();
      expect(await limiter.take('mira')).toBeGreaterThan(0);
    }
  });

  it('a site asks nobody, and notes each count that it keeps alone', async () => {
    const server = new Server();
    server.isThere = false;
    await letIn(limitersOf(server), 5);
    expect([server.asked, server.alone]).toEqual([0, 5]);
  });

  it('the request that finds the shared counts away is counted by its own site', async () => {
    const server = new Server();
    const [limiter] = limitersOf(server);
    const broken = server.process(0);
    const limits = sharedLimits({
      ...broken,
      isThere: true,
      generation: 'first',
      sites: 3,
      counter: () => ({
        add: () => Promise.reject(new Error('no answer')),
        forget: () => Promise.reject(new Error('no answer')),
      }),
    });
    expect(await limits.limiter('password', TEN).take('mira')).toBeNull();
    expect(await limiter?.take('mira')).toBeNull();
  });
});

describe('points given back', () => {
  it.each([
    ['in memory', () => memoryLimits()],
    ['together', () => new Server().limits(1)[0] as RateLimits],
  ])('never make a count negative: %s', async (_, open) => {
    const limiter = open().limiter('codes', { points: 2, seconds: 600 });
    await limiter.add('mira', 1);
    expect((await limiter.add('mira', -3)).points).toBe(0);
    expect((await limiter.add('mira', 1)).points).toBe(1);
  });
});

describe('what is open at once', () => {
  it('is counted at all sites, and leaves with a site that is gone or done', async () => {
    const [first, second] = new Server().limits(2).map((limits) => limits.gauge('listeners', 3));
    const leave = await first?.enter('a');
    await first?.enter('a');
    expect(await second?.enter('a')).not.toBeNull();
    expect(await second?.enter('a')).toBeNull();
    expect(await second?.enter('b')).not.toBeNull();
    leave?.();
    leave?.();
    expect(await second?.enter('a')).not.toBeNull();
    expect(await first?.enter('a')).toBeNull();
  });

  it('is a part of the limit for each site while the shared counts are away, and one at least', async () => {
    const server = new Server();
    server.isThere = false;
    const [limits] = server.limits(1);
    const gauge = limits?.gauge('listeners', 6);
    expect(await gauge?.enter('a')).not.toBeNull();
    expect(await gauge?.enter('a')).not.toBeNull();
    expect(await gauge?.enter('a')).toBeNull();
    expect(await limits?.gauge('few', 2).enter('a')).not.toBeNull();
  });

  it('is not exceeded by those who come at once', async () => {
    for (const limits of [memoryLimits(), new Server().limits(1)[0] as RateLimits]) {
      const gauge = limits.gauge('attachments', 4);
      const entered = await Promise.all(Array.from({ length: 10 }, () => gauge.enter('a')));
      expect(entered.filter((leave) => leave !== null)).toHaveLength(4);
    }
  });
});
