import { join } from 'node:path';
import type PocketBase from 'pocketbase';
import type { ListedProduct } from '../../data/catalogue/product-fields.ts';
import {
  listedProductsAfter,
  listedProductsByIds,
  productIdsOfStore,
} from '../../data/catalogue/products.ts';
import { type Change, changesAfter, latestChange } from '../../data/kernel/changes.ts';
import { searchDoc } from '../../domain/catalogue/search-doc.ts';
import { openEmbeddedSearch } from '../../search/embedded.ts';
import type { SearchChange, SearchDoc, SearchEngine } from '../../search/engine.ts';
import { fallbackSearch } from './search-fallback.ts';

export interface OpenedSearch {
  engine: SearchEngine;
  /** Applies changes to the index. */
  follow(changes: Change[]): Promise<void>;
  close(): Promise<void>;
}

const PAGE = 500;
const CATCH_UP_LIMIT = 5000;
/** How often products whose sale has started or ended are reindexed, in ms. */
const SALES_EVERY_MS = 30_000;

/**
 * The search of this process: the embedded index, loaded from its snapshot or rebuilt in the background, and updated by
 * the change feed. While it is not ready, or if it fails, database filters answer.
 */
export async function openSearch({
  pb,
  cacheDir,
  onError,
}: {
  pb: PocketBase;
  cacheDir: string;
  onError: (reason: unknown) => void;
}): Promise<OpenedSearch> {
  const fallback = fallbackSearch(pb);
  /** Ids of products with a sale, with the time of their next price change. */
  const sales = new Map<string, number>();
  let building: Promise<void> | null = null;

  const embedded = await openEmbeddedSearch({
    file: join(cacheDir, 'search', 'index.snapshot'),
    workers: 1,
    onError,
    onBehind: () => void catchUp(),
  });

  const docOf = (product: ListedProduct): SearchDoc => {
    trackSale(sales, product);
    return searchDoc(product, Date.now());
  };
  async function* allDocs(): AsyncIterable<SearchDoc> {
    let cursor = '';
    for (;;) {
      const products = await listedProductsAfter(pb, cursor, PAGE);
      for (const product of products) yield docOf(product);
      const last = products.at(-1);
      if (!last || products.length < PAGE) return;
      cursor = last.id;
    }
  }
  const rebuild = async () => {
    // The position is read first, so that changes during the rebuild are applied twice rather than missed.
    const seq = await latestChange(pb);
    await embedded.rebuild(allDocs(), seq);
    await replay(seq);
  };
  const replay = async (from: number) => {
    for (let seq = from; ; ) {
      const changes = await changesAfter(pb, seq, CATCH_UP_LIMIT);
      const last = changes.at(-1);
      if (!last) return;
      await apply(changes);
      seq = last.seq;
    }
  };
  const catchUp = (): Promise<void> => {
    building ??= (async () => {
      const seq = embedded.watermark();
      // If the feed is behind the snapshot, the database was reset, so the snapshot is invalid.
      if (seq === null || (await latestChange(pb)) < seq) await rebuild();
      else await replay(seq);
      await put(await productsOnSale(sales, pb));
    })()
      .catch(onError)
      .finally(() => {
        building = null;
      });
    return building;
  };

  const apply = async (changes: Change[]) => {
    const products = new Set<string>();
    for (const { collection, record } of changes) {
      if (collection === 'products') products.add(record);
      else if (collection === 'stores')
        for (const id of await productIdsOfStore(pb, record)) products.add(id);
    }
    await put([...products]);
    await embedded.apply([], changes.at(-1)?.seq ?? 0);
  };
  const put = async (ids: string[]) => {
    if (ids.length === 0) return;
    const listed = new Map((await listedProductsByIds(pb, ids)).map((product) => [product.id, product]));
    const updates: SearchChange[] = ids.map((id) => {
      const product = listed.get(id);
      if (product) return { op: 'put', doc: docOf(product) };
      sales.delete(id);
      return { op: 'del', id };
    });
    await embedded.apply(updates, embedded.watermark() ?? 0);
  };

  const clock = setInterval(() => {
    const now = Date.now();
    const due = [...sales].filter(([, at]) => at <= now).map(([id]) => id);
    if (due.length > 0) put(due).catch(onError);
  }, SALES_EVERY_MS);
  clock.unref();
  void catchUp();

  const isReady = () => embedded.watermark() !== null;
  const withFallback = async <Answer>(run: (engine: SearchEngine) => Promise<Answer>): Promise<Answer> => {
    if (!isReady()) return run(fallback);
    try {
      return await run(embedded);
    } catch (reason) {
      onError(reason);
      return run(fallback);
    }
  };
  return {
    engine: {
      ...embedded,
      search: (query) => withFallback((engine) => engine.search(query)),
      suggest: (text, limit) => withFallback((engine) => engine.suggest(text, limit)),
    },
    async follow(changes) {
      await building;
      if (isReady()) await apply(changes);
    },
    async close() {
      clearInterval(clock);
      await building;
      await embedded.close();
    },
  };
}

/** Tracks when a product's price changes next: at the start of its sale, then at its end. */
function trackSale(sales: Map<string, number>, { id, sale, free }: ListedProduct): void {
  const now = Date.now();
  const next = sale && !free ? [sale.from, sale.to].find((at) => at > now) : undefined;
  if (next === undefined) sales.delete(id);
  else sales.set(id, next);
}

/** Tracks every sale and returns the ids: after loading the snapshot, sales may have started or ended meanwhile. */
async function productsOnSale(sales: Map<string, number>, pb: PocketBase): Promise<string[]> {
  const found: string[] = [];
  for (let cursor = ''; ; ) {
    const products = await listedProductsAfter(pb, cursor, PAGE);
    for (const product of products) {
      trackSale(sales, product);
      if (product.sale) found.push(product.id);
    }
    const last = products.at(-1);
    if (!last || products.length < PAGE) return found;
    cursor = last.id;
  }
}
