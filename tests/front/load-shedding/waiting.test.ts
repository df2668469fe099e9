import { describe, expect, it } from 'vitest';
import { QUEUE_LIMITS } from '../../../src/front/load-shedding/queue-limits.ts';
import { CROWDED_AFTER_MS, RequestQueues } from '../../../src/front/load-shedding/request-queues.ts';

const { atOnce, crowdPatienceMs } = QUEUE_LIMITS.page;

/** A queues in which pages took every place at `now`; they are numbered from 0. */
function full(now: number): RequestQueues<number> {
  const queues = new RequestQueues<number>();
  for (let request = 0; request < atOnce; request++)
    expect(queues.arrive('page', request, now)).toBe('start');
  return queues;
}

describe('a queue', () => {
  it('that is empty again and again is no crowd, however long it goes on', () => {
    const queues = full(0);
    let running = Array.from({ length: atOnce }, (_, at) => at);
    for (let now = 10; now < 3 * CROWDED_AFTER_MS; now += 10) {
      expect(queues.arrive('page', now, now)).toBe('wait');
      const [first, ...others] = running;
      queues.leave('page', first ?? -1, now + 5);
      const { start } = queues.look(now + 5);
      expect(start).toEqual([now]);
      expect(queues.crowded(now + 5)).toBe(false);
      running = [...others, ...start];
    }
  });

  it('in a crowd refuses whoever has waited for the whole patience, and nobody a moment sooner', () => {
    const queues = full(0);
    // Somebody waits without an end until that is a crowd; the places are taken anew all the time.
    let running = Array.from({ length: atOnce }, (_, at) => at);
    let next = atOnce;
    for (let waiting = 0; waiting < 2; waiting++) queues.arrive('page', next++, 0);
    for (let now = 100; now <= CROWDED_AFTER_MS; now += 100) {
      const [first, ...others] = running;
      queues.leave('page', first ?? -1, now);
      queues.arrive('page', next++, now);
      running = [...others, ...queues.look(now).start];
    }
    const now = CROWDED_AFTER_MS;
    for (const request of running) queues.leave('page', request, now);
    while (queues.look(now).start.length > 0);
    for (let free = true; free; ) free = queues.arrive('page', next++, now) === 'start';
    expect(queues.crowded(now)).toBe(true);
    queues.look(now + crowdPatienceMs);
    const since = now + crowdPatienceMs;
    expect(queues.arrive('page', -5, since)).toBe('wait');
    expect(queues.look(since + crowdPatienceMs - 1)).toEqual({ start: [], refuse: [] });
    expect(queues.nextLook()).toBe(since + crowdPatienceMs);
    expect(queues.look(since + crowdPatienceMs)).toEqual({ start: [], refuse: [-5] });
  });
});
