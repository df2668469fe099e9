import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SAMPLE_MS } from '../../../src/front/load-shedding/concurrency-limit.ts';
import type { Urgency } from '../../../src/front/load-shedding/queue-limits.ts';
import {
  CALM_AFTER_MS,
  CROWDED_AFTER_MS,
  RequestQueues,
  SLOT_LEAST_MS,
} from '../../../src/front/load-shedding/request-queues.ts';

/** One request of a rehearsal. */
interface Request {
  urgency: Urgency;
  arrivedAt: number;
  /** Work on the thread, in ms. */
  costMs: number;
  /** Time it waits for a neighbour besides, in ms. */
  elsewhereMs: number;
}

interface Answer extends Request {
  answeredAt: number;
  served: boolean;
}

const STEP_MS = 1;

/**
 * Rehearses requests on one thread that is shared evenly by those that were let in, in steps of a millisecond. All are
 * answered in the end.
 */
function rehearse(requests: readonly Request[]): Answer[] {
  const queues = new RequestQueues<Request>();
  const coming = [...requests].sort((one, other) => one.arrivedAt - other.arrivedAt);
  const left = new Map<Request, { workMs: number; until: number }>();
  const answers: Answer[] = [];
  let now = 0;
  let busyMs = 0;
  const start = (request: Request) =>
    left.set(request, { workMs: request.costMs, until: now + request.elsewhereMs });
  const refuse = (request: Request) => answers.push({ ...request, answeredAt: now, served: false });
  const look = () => {
    const outcome = queues.look(now);
    for (const request of outcome.start) start(request);
    for (const request of outcome.refuse) refuse(request);
  };
  let next = 0;
  while (answers.length < requests.length) {
    for (let request = coming[next]; request && request.arrivedAt <= now; request = coming[++next]) {
      const answer = queues.arrive(request.urgency, request, now);
      if (answer === 'start') start(request);
      else if (answer === 'refuse') refuse(request);
    }
    look();
    const busy = [...left].filter(([, { workMs }]) => workMs > 0);
    for (const [, job] of busy) job.workMs -= STEP_MS / busy.length;
    if (busy.length > 0) busyMs += STEP_MS;
    now += STEP_MS;
    if (now % SAMPLE_MS === 0) {
      queues.measured(busyMs / SAMPLE_MS, SAMPLE_MS, now);
      busyMs = 0;
      look();
    }
    for (const [request, { workMs, until }] of [...left]) {
      if (workMs > 1e-9 || now < until) continue;
      left.delete(request);
      answers.push({ ...request, answeredAt: now, served: true });
      queues.leave(request.urgency, request, now);
      look();
    }
    if (now > 600_000) throw new Error('a request was never answered');
  }
  return answers;
}

/** Requests at even distances from `from` until `until`, in ms. */
function stream(
  urgency: Urgency,
  aSecond: number,
  { from = 0, until, costMs = 12, elsewhereMs = 0 }: Partial<Request> & { from?: number; until: number },
): Request[] {
  const count = Math.floor(((until - from) * aSecond) / 1000);
  return Array.from({ length: count }, (_, at) => ({
    urgency,
    costMs,
    elsewhereMs,
    arrivedAt: from + Math.floor((at * 1000) / aSecond),
  }));
}

const waitOf = ({ arrivedAt, answeredAt }: Answer) => answeredAt - arrivedAt;
const served = (answers: readonly Answer[]) => answers.filter((answer) => answer.served);
const refused = (answers: readonly Answer[]) => answers.filter((answer) => !answer.served);
const p99 = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? 0;

describe('a crowd of five times what the site can draw', () => {
  const CAPACITY = 1000 / 12;
  const SECONDS = 20;
  const crowd = stream('page', 5 * CAPACITY, { until: SECONDS * 1000 });
  const answers = rehearse(crowd);
  const settled = answers.filter(({ arrivedAt }) => arrivedAt > 1500);

  it('is not served slower and slower: most of the capacity goes to answers within a second', () => {
    const during = served(answers).filter(({ answeredAt }) => answeredAt <= SECONDS * 1000);
    expect(during.filter((answer) => waitOf(answer) <= 1000).length / SECONDS).toBeGreaterThan(
      0.9 * CAPACITY,
    );
  });

  it('is refused within 50 ms once it is known to be one', () => {
    expect(p99(refused(settled).map(waitOf))).toBeLessThanOrEqual(50);
  });

  it('is served within a quarter of a second, not after seconds in a queue', () => {
    expect(p99(served(settled).map(waitOf))).toBeLessThanOrEqual(250);
  });

  it('takes no checkout, payment event or sign-in with it', () => {
    const buyers = stream('vital', 20, { until: SECONDS * 1000, costMs: 15, elsewhereMs: 60 });
    const mixed = rehearse([...crowd, ...buyers]).filter(({ urgency }) => urgency === 'vital');
    expect(refused(mixed)).toEqual([]);
    expect(p99(mixed.map(waitOf))).toBeLessThan(500);
  });

  it('makes feeds and sitemaps wait', () => {
    const readers = stream('background', 5, { from: 3000, until: SECONDS * 1000 });
    const mixed = rehearse([...crowd, ...readers]).filter(({ urgency }) => urgency === 'background');
    expect(served(mixed).length).toBeLessThan(mixed.length / 10);
    expect(p99(refused(mixed).map(waitOf))).toBeLessThanOrEqual(50);
  });

  it('is forgotten a second after it has gone', () => {
    const later = stream('page', 0.5 * CAPACITY, {
      from: SECONDS * 1000 + CALM_AFTER_MS,
      until: SECONDS * 1000 + 10_000,
    });
    const after = rehearse([...crowd, ...later]).filter(
      ({ arrivedAt }) => arrivedAt >= SECONDS * 1000 + CALM_AFTER_MS,
    );
    expect(refused(after)).toEqual([]);
  });
});

describe('a crowd whose pages wait for the database most of their time', () => {
  const COST_MS = 4;
  const CAPACITY = 1000 / COST_MS;
  const SECONDS = 15;
  const waiting = { costMs: COST_MS, elsewhereMs: 100 };
  const crowd = stream('page', 5 * CAPACITY, { until: SECONDS * 1000, ...waiting });
  const answers = rehearse(crowd);
  const settled = answers.filter(({ arrivedAt }) => arrivedAt > 4000);

  it('is served at more than 80 % of the capacity', () => {
    const during = served(settled).filter(({ answeredAt }) => answeredAt <= SECONDS * 1000);
    expect(during.length / (SECONDS - 4)).toBeGreaterThan(0.8 * CAPACITY);
  });

  it('is served within half a second, and refused within 50 ms', () => {
    expect(p99(served(settled).map(waitOf))).toBeLessThanOrEqual(500);
    expect(p99(refused(settled).map(waitOf))).toBeLessThanOrEqual(50);
  });

  it('leaves no more places than pages need that only compute, some seconds after it has gone', () => {
    const later = stream('page', 5 * (1000 / 12), { from: SECONDS * 1000, until: 24_000 });
    const after = rehearse([...crowd, ...later]).filter(({ arrivedAt }) => arrivedAt > 20_000);
    expect(p99(served(after).map(waitOf))).toBeLessThanOrEqual(250);
  });
});

it('on a slow machine, where eight pages take a second, a crowd is refused early all the same', () => {
  const answers = rehearse(stream('page', 45, { until: 20_000, costMs: 110 }));
  const settled = answers.filter(({ arrivedAt }) => arrivedAt > 3000);
  expect(p99(refused(settled).map(waitOf))).toBeLessThanOrEqual(50);
  expect(p99(served(settled).map(waitOf))).toBeLessThan(2000);
});

describe('what is no crowd', () => {
  it.each([
    ['sixty requests in the same instant', 60],
    ['a page with a dozen questions', 12],
  ])('%s: all are served', (_, count) => {
    const burst = Array.from({ length: count }, () => ({
      urgency: 'page' as const,
      arrivedAt: 0,
      costMs: 12,
      elsewhereMs: 0,
    }));
    expect(refused(rehearse(burst))).toEqual([]);
  });

  it('a site that is busy up to its capacity refuses nobody', () => {
    expect(refused(rehearse(stream('page', 75, { until: 20_000 })))).toEqual([]);
  });

  it('a payment provider that answers after eight seconds stops no other page', () => {
    const stuck = stream('page', 10, { until: 20_000, costMs: 2, elsewhereMs: 8000 });
    const visitors = stream('page', 30, { from: 2000, until: 20_000 });
    const answers = rehearse([...stuck, ...visitors]).filter(({ elsewhereMs }) => elsewhereMs === 0);
    expect(refused(answers)).toEqual([]);
    expect(p99(answers.map(waitOf))).toBeLessThan(2 * SLOT_LEAST_MS);
  });
});

const urgency = fc.constantFrom<Urgency>('vital', 'page', 'background');
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('arrive' as const), urgency }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const), which: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(1500) }) },
  ),
  { maxLength: 300 },
);
const PLACES = { vital: 32, page: 8, background: 2 };
const PATIENCE = { vital: 5000, page: 1500, background: 5000 };

/** A site at the moment in which it learns that there is a crowd: eight pages run, and nobody waits. */
function inCrowd() {
  const queues = new RequestQueues<number>();
  for (let request = 0; request < 72; request++) queues.arrive('page', request, 0);
  let running = Array.from({ length: 8 }, (_, at) => at);
  for (let now = 250; now <= CROWDED_AFTER_MS; now += 250) {
    for (const request of running) queues.leave('page', request, now);
    running = queues.look(now).start;
  }
  for (let spare = 1000; running.length < 8; spare++)
    if (queues.arrive('page', spare, CROWDED_AFTER_MS) === 'start') running.push(spare);
  expect(queues.crowded(CROWDED_AFTER_MS)).toBe(true);
  return { queues, running };
}

it('a free place goes to whoever waits, also after a page that took long', () => {
  const { queues, running } = inCrowd();
  expect(queues.arrive('page', 100, CROWDED_AFTER_MS + 1)).toBe('wait');
  queues.leave('page', running[0] ?? -1, CROWDED_AFTER_MS + 90);
  expect(queues.look(CROWDED_AFTER_MS + 90)).toEqual({ start: [100], refuse: [] });
});

it('a crowd is not over between two pages: eight of twenty start, and ten are refused at once', () => {
  const { queues, running } = inCrowd();
  const now = CROWDED_AFTER_MS + 10;
  for (const request of running) queues.leave('page', request, now);
  const answers = Array.from({ length: 20 }, (_, at) => queues.arrive('page', 100 + at, now));
  expect(answers.filter((answer) => answer === 'start')).toHaveLength(8);
  expect(answers.filter((answer) => answer === 'refuse')).toHaveLength(10);
});

it('whatever comes and goes: each request is answered once, in order, in time, and never too many run', () => {
  fc.assert(
    fc.property(steps, (moves) => {
      const queues = new RequestQueues<number>();
      let now = 0;
      let ids = 0;
      const urgencies: Urgency[] = [];
      const running = new Map<number, number>();
      const waiting = new Map<number, number>();
      const look = () => {
        const { start, refuse } = queues.look(now);
        for (const id of [...start, ...refuse]) expect(waiting.has(id)).toBe(true);
        for (const id of start) {
          const ahead = [...waiting.keys()].filter((other) => urgencies[other] === urgencies[id]);
          expect(Math.min(...ahead.filter((other) => !refuse.includes(other)))).toBe(id);
          waiting.delete(id);
          running.set(id, now);
        }
        for (const id of refuse) waiting.delete(id);
        for (const name of ['vital', 'page', 'background'] as const) {
          const holding = [...running].filter(
            ([id, since]) => urgencies[id] === name && now - since < SLOT_LEAST_MS,
          );
          expect(holding.length).toBeLessThanOrEqual(PLACES[name]);
          const queue = [...waiting].filter(([id]) => urgencies[id] === name);
          for (const [, since] of queue) expect(now - since).toBeLessThan(PATIENCE[name]);
          // No place stays empty while somebody waits for it.
          const unanswered = [...running.keys()].filter((id) => urgencies[id] === name);
          if (name !== 'background' && queue.length > 0)
            expect(unanswered.length).toBeGreaterThanOrEqual(PLACES[name]);
        }
        if (waiting.size > 0) expect(queues.nextLook()).toBeGreaterThan(now);
      };
      for (const move of moves) {
        if (move.kind === 'pass') now += move.ms;
        else if (move.kind === 'leave') {
          const id = [...running.keys()][move.which % Math.max(1, running.size)];
          if (id === undefined) continue;
          running.delete(id);
          queues.leave(urgencies[id] ?? 'page', id, now);
        } else {
          const id = ids++;
          urgencies.push(move.urgency);
          const refused = queues.refuses(move.urgency, now);
          const answer = queues.arrive(move.urgency, id, now);
          // Who asks first learns what will become of the request, and holds no place by asking.
          expect(answer === 'refuse').toBe(refused);
          if (answer === 'start') running.set(id, now);
          if (answer === 'wait') waiting.set(id, now);
        }
        look();
      }
    }),
  );
});
