import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { SAMPLE_MS } from './concurrency-limit.ts';
import { QUEUE_LIMITS, URGENCIES, type Urgency } from './queue-limits.ts';
import { RequestQueues } from './request-queues.ts';

/** The site is overloaded, and this request can wait. */
export class Refused extends Error {
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super('The site is very busy at the moment.');
    this.retryAfterS = retryAfterS;
  }
}

/** Whose share a request takes: a person's who is signed in, or else that of the network it comes from. */
export interface Asker {
  key: string;
  isMember: boolean;
}

/** Lets requests in while there is room for them. */
export interface Admission {
  /**
   * Runs the work of a request as soon as there is room.
   * @param owner the person or network that asks; slots are shared out among them.
   * @throws Refused if it would have to wait too long.
   */
  run<R>(urgency: Urgency, work: () => Promise<R> | R, owner?: string): Promise<R>;
  /**
   * Asks before anything is done for a request whether it will be refused; it counts as refused then. In a crowd nine of
   * ten are, and `run` costs them more than all the rest of their answer.
   * @returns the seconds after which to try again, or null if there is room.
   */
  refuses(urgency: Urgency, owner?: string): number | null;
  /** Whether pages are being refused at the moment. */
  crowded(): boolean;
}

/** One error for each urgency: collecting a stack trace costs as much as the rest of a refusal. */
const REFUSALS = Object.fromEntries(
  URGENCIES.map((urgency) => [urgency, new Refused(QUEUE_LIMITS[urgency].retryAfterS)]),
) as Record<Urgency, Refused>;

interface Waiter {
  urgency: Urgency;
  start(): void;
  refuse(): void;
}

/** Opens the admission of one process. */
export function openAdmission(now: () => number = () => performance.now()): Admission {
  const queues = new RequestQueues<Waiter>();
  let timer: NodeJS.Timeout | undefined;
  let sampledAt = now();
  let thread = performance.eventLoopUtilization();

  const look = () => {
    const { start, refuse } = queues.look(now());
    for (const waiter of start) waiter.start();
    for (const waiter of refuse) waiter.refuse();
    clearTimeout(timer);
    const next = queues.nextLook();
    if (next !== null) timer = setTimeout(look, Math.max(0, Math.ceil(next - now()))).unref();
  };
  /** Whenever somebody comes, and not by a timer: while nobody does there is nothing to learn. */
  const sample = () => {
    const ms = now() - sampledAt;
    if (ms < SAMPLE_MS) return;
    const { utilization } = performance.eventLoopUtilization(thread);
    thread = performance.eventLoopUtilization();
    sampledAt = now();
    queues.measured(utilization, ms, sampledAt);
    look();
  };
  const turn = (urgency: Urgency, owner?: string): Promise<Waiter> =>
    new Promise((resolve, reject) => {
      sample();
      const waiter: Waiter = {
        urgency,
        start: () => resolve(waiter),
        refuse: () => reject(REFUSALS[urgency]),
      };
      const answer = queues.arrive(urgency, waiter, now(), owner);
      if (answer === 'start') waiter.start();
      else if (answer === 'refuse') waiter.refuse();
      else look();
    });
  return {
    async run(urgency, work, owner) {
      const waiter = await turn(urgency, owner);
      try {
        // A page that waits for nobody is drawn in one go: who came at the same moment would not be seen before it is, and
        // 150 such pages would hold up everybody, with nobody refused.
        if (urgency !== 'vital') await nextTurn();
        return await work();
      } finally {
        queues.leave(urgency, waiter, now());
        look();
      }
    },
    refuses(urgency, owner) {
      sample();
      return queues.refuses(urgency, now(), owner) ? QUEUE_LIMITS[urgency].retryAfterS : null;
    },
    crowded: () => queues.crowded(now()),
  };
}
