import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import {
  productIdsOf,
  salesEndingAfter,
  searchableProductsAfter,
  searchableProductsByIds,
} from '../../data/catalogue/searchable-products.ts';
import { type Change, changesAfter, latestChange } from '../../data/kernel/changes.ts';
import { type Searchable, searchDoc } from '../../domain/catalogue/search/search-doc.ts';
import { openEmbeddedSearch } from '../../search/embedded.ts';
import type { SearchChange, SearchDoc, SearchQuery, SearchResult } from '../../search/engine.ts';
import { SearchUnavailable } from '../../search/search-worker.ts';
import type { SharedFile } from '../adapters/files/shared-file.ts';
import { openSaleClock } from './sale-clock.ts';

/** The search of this process. It answers null while it cannot answer: the index is being built or restarted. */
export interface ProductSearch {
  search(query: SearchQuery): Promise<SearchResult | null>;
  /** Up to `limit` products whose names begin with, or contain, what is being typed. */
  suggest(text: string, limit: number): Promise<{ id: string; name: string }[] | null>;
}

export interface OpenedSearch extends ProductSearch {
  /** Applies changes to the index. While a whole index is built it does nothing: they are applied afterwards. */
  follow(changes: Change[]): Promise<void>;
  close(): Promise<void>;
}

/** Products per question. With long descriptions it is half a megabyte, which PocketBase and we hold at once. */
const PAGE = 250;
/** Changes per question to the feed. */
const CHANGES = 2_000;
/** After more changes than this the index is built anew, which takes less time than applying them. */
const REPLAY_LIMIT = 20_000;
/** How often prices are looked at whose sale begins or ends, and whether a change was missed, in ms. */
const TICK_MS = 30_000;
/** Sales of the time before a snapshot that are looked at again: a tick may have been late. In ms. */
const SALES_AGAIN_MS = 10 * 60_000;
/** How long opening waits for a small catalogue, in ms; only a backend that does not answer takes as long. */
const OPENING_MS = 30_000;
/** How often a snapshot with the changes so far is shared with other machines at most, in ms; one that was built anew always is. */
const SHARED_EVERY_MS = 10 * 60_000;
/** How long opening waits for a shared snapshot, in ms; building is quicker than a slow line. */
const FETCH_WITHIN_MS = 15_000;
/** After how long a build that failed is tried again while there is no index, in ms. */
const RETRY_MS = 1_000;

/**
 * Opens the search: the embedded index, loaded from its snapshot, or built in the background, and kept up to date by the
 * change feed. Until there is an index it answers null; an old one answers while a new one is built. A catalogue that
 * fits into one page is in the index when this resolves.
 */
export async function openSearch({
  pb,
  cacheDir,
  shared = null,
  page = PAGE,
  onError,
}: {
  pb: PocketBase;
  cacheDir: string;
  /** Where processes of other machines leave their snapshot for a new one. */
  shared?: SharedFile | null;
  /** Products per question. */
  page?: number;
  onError: (reason: unknown) => void;
}): Promise<OpenedSearch> {
  const sales = openSaleClock();
  let areSalesKnown = false;
  let catchingUp: Promise<void> | null = null;
  let isRebuilding = false;
  let closed = false;
  // What reads products and puts them in goes one after the other, or an older reading could replace a newer one.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
  /** Called when what opening waits for has happened: the index is ready, or it takes longer. */
  let opened: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    opened = resolve;
    setTimeout(resolve, OPENING_MS).unref();
  });

  const file = join(cacheDir, 'search', 'index.snapshot');
  if (shared && !existsSync(file)) await fetchedWithin(shared, file).catch(onError);
  let sharing: Promise<void> = Promise.resolve();
  const share = async (what: 'rebuilt' | 'changed') => {
    if (!shared || closed) return;
    if (what === 'changed' && Date.now() - ((await shared.sharedAt()) ?? 0) < SHARED_EVERY_MS) return;
    await shared.share(file);
  };
  const index = await openEmbeddedSearch({
    file,
    workers: 1,
    onError,
    onBehind: () => void catchUp(),
    onSaved: (what) => {
      sharing = sharing.then(() => share(what)).catch(onError);
    },
  });

  const docOf = (product: Searchable): SearchDoc => {
    const now = Date.now();
    sales.track(product.id, product.free ? null : product.sale, now);
    return searchDoc(product, now);
  };
  async function* allDocs(): AsyncGenerator<SearchDoc[]> {
    for (let next = searchableProductsAfter(pb, '', page); ; ) {
      const products = await next;
      const cursor = products.length < page ? undefined : products.at(-1)?.id;
      if (closed) throw new Error('the search is closed');
      if (cursor !== undefined) {
        opened();
        // Asked for while the index takes in the page before.
        next = searchableProductsAfter(pb, cursor, page);
        next.catch(() => undefined);
      }
      yield products.map(docOf);
      if (cursor === undefined) return;
    }
  }
  const rebuild = async () => {
    isRebuilding = true;
    try {
      // The position is read first, so that changes meanwhile are applied twice rather than missed.
      await index.rebuild(allDocs(), await latestChange(pb));
      areSalesKnown = true;
    } finally {
      isRebuilding = false;
    }
  };
  const put = async (ids: readonly string[]) => {
    for (let from = 0; from < ids.length; from += page) {
      const part = ids.slice(from, from + page);
      const listed = new Map(
        (await searchableProductsByIds(pb, part)).map((product) => [product.id, product]),
      );
      const updates = part.map((id): SearchChange => {
        const product = listed.get(id);
        if (product) return { op: 'put', doc: docOf(product) };
        sales.forget(id);
        return { op: 'del', id };
      });
      await index.apply(updates, index.watermark() ?? 0);
    }
  };
  const apply = async (changes: Change[]) => {
    const recordsOf = (name: string) => [
      ...new Set(changes.filter(({ collection }) => collection === name).map(({ record }) => record)),
    ];
    const [products, stores, categories] = [
      // A changed review changes what prints are shown of its product, under whose id it is in the feed.
      [...recordsOf('products'), ...recordsOf('reviews')],
      recordsOf('stores'),
      recordsOf('categories'),
    ];
    const others =
      stores.length + categories.length > 0 ? await productIdsOf(pb, { stores, categories }) : [];
    await put([...new Set([...products, ...others])]);
    await index.apply([], changes.at(-1)?.seq ?? 0);
  };
  /** Applies what the feed holds after the index's position. */
  const replay = async () => {
    for (;;) {
      const changes = await changesAfter(pb, index.watermark() ?? 0, CHANGES);
      if (changes.length > 0) await apply(changes);
      if (changes.length < CHANGES) return;
      opened();
    }
  };
  /** Whether the feed cannot tell what happened since the index, or rebuilding is quicker. */
  const wantsRebuild = async (): Promise<boolean> => {
    const seq = index.watermark();
    if (seq === null) return true;
    const [latest, [next]] = await Promise.all([latestChange(pb), changesAfter(pb, seq, 1)]);
    // A feed behind the index: the database was restored. One that begins later: it was cut meanwhile.
    return latest < seq || latest - seq > REPLAY_LIMIT || (next !== undefined && next.seq > seq + 1);
  };
  const catchUp = (): Promise<void> => {
    if (closed) return Promise.resolve();
    catchingUp ??= inTurn(async () => {
      if (await wantsRebuild()) await rebuild();
      await replay();
      if (areSalesKnown) return;
      const since = (index.savedAt() ?? 0) - SALES_AGAIN_MS;
      const now = Date.now();
      const changed: string[] = [];
      for (const { id, sale } of await salesEndingAfter(pb, since)) {
        sales.track(id, sale, now);
        if ([sale.from, sale.to].some((at) => at > since && at <= now)) changed.push(id);
      }
      await put(changed);
      areSalesKnown = true;
    })
      .catch((reason) => {
        if (closed) return;
        onError(reason);
        if (index.watermark() === null) setTimeout(() => void catchUp(), RETRY_MS).unref();
      })
      .finally(() => {
        catchingUp = null;
        opened();
      });
    return catchingUp;
  };

  const clock = setInterval(() => {
    // Without a change this is three small questions.
    void catchUp();
    inTurn(() => put(sales.due(Date.now()))).catch(onError);
  }, TICK_MS);
  clock.unref();
  void catchUp();
  await ready;

  /** The answer of the index, or null. */
  const answered = async <Answer>(answer: () => Promise<Answer>): Promise<Answer | null> => {
    if (index.watermark() === null) return null;
    try {
      return await answer();
    } catch (reason) {
      // The loss of a worker is reported when it happens.
      if (!(reason instanceof SearchUnavailable)) onError(reason);
      return null;
    }
  };
  return {
    search: (query) => answered(() => index.search(query)),
    suggest: (text, limit) => answered(() => index.suggest(text, limit)),
    async follow(changes) {
      // What is not applied here is read from the feed once the index is built.
      if (isRebuilding || index.watermark() === null) return;
      await inTurn(async () => {
        const seq = index.watermark() ?? 0;
        const [first, newest] = [changes[0]?.seq ?? 0, changes.at(-1)?.seq ?? 0];
        if (first > seq + 1) await replay();
        else if (newest > seq) await apply(changes);
      });
    },
    async close() {
      closed = true;
      clearInterval(clock);
      await index.close();
      await last;
      await sharing;
    },
  };
}

/** Fetches a shared snapshot; one that arrives too late is there for the next start. */
async function fetchedWithin(shared: SharedFile, file: string): Promise<void> {
  const fetched = shared.fetch(file);
  fetched.catch(() => undefined);
  await Promise.race([fetched, passed(FETCH_WITHIN_MS, undefined, { ref: false })]);
}
