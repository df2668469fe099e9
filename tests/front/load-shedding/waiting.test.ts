import { describe, expect, it } from 'vitest';
import { ROOMS } from '../../../src/front/load-shedding/queue-limits.ts';
import { AdmissionBook, CROWDED_AFTER_MS } from '../../../src/front/load-shedding/request-queues.ts';

const { atOnce, crowdPatienceMs } = ROOMS.page;

/** A book in which pages took every place at `now`; they are numbered from 0. */
function full(now: number): AdmissionBook<number> {
  const book = new AdmissionBook<number>();
  for (let request = 0; request < atOnce; request++) expect(book.arrive('page', request, now)).toBe('start');
  return book;
}

describe('a queue', () => {
  it('that is empty again and again is no crowd, however long it goes on', () => {
    const book = full(0);
    let running = Array.from({ length: atOnce }, (_, at) => at);
    for (let now = 10; now < 3 * CROWDED_AFTER_MS; now += 10) {
      expect(book.arrive('page', now, now)).toBe('wait');
      const [first, ...others] = running;
      book.leave('page', first ?? -1, now + 5);
      const { start } = book.look(now + 5);
      expect(start).toEqual([now]);
      expect(book.crowded(now + 5)).toBe(false);
      running = [...others, ...start];
    }
  });

  it('in a crowd refuses whoever has waited for the whole patience, and nobody a moment sooner', () => {
    const book = full(0);
    // Somebody waits without an end until that is a crowd; the places are taken anew all the time.
    let running = Array.from({ length: atOnce }, (_, at) => at);
    let next = atOnce;
    for (let waiting = 0; waiting < 2; waiting++) book.arrive('page', next++, 0);
    for (let now = 100; now <= CROWDED_AFTER_MS; now += 100) {
      const [first, ...others] = running;
      book.leave('page', first ?? -1, now);
      book.arrive('page', next++, now);
      running = [...others, ...book.look(now).start];
    }
    const now = CROWDED_AFTER_MS;
    for (const request of running) book.leave('page', request, now);
    while (book.look(now).start.length > 0);
    for (let free = true; free; ) free = book.arrive('page', next++, now) === 'start';
    expect(book.crowded(now)).toBe(true);
    book.look(now + crowdPatienceMs);
    const since = now + crowdPatienceMs;
    expect(book.arrive('page', -5, since)).toBe('wait');
    expect(book.look(since + crowdPatienceMs - 1)).toEqual({ start: [], refuse: [] });
    expect(book.nextLook()).toBe(since + crowdPatienceMs);
    expect(book.look(since + crowdPatienceMs)).toEqual({ start: [], refuse: [-5] });
  });
});
