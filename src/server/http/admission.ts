import { performance } from 'node:perf_hooks';
import { Places, SAMPLE_MS } from './places.ts';

/**
 * How urgent a request is when the site is overloaded. `vital` is what people lose money or their place over: checkout,
 * payment events, sign-in. `page` is everything a person can ask for again. `background` is what only programs wait for.
 */
export type Urgency = 'vital' | 'page' | 'background';

interface Room {
  /** Requests worked on at once; pages that wait for others get more, see `Places`. */
  atOnce: number;
  /** Requests that may wait for their turn. */
  waitingMax: number;
  /** How long one may wait, in ms: in a burst that ends soon, and in a crowd. */
  patienceMs: number;
  crowdPatienceMs: number;
  /** How many may wait in a crowd: few, because the next request is never far. */
  crowdWaitingMax: number;
  /** Seconds after which a refused request may try again. */
  retryAfterS: number;
}

/** The urgencies, the most urgent first; each has a room of its own, so that none waits for a less urgent one. */
const ROOMS: Record<Urgency, Room> = {
  vital: {
    atOnce: 32,
    waitingMax: 256,
    patienceMs: 5_000,
    crowdPatienceMs: 500,
    crowdWaitingMax: 32,
    retryAfterS: 2,
  },
  page: {
    atOnce: 8,
    waitingMax: 64,
    patienceMs: 1_500,
    crowdPatienceMs: 20,
    crowdWaitingMax: 2,
    retryAfterS: 2,
  },
  background: {
    atOnce: 2,
    waitingMax: 32,
    patienceMs: 5_000,
    crowdPatienceMs: 40,
    crowdWaitingMax: 1,
    retryAfterS: 30,
  },
};
/** A queue that nobody has found empty for so long is a crowd; a shorter one is a burst. In ms. */
export const CROWDED_AFTER_MS = 1_000;
/**
 * A crowd has gone when nobody was refused for so long, or for a shorter time while few requests are unanswered. Between two
 * pages few are unanswered in a crowd, too. In ms.
 */
export const CALM_AFTER_MS = 1_000;
export const CALM_SOON_MS = 200;
/**
 * A request that takes so many times longer than half of them do waits for a neighbour and not for the thread: it gives up
 * its place. Never before the least, nor after the most, in ms.
 */
const PLACE_TIMES = 4;
export const PLACE_LEAST_MS = 500;
export const PLACE_MOST_MS = 8_000;
/** How far the estimate of what half of the requests take moves with each answer. */
const LEARN = 1.05;

/** What became of waiting requests. */
export interface Outcome<T> {
  start: T[];
  refuse: T[];
}

interface Queue<T> {
  room: Room;
  /** As many requests as hold a place may run at the moment. */
  places: Places;
  /** The requests that were started and not answered yet, and since when. */
  unanswered: Map<T, number>;
  /** Those of them that hold a place, and since when; the oldest first. */
  running: Map<T, number>;
  /** After how long a request gives up its place, in ms. */
  placeMs: number;
  /** The requests that wait, and since when; the oldest first. */
  waiting: Map<T, number>;
  /** Since when somebody has been waiting, without a moment in between in which a request could start at once. */
  standingSince: number | null;
  /** When a request was last refused while there was a crowd; null while there is none. */
  crowdedAt: number | null;
}

/**
 * Decides which request starts, which waits and which is refused. It has no clock and no timers: every call gets `now`, in
 * ms, which never goes back. While queues are short, requests wait in order, as long as a person would. If the queue stays
 * for a second, waiting has no end in sight: from then on only a few may wait for a moment, and all others are refused at
 * once, so that those who are served are served quickly. This is controlled delay (CoDel) with two patiences.
 */
export class AdmissionBook<T> {
  readonly #queues: Record<Urgency, Queue<T>>;

  constructor() {
    const queue = (urgency: Urgency): Queue<T> => ({
      room: ROOMS[urgency],
      places: new Places(ROOMS[urgency].atOnce),
      unanswered: new Map(),
      running: new Map(),
      placeMs: PLACE_LEAST_MS,
      waiting: new Map(),
      standingSince: null,
      crowdedAt: null,
    });
    this.#queues = { vital: queue('vital'), page: queue('page'), background: queue('background') };
  }

  /** Whether there is no room for a new request, not even to wait. It counts as refused then. */
  refuses(urgency: Urgency, now: number): boolean {
    const queue = this.#queues[urgency];
    this.#settle(queue, now);
    if (queue.waiting.size === 0 && this.#mayStart(urgency)) return false;
    queue.places.wanted(now);
    const crowded = queue.crowdedAt !== null;
    // Behind pages that are being refused, a request that can wait longer than they need not join the queue.
    const hopeless = urgency === 'background' && this.crowded(now);
    const most = crowded ? queue.room.crowdWaitingMax : queue.room.waitingMax;
    if (!hopeless && queue.waiting.size < most) return false;
    if (crowded) queue.crowdedAt = now;
    return true;
  }

  /** A new request. `wait` means that a later outcome names it. */
  arrive(urgency: Urgency, request: T, now: number): 'start' | 'wait' | 'refuse' {
    if (this.refuses(urgency, now)) return 'refuse';
    const queue = this.#queues[urgency];
    if (queue.waiting.size === 0 && this.#mayStart(urgency)) {
      queue.standingSince = null;
      this.#begin(queue, request, now);
      return 'start';
    }
    queue.standingSince ??= now;
    queue.waiting.set(request, now);
    return 'wait';
  }

  /** A request that was started has been answered. */
  leave(urgency: Urgency, request: T, now: number): void {
    const queue = this.#queues[urgency];
    const since = queue.unanswered.get(request);
    if (since === undefined) return;
    queue.unanswered.delete(request);
    queue.running.delete(request);
    // Moves towards the median: a few requests that take very long change it no more than as many that are quick.
    const isLong = (now - since) * PLACE_TIMES > queue.placeMs;
    const placeMs = isLong ? queue.placeMs * LEARN : queue.placeMs / LEARN;
    queue.placeMs = Math.min(PLACE_MOST_MS, Math.max(PLACE_LEAST_MS, placeMs));
  }

  /** Which waiting requests start now, and which have waited too long. */
  look(now: number): Outcome<T> {
    const outcome: Outcome<T> = { start: [], refuse: [] };
    for (const urgency of ['vital', 'page', 'background'] as const) {
      const queue = this.#queues[urgency];
      this.#settle(queue, now);
      const patience = queue.crowdedAt === null ? queue.room.patienceMs : queue.room.crowdPatienceMs;
      for (const [request, since] of queue.waiting) {
        // Whoever waited long while the thread was busy with a page still takes a free place: refused, it would stay empty.
        if (this.#mayStart(urgency)) {
          queue.waiting.delete(request);
          this.#begin(queue, request, now);
          outcome.start.push(request);
        } else if (now - since >= patience) {
          queue.waiting.delete(request);
          outcome.refuse.push(request);
          if (queue.crowdedAt !== null) queue.crowdedAt = now;
        } else break;
      }
      if (queue.waiting.size === 0) queue.standingSince = null;
    }
    return outcome;
  }

  /** The thread worked for a share of the last `ms`, from 0 to 1: pages that wait for others get more places. */
  measured(busy: number, ms: number, now: number): void {
    const { page } = this.#queues;
    page.places.measured(busy, ms, now, page.placeMs < 2 * PLACE_LEAST_MS);
  }

  /** When to look again even if nothing arrives or leaves, in ms; null if nobody waits. */
  nextLook(): number | null {
    let next = Number.POSITIVE_INFINITY;
    for (const queue of Object.values(this.#queues)) {
      const [oldest] = queue.waiting.values();
      if (oldest === undefined) continue;
      const patience = queue.crowdedAt === null ? queue.room.patienceMs : queue.room.crowdPatienceMs;
      const [longest = Number.POSITIVE_INFINITY] = queue.running.values();
      next = Math.min(next, oldest + patience, longest + queue.placeMs);
      if (queue.crowdedAt === null && queue.standingSince !== null)
        next = Math.min(next, queue.standingSince + CROWDED_AFTER_MS);
    }
    return next === Number.POSITIVE_INFINITY ? null : next;
  }

  /** Whether pages are being refused at the moment. */
  crowded(now: number): boolean {
    const { crowdedAt } = this.#queues.page;
    return crowdedAt !== null && now - crowdedAt < CALM_AFTER_MS;
  }

  #begin(queue: Queue<T>, request: T, now: number): void {
    queue.unanswered.set(request, now);
    queue.running.set(request, now);
  }

  #mayStart(urgency: Urgency): boolean {
    const { running, places } = this.#queues[urgency];
    if (running.size >= places.count) return false;
    // What only programs wait for never takes the thread from people who wait.
    return urgency !== 'background' || this.#queues.page.waiting.size === 0;
  }

  /** Frees the places of requests that wait for a neighbour, and notices when a crowd has come or gone. */
  #settle(queue: Queue<T>, now: number): void {
    for (const [request, since] of queue.running) {
      if (now - since < queue.placeMs) break;
      queue.running.delete(request);
    }
    if (queue.crowdedAt === null) {
      if (queue.standingSince !== null && now - queue.standingSince >= CROWDED_AFTER_MS)
        queue.crowdedAt = now;
      return;
    }
    const calmMs = now - queue.crowdedAt;
    const few = queue.unanswered.size <= queue.room.atOnce / 4;
    if (calmMs >= CALM_AFTER_MS || (few && calmMs >= CALM_SOON_MS)) {
      queue.crowdedAt = null;
      queue.standingSince = queue.waiting.size === 0 ? null : now;
    }
  }
}

/** The site is overloaded, and this request can wait. */
export class Refused extends Error {
  readonly retryAfterS: number;

  constructor(retryAfterS: number) {
    super('The site is very busy at the moment.');
    this.retryAfterS = retryAfterS;
  }
}

/** Lets requests in while there is room for them. */
export interface Admission {
  /**
   * Runs the work of a request as soon as there is room.
   * @throws Refused if it would have to wait too long.
   */
  run<R>(urgency: Urgency, work: () => Promise<R> | R): Promise<R>;
  /**
   * Asks before anything is done for a request whether it will be refused; it counts as refused then. In a crowd nine of
   * ten are, and `run` costs them more than all the rest of their answer.
   * @returns the seconds after which to try again, or null if there is room.
   */
  refuses(urgency: Urgency): number | null;
  /** Whether pages are being refused at the moment. */
  crowded(): boolean;
}

/** One error for each urgency: collecting a stack trace costs as much as the rest of a refusal. */
const REFUSALS: Record<Urgency, Refused> = {
  vital: new Refused(ROOMS.vital.retryAfterS),
  page: new Refused(ROOMS.page.retryAfterS),
  background: new Refused(ROOMS.background.retryAfterS),
};

interface Waiter {
  urgency: Urgency;
  start(): void;
  refuse(): void;
}

/** Opens the admission of one process. */
export function openAdmission(now: () => number = () => performance.now()): Admission {
  const book = new AdmissionBook<Waiter>();
  let timer: NodeJS.Timeout | undefined;
  let sampledAt = now();
  let thread = performance.eventLoopUtilization();

  const look = () => {
    const { start, refuse } = book.look(now());
    for (const waiter of start) waiter.start();
    for (const waiter of refuse) waiter.refuse();
    clearTimeout(timer);
    const next = book.nextLook();
    if (next !== null) timer = setTimeout(look, Math.max(0, Math.ceil(next - now()))).unref();
  };
  /** Whenever somebody comes, and not by a timer: while nobody does there is nothing to learn. */
  const sample = () => {
    const ms = now() - sampledAt;
    if (ms < SAMPLE_MS) return;
    const { utilization } = performance.eventLoopUtilization(thread);
    thread = performance.eventLoopUtilization();
    sampledAt = now();
    book.measured(utilization, ms, sampledAt);
    look();
  };
  const turn = (urgency: Urgency): Promise<Waiter> =>
    new Promise((resolve, reject) => {
      sample();
      const waiter: Waiter = {
        urgency,
        start: () => resolve(waiter),
        refuse: () => reject(REFUSALS[urgency]),
      };
      const answer = book.arrive(urgency, waiter, now());
      if (answer === 'start') waiter.start();
      else if (answer === 'refuse') waiter.refuse();
      else look();
    });
  return {
    async run(urgency, work) {
      const waiter = await turn(urgency);
      try {
        return await work();
      } finally {
        book.leave(urgency, waiter, now());
        look();
      }
    },
    refuses(urgency) {
      sample();
      return book.refuses(urgency, now()) ? ROOMS[urgency].retryAfterS : null;
    },
    crowded: () => book.crowded(now()),
  };
}
