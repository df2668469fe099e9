import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { semaphore } from '../kernel/semaphore.ts';

/** An answer rendered by Astro. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** An answer ready to send: its encodings, its ETag, and how long it may be cached. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  etag: string;
  /** Null for a page that is stored compressed only; `plainOf` decompresses it for the few clients that need it. */
  plain: Buffer | null;
  br: Buffer;
  gz: Buffer;
  /** Seconds it is fresh, and seconds after that it may still be served while a new one is rendered. */
  maxAge: number;
  swr: number;
  tags: string[];
  madeAt: number;
  /** When something it shows was changed; null while it is current. */
  outdatedSince: number | null;
  /** Its memory use. */
  bytes: number;
}

export type Freshness = 'HIT' | 'STALE' | 'MISS';

export interface PageCacheOptions {
  /** Renders a path for an anonymous visitor; the same answer is sent to everyone. */
  render(path: string): Promise<Rendered>;
  limitBytes: number;
  now?: () => number;
  onError?: (path: string, reason: unknown) => void;
}

const CACHED_STATUSES = new Set([200, 404]);
/** How long a page may be served while rendering fails, and how long if it is known to be outdated. In s. */
const STALE_IF_ERROR_S = 24 * 3600;
const OUTDATED_IF_ERROR_S = 300;

/**
 * Caches whole pages in memory in front of Astro. Concurrent requests share one render; a stale page is served while it
 * is rendered again; if rendering fails, the last good page is served. Errors are never cached.
 */
export class FrontPageCache {
  readonly #pages: LRUCache<string, Page>;
  readonly #flights = new Map<string, Promise<Page>>();
  /** For each running render, the tags purged since it began: its data may be older than the purge. */
  readonly #purgedMeanwhile = new Set<Set<string>>();
  readonly #options: PageCacheOptions;
  readonly #now: () => number;

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#pages = new LRUCache({
      // LRUCache does not accept 0; no page fits into 1.
      maxSize: Math.max(1, options.limitBytes),
      sizeCalculation: ({ bytes }) => bytes,
    });
    this.#now = options.now ?? Date.now;
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#pages.size, bytes: this.#pages.calculatedSize };
  }

  /** Whether this page can be served without rendering it first. */
  holds(path: string): boolean {
    const cached = this.#pages.peek(path);
    return cached !== undefined && (this.#now() - cached.madeAt) / 1000 <= cached.maxAge + cached.swr;
  }

  async get(path: string): Promise<{ page: Page; freshness: Freshness }> {
    const cached = this.#pages.get(path);
    if (cached) {
      const age = (this.#now() - cached.madeAt) / 1000;
      if (age <= cached.maxAge) return { page: cached, freshness: 'HIT' };
      if (age <= cached.maxAge + cached.swr) {
        this.#make(path).catch((reason) => this.#options.onError?.(path, reason));
        return { page: cached, freshness: 'STALE' };
      }
    }
    try {
      const page = await this.#make(path);
      if (page.status >= 500 && cached && this.#isUsableOnError(cached))
        return { page: cached, freshness: 'STALE' };
      return { page, freshness: 'MISS' };
    } catch (reason) {
      if (!cached || !this.#isUsableOnError(cached)) throw reason;
      this.#options.onError?.(path, reason);
      return { page: cached, freshness: 'STALE' };
    }
  }

  /** Marks every page with one of these tags as outdated; it stays only in case rendering fails. */
  purge(tags: string[]): void {
    if (tags.length === 0) return;
    for (const purged of this.#purgedMeanwhile) for (const tag of tags) purged.add(tag);
    // Later requests must not get a render that began before.
    this.#flights.clear();
    const gone = new Set(tags);
    for (const page of this.#pages.values()) {
      if (page.outdatedSince === null && page.tags.some((tag) => gone.has(tag))) {
        page.outdatedSince = this.#now();
        page.maxAge = -1;
        page.swr = 0;
      }
    }
  }

  #isUsableOnError(page: Page): boolean {
    if (page.outdatedSince !== null) return (this.#now() - page.outdatedSince) / 1000 <= OUTDATED_IF_ERROR_S;
    return (this.#now() - page.madeAt) / 1000 <= STALE_IF_ERROR_S;
  }

  #make(path: string): Promise<Page> {
    const flying = this.#flights.get(path);
    if (flying) return flying;
    const flight = this.#render(path).finally(() => {
      if (this.#flights.get(path) === flight) this.#flights.delete(path);
    });
    this.#flights.set(path, flight);
    return flight;
  }

  async #render(path: string): Promise<Page> {
    const purged = new Set<string>();
    this.#purgedMeanwhile.add(purged);
    try {
      const page = await readyPage(await this.#options.render(path), this.#now());
      const isCurrent = !page.tags.some((tag) => purged.has(tag));
      if (CACHED_STATUSES.has(page.status) && page.maxAge > 0 && isCurrent) this.#pages.set(path, page);
      return page;
    } finally {
      this.#purgedMeanwhile.delete(purged);
    }
  }
}

/** Headers for the cache, or of a single answer. */
const NOT_PASSED_ON = [
  'cdn-cache-control',
  'cache-tag',
  'content-length',
  'etag',
  'set-cookie',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
];

/** Memory of a page besides its bodies: its headers, plain and prepared for sending (measured). */
const HEADERS_BYTES = 8 * 1024;

/** Decompressed bodies, for as long as somebody is being sent them: however many ask, there is one. */
const unpacked = new WeakMap<Page, WeakRef<Buffer>>();
const unpacking = new WeakMap<Page, Promise<Buffer>>();
/** More at once would take the threads that files and pictures need. */
const oneOfTwo = semaphore(2);

/** The uncompressed body of a page, which few clients need. Most pages are decompressed for it, outside of this thread. */
export function plainOf(page: Page): Buffer | Promise<Buffer> {
  const known = page.plain ?? unpacked.get(page)?.deref();
  if (known) return known;
  let running = unpacking.get(page);
  if (!running) {
    running = oneOfTwo(() => promisify(gunzip)(page.gz))
      .then((plain) => {
        unpacked.set(page, new WeakRef(plain));
        return plain;
      })
      .finally(() => unpacking.delete(page));
    unpacking.set(page, running);
  }
  return running;
}

/** Prepares a rendered answer for sending: compressed once, with an ETag over its bytes. */
export async function readyPage({ status, headers, body }: Rendered, madeAt: number): Promise<Page> {
  const policy = headers['cdn-cache-control'] ?? '';
  const passed = Object.fromEntries(
    Object.entries(headers).filter(([name]) => !NOT_PASSED_ON.includes(name)),
  );
  if (passed['content-type'] === 'text/html') passed['content-type'] = 'text/html; charset=utf-8';
  passed['cache-control'] ??= 'no-cache';
  passed['vary'] = 'Accept-Encoding';
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }).then(alone),
    promisify(gzip)(body).then(alone),
  ]);
  const etag = `W/"${createHash('sha1').update(body).digest('base64url').slice(0, 20)}"`;
  return {
    status,
    headers: { ...passed, etag },
    etag,
    plain: null,
    br,
    gz,
    maxAge: 'set-cookie' in headers ? 0 : secondsOf(policy, 'max-age'),
    swr: secondsOf(policy, 'stale-while-revalidate'),
    tags: (headers['cache-tag'] ?? '').split(',').filter((tag) => tag !== ''),
    madeAt,
    outdatedSince: null,
    bytes: br.length + gz.length + HEADERS_BYTES,
  };
}

/** Copies the bytes into memory of their own: a slice of Node's 64 KB pool would keep the whole pool alive. */
function alone(piece: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(piece.length);
  piece.copy(own);
  return own;
}

function secondsOf(policy: string, name: string): number {
  return Number(new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(policy)?.[1] ?? 0);
}
