import { threadsCpuMs } from '../cpu.ts';
import { figureAt, median } from '../figures.ts';
import type { TripCounter } from './counter.ts';
import type { MeasuredRequest } from './questions.ts';
import type { Subjects } from './subjects.ts';

/** One world that answers: where it is, and the processes that work. */
export interface Answerer {
  name: string;
  origin: string;
  subjects: Subjects;
  site(): number;
  pocketbase(): number;
  counter: Pick<TripCounter, 'trips' | 'rowsWhile'>;
}

/**
 * What one question cost in one world. CPU and latency are in ms for one request; CPU is the median of the rounds, since jobs
 * of the background fall into some of them.
 */
export interface Reading {
  requests: number;
  siteMs: number;
  backendMs: number;
  p50: number;
  p99: number;
  /** Requests to PocketBase; the least that one request needed, so that background work does not count. */
  trips: number;
  /** Rows that PocketBase answered with, and the answer's size before compression. */
  rows: number;
  kB: number;
  /** Why there are no figures, such as "500". */
  failure: string | null;
}

/** CPU time of a process in ms; NaN where the system does not tell. */
const used = async (pid: number) => (await threadsCpuMs(pid)) ?? Number.NaN;

/** Asks one question again and again and gathers what it costs. */
export class CostMeter {
  readonly #world: Answerer;
  readonly #question: MeasuredRequest;
  #times: number[] = [];
  /** CPU of a request in each round. */
  readonly #siteMs: number[] = [];
  readonly #backendMs: number[] = [];
  #trips = Number.POSITIVE_INFINITY;
  #rows = 0;
  #bytes = 0;
  #failure: string | null = null;

  constructor(world: Answerer, question: MeasuredRequest) {
    this.#world = world;
    this.#question = question;
  }

  /** Asks without measuring, so that code that runs for the first time does not count; the second time rows are counted. */
  async warm(): Promise<void> {
    await this.#ask();
    this.#rows = await this.#world.counter.rowsWhile(() => this.#ask());
  }

  /** Asks up to `most` times, one after the other, and stops when `longestMs` have passed. */
  async ask(most: number, longestMs: number): Promise<void> {
    if (this.#failure !== null) return;
    const { site, pocketbase } = this.#world;
    const [siteBefore, backendBefore] = [await used(site()), await used(pocketbase())];
    const began = performance.now();
    let nth = 0;
    for (; nth < most && performance.now() - began < longestMs; nth++) {
      const trips = this.#world.counter.trips();
      const asked = performance.now();
      await this.#ask();
      this.#times.push(performance.now() - asked);
      this.#trips = Math.min(this.#trips, this.#world.counter.trips() - trips);
    }
    this.#siteMs.push(((await used(site())) - siteBefore) / nth);
    this.#backendMs.push(((await used(pocketbase())) - backendBefore) / nth);
  }

  get reading(): Reading {
    const requests = this.#times.length;
    return {
      requests,
      siteMs: median(this.#siteMs),
      backendMs: median(this.#backendMs),
      p50: figureAt(this.#times, 0.5),
      p99: Math.max(...this.#times),
      trips: this.#trips,
      rows: this.#rows,
      kB: this.#bytes / 1000,
      failure: this.#failure,
    };
  }

  /** A connection that the server closed at the same moment is opened again, once. */
  async #ask(): Promise<void> {
    await this.#send().catch(() =>
      this.#send().catch(() => {
        this.#failure = 'nothing';
      }),
    );
  }

  async #send(): Promise<void> {
    const { as, input, path } = this.#question;
    const { origin, subjects } = this.#world;
    const cookie = subjects.cookies[as];
    const headers = { 'accept-encoding': 'br', ...(cookie === '' ? {} : { cookie }) };
    const answer = await fetch(
      origin + path(subjects),
      input === undefined
        ? { headers }
        : {
            method: 'POST',
            headers: { ...headers, 'content-type': 'application/json', origin },
            body: JSON.stringify(input(subjects)),
          },
    );
    this.#bytes = (await answer.arrayBuffer()).byteLength;
    if (!answer.ok) this.#failure = String(answer.status);
  }
}
