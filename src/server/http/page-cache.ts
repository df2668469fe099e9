import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzipSync, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/** A rendered answer, as Astro gave it. */
export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** An answer ready to be sent: its encodings, a tag to compare, and how long it may be kept. */
export interface Page {
  status: number;
  headers: Record<string, string>;
  etag: string;
  /** Null for a page that is kept packed only; `plainOf` unpacks it for the few who take nothing else. */
  plain: Buffer | null;
  br: Buffer;
  gz: Buffer;
  /** Seconds it is fresh, and seconds after that it may still be shown while a new one is made. */
  maxAge: number;
  swr: number;
  tags: string[];
  madeAt: number;
  /** When something it shows was changed; null while it is true. */
  outdatedSince: number | null;
  /** What it takes of the memory. */
  bytes: number;
}

export type Freshness = 'HIT' | 'STALE' | 'MISS';

export interface PageCacheOptions {
  /** Renders a path for nobody in particular; the same answer goes to everybody. */
  render(path: string): Promise<Rendered>;
  limitBytes: number;
  now?: () => number;
  onError?: (path: string, reason: unknown) => void;
}

const KEPT_STATUSES = new Set([200, 404]);
/** How long a page may still be shown when it cannot be made anew, and how long one that is known to be untrue. In s. */
const IN_TROUBLE_S = 24 * 3600;
const UNTRUE_IN_TROUBLE_S = 300;

/**
 * Whole pages, kept in memory in front of Astro. One render serves all who wait for it; what is stale is shown while
 * its successor is made; when rendering fails the last good page is shown. Errors are never kept.
 */
export class FrontPageCache {
  readonly #pages: LRUCache<string, Page>;
  readonly #flights = new Map<string, Promise<Page>>();
  /** For each render under way, the tags purged since it began: what it saw may be older than the purge. */
  readonly #purgedMeanwhile = new Set<Set<string>>();
  readonly #options: PageCacheOptions;
  readonly #now: () => number;

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#pages = new LRUCache({
      // It takes no 0, which stores nothing; no page fits into 1.
      maxSize: Math.max(1, options.limitBytes),
      sizeCalculation: ({ bytes }) => bytes,
    });
    this.#now = options.now ?? Date.now;
  }

  get size(): { pages: number; bytes: number } {
    return { pages: this.#pages.size, bytes: this.#pages.calculatedSize };
  }

  /** Whether this page can be answered without rendering it first. */
  holds(path: string): boolean {
    const kept = this.#pages.peek(path);
    return kept !== undefined && (this.#now() - kept.madeAt) / 1000 <= kept.maxAge + kept.swr;
  }

  async get(path: string): Promise<{ page: Page; freshness: Freshness }> {
    const kept = this.#pages.get(path);
    if (kept) {
      const age = (this.#now() - kept.madeAt) / 1000;
      if (age <= kept.maxAge) return { page: kept, freshness: 'HIT' };
      if (age <= kept.maxAge + kept.swr) {
        this.#make(path).catch((reason) => this.#options.onError?.(path, reason));
        return { page: kept, freshness: 'STALE' };
      }
    }
    try {
      const page = await this.#make(path);
      if (page.status >= 500 && kept && this.#stillBearable(kept)) return { page: kept, freshness: 'STALE' };
      return { page, freshness: 'MISS' };
    } catch (reason) {
      if (!kept || !this.#stillBearable(kept)) throw reason;
      this.#options.onError?.(path, reason);
      return { page: kept, freshness: 'STALE' };
    }
  }

  /** Marks every page with one of these tags as to be made anew; it stays only for the time rendering fails. */
  purge(tags: string[]): void {
    if (tags.length === 0) return;
    for (const purged of this.#purgedMeanwhile) for (const tag of tags) purged.add(tag);
    // Who asks from now on must not be given what was begun before.
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

  #stillBearable(page: Page): boolean {
    if (page.outdatedSince !== null) return (this.#now() - page.outdatedSince) / 1000 <= UNTRUE_IN_TROUBLE_S;
    return (this.#now() - page.madeAt) / 1000 <= IN_TROUBLE_S;
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
      const isTrue = !page.tags.some((tag) => purged.has(tag));
      if (KEPT_STATUSES.has(page.status) && page.maxAge > 0 && isTrue) this.#pages.set(path, page);
      return page;
    } finally {
      this.#purgedMeanwhile.delete(purged);
    }
  }
}

/** Headers that are for the cache, or that belong to one answer only. */
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

/** What a page takes beside its bodies: its headers, once as they are and once prepared for sending (measured). */
const HEADERS_BYTES = 8 * 1024;

/** The body of a page as nobody packed it. */
export function plainOf({ plain, gz }: Page): Buffer {
  return plain ?? gunzipSync(gz);
}

/** A rendered answer made ready to be sent often: compressed once, with a tag over its bytes. */
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

/** The same bytes in memory of their own: a piece of Node's 64 KB pool would keep the whole pool. */
function alone(piece: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(piece.length);
  piece.copy(own);
  return own;
}

function secondsOf(policy: string, name: string): number {
  return Number(new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(policy)?.[1] ?? 0);
}
