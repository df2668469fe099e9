import { Readable, type Writable } from 'node:stream';
import type { Bucket } from './bucket.ts';
import { type ContentRange, StorageRefused, type StoredBytes, written } from './file-store.ts';

/** How often in a row a broken connection is opened again. */
const REOPENED_AT_MOST = 3;
/** A connection on which nothing comes for so long counts as broken, in ms. `fetch` itself waits for 300 s. */
const SILENT_FOR_MS = 20_000;

/**
 * Opens an object of a bucket as a stream that is read no faster than it is wanted. A connection that breaks is opened
 * again where it broke.
 * @param silentForMs how long the server may send nothing while more is wanted.
 * @throws StorageRefused "file-missing"; RangeError for a range outside the object.
 */
export async function openBytes(
  bucket: Bucket,
  key: string,
  range?: ContentRange,
  silentForMs = SILENT_FOR_MS,
): Promise<StoredBytes> {
  if (range && !(range.first >= 0 && range.first <= range.last))
    throw new RangeError(`bytes ${range.first} to ${range.last}`);
  const answer = await bucket.get(key, range);
  if (!answer) throw new StorageRefused('file-missing');
  const size = Number(answer.headers.get('content-length') ?? 0);
  const [, total] = /\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? [];
  if (range && (answer.status !== 206 || range.last >= Number(total))) {
    await answer.body?.cancel();
    throw new RangeError(`bytes ${range.first} to ${range.last} of ${total ?? size}`);
  }
  const first = range?.first ?? 0;
  return new BucketBytes(bucket, key, { first, last: range?.last ?? size - 1 }, answer, silentForMs);
}

class BucketBytes extends Readable implements StoredBytes {
  readonly #bucket: Bucket;
  readonly #key: string;
  readonly #last: number;
  readonly #silentForMs: number;
  #at: number;
  #reader: ReadableStreamDefaultReader<Uint8Array> | null;

  constructor(
    bucket: Bucket,
    key: string,
    { first, last }: ContentRange,
    answer: Response,
    silentForMs: number,
  ) {
    super({ highWaterMark: 256 * 1024 });
    this.#bucket = bucket;
    this.#key = key;
    this.#at = first;
    this.#last = last;
    this.#silentForMs = silentForMs;
    this.#reader = answer.body?.getReader() ?? null;
  }

  override _read(): void {
    this.#next().then(
      (chunk) => this.push(chunk),
      (reason) => this.destroy(reason as Error),
    );
  }

  async #next(): Promise<Uint8Array | null> {
    for (let reopened = 0; ; reopened++) {
      if (this.#at > this.#last) return null;
      try {
        const { done, value } = (await this.#read()) ?? { done: true, value: undefined };
        if (done || !value) throw new Error(`${this.#key} ended after ${this.#at} bytes`);
        this.#at += value.length;
        return value;
      } catch (reason) {
        this.#leave();
        if (this.destroyed || reopened === REOPENED_AT_MOST) throw reason;
        const answer = await this.#bucket.get(this.#key, { first: this.#at, last: this.#last });
        if (!answer) throw new StorageRefused('file-missing', reason);
        this.#reader = answer.body?.getReader() ?? null;
        // It was closed while the connection was opened again.
        if (this.destroyed) this.#leave();
      }
    }
  }

  /** The next bytes of the connection. @throws Error where it is broken, or silent for too long */
  async #read() {
    const silent = AbortSignal.timeout(this.#silentForMs);
    const reader = this.#reader;
    const giveUp = () => reader?.cancel(silent.reason).catch(() => undefined);
    silent.addEventListener('abort', giveUp);
    try {
      return await reader?.read();
    } finally {
      silent.removeEventListener('abort', giveUp);
    }
  }

  #leave(): void {
    this.#reader?.cancel().catch(() => undefined);
    this.#reader = null;
  }

  override _destroy(reason: Error | null, done: (reason?: Error | null) => void): void {
    this.#leave();
    done(reason);
  }

  async sendTo(to: Writable): Promise<void> {
    for await (const piece of this as AsyncIterable<Uint8Array>) await written(to, piece);
  }
}
