import type PocketBase from 'pocketbase';
import {
  productIdsOf,
  salesEndingAfter,
  searchableProductsAfter,
  searchableProductsByIds,
} from '../../data/catalogue/searchable-products.ts';
import { type Change, changesAfter, latestChange } from '../../data/kernel/changes.ts';
import { type Searchable, searchDoc } from '../../domain/catalogue/search/search-doc.ts';
import {
  type SearchChange,
  type SearchDoc,
  type SearchEngine,
  type Stand,
  unlessAway,
} from '../../search/engine.ts';
import { openSaleClock } from './sale-clock.ts';

/** What keeps an index true. */
export interface SearchFeeder {
  /** Resolves when the index is ready, or building it takes longer. */
  ready: Promise<void>;
  /** Applies changes. While a whole index is built it does nothing: they are applied afterwards. */
  follow(changes: readonly Change[]): Promise<void>;
  close(): Promise<void>;
}

/** Products per question. With long descriptions it is half a megabyte, which PocketBase and we hold at once. */
export const PAGE = 250;
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
/** After how long a build that failed is tried again while there is no index, in ms. */
const RETRY_MS = 1_000;

/**
 * Feeds an engine: builds the index where there is none or the feed no longer tells what happened since, then applies what the
 * change feed says, and the sales that begin and end. Each document goes with the position of the feed at which it was read, or
 * an earlier one. One feeder writes an index at a time; one that was replaced and does not know yet harms nothing.
 * @param stop ends it: nothing is written afterwards.
 */
export function openSearchFeeder({
  pb,
  engine,
  page = PAGE,
  stop,
  onError,
}: {
  pb: PocketBase;
  engine: Pick<SearchEngine, 'apply' | 'rebuild' | 'stand'>;
  /** Products per question. */
  page?: number | undefined;
  stop: AbortSignal;
  onError: (reason: unknown) => void;
}): SearchFeeder {
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
  const isOver = () => closed || stop.aborted;

  const docOf = (product: Searchable): SearchDoc => {
    const now = Date.now();
    sales.track(product.id, product.free ? null : product.sale, now);
    return searchDoc(product, now);
  };
  async function* allDocs(): AsyncGenerator<SearchDoc[]> {
    for (let next = searchableProductsAfter(pb, '', page); ; ) {
      const products = await next;
      const cursor = products.length < page ? undefined : products.at(-1)?.id;
      if (isOver()) throw new Error('the search is closed');
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
      await engine.rebuild(allDocs(), await latestChange(pb));
      areSalesKnown = true;
    } finally {
      isRebuilding = false;
    }
  };
  /** Puts in what the database says about these products now. @param version a position that the feed has already. */
  const put = async (ids: readonly string[], version: number, seq: number) => {
    for (let from = 0; from < ids.length; from += page) {
      const part = ids.slice(from, from + page);
      const listed = new Map(
        (await searchableProductsByIds(pb, part)).map((product) => [product.id, product]),
      );
      const updates = part.map((id): SearchChange => {
        const product = listed.get(id);
        if (product) return { op: 'put', doc: docOf(product), version };
        sales.forget(id);
        return { op: 'del', id, version };
      });
      if (isOver()) return;
      await engine.apply(updates, seq);
    }
  };
  const apply = async (changes: readonly Change[], seq: number) => {
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
    const newest = changes.at(-1)?.seq ?? 0;
    await put([...new Set([...products, ...others])], newest, seq);
    if (!isOver()) await engine.apply([], newest);
  };
  const position = async () => (await engine.stand())?.seq ?? 0;
  /** Applies what the feed holds after the index's position. */
  const replay = async () => {
    for (;;) {
      const seq = await position();
      const changes = await changesAfter(pb, seq, CHANGES);
      if (isOver()) return;
      if (changes.length > 0) await apply(changes, seq);
      if (changes.length < CHANGES) return;
      opened();
    }
  };
  /** Whether the feed cannot tell what happened since the index, or rebuilding is quicker. */
  const wantsRebuild = async (stand: Stand | null): Promise<boolean> => {
    if (stand === null) return true;
    const { seq } = stand;
    const [latest, [next]] = await Promise.all([latestChange(pb), changesAfter(pb, seq, 1)]);
    // A feed behind the index: the database was restored. One that begins later: it was cut meanwhile.
    return latest < seq || latest - seq > REPLAY_LIMIT || (next !== undefined && next.seq > seq + 1);
  };
  const catchUp = (): Promise<void> => {
    if (isOver()) return Promise.resolve();
    catchingUp ??= inTurn(async () => {
      const stand = await engine.stand();
      if (await wantsRebuild(stand)) await rebuild();
      await replay();
      if (areSalesKnown || isOver()) return;
      const since = (stand?.at ?? 0) - SALES_AGAIN_MS;
      const now = Date.now();
      const changed: string[] = [];
      for (const { id, sale } of await salesEndingAfter(pb, since)) {
        sales.track(id, sale, now);
        if ([sale.from, sale.to].some((at) => at > since && at <= now)) changed.push(id);
      }
      const seq = await position();
      await put(changed, seq, seq);
      areSalesKnown = true;
    })
      .catch(async (reason) => {
        if (isOver()) return;
        unlessAway(onError)(reason);
        const stand = await engine.stand().catch(() => null);
        if (stand === null) setTimeout(() => void catchUp(), RETRY_MS).unref();
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
    inTurn(async () => {
      const due = isOver() ? [] : sales.due(Date.now());
      if (due.length === 0) return;
      const seq = await position();
      await put(due, seq, seq);
    }).catch(unlessAway(onError));
  }, TICK_MS);
  clock.unref();
  void catchUp();

  return {
    ready,
    async follow(changes) {
      // What is not applied here is read from the feed once the index is built.
      if (isRebuilding || isOver()) return;
      await inTurn(async () => {
        const stand = await engine.stand();
        if (stand === null || isOver()) return;
        const { seq } = stand;
        const [first, newest] = [changes[0]?.seq ?? 0, changes.at(-1)?.seq ?? 0];
        if (first > seq + 1) await replay();
        else if (newest > seq) await apply(changes, seq);
      });
    },
    async close() {
      closed = true;
      clearInterval(clock);
      await last;
    },
  };
}
