import { labelsOf, type ValuesOf } from '../kernel/fields/field-table.ts';
import type { BusinessAccountState } from '../payments/business-account.ts';
import { FACET_NAMES, FACETS, type ProductFacets } from './facets.ts';
import type { PrintSettings } from './print/print-settings.ts';
import {
  type Discount,
  type Product,
  type ProductState,
  type PublishRefusal,
  publishRefusals,
} from './product.ts';
import {
  type ProductText,
  type ProductTextField,
  PUBLISH_REFUSAL_TEXTS,
  productTextRefusals,
} from './product-editing.ts';
import { PRODUCT_CSV_FIELDS } from './product-fields.ts';

/** Partial changes of products by bulk actions and imports, and how to undo them. */

/** A partial change: only the given fields are written, also within the facets and print settings. */
export type ProductPatch = Partial<
  Pick<
    ProductText,
    'name' | 'priceCents' | 'free' | 'openPrice' | 'sale' | 'shelves' | 'tags' | 'licences' | 'ai'
  >
> &
  Partial<PatchedPlain> & { facets?: Partial<ProductFacets>; print?: Partial<PrintSettings> };

/** Plain fields come into a patch by imports. */
type PatchedPlain = ValuesOf<typeof PRODUCT_CSV_FIELDS>;

/** The fields of a product that a patch can change. */
export type PatchableProduct = Pick<
  Product,
  | ('name' | 'priceCents' | 'free' | 'openPrice' | 'sale' | 'shelves' | 'tags')
  | ('facets' | 'print' | 'licences' | 'ai')
> &
  PatchedPlain;

/** The name of a field in a sentence. */
const FIELD_NAMES: Record<Exclude<keyof ProductPatch, 'facets' | 'print'>, string> = {
  name: 'name',
  priceCents: 'price',
  free: 'price',
  openPrice: 'price',
  sale: 'sale',
  shelves: 'store categories',
  tags: 'tags',
  licences: 'licences',
  ai: 'use of AI',
  ...labelsOf(PRODUCT_CSV_FIELDS, (label) => label.toLowerCase()),
};

export function sameSale(one: Discount | null, other: Discount | null): boolean {
  return (
    one === other || (one?.percent === other?.percent && one?.from === other?.from && one?.to === other?.to)
  );
}

/** Whether two lists have the same members in any order. */
export function sameMembers(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify([...new Set(one)].sort()) === JSON.stringify([...new Set(other)].sort());
}

function same(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return sameMembers(one, other);
  return one === other || JSON.stringify(sortedEntries(one)) === JSON.stringify(sortedEntries(other));
}

function sortedEntries(value: unknown): unknown {
  return value !== null && typeof value === 'object' ? Object.entries(value).sort() : value;
}

/** The values that a patch will overwrite. */
export function previousValues(
  product: PatchableProduct,
  { facets, print, ...rest }: ProductPatch,
): ProductPatch {
  const fields = Object.keys(rest).map((field) => [field, product[field as keyof typeof rest]]);
  const previousFacets = Object.keys(facets ?? {}).map((facet) => [
    facet,
    product.facets[facet as keyof typeof facets],
  ]);
  return {
    ...Object.fromEntries(fields),
    ...(facets ? { facets: Object.fromEntries(previousFacets) } : {}),
    ...(print ? { print: partOf(product.print, Object.keys(print)) } : {}),
  };
}

const partOf = (settings: PrintSettings, names: readonly string[]): Partial<PrintSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => names.includes(name)));

/** Names of the fields whose value in the product differs from the patch, which means they were edited since. */
export function editedFields(
  product: PatchableProduct,
  { facets = {}, print = {}, ...rest }: ProductPatch,
): string[] {
  const names = new Set<string>();
  for (const [field, value] of Object.entries(rest))
    if (!same(value, product[field as keyof typeof rest])) names.add(FIELD_NAMES[field as keyof typeof rest]);
  for (const facet of FACET_NAMES)
    if (facets[facet] !== undefined && !same(facets[facet], product.facets[facet]))
      names.add(FACETS[facet].label.toLowerCase());
  if (!same(print, partOf(product.print, Object.keys(print)))) names.add('print settings');
  return [...names];
}

/** The part of a patch that changes something. */
export function effectivePatch(
  product: PatchableProduct,
  { facets, print, ...rest }: ProductPatch,
): ProductPatch {
  const fields = Object.entries(rest).filter(
    ([field, value]) => editedFields(product, { [field]: value }).length > 0,
  );
  const changedFacets = Object.entries(facets ?? {}).filter(
    ([facet, value]) => editedFields(product, { facets: { [facet]: value } }).length > 0,
  );
  const changedPrint = Object.entries(print ?? {}).filter(
    ([name, value]) => value !== product.print[name as keyof PrintSettings],
  );
  return {
    ...Object.fromEntries(fields),
    ...(changedPrint.length > 0 ? { print: Object.fromEntries(changedPrint) } : {}),
    ...(changedFacets.length > 0 ? { facets: Object.fromEntries(changedFacets) } : {}),
  };
}

/** "price and tags", "name, price and tags". */
export function namesText(names: readonly string[]): string {
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');
}

/** A partial change of a product's text, with any number of its facets and print settings. */
export type PartialProductText = Omit<Partial<ProductText>, 'facets' | 'print'> &
  Pick<ProductPatch, 'facets' | 'print'>;

/** A patch in the editor's form, which has all facets and print settings. */
export function textOfPatch(
  product: Pick<Product, 'facets' | 'print'>,
  patch: PartialProductText,
): Partial<ProductText> {
  const { facets, print, ...rest } = patch;
  return {
    ...rest,
    ...(facets ? { facets: { ...product.facets, ...facets } } : {}),
    ...(print ? { print: { ...product.print, ...print } } : {}),
  };
}

/** In these states a product is on offer or scheduled; it must keep what publishing requires. */
const OFFERED: readonly ProductState[] = ['in-review', 'published', 'unlisted', 'scheduled'];

export type PatchRefusal = { field: ProductTextField; sentence: string };

/**
 * Why a product cannot take this change; empty if it can. For a product on offer only newly missing requirements count.
 * @param account state of the store's business account
 */
export function patchRefusals(
  product: PatchableProduct & Pick<Product, 'state'>,
  change: PartialProductText,
  account: BusinessAccountState,
): PatchRefusal[] {
  const wanted = textOfPatch(product, change);
  // What becomes free has no price to choose any more.
  const text = wanted.free ? { ...wanted, openPrice: null } : wanted;
  const { priceCents, free, openPrice, sale } = product;
  // A sale and a price that buyers choose exclude each other, so a change of one is checked with the other.
  const priced = { priceCents, free, openPrice };
  const isPriced = ['priceCents', 'free', 'openPrice', 'sale'].some((field) => Object.hasOwn(text, field));
  const withSale = text.openPrice && text.sale === undefined ? { sale } : {};
  const invalid = productTextRefusals(isPriced ? { ...priced, ...withSale, ...text } : text);
  const refusals = Object.entries(invalid).map(([field, sentence]) => ({ field, sentence }) as PatchRefusal);
  if (refusals.length > 0 || !OFFERED.includes(product.state)) return refusals;
  // Pictures and files do not change; leaving them out adds the same refusals before and after.
  const bare = { ...product, images: [], files: [] };
  const before = new Set(publishRefusals(bare, account));
  return publishRefusals({ ...bare, ...text }, account)
    .filter((refusal) => !before.has(refusal))
    .map((refusal) => ({
      field: PUBLISH_FIELDS[refusal] ?? 'priceCents',
      sentence: PUBLISH_REFUSAL_TEXTS[refusal],
    }));
}

const PUBLISH_FIELDS: Partial<Record<PublishRefusal, keyof ProductText>> = {
  'name-missing': 'name',
  'licence-missing': 'licences',
  'facets-missing': 'facets',
  'ai-missing': 'ai',
};
