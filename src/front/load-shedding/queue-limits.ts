/**
 * How urgent a request is when the site is overloaded. `vital` is what people lose money or their place over: checkout,
 * payment events, sign-in. `member` is everything else that somebody who is signed in asks for, `page` what anybody else can
 * ask for again. `hint` is what helps while they type. `program` is the API, `background` what feed readers and search engines
 * wait for.
 */
export type Urgency = 'vital' | 'member' | 'page' | 'hint' | 'program' | 'background';
/** What can wait: it never takes the thread from people who wait for a page. */
export const CAN_WAIT: ReadonlySet<Urgency> = new Set(['hint', 'program', 'background']);

export interface QueueLimits {
  /** Requests worked on at once; pages that wait for others get more, see `ConcurrencyLimit`. */
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

const PAGE: QueueLimits = {
  atOnce: 8,
  waitingMax: 64,
  patienceMs: 1_500,
  crowdPatienceMs: 20,
  crowdWaitingMax: 2,
  retryAfterS: 2,
};
const PROGRAM: QueueLimits = {
  atOnce: 2,
  waitingMax: 32,
  patienceMs: 5_000,
  crowdPatienceMs: 40,
  crowdWaitingMax: 1,
  retryAfterS: 30,
};
/**
 * The urgencies, the most urgent first; each has a queue of its own, so that none waits for a less urgent one, and a flood of
 * one kind takes only the slots of its kind.
 */
export const QUEUE_LIMITS: Record<Urgency, QueueLimits> = {
  vital: {
    atOnce: 32,
    waitingMax: 256,
    patienceMs: 5_000,
    crowdPatienceMs: 500,
    crowdWaitingMax: 32,
    retryAfterS: 2,
  },
  member: { ...PAGE, crowdPatienceMs: 200, crowdWaitingMax: 8 },
  page: PAGE,
  hint: { ...PAGE, atOnce: 2, waitingMax: 16, patienceMs: 1_000, crowdWaitingMax: 1 },
  program: PROGRAM,
  background: PROGRAM,
};
/** The most urgent first. */
export const URGENCIES = Object.keys(QUEUE_LIMITS) as readonly Urgency[];
