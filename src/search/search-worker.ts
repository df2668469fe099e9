import { Worker } from 'node:worker_threads';
import type { Asking } from './worker.ts';

/** The worker did not answer in time, or ended; whoever asked may ask elsewhere. */
export class SearchUnavailable extends Error {}

const USUAL_MS = 3_000;
const LONG_MS = 600_000;
const LONG = new Set<Asking['ask']>(['load', 'apply', 'save']);

interface Waiting {
  resolve(value: unknown): void;
  reject(reason: Error): void;
  timer: NodeJS.Timeout;
}

/** One worker thread and the questions under way to it. Hanging or dead, it rejects them all and says so once. */
export class SearchWorker {
  readonly #worker = new Worker(new URL('./worker.ts', import.meta.url));
  readonly #waiting = new Map<number, Waiting>();
  readonly #onLost: (reason: Error) => void;
  #number = 0;
  #ended = false;

  constructor(onLost: (reason: Error) => void) {
    this.#onLost = onLost;
    this.#worker.unref();
    this.#worker.on(
      'message',
      ({ number, value, error }: { number: number; value?: unknown; error?: string }) => {
        const waiting = this.#waiting.get(number);
        if (!waiting) return;
        this.#waiting.delete(number);
        clearTimeout(waiting.timer);
        if (error === undefined) waiting.resolve(value);
        else waiting.reject(new Error(error));
      },
    );
    this.#worker.on('error', (reason) => this.#lose(reason as Error));
    this.#worker.on('exit', () => this.#lose(new Error('the search worker ended')));
  }

  /** How many questions it still has to answer. */
  get load(): number {
    return this.#waiting.size;
  }

  /** @throws SearchUnavailable when the worker hangs or ends. */
  ask<T>(asking: Asking): Promise<T> {
    if (this.#ended) return Promise.reject(new SearchUnavailable('the search worker has ended'));
    const number = ++this.#number;
    return new Promise<T>((resolve, reject) => {
      const limit = LONG.has(asking.ask) ? LONG_MS : USUAL_MS;
      const timer = setTimeout(() => this.#lose(new Error('the search worker does not answer')), limit);
      timer.unref();
      this.#waiting.set(number, { resolve: resolve as (value: unknown) => void, reject, timer });
      this.#worker.postMessage({ number, asking });
    });
  }

  async close(): Promise<void> {
    this.#ended = true;
    await this.#worker.terminate();
  }

  #lose(reason: Error): void {
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new SearchUnavailable(reason.message));
    }
    this.#waiting.clear();
    if (this.#ended) return;
    this.#ended = true;
    void this.#worker.terminate();
    this.#onLost(reason);
  }
}
