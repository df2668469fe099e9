import type { BusinessAccountState } from '../payments/business-account.ts';
import { FACET_NAMES, FACETS, type ProductFacets } from './facets.ts';
import {
  type Product,
  type ProductState,
  type PublishRefusal,
  publishRefusals,
  type Sale,
} from './product.ts';
import { type ProductText, PUBLISH_REFUSAL_TEXTS, productTextRefusals } from './product-editing.ts';

/** What is written over many products at once, by a bulk deed or a table, and what it takes to put it back. */

/** New words for a product, and only for what is named. Of the facets too. */
export type ProductPatch = Partial<
  Pick<ProductText, 'name' | 'priceCents' | 'free' | 'sale' | 'shelves' | 'tags' | 'licences'>
> & { facets?: Partial<ProductFacets> };

/** What of a product can be rewritten. */
export type PatchableProduct = Pick<
  Product,
  'name' | 'priceCents' | 'free' | 'sale' | 'shelves' | 'tags' | 'facets' | 'licences'
>;

/** A field that is rewritten, as it is called in a sentence. */
const FIELD_NAMES: Record<Exclude<keyof ProductPatch, 'facets'>, string> = {
  name: 'name',
  priceCents: 'price',
  free: 'price',
  sale: 'sale',
  shelves: 'shelves',
  tags: 'tags',
  licences: 'licences',
};

export function sameSale(one: Sale | null, other: Sale | null): boolean {
  return (
    one === other || (one?.percent === other?.percent && one?.from === other?.from && one?.to === other?.to)
  );
}

/** Whether two lists hold the same, in whatever order. */
export function sameMembers(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify([...new Set(one)].sort()) === JSON.stringify([...new Set(other)].sort());
}

function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return sameMembers(one, other);
  if (one !== null && typeof one === 'object') return sameSale(one as Sale, other as Sale | null);
  return one === other;
}

/** What of a product was there before a rewrite comes over it. */
export function previousValues(product: PatchableProduct, { facets, ...rest }: ProductPatch): ProductPatch {
  const had = Object.keys(rest).map((field) => [field, product[field as keyof typeof rest]]);
  const facetsHad = Object.keys(facets ?? {}).map((facet) => [
    facet,
    product.facets[facet as keyof typeof facets],
  ]);
  return { ...Object.fromEntries(had), ...(facets ? { facets: Object.fromEntries(facetsHad) } : {}) };
}

/** The fields of a rewrite that stand otherwise in the product, by name: somebody edited them since. */
export function editedFields(product: PatchableProduct, { facets = {}, ...rest }: ProductPatch): string[] {
  const names = new Set<string>();
  for (const [field, value] of Object.entries(rest))
    if (!same(value, product[field as keyof typeof rest])) names.add(FIELD_NAMES[field as keyof typeof rest]);
  for (const facet of FACET_NAMES)
    if (facets[facet] !== undefined && !same(facets[facet], product.facets[facet]))
      names.add(FACETS[facet].label.toLowerCase());
  return [...names];
}

/** The part of a rewrite that changes something. */
export function effectivePatch(product: PatchableProduct, { facets, ...rest }: ProductPatch): ProductPatch {
  const fields = Object.entries(rest).filter(
    ([field, value]) => editedFields(product, { [field]: value }).length > 0,
  );
  const words = Object.entries(facets ?? {}).filter(
    ([facet, value]) => editedFields(product, { facets: { [facet]: value } }).length > 0,
  );
  return {
    ...Object.fromEntries(fields),
    ...(words.length > 0 ? { facets: Object.fromEntries(words) } : {}),
  };
}

/** "price and tags", "name, price and tags". */
export function namesText(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');
}

/** A change of a product's words, of its facets some. */
export type PartialProductText = Omit<Partial<ProductText>, 'facets'> & { facets?: Partial<ProductFacets> };

/** A rewrite in the words an editor sends: the facets whole. */
export function textOfPatch(product: Pick<Product, 'facets'>, rewrite: PartialProductText): Partial<ProductText> {
  const { facets, ...rest } = rewrite;
  return facets ? { ...rest, facets: { ...product.facets, ...facets } } : rest;
}

/** In these a product is offered, or will be on its own: nothing may be taken from it that publishing asked for. */
const OFFERED: readonly ProductState[] = ['published', 'unlisted', 'scheduled'];

export type PatchRefusal = { field: keyof ProductText | 'salePercent' | 'saleTo'; sentence: string };

/**
 * Why a product cannot take this change, empty where it can. A product on offer keeps what it was published with: only
 * what is newly missing is told.
 * @param account how far the business account of its store has come
 */
export function patchRefusals(
  product: PatchableProduct & Pick<Product, 'state'>,
  change: PartialProductText,
  account: BusinessAccountState,
): PatchRefusal[] {
  const text = textOfPatch(product, change);
  const priced = { priceCents: product.priceCents, free: product.free };
  const said = productTextRefusals(
    text.priceCents === undefined && text.free === undefined ? text : { ...priced, ...text },
  );
  const refusals = Object.entries(said).map(([field, sentence]) => ({ field, sentence }) as PatchRefusal);
  if (refusals.length > 0 || !OFFERED.includes(product.state)) return refusals;
  // Pictures and files are the same before and after; without them both lack the same.
  const bare = { ...product, images: [], files: [] };
  const before = new Set(publishRefusals(bare, account));
  return publishRefusals({ ...bare, ...text }, account)
    .filter((word) => !before.has(word))
    .map((word) => ({ field: PUBLISH_FIELDS[word] ?? 'priceCents', sentence: PUBLISH_REFUSAL_TEXTS[word] }));
}

const PUBLISH_FIELDS: Partial<Record<PublishRefusal, keyof ProductText>> = {
  'name-missing': 'name',
  'licence-missing': 'licences',
  'facets-missing': 'facets',
};
