import { Worker } from 'node:worker_threads';
import { SearchUnavailable } from './engine.ts';
import { oneTaskPerTick } from './turns.ts';
import type { Asking } from './worker.ts';

/** Many times what a search takes among a million products on a busy machine; only a worker that hangs is slower. */
const USUAL_MS = 15_000;
const LONG_MS = 600_000;
const LONG = new Set<Asking['ask']>(['load', 'take', 'apply', 'build', 'pack', 'save']);

interface Pending {
  resolve(value: unknown): void;
  reject(reason: Error): void;
  timer: NodeJS.Timeout;
}

/** Shared by all workers: each answer is followed by the work on a page. */
const inTurn = oneTaskPerTick();

/** One worker thread with its pending requests. If it hangs or dies, it rejects them all and calls `onLost` once. */
export class SearchWorker {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url));
  readonly #pending = new Map<number, Pending>();
  readonly #onLost: (reason: Error) => void;
  #number = 0;
  #ended = false;
  #onIdle: (() => void) | null = null;

  constructor(onLost: (reason: Error) => void) {
    this.#onLost = onLost;
    this.#worker.unref();
    this.#worker.on(
      'message',
      ({ number, value, error }: { number: number; value?: unknown; error?: string }) => {
        const pending = this.#pending.get(number);
        if (!pending) return;
        this.#pending.delete(number);
        clearTimeout(pending.timer);
        if (this.#pending.size === 0) this.#onIdle?.();
        inTurn(() => (error === undefined ? pending.resolve(value) : pending.reject(new Error(error))));
      },
    );
    this.#worker.on('error', (reason) => this.#lose(reason as Error));
    this.#worker.on('exit', () => this.#lose(new Error('the search worker ended')));
  }

  /** Number of pending requests. */
  get load(): number {
    return this.#pending.size;
  }

  /** @throws SearchUnavailable if the worker hangs or ends. */
  ask<T>(asking: Asking): Promise<T> {
    if (this.#ended) return Promise.reject(new SearchUnavailable('the search worker has ended'));
    const number = ++this.#number;
    return new Promise<T>((resolve, reject) => {
      const limit = LONG.has(asking.ask) ? LONG_MS : USUAL_MS;
      const timer = setTimeout(() => this.#lose(new Error('the search worker does not answer')), limit);
      timer.unref();
      this.#pending.set(number, { resolve: resolve as (value: unknown) => void, reject, timer });
      this.#worker.postMessage({ number, asking });
    });
  }

  /** Ends once everything asked so far is answered. */
  async retire(): Promise<void> {
    if (this.#pending.size > 0 && !this.#ended)
      await new Promise<void>((idle) => {
        this.#onIdle = idle;
      });
    await this.close();
  }

  async close(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }

  #lose(reason: Error): void {
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(new SearchUnavailable(reason.message));
    }
    this.#pending.clear();
    this.#onIdle?.();
    if (this.#ended) return;
    this.#ended = true;
    void this.#worker.terminate();
    this.#onLost(reason);
  }
}
