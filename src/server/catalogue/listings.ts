import { LRUCache } from 'lru-cache';
import type PocketBase from 'pocketbase';
import { categoriesNow } from '../../data/catalogue/categories.ts';
import { productCards } from '../../data/catalogue/product-cards.ts';
import { storeNames } from '../../data/catalogue/stores.ts';
import type { Change } from '../../data/kernel/changes.ts';
import type { Categories } from '../../domain/catalogue/category.ts';
import type { ProductCard } from '../../domain/catalogue/product.ts';

/** What lists show of products, stores and categories, in memory. The change feed says what has to be forgotten. */
export interface Listings {
  /** The marketplace's categories. */
  categories(): Promise<Categories>;
  /** The names of the visible stores among these slugs, by slug. */
  storeNames(slugs: readonly string[]): Promise<Record<string, string>>;
  /** Cards of the listed products among `ids`, in the order of `ids`. */
  cards(ids: readonly string[]): Promise<ProductCard[]>;
  /**
   * What `load` reads, kept until a record of one of these collections changes. The same key always means the same reading;
   * what differs from visitor to visitor stands in the key.
   */
  kept<T>(key: string, collections: readonly string[], load: () => Promise<T>): Promise<T>;
  /** Forgets what these changes may have outdated. */
  forget(changes: readonly Change[]): void;
}

/** Where listings come from when they are not in memory. */
export interface ListingSources {
  categories(): Promise<Categories>;
  storeNames(slugs: string[]): Promise<{ id: string; slug: string; name: string }[]>;
  cards(ids: string[]): Promise<ProductCard[]>;
}

/** About 20 MB; a larger marketplace keeps the cards that were shown last. */
const CARDS = 20_000;
const STORES = 5_000;
/** Readings of whole pages and of stores; a store is a kilobyte or two, a page of cards 30. */
const READINGS = 500;
/** As long as a page is cached: what changed before the feed was followed is not shown longer than there. In ms. */
const KEPT_MS = 60_000;
/** A slug that no visible store has, until any store changes. */
const NOBODY = { id: '', name: null };

/** @param now in ms; it never goes back. */
export function openListings(sources: ListingSources, now: () => number = () => performance.now()): Listings {
  const kept = { ttl: KEPT_MS, perf: { now }, ttlResolution: 0 };
  const tree = new LRUCache<'tree', Categories>({ max: 1, ...kept });
  const stores = new LRUCache<string, { id: string; name: string | null }>({ max: STORES, ...kept });
  const cards = new LRUCache<string, { card: ProductCard | null }>({ max: CARDS, ...kept });
  const readings = new LRUCache<string, { value: unknown; collections: readonly string[] }>({
    max: READINGS,
    ...kept,
  });
  /** How often a collection has changed. */
  const changesOf = new Map<string, number>();
  /** Grows with each change, so that an answer from before a change is not kept after it. */
  let changed = 0;

  return {
    async categories() {
      const known = tree.get('tree');
      if (known) return known;
      const before = changed;
      const fresh = await sources.categories();
      if (changed === before) tree.set('tree', fresh);
      return fresh;
    },

    async storeNames(slugs) {
      const found = new Map(slugs.map((slug) => [slug, stores.get(slug)]));
      const missing = [...found].filter(([, store]) => !store).map(([slug]) => slug);
      if (missing.length > 0) {
        const before = changed;
        const fresh = new Map((await sources.storeNames(missing)).map((store) => [store.slug, store]));
        for (const slug of missing) {
          const { id, name } = fresh.get(slug) ?? NOBODY;
          found.set(slug, { id, name });
          if (changed === before) stores.set(slug, { id, name });
        }
      }
      const names = [...found].map(([slug, store]): [string, string | null] => [slug, store?.name ?? null]);
      return Object.fromEntries(names.filter((pair): pair is [string, string] => pair[1] !== null));
    },

    async cards(ids) {
      const found = new Map(ids.map((id) => [id, cards.get(id)]));
      const missing = [...found].filter(([, known]) => !known).map(([id]) => id);
      if (missing.length > 0) {
        const before = changed;
        const fresh = new Map((await sources.cards(missing)).map((card) => [card.id, card]));
        for (const id of missing) {
          // Also that one is not listed: bundles may have such, and each of their pages would ask again.
          const known = { card: fresh.get(id) ?? null };
          found.set(id, known);
          if (changed === before) cards.set(id, known);
        }
      }
      return ids.flatMap((id) => found.get(id)?.card ?? []);
    },

    async kept<T>(key: string, collections: readonly string[], load: () => Promise<T>) {
      const known = readings.get(key);
      if (known) return known.value as T;
      const before = collections.map((name) => changesOf.get(name));
      const value = await load();
      if (collections.every((name, place) => changesOf.get(name) === before[place]))
        readings.set(key, { value, collections });
      return value;
    },

    forget(changes) {
      const names = new Set(changes.map(({ collection }) => collection));
      for (const name of names) changesOf.set(name, (changesOf.get(name) ?? 0) + 1);
      for (const [key, { collections }] of [...readings])
        if (collections.some((name) => names.has(name))) readings.delete(key);
      const of = (name: string) =>
        new Set(changes.filter(({ collection }) => collection === name).map(({ record }) => record));
      const [products, shops] = [of('products'), of('stores')];
      const isTreeChanged = of('categories').size > 0;
      if (products.size + shops.size === 0 && !isTreeChanged) return;
      changed += 1;
      if (isTreeChanged) tree.clear();
      for (const id of products) cards.delete(id);
      if (shops.size === 0) return;
      for (const [slug, { id }] of [...stores]) if (id === '' || shops.has(id)) stores.delete(slug);
      for (const [id, { card }] of [...cards]) if (!card || shops.has(card.store.id)) cards.delete(id);
    },
  };
}

/** Listings of this database. */
export function listingsOf(pb: PocketBase): Listings {
  return openListings({
    categories: () => categoriesNow(pb),
    storeNames: (slugs) => storeNames(pb, slugs),
    cards: (ids) => productCards(pb, ids),
  });
}
