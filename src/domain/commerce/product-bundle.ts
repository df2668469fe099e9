import { type Cents, MAXIMUM_PRICE_CENTS, MINIMUM_PRICE_CENTS, priceText } from '../kernel/money.ts';
import { splitByWeight } from '../kernel/split.ts';
import type { FullRelease } from './full-release.ts';

/** Products of one store that cost less together. Who owns some of them pays the rest. */
export interface ProductBundle {
  id: string;
  title: string;
  /** What all of it costs. */
  cents: Cents;
  parts: readonly BundlePart[];
}

/** A product of a bundle, with its price without a sale: the weight of its share. */
export interface BundlePart {
  id: string;
  listCents: Cents;
}

export const BUNDLE_LIMITS = { title: 80, products: 30, ofStore: 20 } as const;

/** Of a bundle what a buyer does not own yet, with the sum of its shares; null if nothing is left. */
export function restOfBundle(
  { cents, parts }: Pick<ProductBundle, 'cents' | 'parts'>,
  ownedIds: ReadonlySet<string>,
): { cents: Cents; productIds: string[] } | null {
  // Products that have become free since weigh nothing.
  const weights = parts.map(({ listCents }) => listCents);
  const isPriced = weights.some((weight) => weight > 0);
  const shares = isPriced ? splitByWeight(cents, weights) : parts.map(() => 0);
  const left = parts.flatMap(({ id }, at) => (ownedIds.has(id) ? [] : [{ id, cents: shares[at] ?? 0 }]));
  if (left.length === 0) return null;
  return { cents: left.reduce((sum, part) => sum + part.cents, 0), productIds: left.map(({ id }) => id) };
}

/** Bundles as a cart prices them for a buyer: what they do not own yet, as products that are bought together. */
export function bundleOffers(
  bundles: readonly ProductBundle[],
  ownedIds: ReadonlySet<string>,
): FullRelease[] {
  return bundles.flatMap((bundle) => {
    const rest = restOfBundle(bundle, ownedIds);
    return rest ? [{ id: bundle.id, title: bundle.title, ...rest }] : [];
  });
}

export interface BundleDraft {
  title: string;
  priceCents: Cents;
  productIds: readonly string[];
}

/** Errors by field. Whether it is cheaper is no rule, because prices change later: one that is not is not offered. */
export function bundleRefusals({
  title,
  priceCents,
  productIds,
}: BundleDraft): Partial<Record<keyof BundleDraft, string>> {
  const refusals: ReturnType<typeof bundleRefusals> = {};
  const count = new Set(productIds).size;
  if (title.trim() === '') refusals.title = 'Give it a name.';
  if (title.length > BUNDLE_LIMITS.title) refusals.title = `Use at most ${BUNDLE_LIMITS.title} characters.`;
  if (count < 2 || count > BUNDLE_LIMITS.products)
    refusals.productIds = `Choose from 2 to ${BUNDLE_LIMITS.products} models.`;
  const least = count * MINIMUM_PRICE_CENTS;
  if (priceCents < least)
    refusals.priceCents = `Enter at least ${priceText(Math.max(least, MINIMUM_PRICE_CENTS))}: ${priceText(MINIMUM_PRICE_CENTS)} for each model.`;
  if (priceCents > MAXIMUM_PRICE_CENTS)
    refusals.priceCents = `Enter at most ${priceText(MAXIMUM_PRICE_CENTS)}.`;
  return refusals;
}

export type BundleRefusal = 'gone' | 'too-many' | 'not-own' | 'not-priced';

export const BUNDLE_REFUSAL_TEXTS: Record<BundleRefusal, string> = {
  gone: 'This bundle no longer exists. Reload the page.',
  'too-many': `A store has at most ${BUNDLE_LIMITS.ofStore} bundles. Remove one first.`,
  'not-own': 'One of these models no longer belongs to your store. Reload the page.',
  'not-priced': 'Free models and those with “Pay what you want” cannot be part of a bundle.',
};
