import type { Instant } from '../kernel/instant.ts';
import { type Cents, MINIMUM_PRICE_CENTS } from '../kernel/money.ts';
import type { Origin } from './origin.ts';
import { OPEN_PRICE_REFUSAL_TEXTS } from './price/open-price.ts';
import type { AiDeclaration, Discount, Product, ProductState } from './product.ts';
import { type ProductVerb, productTextRefusals } from './product-editing.ts';
import { type ProductPatch, sameSale } from './product-patch.ts';

/** Bulk actions: one change applied to many products of a store. */

/** The most products in one request of a bulk action. */
export const BULK_MAX = 200;
/** The most products that can be selected together; their action is sent in several requests. */
export const SELECTED_MAX = 1000;

/** A bulk action. Percents are whole numbers, of the list price. */
export type BulkAction =
  /** `origin`: what the seller declares for all of them that need it; used by `publish` only. */
  | { kind: 'move'; verb: BulkVerb; origin?: Origin | null }
  | { kind: 'price'; cents: Cents }
  /** Positive raises, negative lowers the price; free products and products without a price are refused. */
  | { kind: 'price-percent'; percent: number }
  | { kind: 'sale'; sale: Discount | null }
  | { kind: 'shelf'; shelf: string; on: boolean }
  | { kind: 'tags'; tags: string[]; on: boolean }
  /** What the artist says about generative AI. */
  | { kind: 'ai'; ai: AiDeclaration };

export const BULK_VERBS = [
  'publish',
  'unlist',
  'withdraw',
  'archive',
  'restore',
] as const satisfies ProductVerb[];
export type BulkVerb = (typeof BULK_VERBS)[number];

/** Past participles for the summary: "38 published". */
export const BULK_VERB_DONE: Record<BulkVerb, string> = {
  publish: 'published',
  unlist: 'unlisted',
  withdraw: 'withdrawn',
  archive: 'archived',
  restore: 'restored',
};

/** A product's state before the action, with its schedule. */
export interface PriorState {
  state: ProductState;
  publishAt: Instant | null;
  timeZone: string;
}

/** What undoing needs: the previous values, and the values that the action wrote, to detect later edits. */
export type BulkUndo =
  | { kind: 'text'; former: ProductPatch; wrote: ProductPatch }
  | { kind: 'move'; from: PriorState; to: ProductState };

/** The fields that a bulk action may write. */
type BulkText = Omit<ProductPatch, 'facets' | 'print'>;

/** How long an undo is kept, in ms: a day. */
export const BULK_UNDO_MS = 24 * 60 * 60 * 1000;

export const BULK_UNDO_GONE =
  'This can no longer be undone: it was undone before, or more than a day ago. Change the products one by one.';

/** The outcome for one product, as its seller is told: `refusals` is empty on success. */
export interface BulkResult {
  id: string;
  name: string;
  refusals: string[];
  /** Whether it was published and now waits for review. */
  inReview: boolean;
}

/** The same with what undoing needs, which stays on the server; null if nothing was changed that can be undone. */
export interface BulkDone extends BulkResult {
  way: BulkUndo | null;
}

/** A price raised or lowered by percent, rounded to whole cents, never below the minimum price. */
export function priceByPercent(cents: Cents, percent: number): Cents {
  return Math.max(MINIMUM_PRICE_CENTS, Math.round((cents * (100 + percent)) / 100));
}

/**
 * What a bulk action writes to this product, `null` if it changes nothing, or the refusals as sentences. Changes of
 * state are checked by `stateChangeRefusal`.
 */
export function bulkText(
  product: Pick<Product, 'priceCents' | 'free' | 'openPrice' | 'sale' | 'shelves' | 'tags' | 'ai'>,
  action: Exclude<BulkAction, { kind: 'move' }>,
): { text: BulkText } | { refusals: string[] } | null {
  const text = newText(product, action);
  if (text === 'no-price') return { refusals: ['It has no price yet.'] };
  if (text === 'is-free') return { refusals: ['It is free.'] };
  if (text === 'is-open') return { refusals: [OPEN_PRICE_REFUSAL_TEXTS['open-and-on-sale']] };
  if (text === null) return null;
  const refusals = Object.values(productTextRefusals(text));
  return refusals.length > 0 ? { refusals } : { text };
}

function newText(
  { priceCents, free, openPrice, sale, shelves, tags, ai }: Parameters<typeof bulkText>[0],
  action: Parameters<typeof bulkText>[1],
): BulkText | 'no-price' | 'is-free' | 'is-open' | null {
  switch (action.kind) {
    case 'price':
      return action.cents === priceCents && !free ? null : { priceCents: action.cents, free: false };
    case 'price-percent': {
      if (free) return 'is-free';
      if (priceCents === 0) return 'no-price';
      const next = priceByPercent(priceCents, action.percent);
      return next === priceCents ? null : { priceCents: next, free };
    }
    case 'sale':
      if (free && action.sale) return 'is-free';
      if (openPrice && action.sale) return 'is-open';
      return sameSale(sale, action.sale) ? null : { sale: action.sale };
    case 'shelf':
      return withChange(shelves, [action.shelf], action.on, (next) => ({ shelves: next }));
    case 'tags':
      return withChange(tags, action.tags, action.on, (next) => ({ tags: next }));
    case 'ai':
      return action.ai === ai ? null : { ai: action.ai };
  }
}

function withChange(
  current: readonly string[],
  values: readonly string[],
  on: boolean,
  asText: (next: string[]) => BulkText,
): BulkText | null {
  const next = on
    ? [...new Set([...current, ...values])]
    : current.filter((value) => !values.includes(value));
  return next.length === current.length ? null : asText(next);
}

/** The outcome in one line: "38 published, 2 not", or "35 published, 3 sent for review, 2 not". */
export function bulkSummary(results: readonly BulkResult[], done: string): string {
  const failed = results.filter(({ refusals }) => refusals.length > 0).length;
  const reviewed = results.filter(({ inReview }) => inReview).length;
  const parts = [`${results.length - failed - reviewed} ${done}`];
  if (reviewed > 0) parts.push(`${reviewed} sent for review`);
  if (failed > 0) parts.push(`${failed} not`);
  return `${parts.join(', ')}.`;
}
