import { ConcurrencyLimit } from './concurrency-limit.ts';
import { CAN_WAIT, QUEUE_LIMITS, type QueueLimits, URGENCIES, type Urgency } from './queue-limits.ts';

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
 * its slot. Never before the least, nor after the most, in ms.
 */
const SLOT_TIMES = 4;
export const SLOT_LEAST_MS = 500;
export const SLOT_MOST_MS = 8_000;
/** How far the estimate of what half of the requests take moves with each answer. */
const LEARN = 1.05;

/** What became of waiting requests. */
export interface Outcome<T> {
  start: T[];
  refuse: T[];
}

interface Waiting {
  since: number;
  owner: string;
}

/** Counts by owner; nobody is remembered who has none. */
class Counts {
  readonly #counts = new Map<string, number>();

  of(owner: string): number {
    return this.#counts.get(owner) ?? 0;
  }

  add(owner: string, change: number): void {
    const count = this.of(owner) + change;
    if (count > 0) this.#counts.set(owner, count);
    else this.#counts.delete(owner);
  }

  /** Who has the most, and how many. */
  most(): [string, number] {
    let most: [string, number] = ['', 0];
    for (const entry of this.#counts) if (entry[1] > most[1]) most = entry;
    return most;
  }
}

interface Queue<T> {
  limits: QueueLimits;
  /** How many requests that hold a slot may run at the moment. */
  concurrency: ConcurrencyLimit;
  /** The requests that were started and not answered yet, and since when. */
  unanswered: Map<T, number>;
  /** Those of them that hold a slot, and since when; the oldest first. */
  running: Map<T, number>;
  /** After how long a request gives up its slot, in ms. */
  slotMs: number;
  /** The requests that wait, since when and for whom; the oldest first. */
  waiting: Map<T, Waiting>;
  /** How many requests of each person or network run, and how many wait. */
  runningOf: Counts;
  waitingOf: Counts;
  /** For whom each request runs. */
  owners: Map<T, string>;
  /** Since when somebody has been waiting, without a moment in between in which a request could start at once. */
  standingSince: number | null;
  /** When a request was last refused while there was a crowd; null while there is none. */
  crowdedAt: number | null;
}

/**
 * Decides which request starts, which waits and which is refused. It has no clock and no timers: every call gets `now`, in
 * ms, which never goes back. While queues are short, requests wait in order, as long as a person would. If the queue stays
 * for a second, waiting has no end in sight: from then on only a few may wait for a moment, and all others are refused at
 * once, so that those who are served are served quickly. This is controlled delay (CoDel) with two patiences. Places go round
 * among those who wait: next is the oldest request of the person or network that has the fewest running, and where no more may
 * wait, somebody with fewer waiting takes the place of the newest request of the one with the most (fair queueing).
 */
export class RequestQueues<T> {
  readonly #queues: Record<Urgency, Queue<T>>;
  /** Requests that lost their place in a queue; the next look refuses them. */
  #displaced: T[] = [];

  constructor() {
    const queue = (urgency: Urgency): Queue<T> => ({
      limits: QUEUE_LIMITS[urgency],
      concurrency: new ConcurrencyLimit(QUEUE_LIMITS[urgency].atOnce),
      unanswered: new Map(),
      running: new Map(),
      slotMs: SLOT_LEAST_MS,
      waiting: new Map(),
      runningOf: new Counts(),
      waitingOf: new Counts(),
      owners: new Map(),
      standingSince: null,
      crowdedAt: null,
    });
    this.#queues = {
      vital: queue('vital'),
      member: queue('member'),
      page: queue('page'),
      hint: queue('hint'),
      program: queue('program'),
      background: queue('background'),
    };
  }

  /**
   * Whether there is no room for a new request, not even to wait. It counts as refused then.
   * @param owner the person or network that asks.
   */
  refuses(urgency: Urgency, now: number, owner = ''): boolean {
    const queue = this.#queues[urgency];
    this.#settle(queue, now);
    if (queue.waiting.size === 0 && this.#mayStart(urgency)) return false;
    queue.concurrency.wanted(now);
    const crowded = queue.crowdedAt !== null;
    // Behind pages that are being refused, a request that can wait longer than they need not join the queue.
    const hopeless = CAN_WAIT.has(urgency) && this.crowded(now);
    if (!hopeless && (queue.waiting.size < mostWaiting(queue) || mayDisplace(queue, owner))) return false;
    if (crowded) queue.crowdedAt = now;
    return true;
  }

  /** A new request. `wait` means that a later outcome names it. @param owner the person or network that asks. */
  arrive(urgency: Urgency, request: T, now: number, owner = ''): 'start' | 'wait' | 'refuse' {
    if (this.refuses(urgency, now, owner)) return 'refuse';
    const queue = this.#queues[urgency];
    if (queue.waiting.size === 0 && this.#mayStart(urgency)) {
      queue.standingSince = null;
      this.#begin(queue, request, now, owner);
      return 'start';
    }
    queue.standingSince ??= now;
    if (queue.waiting.size >= mostWaiting(queue)) this.#displace(queue);
    queue.waiting.set(request, { since: now, owner });
    queue.waitingOf.add(owner, 1);
    return 'wait';
  }

  /** A request that was started has been answered. */
  leave(urgency: Urgency, request: T, now: number): void {
    const queue = this.#queues[urgency];
    const since = queue.unanswered.get(request);
    if (since === undefined) return;
    queue.unanswered.delete(request);
    queue.running.delete(request);
    queue.runningOf.add(queue.owners.get(request) ?? '', -1);
    queue.owners.delete(request);
    // Moves towards the median: a few requests that take very long change it no more than as many that are quick.
    const isLong = (now - since) * SLOT_TIMES > queue.slotMs;
    const slotMs = isLong ? queue.slotMs * LEARN : queue.slotMs / LEARN;
    queue.slotMs = Math.min(SLOT_MOST_MS, Math.max(SLOT_LEAST_MS, slotMs));
  }

  /** Which waiting requests start now, and which have waited too long. */
  look(now: number): Outcome<T> {
    const outcome: Outcome<T> = { start: [], refuse: this.#displaced };
    this.#displaced = [];
    for (const urgency of URGENCIES) {
      const queue = this.#queues[urgency];
      this.#settle(queue, now);
      const patience = queue.crowdedAt === null ? queue.limits.patienceMs : queue.limits.crowdPatienceMs;
      // Whoever waited long while the thread was busy with a page still takes a free slot: refused, it would stay empty.
      while (queue.waiting.size > 0 && this.#mayStart(urgency)) {
        const [request, { owner }] = nextOf(queue);
        leaveQueue(queue, request, owner);
        this.#begin(queue, request, now, owner);
        outcome.start.push(request);
      }
      for (const [request, { since, owner }] of queue.waiting) {
        if (now - since < patience) break;
        leaveQueue(queue, request, owner);
        outcome.refuse.push(request);
        if (queue.crowdedAt !== null) queue.crowdedAt = now;
      }
      if (queue.waiting.size === 0) queue.standingSince = null;
    }
    return outcome;
  }

  /** The thread worked for a share of the last `ms`, from 0 to 1: pages that wait for others get more slots. */
  measured(busy: number, ms: number, now: number): void {
    for (const { concurrency, slotMs } of [this.#queues.member, this.#queues.page])
      concurrency.measured(busy, ms, now, slotMs < 2 * SLOT_LEAST_MS);
  }

  /** When to look again even if nothing arrives or leaves, in ms; null if nobody waits. */
  nextLook(): number | null {
    let next = Number.POSITIVE_INFINITY;
    for (const queue of Object.values(this.#queues)) {
      const [oldest] = queue.waiting.values();
      if (oldest === undefined) continue;
      const patience = queue.crowdedAt === null ? queue.limits.patienceMs : queue.limits.crowdPatienceMs;
      const [longest = Number.POSITIVE_INFINITY] = queue.running.values();
      next = Math.min(next, oldest.since + patience, longest + queue.slotMs);
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

  /** Takes the place in the queue of whoever has the most of them, from their newest request. */
  #displace(queue: Queue<T>): void {
    const [most] = queue.waitingOf.most();
    const newest = [...queue.waiting].findLast(([, { owner }]) => owner === most);
    if (!newest) return;
    leaveQueue(queue, newest[0], most);
    this.#displaced.push(newest[0]);
  }

  #begin(queue: Queue<T>, request: T, now: number, owner: string): void {
    queue.owners.set(request, owner);
    queue.runningOf.add(owner, 1);
    queue.unanswered.set(request, now);
    queue.running.set(request, now);
  }

  #mayStart(urgency: Urgency): boolean {
    const { running, concurrency } = this.#queues[urgency];
    if (running.size >= concurrency.count) return false;
    const { member, page } = this.#queues;
    return !CAN_WAIT.has(urgency) || (member.waiting.size === 0 && page.waiting.size === 0);
  }

  /** Frees the slots of requests that wait for a neighbour, and notices when a crowd has come or gone. */
  #settle(queue: Queue<T>, now: number): void {
    for (const [request, since] of queue.running) {
      if (now - since < queue.slotMs) break;
      queue.running.delete(request);
    }
    if (queue.crowdedAt === null) {
      if (queue.standingSince !== null && now - queue.standingSince >= CROWDED_AFTER_MS)
        queue.crowdedAt = now;
      return;
    }
    const calmMs = now - queue.crowdedAt;
    const few = queue.unanswered.size <= queue.limits.atOnce / 4;
    if (calmMs >= CALM_AFTER_MS || (few && calmMs >= CALM_SOON_MS)) {
      queue.crowdedAt = null;
      queue.standingSince = queue.waiting.size === 0 ? null : now;
    }
  }
}

function mostWaiting<T>({ crowdedAt, limits }: Queue<T>): number {
  return crowdedAt === null ? limits.waitingMax : limits.crowdWaitingMax;
}

/** Whether somebody else has so many requests waiting that one of them makes room for another of this owner. */
function mayDisplace<T>({ waitingOf }: Queue<T>, owner: string): boolean {
  return waitingOf.of(owner) + 1 < waitingOf.most()[1];
}

/** The oldest waiting request of whoever has the fewest running. Call it only where one waits. */
function nextOf<T>({ waiting, runningOf }: Queue<T>): [T, Waiting] {
  let next: [T, Waiting] | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const entry of waiting) {
    const running = runningOf.of(entry[1].owner);
    if (running < fewest) [next, fewest] = [entry, running];
    if (fewest === 0) break;
  }
  if (!next) throw new Error('nobody waits');
  return next;
}

function leaveQueue<T>({ waiting, waitingOf }: Queue<T>, request: T, owner: string): void {
  waiting.delete(request);
  waitingOf.add(owner, -1);
}
