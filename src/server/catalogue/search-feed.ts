import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import type PocketBase from 'pocketbase';
import type { Change } from '../../data/kernel/changes.ts';
import { openEmbeddedSearch } from '../../search/embedded.ts';
import {
  type SearchEngine,
  type SearchQuery,
  type SearchReader,
  type SearchResult,
  unlessAway,
} from '../../search/engine.ts';
import type { SharedFile } from '../adapters/files/shared-file.ts';
import type { Leases } from '../kernel/leases.ts';
import { openSearchFeeder, type SearchFeeder } from './search-feeder.ts';

/** The search of this process. It answers null while it cannot answer: the index is being built or restarted, or is away. */
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

/** How often a snapshot with the changes so far is shared with other machines at most, in ms; one that was built anew always is. */
const SHARED_EVERY_MS = 10 * 60_000;
/** How long opening waits for a shared snapshot, in ms; building is quicker than a slow line. */
const FETCH_WITHIN_MS = 15_000;
/** The lease of the process that feeds an engine outside, and how long another one waits before it asks for it again, in ms. */
const FEEDER = 'search feeder';
const ASK_EVERY_MS = 5_000;
/** How long the change feed waits for an engine outside, in ms. */
const FOLLOW_WITHIN_MS = 1_000;
/** Threads that answer: they share one index, and pages need the other cores. */
const threads = () => Math.max(1, Math.min(4, availableParallelism() >> 1));

/**
 * Opens the search: the embedded index, loaded from its snapshot, or built in the background, and kept up to date by the
 * change feed. Until there is an index it answers null; an old one answers while a new one is built. A catalogue that
 * fits into one page is in the index when this resolves.
 */
export async function openSearch({
  pb,
  cacheDir,
  shared = null,
  page,
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
  const over = new AbortController();
  const file = join(cacheDir, 'search', 'index.snapshot');
  if (shared && !existsSync(file)) await fetchedWithin(shared, file).catch(onError);
  let sharing: Promise<void> = Promise.resolve();
  const share = async (what: 'rebuilt' | 'changed') => {
    if (!shared || over.signal.aborted) return;
    if (what === 'changed' && Date.now() - ((await shared.sharedAt()) ?? 0) < SHARED_EVERY_MS) return;
    await shared.share(file);
  };
  const index = await openEmbeddedSearch({
    file,
    workers: threads(),
    onError,
    onSaved: (what) => {
      sharing = sharing.then(() => share(what)).catch(onError);
    },
  });
  const feeder = openSearchFeeder({ pb, engine: index, page, stop: over.signal, onError });
  await feeder.ready;
  return {
    ...answersOf(index, onError),
    follow: (changes) => feeder.follow(changes),
    async close() {
      over.abort();
      // What the feeder waits for ends with the index.
      await Promise.all([index.close(), feeder.close()]);
      await sharing;
    },
  };
}

/**
 * Opens an engine outside of this process, which all processes ask and one of them feeds: whichever holds the lease. Where that
 * one is killed, another takes over when its lease has ended, and goes on from the position that the engine has stored.
 */
export function openOutsideSearch({
  pb,
  engine,
  leases,
  page,
  askEveryMs = ASK_EVERY_MS,
  onError,
}: {
  pb: PocketBase;
  engine: SearchEngine;
  leases: Pick<Leases, 'hold'>;
  /** Products per question. */
  page?: number;
  askEveryMs?: number;
  onError: (reason: unknown) => void;
}): OpenedSearch {
  const over = new AbortController();
  /** While this process feeds. */
  let feeder: SearchFeeder | null = null;
  const feed = async () => {
    while (!over.signal.aborted) {
      await leases
        .hold(
          FEEDER,
          async ({ signal }) => {
            const stop = AbortSignal.any([signal, over.signal]);
            feeder = openSearchFeeder({ pb, engine, page, stop, onError });
            await aborted(stop);
            await feeder.close();
            feeder = null;
          },
          () => undefined,
        )
        .catch((reason) => {
          if (!over.signal.aborted) onError(reason);
        });
      await passed(askEveryMs, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    }
  };
  const feeding = feed();
  return {
    ...answersOf(engine, onError),
    async follow(changes) {
      // What follows the feed beside it, such as the page cache, does not wait for an engine that is away: what is not applied
      // now is read from the feed with the next change, or half a minute later.
      const applied = feeder?.follow(changes).catch(unlessAway(onError));
      await Promise.race([applied, passed(FOLLOW_WITHIN_MS, undefined, { ref: false })]);
    },
    async close() {
      over.abort();
      await feeding;
      await engine.close();
    },
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** The answers of an engine, or null. */
function answersOf(engine: SearchReader, onError: (reason: unknown) => void): ProductSearch {
  const answered = async <Answer>(answer: () => Promise<Answer>): Promise<Answer | null> => {
    try {
      return await answer();
    } catch (reason) {
      unlessAway(onError)(reason);
      return null;
    }
  };
  return {
    search: (query) => answered(() => engine.search(query)),
    suggest: (text, limit) => answered(() => engine.suggest(text, limit)),
  };
}

/** Fetches a shared snapshot; one that arrives too late is there for the next start. */
async function fetchedWithin(shared: SharedFile, file: string): Promise<void> {
  const fetched = shared.fetch(file);
  fetched.catch(() => undefined);
  await Promise.race([fetched, passed(FETCH_WITHIN_MS, undefined, { ref: false })]);
}
