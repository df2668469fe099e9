import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Asker } from './load-shedding/admission.ts';
import {
  type Packing,
  type Page,
  packedBetter,
  packedFor,
  type Rendered,
  readyPage,
  withBody,
} from './ready-page.ts';

export type Freshness = 'HIT' | 'STALE' | 'MISS';

export interface PageCacheOptions {
  /**
   * Renders a path for an anonymous visitor; the same answer is sent to everyone. @param asker whose place it takes; nobody's
   * where a page is made anew that was sent already.
   */
  render(path: string, asker?: Asker): Promise<Rendered>;
  limitBytes: number;
  /** Whether pages name their tags, for a cache in front that is purged by them. */
  tagged?: boolean;
  now?: () => number;
  onError?: (path: string, reason: unknown) => void;
}

const CACHED_STATUSES = new Set([200, 404]);
/** Room for pages that do not exist: anybody can invent addresses, which must not push out pages that people read. In bytes. */
const MISSING_BYTES = 1024 * 1024;
/** Addresses that are remembered because they were asked for once. */
const ASKED_ONCE = 20_000;
/** How long a page may be served while rendering fails, and how long if it is known to be outdated. In s. */
const STALE_IF_ERROR_S = 24 * 3600;
const OUTDATED_IF_ERROR_S = 300;

/**
 * Caches whole pages in memory in front of Astro. Concurrent requests share one render; a stale page is served while it
 * is rendered again; if rendering fails, the last good page is served. Errors are never cached. Pages that do not exist have a
 * small cache of their own, and where the room is used up a new page is kept only when it is asked for again: addresses that
 * are invented, or asked for once, push out nothing that people read.
 */
export class FrontPageCache {
  readonly #pages: LRUCache<string, Page>;
  readonly #missing: LRUCache<string, Page>;
  /** Hashes of addresses. */
  readonly #askedOnce = new LRUCache<string, true>({ max: ASKED_ONCE });
  readonly #flights = new Map<string, Promise<Page>>();
  /** For each running render, the tags purged since it began: its data may be older than the purge. */
  readonly #purgedMeanwhile = new Set<Set<string>>();
  readonly #options: PageCacheOptions;
  /** Whether a page is being compressed better. One at a time: the next visitor of another page tries again. */
  #bettering = false;
  readonly #now: () => number;

  constructor(options: PageCacheOptions) {
    this.#options = options;
    this.#pages = new LRUCache({
      // LRUCache does not accept 0; no page fits into 1.
      maxSize: Math.max(1, options.limitBytes),
      sizeCalculation: ({ bytes }) => bytes,
    });
    this.#missing = new LRUCache({
      maxSize: Math.max(1, Math.min(MISSING_BYTES, options.limitBytes)),
      sizeCalculation: ({ bytes }) => bytes,
    });
    this.#now = options.now ?? Date.now;
  }

  get size(): { pages: number; bytes: number } {
    const all = [this.#pages, this.#missing];
    const sum = (of: (cache: LRUCache<string, Page>) => number) =>
      all.reduce((total, each) => total + of(each), 0);
    return { pages: sum(({ size }) => size), bytes: sum(({ calculatedSize }) => calculatedSize) };
  }

  /** Whether this page can be served without rendering it first. */
  holds(path: string): boolean {
    const cached = this.#peek(path);
    return cached !== undefined && (this.#now() - cached.madeAt) / 1000 <= cached.maxAge + cached.swr;
  }

  /** Whether nothing at all can be sent before this page is rendered, and nobody renders it yet. */
  lacks(path: string): boolean {
    return !this.#peek(path) && !this.#flights.has(path);
  }

  /**
   * @param wanted the encoding that the visitor accepts; the page has it. @param asker whose place a render takes.
   */
  async get(
    path: string,
    wanted: Packing = 'br',
    asker?: Asker,
  ): Promise<{ page: Page; freshness: Freshness }> {
    const cached = this.#pages.get(path) ?? this.#missing.get(path);
    if (cached) {
      const age = (this.#now() - cached.madeAt) / 1000;
      if (age <= cached.maxAge) {
        this.#better(path, cached);
        return { page: await this.#packed(path, cached, wanted), freshness: 'HIT' };
      }
      if (age <= cached.maxAge + cached.swr) {
        this.#make(path, wanted).catch((reason) => this.#options.onError?.(path, reason));
        return { page: await this.#packed(path, cached, wanted), freshness: 'STALE' };
      }
    }
    try {
      const page = await this.#make(path, wanted, asker);
      if (page.status >= 500 && cached && this.#isUsableOnError(cached))
        return { page: await this.#packed(path, cached, wanted), freshness: 'STALE' };
      return { page: await this.#packed(path, page, wanted), freshness: 'MISS' };
    } catch (reason) {
      if (!cached || !this.#isUsableOnError(cached)) throw reason;
      this.#options.onError?.(path, reason);
      return { page: await this.#packed(path, cached, wanted), freshness: 'STALE' };
    }
  }

  /** Marks every page with one of these tags as outdated; it stays only in case rendering fails. */
  purge(tags: string[]): void {
    if (tags.length === 0) return;
    for (const purged of this.#purgedMeanwhile) for (const tag of tags) purged.add(tag);
    // Later requests must not get a render that began before.
    this.#flights.clear();
    const gone = new Set(tags);
    for (const page of [...this.#pages.values(), ...this.#missing.values()]) {
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

  /** The page with the encoding that this visitor wants; most visitors want the one that it was made with. */
  async #packed(path: string, page: Page, wanted: Packing): Promise<Page> {
    if ((wanted === 'br' ? page.br : page.gz) !== null) return page;
    const body = await packedFor(page, wanted);
    return this.#keepBody(path, page, wanted, body);
  }

  /** Makes a page smaller that is asked for again, in the background. */
  #better(path: string, page: Page): void {
    if (!page.quick || page.br === null || this.#bettering) return;
    this.#bettering = true;
    packedBetter(page)
      .then((body) => this.#keepBody(path, page, 'br', body, false))
      .catch((reason) => this.#options.onError?.(path, reason))
      .finally(() => {
        this.#bettering = false;
      });
  }

  /** The page with one more body, or a better one. It is cached in place of the same page, whose other bodies it keeps. */
  #keepBody(path: string, page: Page, wanted: Packing, body: Buffer, quick?: boolean): Page {
    const held = this.#peek(path);
    const isHeld = held !== undefined && held.madeAt === page.madeAt && held.etag === page.etag;
    const more = withBody(isHeld ? held : page, wanted, body);
    const packed = { ...more, quick: quick ?? more.quick };
    if (isHeld) this.#cacheOf(packed).set(path, packed);
    return packed;
  }

  #make(path: string, wanted: Packing, asker?: Asker): Promise<Page> {
    const flying = this.#flights.get(path);
    if (flying) return flying;
    const flight = this.#render(path, wanted, asker).finally(() => {
      if (this.#flights.get(path) === flight) this.#flights.delete(path);
    });
    this.#flights.set(path, flight);
    return flight;
  }

  async #render(path: string, wanted: Packing, asker?: Asker): Promise<Page> {
    // What was asked for again before will be again.
    const quick = this.#peek(path)?.quick ?? true;
    const purged = new Set<string>();
    this.#purgedMeanwhile.add(purged);
    try {
      const page = await readyPage(await this.#options.render(path, asker), this.#now(), {
        wanted,
        quick,
        tagged: this.#options.tagged === true,
      });
      const isCurrent = !page.tags.some((tag) => purged.has(tag));
      if (CACHED_STATUSES.has(page.status) && page.maxAge > 0 && isCurrent) this.#keep(path, page);
      return page;
    } finally {
      this.#purgedMeanwhile.delete(purged);
    }
  }

  #peek(path: string): Page | undefined {
    return this.#pages.peek(path) ?? this.#missing.peek(path);
  }

  #cacheOf({ status }: Page): LRUCache<string, Page> {
    return status === 404 ? this.#missing : this.#pages;
  }

  /** Keeps a page, unless others would go for one that nobody has asked for before. */
  #keep(path: string, page: Page): void {
    const cache = this.#cacheOf(page);
    if (!this.#peek(path) && cache.calculatedSize + page.bytes > cache.maxSize) {
      const address = hash('sha256', path, 'base64url');
      if (!this.#askedOnce.has(address)) {
        this.#askedOnce.set(address, true);
        return;
      }
    }
    (cache === this.#missing ? this.#pages : this.#missing).delete(path);
    cache.set(path, page);
  }
}
