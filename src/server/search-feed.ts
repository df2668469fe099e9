import type PocketBase from 'pocketbase';
import type { Change } from '../data/changes.ts';
import type { SearchEngine } from '../search/engine.ts';
import { fallbackSearch } from './search-fallback.ts';

export interface OpenedSearch {
  engine: SearchEngine;
  /** Brings the index up to these changes. */
  follow(changes: Change[]): Promise<void>;
  close(): Promise<void>;
}

export async function openSearch({
  pb,
}: {
  pb: PocketBase;
  cacheDir: string;
  onError: (reason: unknown) => void;
}): Promise<OpenedSearch> {
  const engine = fallbackSearch(pb);
  return { engine, follow: async () => undefined, close: () => engine.close() };
}
