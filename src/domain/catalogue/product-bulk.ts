import type { Instant } from '../kernel/instant.ts';
import { type Cents, MINIMUM_PRICE_CENTS } from '../kernel/money.ts';
import type { Product, ProductState, Sale } from './product.ts';
import { type ProductVerb, productTextRefusals } from './product-editing.ts';
import { type ProductPatch, sameSale } from './product-patch.ts';

/** One thing done to many products of a store at a time. */

/** So many at a time. */
export const BULK_MAX = 200;

/** What a seller may ask of many products. Percents are whole, of the list price. */
export type BulkAction =
  | { kind: 'move'; verb: BulkVerb }
  | { kind: 'price'; cents: Cents }
  /** Raised where positive, lowered where negative; free products and those without a price stay as they are. */
  | { kind: 'price-percent'; percent: number }
  | { kind: 'sale'; sale: Sale | null }
  | { kind: 'shelf'; shelf: string; on: boolean }
  | { kind: 'tags'; tags: string[]; on: boolean };

export const BULK_VERBS = [
  'publish',
  'unlist',
  'withdraw',
  'archive',
  'restore',
] as const satisfies ProductVerb[];
export type BulkVerb = (typeof BULK_VERBS)[number];

/** What was done, in one word each: "38 published". */
export const BULK_VERB_DONE: Record<BulkVerb, string> = {
  publish: 'published',
  unlist: 'unlisted',
  withdraw: 'withdrawn',
  archive: 'archived',
  restore: 'restored',
};

/** Where a product stood, and what it waited for there. */
export interface PriorState {
  state: ProductState;
  publishAt: Instant | null;
  timeZone: string;
}

/** What it takes to put a product back: what was there before, and what the deed left, by which later edits are told. */
export type BulkUndo =
  | { kind: 'text'; former: ProductPatch; wrote: ProductPatch }
  | { kind: 'move'; from: PriorState; to: ProductState };

/** What a bulk deed may write. */
type DeedText = Omit<ProductPatch, 'facets'>;

/** How one product fared: `refusals` is empty where it was done. */
export interface BulkResult {
  id: string;
  name: string;
  refusals: string[];
  /** Null where nothing was changed that can be put back. */
  way: BulkUndo | null;
}

/** What a price raised or lowered by percent comes to, rounded to whole cents, never below the least that can be asked. */
export function priceByPercent(cents: Cents, percent: number): Cents {
  return Math.max(MINIMUM_PRICE_CENTS, Math.round((cents * (100 + percent)) / 100));
}

/**
 * What a deed changes of this product: the new words, `null` where it is so already, or the sentences why not. Leading a
 * product elsewhere is not a matter of words; see `stateChangeRefusal`.
 */
export function bulkText(
  product: Pick<Product, 'priceCents' | 'free' | 'sale' | 'shelves' | 'tags'>,
  deed: Exclude<BulkAction, { kind: 'move' }>,
): { text: DeedText } | { refusals: string[] } | null {
  const text = wanted(product, deed);
  if (text === 'no-price') return { refusals: ['It has no price yet.'] };
  if (text === 'is-free') return { refusals: ['It is free.'] };
  if (text === null) return null;
  const refusals = Object.values(productTextRefusals(text));
  return refusals.length > 0 ? { refusals } : { text };
}

function wanted(
  { priceCents, free, sale, shelves, tags }: Parameters<typeof bulkText>[0],
  deed: Parameters<typeof bulkText>[1],
): DeedText | 'no-price' | 'is-free' | null {
  switch (deed.kind) {
    case 'price':
      return deed.cents === priceCents && !free ? null : { priceCents: deed.cents, free: false };
    case 'price-percent': {
      if (free) return 'is-free';
      if (priceCents === 0) return 'no-price';
      const next = priceByPercent(priceCents, deed.percent);
      return next === priceCents ? null : { priceCents: next, free };
    }
    case 'sale':
      if (free && deed.sale) return 'is-free';
      return sameSale(sale, deed.sale) ? null : { sale: deed.sale };
    case 'shelf':
      return changed(shelves, [deed.shelf], deed.on, (next) => ({ shelves: next }));
    case 'tags':
      return changed(tags, deed.tags, deed.on, (next) => ({ tags: next }));
  }
}

function changed(
  had: readonly string[],
  some: readonly string[],
  on: boolean,
  said: (next: string[]) => DeedText,
): DeedText | null {
  const next = on ? [...new Set([...had, ...some])] : had.filter((each) => !some.includes(each));
  return next.length === had.length ? null : said(next);
}

/** The outcome in a line: "38 published, 2 not". */
export function bulkSummary(results: readonly BulkResult[], done: string): string {
  const not = results.filter(({ refusals }) => refusals.length > 0).length;
  const well = results.length - not;
  return not === 0 ? `${well} ${done}.` : `${well} ${done}, ${not} not.`;
}
