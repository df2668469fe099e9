import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequestQueues } from '../../../src/front/load-shedding/request-queues.ts';

/** Fills the places and the queue of pages for one owner. Returns how many run and wait. */
function filled(
  queues: RequestQueues<string>,
  owner: string,
  now: number,
): { started: string[]; waiting: string[] } {
  const [started, waiting]: [string[], string[]] = [[], []];
  for (let at = 0; ; at++) {
    const answer = queues.arrive('page', `${owner} ${at}`, now, owner);
    if (answer === 'refuse') return { started, waiting };
    (answer === 'start' ? started : waiting).push(`${owner} ${at}`);
  }
}

describe('places are shared out', () => {
  it('so that one network that fills the queue holds up nobody else', () => {
    const queues = new RequestQueues<string>();
    const { started, waiting } = filled(queues, 'greedy', 0);
    expect(queues.arrive('page', 'visitor', 0, 'visitor')).toBe('wait');
    // The newest request of the one with the most waiting made room.
    expect(queues.look(0)).toEqual({ start: [], refuse: [waiting.at(-1)] });
    queues.leave('page', started[0] ?? '', 1);
    expect(queues.look(1)).toEqual({ start: ['visitor'], refuse: [] });
  });

  it('in a crowd too, where only a few may wait', () => {
    const queues = new RequestQueues<string>();
    filled(queues, 'greedy', 0);
    queues.look(0);
    let now = 0;
    for (; now < 3000; now += 5) {
      queues.arrive('page', `more ${now}`, now, 'greedy');
      queues.look(now);
    }
    expect(queues.crowded(now)).toBe(true);
    filled(queues, 'greedy', now);
    expect(queues.refuses('page', now, 'greedy')).toBe(true);
    expect(queues.refuses('page', now, 'visitor')).toBe(false);
    expect(queues.arrive('page', 'visitor', now, 'visitor')).toBe('wait');
  });

  it('in order, where everybody has as much', () => {
    const queues = new RequestQueues<string>();
    const { started } = filled(queues, 'greedy', 0);
    for (const name of ['a', 'b', 'c']) queues.arrive('page', name, 0, name);
    queues.look(0);
    const order: string[] = [];
    for (const request of started.slice(0, 3)) {
      queues.leave('page', request, 1);
      order.push(...queues.look(1).start);
    }
    expect(order).toEqual(['a', 'b', 'c']);
  });

  it('and nobody is lost or served twice, whoever comes in whatever order', () => {
    const move = fc.record({
      owner: fc.integer({ min: 0, max: 3 }),
      ends: fc.boolean(),
      later: fc.integer({ min: 0, max: 400 }),
    });
    fc.assert(
      fc.property(fc.array(move, { maxLength: 300 }), (moves) => {
        const queues = new RequestQueues<number>();
        const [running, waiting] = [new Set<number>(), new Set<number>()];
        let [now, id] = [0, 0];
        const look = () => {
          const { start, refuse } = queues.look(now);
          for (const each of [...start, ...refuse]) expect(waiting.delete(each)).toBe(true);
          for (const each of start) running.add(each);
        };
        for (const { owner, ends, later } of moves) {
          now += later;
          const [oldest] = running;
          if (ends && oldest !== undefined) {
            running.delete(oldest);
            queues.leave('page', oldest, now);
          } else {
            const answer = queues.arrive('page', id, now, `${owner}`);
            if (answer === 'start') running.add(id);
            if (answer === 'wait') waiting.add(id);
            id += 1;
          }
          look();
        }
        for (let times = 0; times < 200; times++) {
          now += 100;
          for (const each of running) queues.leave('page', each, now);
          running.clear();
          look();
        }
        expect(waiting.size).toBe(0);
      }),
    );
  });
});

describe('a flood', () => {
  it.each(['hint', 'program', 'background', 'page'] as const)(
    'of the kind %s takes no place of somebody who is signed in',
    (kind) => {
      const queues = new RequestQueues<string>();
      for (let at = 0; at < 500; at++) queues.arrive(kind, `${kind} ${at}`, 0, `network ${at}`);
      expect(queues.arrive('member', 'account', 0, 'person mira')).toBe('start');
    },
  );

  it('of suggestions keeps pages waiting no more than it has places', () => {
    const queues = new RequestQueues<string>();
    let started = 0;
    for (let at = 0; at < 500; at++)
      if (queues.arrive('hint', `hint ${at}`, 0, `network ${at}`) === 'start') started += 1;
    expect(started).toBe(2);
    expect(queues.arrive('page', 'visitor', 0, 'visitor')).toBe('start');
    expect(queues.crowded(0)).toBe(false);
  });
});
